"""The lists of a poker room as its book has them: order, calls, lock-ups, must-moves, changes, broken games."""

from pathlib import Path

import pytest

from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.lists.must_moves import SHORT
from croupier.house.poker_room.procedures.desk import RoomDesk
from croupier.house.poker_room.procedures.patron_cards import Card, ShownCard
from croupier.house.poker_room.table import acts
from croupier.house.record import journals
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.errors import Forbidden, NotFound, Refused
from croupier.house.tables.life import CLOSED
from croupier.poker import fixed_limit

from .conftest import CHEAP
from .houses import run
from .rooms import PLACE, TABLE, Room

GAME = "holdem-no-1-3"
OTHER = "PK-2"


@pytest.fixture
def room(url: str) -> Room:
    return Room(url, hasher=CHEAP)


@pytest.fixture
def quick(tmp_path: Path, migrated_file: Path) -> Room:
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    return Room(f"sqlite:///{path}", hasher=CHEAP)


async def full(floor: Room, table: str = TABLE, first: int = 1, seats: int = 4) -> None:
    """A table of four seats, all taken."""
    await floor.game(table=table, seats=seats, pause_s=60)
    for n in range(first, first + seats):
        await floor.sit(table, f"player-{n}", n - first + 1)


async def credit(floor: Room, *numbers: int, cents: int = 500_00) -> None:
    for number in numbers:
        await floor.fund(f"player-{number}", cents, PLACE)


def test_the_list_is_called_in_its_order_and_the_seat_is_locked_up(room: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await credit(floor, 5, 6, 7)
        for n in (5, 6, 7):
            await floor.ask(f"player-{n}", lists.Join(GAME))
        with pytest.raises(Refused, match="on the list"):
            await floor.ask("player-5", lists.Join(GAME))
        await floor.moves.look()
        assert (await floor.desk.current(PLACE)).locks == []
        await floor.do("player-2", acts.Leave(2))
        await floor.moves.look()
        state = await floor.desk.current(PLACE)
        assert [(k.patron, k.seat) for k in state.locks] == [("player-5", 2)]
        with pytest.raises(Refused, match="locked up"):
            await floor.do("player-6", acts.Sit(2, 200_00))
        await floor.do("player-5", acts.Sit(2, 200_00))
        assert await floor.waiting() == ["player-6", "player-7"]
        floor.wake()
        assert await floor.waiting() == ["player-6", "player-7"]
        assert (await floor.desk.current(PLACE)).locks == []

    run(scenario, room)  # type: ignore[arg-type]


def test_acts_are_taken_back_one_after_the_other_and_never_one_that_was_not_seen(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        for n in (5, 6, 7):
            await floor.ask(f"player-{n}", lists.Join(GAME))
        seen = (await floor.desk.current(PLACE)).number
        await floor.ask("player-6", lists.Withdraw(GAME))
        with pytest.raises(Refused, match="moved on"):
            await floor.ask("supervisor-1", lists.TakeBack(seen))
        await floor.ask("supervisor-1", lists.TakeBack(seen + 1))
        assert await floor.waiting() == ["player-5", "player-6", "player-7"]
        await floor.ask("supervisor-1", lists.TakeBack())
        await floor.ask("supervisor-1", lists.TakeBack())
        floor.wake()  # another server reads the same
        assert await floor.waiting() == ["player-5"]
        await floor.ask("player-8", lists.Join(GAME))
        await floor.ask("supervisor-1", lists.TakeBack())
        await floor.ask("supervisor-1", lists.TakeBack())
        assert await floor.waiting() == []
        with pytest.raises(Refused, match="Nothing can be taken back"):
            await floor.ask("supervisor-1", lists.TakeBack())

    run(scenario, quick)  # type: ignore[arg-type]


def test_nobody_sits_down_past_those_who_wait(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await credit(floor, 5, 6)
        await floor.ask("player-5", lists.Join(GAME))
        await floor.do("player-1", acts.Leave(1))
        with pytest.raises(Refused) as refused:
            await floor.do("player-6", acts.Sit(1, 200_00))
        assert refused.value.clause == "2.PROC.12"
        await floor.ask("player-5", lists.Withdraw(GAME))
        await floor.do("player-6", acts.Sit(1, 200_00))
        with pytest.raises(NotFound):
            await floor.ask("player-5", lists.Withdraw(GAME))

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_player_who_is_away_is_passed_over_and_keeps_his_place(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await credit(floor, 5, 6)
        for n in (5, 6):
            await floor.ask(f"player-{n}", lists.Join(GAME))
        await floor.ask("player-5", lists.Away())
        await floor.do("player-1", acts.Leave(1))
        await floor.moves.look()
        assert [k.patron for k in (await floor.desk.current(PLACE)).locks] == ["player-6"]
        assert await floor.waiting() == ["player-5", "player-6"]

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_lock_up_is_picked_up_after_ten_minutes_if_another_waits(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await credit(floor, 5, 6)
        await floor.ask("player-5", lists.Join(GAME))
        await floor.do("player-1", acts.Leave(1))
        await floor.moves.look()
        floor.clock.advance(11 * MINUTE_US)
        await floor.moves.look()
        assert await floor.waiting() == ["player-5"], "nobody else waits: the seat stays his"
        await floor.ask("player-6", lists.Join(GAME))
        await floor.moves.look()
        assert await floor.waiting() == ["player-6"]
        assert [k.patron for k in (await floor.desk.current(PLACE)).locks] == ["player-6"]

    run(scenario, quick)  # type: ignore[arg-type]


def test_seven_stars_stand_first_only_by_the_list_person(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        for n in (5, 6, 7):
            await floor.ask(f"player-{n}", lists.Join(GAME, first=True))
        assert await floor.waiting() == ["player-5", "player-6", "player-7"], "a player does not rank himself"
        for patron in ("player-8", "player-9"):
            card = Card(PLACE, patron, "seven-star", f"7-{patron}", patron, "2099-12-31")
            await RoomDesk(floor.house).register_card(floor.person("clerk-1"), card)
            shown = ShownCard(f"7-{patron}", patron, "2099-12-31")
            join = lists.Join(GAME, patron, first=True)
            await floor.desk.act(PLACE, floor.person("supervisor-1"), join, card=shown)
        assert (await floor.waiting())[:3] == ["player-8", "player-9", "player-5"]
        with pytest.raises(Forbidden):
            await floor.ask("dealer-1", lists.Join(GAME, "player-10"))
        with pytest.raises(Forbidden):
            await floor.ask("player-5", lists.Call(GAME, TABLE, 1))

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_telephoned_name_is_called_only_after_its_hour(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await floor.ask("player-5", lists.Join(GAME, phone=True))
        await floor.do("player-1", acts.Leave(1))
        await floor.moves.look()
        assert not (await floor.desk.current(PLACE)).locks
        floor.clock.advance(60 * MINUTE_US)
        await floor.moves.look()
        assert [k.patron for k in (await floor.desk.current(PLACE)).locks] == ["player-5"]

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_new_player_goes_to_the_game_most_in_need(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(seats=4, pause_s=60)
        await floor.game(table=OTHER, seats=4, pause_s=60)
        await floor.sit(TABLE, "player-1", 1)
        await floor.sit(TABLE, "player-2", 2)
        await floor.sit(TABLE, "player-6", 3)
        await floor.sit(OTHER, "player-3", 1)
        await floor.sit(OTHER, "player-4", 2)
        with pytest.raises(Refused, match="one seat"):
            await floor.do("player-1", acts.Sit(3, 100_00), table=OTHER)
        floor.wake()
        with pytest.raises(Refused, match="one seat"):
            await floor.do("player-1", acts.Sit(3, 100_00), table=OTHER)
        await floor.ask("player-5", lists.Join(GAME))
        await floor.moves.look()
        assert [k.table for k in (await floor.desk.current(PLACE)).locks] == [OTHER]

    run(scenario, quick)  # type: ignore[arg-type]


def test_the_main_game_takes_whoever_has_been_longest_in_the_game_that_feeds_it(room: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await floor.game(table=OTHER, seats=4, pause_s=60, main=TABLE)
        await floor.sit(OTHER, "player-6", 3)
        floor.clock.advance(1)
        await floor.sit(OTHER, "player-5", 1)
        await floor.do("player-1", acts.Leave(1))
        await floor.moves.look()
        main, feeder = await floor.live(), await floor.live(OTHER)
        assert main.seat_of("player-6") == 1
        assert not feeder.seat_of("player-6")
        assert main.table.seats[1].stack == 200_00
        floor.books(main)
        floor.books(feeder, OTHER)
        floor.wake()
        assert (await floor.live()).balances() == main.balances()

    run(scenario, room)  # type: ignore[arg-type]


def test_who_refuses_to_move_is_out_of_the_game_for_an_hour(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await floor.game(table=OTHER, seats=6, pause_s=60, main=TABLE)
        for n in range(5, 9):
            await floor.sit(OTHER, f"player-{n}", n - 4)
        done = await floor.moves.refuse_move(floor.person("player-5"), OTHER)
        assert done == {"barred_minutes": 60, "on_list": False}
        for refused in (
            floor.ask("player-5", lists.Join(GAME)),
            floor.do("player-5", acts.Sit(1, 200_00), table=OTHER),
        ):
            with pytest.raises(Refused) as told:
                await refused
            assert told.value.clause == "2.SEAT.11, 2.SEAT.12"
        await floor.do("player-8", acts.Leave(4), table=OTHER)
        kept = await floor.moves.refuse_move(floor.person("player-6"), OTHER, refuses=SHORT)
        assert kept == {"barred_minutes": 0, "on_list": True}, "with so few he keeps his place"
        floor.clock.advance(60 * MINUTE_US)
        await floor.ask("player-5", lists.Join(GAME))

    run(scenario, quick)  # type: ignore[arg-type]


def test_blinds_missed_in_the_feeding_game_are_dead_money_in_the_main_one(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await floor.game(table=OTHER, seats=6, main=TABLE)
        for n in (5, 6, 7):
            await floor.sit(OTHER, f"player-{n}", n - 4)
            floor.clock.advance(1)
        await floor.do("player-5", acts.Out(1), table=OTHER)
        for _ in range(6):
            await floor.play(OTHER)
        feeder = await floor.live(OTHER)
        assert feeder.table.seats[1].missed
        await floor.do("player-5", acts.Back(1), table=OTHER)
        await floor.do("player-1", acts.Leave(1))
        await floor.moves.look()
        main = await floor.live()
        assert main.seat_of("player-5") == 1
        assert main.table.seats[1].stack == 196_00
        assert main.table.carried == 4_00
        floor.books(main)

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_player_of_the_game_changes_seats_before_a_new_one_comes(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await floor.ask("player-5", lists.Join(GAME))
        await floor.ask("player-3", lists.Ask(TABLE, 2))
        floor.clock.advance(1)
        await floor.ask("player-4", lists.Ask(TABLE))
        await floor.do("player-2", acts.Leave(2))
        await floor.moves.look()
        game = await floor.live()
        assert game.seat_of("player-3") == 2, "he asked first"
        assert game.seat_of("player-4") == 3, "and the other takes what he left"
        assert [k.seat for k in (await floor.desk.current(PLACE)).locks] == [4]

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_seat_that_another_asked_for_is_not_taken_past_him(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await floor.ask("player-3", lists.Ask(TABLE, 2))
        await floor.do("player-2", acts.Leave(2))
        with pytest.raises(Refused) as refused:
            await floor.do("player-1", acts.Move(1, 2))
        assert refused.value.clause == "2.SEAT.15"
        await floor.do("player-3", acts.Move(3, 2))
        await floor.ask("supervisor-1", lists.Lock(TABLE, 3, "player-9", "vision"))
        with pytest.raises(Refused, match="locked up"):
            await floor.do("player-1", acts.Move(1, 3))

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_call_to_a_table_that_closes_leaves_the_name_where_it_was(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        await floor.game(table=OTHER, seats=4, pause_s=60)
        await floor.ask("player-5", lists.Join(GAME))
        await floor.moves.look()
        assert [n.table for n in (await floor.desk.current(PLACE)).names] == [OTHER]
        await floor.spread.close(floor.person("supervisor-1"), OTHER)
        await floor.moves.look()
        state = await floor.desk.current(PLACE)
        assert ([n.status for n in state.names], state.locks) == (["waiting"], [])

    run(scenario, quick)  # type: ignore[arg-type]


def test_nobody_changes_to_a_table_that_has_more_players_than_he_leaves(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(seats=4, pause_s=60)
        await floor.game(table=OTHER, seats=4, pause_s=60)
        for n in (1, 2, 3):
            await floor.sit(TABLE, f"player-{n}", n)
        for n in (4, 5):
            await floor.sit(OTHER, f"player-{n}", n - 3)
        await floor.ask("player-4", lists.Change(OTHER, TABLE))
        await floor.moves.look()
        assert (await floor.live(OTHER)).seat_of("player-4")
        await floor.ask("player-1", lists.Change(TABLE, OTHER))
        await floor.moves.look()
        assert (await floor.live(OTHER)).seat_of("player-1") == 3
        assert (await floor.live()).seat_of("player-4"), "now he leaves no fewer behind"

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_game_breaks_and_the_best_cards_get_the_seats(room: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor, seats=5)
        await floor.do("player-5", acts.Leave(5))
        await floor.game(table=OTHER, seats=4, pause_s=60)
        for n in (6, 7, 8):
            await floor.sit(OTHER, f"player-{n}", n - 5)
        await floor.do("player-7", acts.Out(2), table=OTHER)
        broken = await floor.moves.break_game(floor.person("supervisor-1"), OTHER)
        moved = broken["moved"]
        assert isinstance(moved, dict) and len(moved) == 1 and "player-7" not in moved
        assert floor.room.floor_table(OTHER).state == CLOSED
        waiting = await floor.waiting()
        assert len(waiting) == 2 and "player-7" in waiting
        winner = next(iter(moved))
        assert (await floor.live()).table.seats[5].name == winner
        assert floor.purse("player-7") == 200_00
        floor.books(await floor.live())

    run(scenario, room)  # type: ignore[arg-type]


def test_two_whom_the_house_keeps_apart_do_not_sit_together(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(pause_s=60)
        await credit(floor, 2)
        await floor.sit(TABLE, "player-1", 1)
        await floor.ask("manager-1", lists.Apart("player-2", "player-1"))
        with pytest.raises(Refused) as refused:
            await floor.do("player-2", acts.Sit(2, 200_00))
        assert refused.value.clause == "2.SEAT.5"
        await floor.ask("manager-1", lists.Apart("player-1", "player-2", False))
        await floor.do("player-2", acts.Sit(2, 200_00))

    run(scenario, quick)  # type: ignore[arg-type]


def test_who_declines_a_new_game_keeps_his_place_only_while_it_is_far_from_full(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(seats=9, pause_s=60)
        for n in (5, 6):
            await floor.ask(f"player-{n}", lists.Join(GAME))
        await floor.ask("supervisor-1", lists.Call(GAME, TABLE, patron="player-5"))
        await floor.ask("player-5", lists.Pass(GAME, ""))
        assert await floor.waiting() == ["player-5", "player-6"]
        for n in (1, 2, 3, 4):
            await floor.fund(f"player-{n}", 200_00, PLACE)
            await floor.ask("supervisor-1", lists.Lock(TABLE, n, f"player-{n}", "who passed on the new game waits"))
            await floor.do(f"player-{n}", acts.Sit(n, 200_00))
        await floor.ask("supervisor-1", lists.Call(GAME, TABLE, patron="player-5"))
        await floor.ask("player-5", lists.Pass(GAME, ""))
        assert await floor.waiting() == ["player-6"], "by playing he would have left four seats empty"

    run(scenario, quick)  # type: ignore[arg-type]


def test_nobody_is_seated_past_the_list_without_a_reason(quick: Room) -> None:
    """002:9828: vacant seats go to whoever came first; a clerk seats or keeps one for another only for a reason."""

    async def scenario(floor: Room) -> None:
        await floor.game(seats=9, pause_s=60)
        await floor.ask("player-5", lists.Join(GAME))
        for n in (1, 5):
            await floor.fund(f"player-{n}", 200_00, PLACE)
        for act in (lists.Lock(TABLE, 1, "player-1"), lists.Lock(TABLE, 1, "player-1", "  ")):
            with pytest.raises(Refused, match=r"Badge player-5 comes before on this list. Say why"):
                await floor.ask("supervisor-1", act)
        with pytest.raises(Refused, match=r"Badge player-5 comes before on this list. Call him"):
            await floor.do("supervisor-1", acts.Sit(1, 200_00, "player-1"))
        await floor.ask("supervisor-1", lists.Lock(TABLE, 1, "player-1", "back from the cage"))
        with pytest.raises(Refused, match="locked up"):
            await floor.do("supervisor-1", acts.Sit(1, 200_00, "player-5"))
        with pytest.raises(Forbidden, match="The credit of player-5 is his own"):
            await floor.do("supervisor-1", acts.Sit(2, 200_00, "player-5"))
        await floor.do("player-5", acts.Sit(2, 200_00))
        await floor.do("player-1", acts.Sit(1, 200_00))

    run(scenario, quick)  # type: ignore[arg-type]


def test_who_comes_back_within_the_hour_brings_what_he_took(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(pause_s=60)
        await credit(floor, 1)
        await floor.do("player-1", acts.Sit(1, 250_00))
        await floor.do("player-1", acts.Leave(1))
        floor.clock.advance(45 * MINUTE_US)
        with pytest.raises(Refused) as refused:
            await floor.do("player-1", acts.Sit(1, 100_00))
        assert refused.value.clause == "2.PROC.6"
        floor.clock.advance(15 * MINUTE_US)
        await floor.do("player-1", acts.Sit(1, 100_00))

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_seat_of_one_who_stays_away_is_given_up_after_an_hour_and_of_one_who_lost_all_after_ten_minutes(
    quick: Room,
) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(pause_s=60)
        await floor.seat(1, 2)
        await floor.do("player-1", acts.Out(1))
        floor.clock.advance(59 * MINUTE_US)
        await floor.ticker.look()
        assert (await floor.live()).seat_of("player-1")
        floor.clock.advance(MINUTE_US)
        await floor.ticker.look()
        assert not (await floor.live()).seat_of("player-1")
        assert floor.purse("player-1") == 200_00

    run(scenario, quick)  # type: ignore[arg-type]


def test_the_lists_are_a_journal_whose_chain_holds(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await full(floor)
        for n in range(5, 12):
            for _ in range(10):
                await floor.ask(f"player-{n}", lists.Join(GAME))
                await floor.ask(f"player-{n}", lists.Withdraw(GAME))
            await floor.ask(f"player-{n}", lists.Join(GAME))
        before = await floor.desk.current(PLACE)
        with floor.storage.reading() as conn:
            about = journals.of_table(conn, f"LIST-{PLACE}")[0]
            assert journals.verify(conn, about.id) is None
            assert journals.load_checkpoint(conn, about.id) is not None
        floor.wake()
        assert await floor.desk.current(PLACE) == before

    run(scenario, quick)  # type: ignore[arg-type]


def test_time_is_collected_before_the_deal_on_the_half_hour_from_locked_seats_too(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(fixed_limit(20_00, 40_00), fee=8_00, least=0, most=0, pause_s=1)
        for n in (1, 2):
            await floor.sit(TABLE, f"player-{n}", n, 400_00)
        await credit(floor, 3)
        await floor.ask("supervisor-1", lists.Lock(TABLE, 5, "player-3", "plays a pot elsewhere"))
        floor.clock.advance(30 * MINUTE_US)
        await floor.ticker.look()
        game = await floor.live()
        assert game.chips.taken["rake"] == 24_00
        assert floor.purse("player-3") == 492_00
        assert game.playing
        floor.books(game)

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_room_that_may_announce_only_listed_vacancies_tells_a_player_of_no_other(quick: Room) -> None:
    from croupier.house.poker_room.board import board

    async def scenario(floor: Room) -> None:
        await floor.game(place="oneida", demo=True, pause_s=60)
        player = floor.person("player-1")
        shown = await board(floor.desk, "oneida", player)
        assert shown["tables"][0]["free"] == []
        await floor.ask("player-1", lists.Join(GAME), "oneida")
        shown = await board(floor.desk, "oneida", player)
        assert shown["tables"][0]["free"]
        assert (shown["lists"][0]["you"], shown["lists"][0]["names"]) == (1, [])
        other = await board(floor.desk, "oneida", floor.person("supervisor-1"))
        assert other["lists"][0]["names"][0]["patron"] == "player-1"

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_dealer_deals_no_hand_before_the_time_is_collected(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        stakes = fixed_limit(20_00, 40_00)
        await floor.game(stakes, mode="dealer", demo=True, fee=8_00, least=0, most=0)
        await floor.pit.dealer_in(floor.person("supervisor-1"), TABLE, "dealer-1")
        for n in (1, 2):
            await floor.fund(f"player-{n}", 400_00, PLACE, demo=True)
            await floor.do("supervisor-1", acts.Sit(n, 400_00, f"player-{n}"))
        floor.clock.advance(30 * MINUTE_US)
        with pytest.raises(Refused) as refused:
            await floor.do("dealer-1", acts.Deal(drawn={1: 3, 2: 7}))
        assert refused.value.clause == "2.PROC.3, 3.TIME.c"
        await floor.do("dealer-1", acts.Collect())
        await floor.do("dealer-1", acts.Deal(drawn={1: 3, 2: 7}))
        game = await floor.live()
        assert game.chips.taken["rake"] == 16_00
        floor.books(game)

    run(scenario, quick)  # type: ignore[arg-type]


def test_seats_of_a_new_game_go_to_whoever_arrives_first(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.ask("supervisor-1", lists.Join(GAME, "player-1"))
        for n in (2, 3, 4):
            await floor.ask(f"player-{n}", lists.Join(GAME))
        await credit(floor, 1, 2, 3, 4)
        await floor.game(seats=3, pause_s=60)
        await floor.moves.look()
        state = await floor.desk.current(PLACE)
        assert [(n.patron, n.status) for n in state.names][2:] == [("player-3", "called"), ("player-4", "waiting")]
        with pytest.raises(Refused, match="wait"):
            await floor.do("player-4", acts.Sit(2, 200_00))
        await floor.do("player-3", acts.Sit(1, 200_00))
        await floor.do("player-1", acts.Sit(2, 200_00))
        await floor.do("player-2", acts.Sit(3, 200_00))
        assert await floor.waiting() == ["player-4"]

    run(scenario, quick)  # type: ignore[arg-type]


def test_who_lost_all_his_chips_keeps_his_seat_for_ten_minutes(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(pause_s=0)
        await floor.seat(1, 2)
        game = await floor.live()
        for _ in range(12):
            await floor.ticker.look()
            if not game.playing:
                break
            most = game.table.hand.options().most if game.table.hand else 0
            await floor.turn("raise", most)
            if game.playing:
                await floor.turn("call")
        lost = next(n for n in (1, 2) if not game.table.seats[n].stack)
        floor.clock.advance(9 * MINUTE_US)
        await floor.ticker.look()
        assert lost in game.table.seats
        floor.clock.advance(MINUTE_US)
        await floor.ticker.look()
        assert lost not in game.table.seats

    run(scenario, quick)  # type: ignore[arg-type]
