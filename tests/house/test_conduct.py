"""Conduct in the poker room: what is forbidden, who decides, and that a decision holds at once."""

import pytest
from sqlalchemy import insert

from croupier.house.poker_room.lists import journal as list_journal
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.procedures.desk import RoomDesk
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.table import acts as room_acts
from croupier.house.record import journals, schema
from croupier.house.record.clock import HOUR_US
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale

from .conftest import CHEAP
from .houses import HOUSE, Floor, run
from .poker_events import NAME as EVENT
from .poker_events import EventFloor, plan_of
from .room import PLACE, Room
from .rooms import TABLE
from .rooms import Room as PokerFloor
from .test_tournaments import NAME, planned, purse


def check(floor: Floor, patron: str, place: str = PLACE) -> None:
    with floor.storage.reading() as conn:
        floor.house.procedures.conduct.check(conn, place, patron)


def test_the_floor_shows_the_three_lists_with_their_clauses(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        items = floor.house.procedures.book(PLACE).conduct
        by_list = {
            name: [i.clause for i in items if i.list == name] for name in ("conduct-code", "etiquette", "tobacco")
        }
        assert by_list["conduct-code"] == [f"1.CC.{n}" for n in range(1, 12)]
        assert by_list["etiquette"] == [f"1.PE.{n}" for n in range(1, 12)]
        assert by_list["tobacco"] == ["1.TB.1"]
        assert len(items) == 23 and all(i.says for i in items)
        with pytest.raises(NotFound, match="no poker room"):
            floor.house.procedures.book(HOUSE)

    run(scenario, Floor(url, hasher=CHEAP))


def test_a_warning_is_on_record_and_keeps_nobody_away(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        room = Room(floor)
        made = await room.sanction("supervisor-1", "player-1", "warning", "slow-roll")
        assert (made.clause, made.by, made.until_us) == ("1.CC.4", "supervisor-1", None)
        check(floor, "player-1")
        with floor.storage.reading() as conn:
            assert floor.house.procedures.conduct.of(conn, PLACE, "player-1") == [made]
            logged = floor.house.people.logged(conn, by="supervisor-1", subject="player-1")
        assert [line.outcome for line in logged] == ["done", "signed"]
        with pytest.raises(Stale, match="no longer in force"):
            await room.desk.lift(floor.proof("manager-1"), PLACE, made.id, "a joke")

    run(scenario, Floor(url, hasher=CHEAP))


def test_a_suspension_names_its_end_and_runs_out_by_itself(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        room = Room(floor)
        with pytest.raises(Refused, match="names its end"):
            await room.sanction("supervisor-1", "player-1", "suspension", "splashing")
        with pytest.raises(Refused, match="has no hours"):
            await room.sanction("supervisor-1", "player-1", "warning", "splashing", hours=2)
        await room.sanction("supervisor-1", "player-1", "suspension", "splashing", hours=24)
        with pytest.raises(Forbidden, match="under suspension, until 2020-01-02") as refused:
            check(floor, "player-1")
        assert refused.value.clause == "1.PE.2"
        check(floor, "player-2")
        floor.clock.advance(24 * HOUR_US)
        check(floor, "player-1")

    run(scenario, Floor(url, hasher=CHEAP))


def test_only_management_bars_and_lifts(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        room = Room(floor)
        for badge in ("supervisor-1", "dealer-1", "clerk-1", "security-1", "player-2", "cage-1", "surveillance-1"):
            with pytest.raises(Forbidden):
                await room.sanction(badge, "player-1", "barring", "weapon")
        check(floor, "player-1")
        made = await room.sanction("manager-1", "player-1", "barring", "weapon")
        with pytest.raises(Forbidden, match="until management lifts it"):
            check(floor, "player-1")
        check(floor, "player-1", HOUSE)
        with pytest.raises(Forbidden):
            await room.desk.lift(floor.proof("supervisor-1"), PLACE, made.id, "sorry")
        with pytest.raises(Refused, match="takes a reason"):
            await room.desk.lift(floor.proof("manager-1"), PLACE, made.id, " ")
        lifted = await room.desk.lift(floor.proof("manager-2"), PLACE, made.id, "it was a toy")
        assert (lifted.lifted_by, lifted.reason) == ("manager-2", "it was a toy")
        check(floor, "player-1")
        with pytest.raises(Stale):
            await room.desk.lift(floor.proof("manager-2"), PLACE, made.id, "again")

    run(scenario, Floor(url, hasher=CHEAP))


def test_nobody_is_sanctioned_for_what_no_clause_forbids_or_as_staff(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        room = Room(floor)
        for patron, kind, offence, says in (
            ("player-1", "warning", "winning", "nothing that the room forbids"),
            ("player-1", "flogging", "stalling", "no sanction"),
            ("dealer-1", "warning", "stalling", "no patron"),
            ("no one", "warning", "stalling", "no patron"),
        ):
            with pytest.raises(Refused, match=says):
                await room.sanction("manager-1", patron, kind, offence)
        made = await room.sanction(
            "manager-1", "walk-in", "barring", "tobacco"
        )  # somebody without a badge of the house
        assert made.clause == "1.TB.1"

    run(scenario, Floor(url, hasher=CHEAP))


def test_a_command_sent_twice_warns_once(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        desk = Room(floor).desk
        proof = floor.proof("supervisor-1")
        made = [
            await desk.sanction(proof, PLACE, "player-1", "warning", "stalling", command="warn-1") for _ in range(2)
        ]
        assert made[0] == made[1]
        with floor.storage.reading() as conn:
            assert len(floor.house.procedures.conduct.of(conn, PLACE)) == 1

    run(scenario, Floor(url, hasher=CHEAP))


def test_whoever_sees_it_calls_the_supervisor(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        room = Room(floor)
        with pytest.raises(Forbidden):
            await room.desk.report(floor.person("player-1"), PLACE, "player-2", "stalling")
        await room.desk.report(floor.person("dealer-1"), PLACE, "player-2", "stalling", "again", "P-12")
        with floor.storage.reading() as conn:
            (notice,) = floor.house.notices.waiting(conn, "P-12")
        assert (notice.kind, notice.clause) == ("conduct", "1.PE.8") and "stalling. again" in notice.words

    run(scenario, Floor(url, hasher=CHEAP))


def test_a_barred_patron_can_not_sit_down_and_one_who_sits_is_sent_away(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        assert isinstance(floor, PokerFloor)
        await floor.game()
        await floor.seat(1)
        desk, proof = RoomDesk(floor.house), floor.proof("manager-1")
        await desk.sanction(proof, PLACE, "player-1", "barring", "collusion")
        await desk.sanction(proof, PLACE, "player-2", "suspension", "sleeping", hours=8)
        with floor.storage.reading() as conn:
            (notice,) = floor.house.notices.waiting(conn, "PK-1")
        assert notice.kind == "conduct" and "player-1 is under barring" in notice.words
        with pytest.raises(Forbidden, match="player-2 is under suspension") as refused:
            await floor.seat(2)
        assert refused.value.clause == "1.CC.11"
        await floor.do("player-1", room_acts.Leave(1))
        with pytest.raises(Forbidden, match="player-1 is under barring"):
            await floor.seat(1)
        floor.clock.advance(8 * HOUR_US)
        await floor.seat(2)
        assert [seat.name for seat in (await floor.live()).table.seats.values()] == ["player-2"]

    run(scenario, PokerFloor(url, hasher=CHEAP))


def test_nobody_who_is_kept_away_waits_for_a_seat(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        assert isinstance(floor, PokerFloor)
        await floor.game()
        desk, proof = RoomDesk(floor.house), floor.proof("manager-1")
        await desk.sanction(proof, PLACE, "player-1", "suspension", "sleeping", hours=8)
        with pytest.raises(Forbidden, match="player-1 is under suspension"):
            await floor.ask("player-1", lists.Join("holdem-no-1-3"))
        with pytest.raises(Forbidden, match="player-1 is under suspension"):  # nor does the list-person write him down
            await floor.ask("clerk-1", lists.Join("holdem-no-1-3", patron="player-1"))
        await floor.ask("player-2", lists.Join("holdem-no-1-3"))
        assert await floor.waiting() == ["player-2"]
        floor.clock.advance(8 * HOUR_US)
        await floor.ask("player-1", lists.Join("holdem-no-1-3"))
        assert await floor.waiting() == ["player-2", "player-1"]

    run(scenario, PokerFloor(url, hasher=CHEAP))


def test_who_is_sent_away_is_off_the_lists_and_no_seat_is_held_for_him(url: str) -> None:
    """In the step that bars him, on record in the lists' journal, whichever server keeps the lists."""

    async def scenario(floor: Floor) -> None:
        assert isinstance(floor, PokerFloor)
        await floor.game(seats=3)
        await floor.seat(1, 2)
        for player in (3, 4, 5):
            await floor.ask(f"player-{player}", lists.Join("holdem-no-1-3"))
        await floor.ask("clerk-1", lists.Call("holdem-no-1-3", TABLE, 3, "player-3"))
        await floor.ask("player-1", lists.Ask(TABLE, 3))
        other = ListDesk(PokerRoom(floor.house))  # another server's desk: it has read the lists before
        assert [name.patron for name in (await other.current(PLACE)).names] == ["player-3", "player-4", "player-5"]
        desk, proof = RoomDesk(floor.house), floor.proof("manager-1")
        await desk.sanction(proof, PLACE, "player-3", "barring", "collusion")
        await desk.sanction(proof, PLACE, "player-1", "suspension", "sleeping", hours=8)
        await desk.sanction(proof, PLACE, "player-4", "warning", "stalling")
        for keeper in (floor.desk, other):
            state = await keeper.current(PLACE)
            assert [name.patron for name in state.names] == ["player-4", "player-5"]
            assert (state.locks, state.wishes) == ([], [])
        with pytest.raises(Forbidden, match="player-3 is under barring"):
            await floor.do("player-3", room_acts.Sit(3, 200_00))
        with pytest.raises(Forbidden, match="player-1 is under suspension"):
            await floor.ask("player-1", lists.Ask(TABLE, 3))
        with pytest.raises(Forbidden, match="player-3 is under barring"):
            await floor.ask("clerk-1", lists.Lock(TABLE, 3, "player-3", "back soon"))
        await floor.ask("clerk-1", lists.Call("holdem-no-1-3", TABLE, 3))
        assert [lock.patron for lock in (await floor.desk.current(PLACE)).locks] == ["player-4"]
        with floor.storage.reading() as conn:
            journal = list_journal.name_of(PLACE)
            acts = [lists.decode(stored.payload).act for stored in journals.entries(conn, journal)]
            assert [act for act in acts if isinstance(act, lists.Ousted)] == [
                lists.Ousted("player-3", "barring"),
                lists.Ousted("player-1", "suspension"),
            ]
            assert journals.verify(conn, journal) is None

    run(scenario, PokerFloor(url, hasher=CHEAP))


def test_a_game_that_breaks_moves_nobody_who_is_kept_away(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        assert isinstance(floor, PokerFloor)
        await floor.game()
        await floor.seat(1, 2)
        await RoomDesk(floor.house).sanction(floor.proof("manager-1"), PLACE, "player-1", "barring", "collusion")
        await floor.moves.break_game(floor.person("supervisor-1"), TABLE)
        assert await floor.waiting() == ["player-2"]

    run(scenario, PokerFloor(url, hasher=CHEAP))


def test_nobody_who_is_kept_away_enters_a_tournament_at_tables(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        made = await planned(floor)
        await floor.cage.demo_chips(HOUSE, "player-1", 1_000_00)
        barred = {
            "id": "sanction-1", "property": HOUSE, "patron": "player-1", "kind": "barring", "offence": "threats",
            "clause": "1.CC.1", "words": "", "table_id": "", "by": "manager-1", "at_us": floor.house.sources.now_us(),
            "until_us": None, "lifted_us": None, "lifted_by": "", "reason": "",
        }  # fmt: skip
        await floor.house.write(lambda tx: tx.conn.execute(insert(schema.sanction).values(**barred)))
        with pytest.raises(Forbidden, match="player-1 is under barring"):
            await made.enter(floor.person("player-1"), NAME)
        assert purse(floor) == 0

    run(scenario, Floor(url, hasher=CHEAP))


def test_nobody_who_is_kept_away_enters_a_poker_tournament_or_buys_in_again(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        assert isinstance(floor, EventFloor)
        plan = plan_of(format="rebuy", rebuy=50_00, rebuy_chips=5_000, rebuy_at_most=50_000, rebuy_minutes=40)
        await floor.events.plan(floor.person("manager-1"), EVENT, plan)
        await floor.enter(1, 2)
        await floor.events.start(floor.person("supervisor-1"), EVENT)
        desk, proof = RoomDesk(floor.house), floor.proof("manager-1")
        for badge in ("player-1", "player-3"):
            await desk.sanction(proof, PLACE, badge, "barring", "collusion")
        with pytest.raises(Forbidden, match="player-3 is under barring"):
            await floor.enter(3)
        with pytest.raises(Forbidden, match="player-1 is under barring"):
            await floor.events.rebuy(floor.person("supervisor-1"), EVENT, "player-1")
        await floor.events.rebuy(floor.person("supervisor-1"), EVENT, "player-2")

    run(scenario, EventFloor(url, hasher=CHEAP))
