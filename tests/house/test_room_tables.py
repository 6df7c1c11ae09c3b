"""A cash game on the floor: opened by the book, seats and chips, hands that go on by themselves, a whole record."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from croupier.house.people.persons import Person
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table import live as room_live
from croupier.house.poker_room.table.replay import replay
from croupier.house.record import accounts, journals
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.journals import Stored
from croupier.house.tables.life import CLOSED, OPEN
from croupier.poker import fixed_limit, no_limit
from croupier.rounds import refusal

from .conftest import CHEAP
from .houses import run
from .rooms import PLACE, TABLE, Room


@pytest.fixture
def room(url: str) -> Room:
    return Room(url, hasher=CHEAP)


@pytest.fixture
def quick(tmp_path: object, migrated_file: object) -> Room:
    """On SQLite only, for what does not depend on the database."""
    from pathlib import Path

    assert isinstance(tmp_path, Path) and isinstance(migrated_file, Path)
    path = tmp_path / "floor.db"
    path.write_bytes(migrated_file.read_bytes())
    return Room(f"sqlite:///{path}", hasher=CHEAP)


# ---- opening


def test_a_supervisor_opens_a_game_and_a_dealer_does_not(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        plan = acts.Plan(form="holdem", stakes=no_limit(1_00, 3_00))
        with pytest.raises(Forbidden):
            await floor.spread.open(floor.person("dealer-1"), TABLE, PLACE, plan)
        await floor.game()
        assert floor.room.floor_table(TABLE).state == OPEN

    run(scenario, quick)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"form": "badugi"}, "not spread here"),
        ({"options": {"buy-in-bets": 5}}, "not for the house to choose"),
        ({"options": {"button": "flying"}}, "one of"),
        ({"seats": 11}, "seats 2 to 10"),
        ({"form": "stud"}, "bring-in"),
        ({"stakes": no_limit(5_00, 10_00)}, "pays time"),
        ({"stakes": fixed_limit(4_00, 8_00), "least": 39_00}, "least buy-in"),
        ({"most": 50_00}, "not below"),
    ],
)
def test_a_game_that_the_book_does_not_allow_is_not_opened(quick: Room, plan: dict, words: str) -> None:  # type: ignore[type-arg]
    async def scenario(floor: Room) -> None:
        with pytest.raises(Refused, match=words):
            await floor.game(**plan)
        assert floor.room.tables() == []

    run(scenario, quick)  # type: ignore[arg-type]


def test_rules_not_yet_in_force_open_nothing(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        with pytest.raises(Exception, match="oneida"):  # the floor's day is before the first approval
            await floor.game(place="oneida")

    run(scenario, quick)  # type: ignore[arg-type]


# ---- seats and chips


def test_a_buy_in_is_within_the_posted_limits_and_from_the_patrons_own_credit(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.fund("player-1", 350_00, PLACE)
        for cents, words in ((99_00, "least buy-in"), (301_00, "most"), (351_00, "with the house"), (100_50, "Chips")):
            with pytest.raises(Refused, match=words):
                await floor.do("player-1", acts.Sit(1, cents))
        assert floor.purse("player-1") == 350_00
        await floor.do("player-1", acts.Sit(1, 200_00))
        assert floor.purse("player-1") == 150_00
        with pytest.raises(Refused, match="one seat"):
            await floor.do("player-1", acts.Sit(2, 100_00))
        floor.books(await floor.live())
        await floor.do("player-1", acts.Leave(1))
        assert floor.purse("player-1") == 350_00

    run(scenario, quick)  # type: ignore[arg-type]


def test_limit_poker_asks_ten_small_bets(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(fixed_limit(4_00, 8_00), least=0, most=0)
        await floor.fund("player-1", 250_00, PLACE)
        with pytest.raises(Refused) as refused:
            await floor.do("player-1", acts.Sit(1, 39_00))
        assert refused.value.clause == "3.BUY.1"
        await floor.do("player-1", acts.Sit(1, 40_00))

    run(scenario, quick)  # type: ignore[arg-type]


def test_chips_bought_during_a_hand_play_in_the_next(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.fund("player-1", 200_00, PLACE)
        await floor.seat(1, 2)
        await floor.ticker.look()
        game = await floor.live()
        assert game.playing
        hand = game.table.hand
        assert hand is not None
        before = hand.stacks[game.place_of(1)]
        await floor.do("player-1", acts.Buy(1, 50_00))
        assert hand.stacks[game.place_of(1)] == before
        floor.books(game)
        await floor.turn("fold")
        assert game.table.seats[1].stack + game.table.seats[2].stack == 450_00
        floor.books(game)
        with pytest.raises(Refused, match="most"):
            await floor.do("player-1", acts.Buy(1, 100_00))

    run(scenario, quick)  # type: ignore[arg-type]


def test_who_lost_all_and_buys_while_others_play_is_dealt_in_after_that_hand(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game(pause_s=0)
        await floor.seat(1, 2, 3)
        game = await floor.live()
        while all(seat.status != "out" for seat in game.table.seats.values()):
            await floor.ticker.look()
            hand = game.table.hand
            assert hand is not None
            await floor.turn("raise", hand.options().most) if hand.level <= 6_00 else await floor.turn("call")
        lost = next(number for number, seat in game.table.seats.items() if seat.status == "out")
        await floor.ticker.look()
        if not game.playing:  # two lost all at once
            return
        await floor.fund(f"player-{lost}", 200_00, PLACE)
        await floor.do(f"player-{lost}", acts.Buy(lost, 200_00))
        seen = await floor.room.view(TABLE, Person("manager", "", "manager", True, False))
        assert next(one["status"] for one in seen["seats"] if one["seat"] == lost) == "returns"
        await floor.turn("fold")
        assert not game.playing and game.table.seats[lost].stack == 200_00
        await floor.ticker.look()
        assert game.place_of(lost) >= 0

    run(scenario, quick)  # type: ignore[arg-type]


def test_who_leaves_in_mid_hand_gives_up_at_his_turn_and_takes_the_rest_with_him(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3)
        await floor.ticker.look()
        game = await floor.live()
        big = game.table.positions.big
        await floor.do(f"player-{big}", acts.Leave(big))
        assert big in game.table.seats
        await floor.turn("call")
        await floor.turn("call")
        assert floor.purse(f"player-{big}") == 0, "he has cards until the hand is over"
        while game.playing:
            await floor.turn("check")
        assert big not in game.table.seats
        assert floor.purse(f"player-{big}") == 197_00
        floor.books(game)

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_tip_goes_to_the_toke_pool_and_no_chip_at_stake_does(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.game(table="DEMO", demo=True)
        await floor.seat(1, 2)
        await floor.sit("DEMO", "player-3", 3)
        await floor.do("player-1", acts.Toke(1, 7_00))
        await floor.do("player-3", acts.Toke(3, 5_00), table="DEMO")
        with floor.storage.reading() as conn:
            pool, demo = accounts.toke_pool(PLACE), accounts.demo_tokes(PLACE)
            assert floor.house.ledger.balance(conn, pool) == 7_00
            assert floor.house.ledger.balance(conn, demo) == 5_00, "demo chips are kept apart"
        await floor.ticker.look()
        with pytest.raises(Refused, match="hand in play"):
            await floor.do("player-1", acts.Toke(1, 5_00))
        with pytest.raises(Refused):
            await floor.do("player-2", acts.Toke(1, 5_00))

    run(scenario, quick)  # type: ignore[arg-type]


# ---- limits


def test_two_objections_stop_a_change_of_limit_while_a_game_of_equal_stakes_is_spread(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3)
        supervisor, manager, higher = floor.person("supervisor-1"), floor.person("manager-1"), no_limit(2_00, 5_00)
        with pytest.raises(Refused):
            await floor.spread.change_limits(floor.person("dealer-1"), TABLE, higher)
        await floor.game(table="PK-2")
        with pytest.raises(Refused) as refused:
            await floor.spread.change_limits(manager, TABLE, higher, ("player-1", "player-2"))
        assert refused.value.clause == "2.PROC.18"
        with pytest.raises(Forbidden, match="without management"):
            await floor.spread.change_limits(supervisor, TABLE, higher)
        await floor.spread.change_limits(manager, TABLE, higher, ("player-1",))
        game = await floor.live()
        assert game.plan.stakes == higher
        await floor.play(rounds=30)
        floor.wake()
        again = await floor.live()
        assert (again.plan.stakes, again.balances()) == (higher, game.balances())
        assert "2-5" in (await floor.room.view(TABLE, supervisor))["game"]  # type: ignore[operator]
        await floor.ticker.look()
        with pytest.raises(Stale):
            await floor.spread.change_limits(supervisor, TABLE, no_limit(1_00, 3_00))

    run(scenario, quick)  # type: ignore[arg-type]


# ---- hands


def test_hands_go_on_by_themselves_and_rake_and_drop_lie_in_their_boxes(room: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3, 4)
        await floor.ticker.look()
        game = await floor.live()
        await floor.turn("raise", 12_00)
        for _ in range(2):
            await floor.turn("fold")
        await floor.turn("call")
        while game.playing:
            await floor.turn("check")
        assert game.chips.taken == {"rake": 2_00, "jackpot": 2_00, "tokes": 0}, "10 % of $25 and $1 at $10 and $20"
        with floor.storage.reading() as conn:
            assert floor.house.ledger.balance(conn, accounts.drop(TABLE)) == 2_00
            assert floor.house.ledger.balance(conn, accounts.jackpot_drop(TABLE)) == 2_00
        floor.books(game)
        await floor.play(rounds=5)
        floor.books(game)

    run(scenario, room)  # type: ignore[arg-type]


def test_an_act_out_of_turn_or_for_another_or_upon_an_old_state_changes_nothing(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3)
        await floor.ticker.look()
        game = await floor.live()
        first, number = game.turn, game.number
        other = next(n for n in (1, 2, 3) if n != first)
        before = (game.balances(), (await floor.room.table(TABLE)).number)
        with pytest.raises(Refused, match="turn"):
            await floor.do(f"player-{other}", acts.Play(other, "fold"))
        with pytest.raises(Forbidden):
            await floor.do(f"player-{other}", acts.Play(first, "fold"))
        with pytest.raises(Forbidden):
            await floor.do("supervisor-1", acts.Play(first, "fold"))
        with pytest.raises(Refused, match="at least"):
            await floor.do(f"player-{first}", acts.Play(first, "raise", 4_00))
        assert (game.balances(), (await floor.room.table(TABLE)).number) == before
        await floor.do(f"player-{first}", acts.Play(first, "call"), number)
        with pytest.raises(Stale):
            await floor.do(f"player-{first}", acts.Play(first, "call"), number)
        for person in ("cage-1", "surveillance-1", "administrator-1"):
            with pytest.raises(Forbidden):
                await floor.do(person, acts.Clock())

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_command_sent_twice_acts_once(room: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.fund("player-1", 500_00, PLACE)
        player = floor.person("player-1")
        await floor.room.act(TABLE, player, acts.Sit(1, 200_00), None, "mine-1")
        first = await floor.room.act(TABLE, player, acts.Buy(1, 50_00), None, "mine-2")
        again = await floor.room.act(TABLE, player, acts.Buy(1, 50_00), None, "mine-2")
        assert first == again
        assert floor.purse("player-1") == 250_00
        floor.wake()
        assert await floor.room.act(TABLE, player, acts.Buy(1, 50_00), None, "mine-2") == first
        with pytest.raises(refusal.Refused):
            await floor.room.act(TABLE, floor.person("player-2"), acts.Buy(1, 50_00), None, "mine-2")

    run(scenario, room)  # type: ignore[arg-type]


# ---- the record


def test_a_table_read_again_stands_where_it_stood_at_every_entry(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3)
        for _ in range(60):
            await floor.ticker.look()
            if not await floor.step():
                break
            game = await floor.live()
            floor.wake()
            again = await floor.live()
            assert again.balances() == game.balances()
            assert (again.number, again.turn, again.playing) == (game.number, game.turn, game.playing)

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_journal_replays_from_its_first_entry_whatever_its_checkpoint(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3, 4, 5)
        await floor.play(rounds=40)
        live = await floor.room.table(TABLE)
        assert live.saved_at, "long enough for a checkpoint"
        with floor.storage.reading() as conn:
            game = None
            for stored in journals.entries(conn, live.pages.journal_id):
                entry = acts.decode(stored.payload)
                game = room_live.follow(game, entry, lambda sealed: journals.sealed(conn, sealed)[1])
        assert game is not None
        assert game.balances() == live.game.balances()
        assert game.save() == live.game.save()

    run(scenario, quick)  # type: ignore[arg-type]


def test_closing_lets_the_hand_end_and_gives_everybody_his_chips(room: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2)
        await floor.ticker.look()
        closing = await floor.spread.close(floor.person("supervisor-1"), TABLE)
        assert closing.state == "closing"
        with pytest.raises(Stale):
            await floor.sit(TABLE, "player-3", 3)
        await floor.turn("fold")
        await floor.ticker.look()
        assert floor.room.floor_table(TABLE).state == CLOSED
        assert floor.purse("player-1") + floor.purse("player-2") == 400_00
        with floor.storage.reading() as conn:
            about = journals.of_table(conn, TABLE)[0]
        assert (about.rounds, about.drop_cents) == (1, 0)
        await floor.game()
        assert floor.room.floor_table(TABLE).journal == f"{TABLE}.2"

    run(scenario, room)  # type: ignore[arg-type]


def test_a_hand_is_replayed_entry_by_entry_and_its_deck_is_opened_only_by_the_next_deal(quick: Room) -> None:
    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3)
        await floor.play(rounds=3)
        journal = (await floor.room.table(TABLE)).pages.journal_id
        with floor.storage.reading() as conn:
            second = replay(conn, journal, 2)
            assert second.opened and second.seal_holds and len(second.deck) == 52
            assert {len(cards) for cards in second.hole.values()} == {2}
            assert isinstance(second.steps[0].act, dict) and second.steps[0].act["act"] == "deal"
            assert any(e["type"] == "Awarded" for step in second.steps for e in step.events)
            third = replay(conn, journal, 3)
            assert not third.opened and third.deck == [] and third.hole == {}
            with pytest.raises(refusal.Refused):
                replay(conn, journal, 4)

    run(scenario, quick)  # type: ignore[arg-type]


def test_a_hand_after_a_checkpoint_is_replayed_from_there_as_from_the_first_entry(
    quick: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.poker_room.table.live.CHECKPOINT_ENTRIES", 8)

    async def scenario(floor: Room) -> None:
        await floor.game()
        await floor.seat(1, 2, 3)
        await floor.play(rounds=6)
        journal = (await floor.room.table(TABLE)).pages.journal_id
        read: list[int] = []
        entries = journals.entries

        def counted(conn: Connection, journal_id: str, after: int = 0, upto: int | None = None) -> Iterator[Stored]:
            read.append(after)
            return entries(conn, journal_id, after, upto)

        with floor.storage.reading() as conn:
            whole = [replay(conn, journal, number, whole=True) for number in range(1, 7)]
            monkeypatch.setattr(journals, "entries", counted)
            assert [replay(conn, journal, number) for number in range(1, 7)] == whole
        assert read[0] == 0 and read[-1] > 8, "the last hand is followed from the checkpoint"

    run(scenario, quick)  # type: ignore[arg-type]
