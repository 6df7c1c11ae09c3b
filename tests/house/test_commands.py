"""A command's identifier serves for one content: the same again gets its first answer, another is refused."""

import pytest
from sqlalchemy import text

from croupier.house.cage.stations import Stations
from croupier.house.people.persons import MACHINE
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.table import acts as poker
from croupier.house.record import schema
from croupier.house.record.clock import DAY_US
from croupier.house.record.commands import receipts
from croupier.house.record.commands.receipts import Command, digest_of
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import NotFound, Reused, Stale
from croupier.house.record.writer import Writer
from croupier.house.tournaments.table.desk import Tournaments
from croupier.rounds import acts

from .conftest import CHEAP
from .houses import HOUSE, Floor, money_at, run
from .rooms import PLACE, TABLE, Room
from .test_table_tournaments import plan_of

USED = "This id was used for another command"


def test_a_command_is_recalled_by_its_sender_and_its_content_only(storage: Storage, writer: Writer) -> None:
    bet, other = digest_of("T-1", "bet 5"), digest_of("T-1", "bet 6")
    writer.run(lambda tx: receipts.remember(tx, "c1", "bet", bet, "ann", 1, b"done"))
    with storage.reading() as conn:
        assert receipts.recall(conn, "c1", "bet", bet, "ann") == b"done"
        assert receipts.recall(conn, "c2", "bet", bet, "ann") is None
        with pytest.raises(NotFound):
            receipts.recall(conn, "c1", "bet", bet, "bob")
        with pytest.raises(Stale, match=USED):
            receipts.recall(conn, "c1", "bet", other, "ann")


def test_one_done_before_digests_were_kept_is_told_apart_by_its_act(storage: Storage, writer: Writer) -> None:
    row = ("c1", "bet", "ann", 1, b"done", None)
    writer.run(lambda tx: tx.append(schema.command, row))
    with storage.reading() as conn:
        assert receipts.recall(conn, "c1", "bet", b"?", "ann") == b"done"
        with pytest.raises(Reused):
            receipts.recall(conn, "c1", "sit", b"?", "ann")


def test_a_wager_under_a_used_id_is_refused_and_the_same_one_is_not(url: str) -> None:
    async def others_are_refused(floor: Floor) -> None:
        ann = floor.person("player-1")
        first = Command("c-1", ann, acts.Bet(1, "ante", 25_00))
        receipt = await floor.house.act(first, "E-1")
        for act, table in (
            (acts.Bet(1, "ante", 50_00), "E-1"),
            (acts.Bet(1, "pair-plus", 25_00), "E-1"),
            (acts.Take(1, "ante"), "E-1"),
            (acts.Bet(1, "ante", 25_00), "E-2"),
        ):
            with pytest.raises(Stale, match=USED):
                await floor.house.act(Command("c-1", ann, act), table)
        assert await floor.house.act(first, "E-1") == receipt
        assert money_at(floor, "layout:E-1") == [25_00]
        assert money_at(floor, "layout:E-2") == [0]

    async def scenario(floor: Floor) -> None:
        for table in ("E-1", "E-2"):
            await floor.electronic(table)
            await floor.sit(table, "player-1", 1)
        await others_are_refused(floor)

    floor = Floor(url, hasher=CHEAP)
    run(scenario, floor)
    run(others_are_refused, Floor(url, floor.clock, seed="again", hasher=CHEAP))  # and after a restart


def test_what_a_page_said_tells_its_commands_apart(url: str) -> None:
    """A page words the last wager anew each time it is sent; what it said is the same."""

    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.sit("E-1", "player-1", 1)
        ann, house = floor.person("player-1"), floor.house
        for wager in ("ante", "pair-plus"):
            await house.answer("E-1", ann, acts.Bet(1, wager, 25_00))
        first = await house.answer("E-1", ann, acts.Take(1, "pair-plus"), None, "c-1", said="take the last")
        assert await house.answer("E-1", ann, acts.Take(1, "ante"), None, "c-1", said="take the last") == first
        with pytest.raises(Stale, match=USED):
            await house.answer("E-1", ann, acts.Take(1, "ante"), None, "c-1", said="take the ante")
        assert money_at(floor, "layout:E-1") == [25_00]

    run(scenario, Floor(url, hasher=CHEAP))


def test_a_bet_at_poker_under_a_used_id_is_refused(url: str) -> None:
    async def scenario(room: Room) -> None:
        for table in (TABLE, "PK-2"):
            await room.game(table=table)
        await room.fund("player-1", 900_00, PLACE)
        ann, act = room.person("player-1"), room.room.act
        first = await act(TABLE, ann, poker.Sit(1, 200_00), None, "sit")
        assert await act(TABLE, ann, poker.Sit(1, 200_00), None, "sit") == first
        for other, table in (
            (poker.Sit(1, 300_00), TABLE),
            (poker.Sit(2, 200_00), TABLE),
            (poker.Sit(1, 200_00), "PK-2"),
            (poker.Buy(1, 100_00), TABLE),
        ):
            with pytest.raises(Stale, match=USED):
                await act(table, ann, other, None, "sit")
        assert (room.purse("player-1"), (await room.live()).seat_of("player-1")) == (700_00, 1)

    run(scenario, Room(url, hasher=CHEAP))


def test_a_place_on_a_list_under_a_used_id_is_refused(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.game()
        join, ann = lists.Join("holdem-no-1-3"), room.person("player-1")
        number = await room.desk.act(PLACE, ann, join, "c-1")
        assert await room.desk.act(PLACE, ann, join, "c-1") == number
        for other in (lists.Join("holdem-no-1-3", phone=True), lists.Join("razz"), lists.Withdraw()):
            with pytest.raises(Stale, match=USED):
                await room.desk.act(PLACE, ann, other, "c-1")
        with pytest.raises(Stale, match=USED):
            await room.desk.act("oneida", ann, join, "c-1")
        assert await room.waiting() == ["player-1"]

    run(scenario, Room(url, hasher=CHEAP))


def test_money_under_a_used_id_is_refused(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        cashier, ann = floor.person("cage-1"), floor.person("player-1")
        stations, tournaments = Stations(floor.house), Tournaments(floor.house)
        await floor.cage.buy_in(cashier, HOUSE, "player-1", 200_00, "in")
        printed = await stations.print_ticket(ann, HOUSE, 50_00, "print")
        assert await stations.print_ticket(ann, HOUSE, 50_00, "print") == printed
        floor.clock.advance(300 * DAY_US)  # the rules of tournaments are of September 2020
        plan = plan_of(HOUSE, "blackjack", rounds=3, seats=3, advance=1, approved=None)
        manager = floor.person("manager-1")
        await tournaments.plan(manager, "open-1", plan, 20_00, (100,), "plan")
        again = (
            lambda: floor.cage.buy_in(cashier, HOUSE, "player-1", 300_00, "in"),
            lambda: floor.cage.cash_out(cashier, HOUSE, "player-1", 200_00, "in"),
            lambda: stations.print_ticket(ann, HOUSE, 60_00, "print"),
            lambda: tournaments.plan(manager, "open-1", plan, 30_00, (100,), "plan"),
        )
        for other in again:
            with pytest.raises(Stale, match=USED):
                await other()
        assert money_at(floor, "patron:player-1") == [150_00]

    run(scenario, Floor(url, hasher=CHEAP))


def test_long_requests_differ_by_what_stands_at_their_end(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        dealer, words = floor.person("dealer-1"), "come " * 60
        await floor.pit.call_supervisor(dealer, "E-1", words + "now", "call")
        with pytest.raises(Stale, match=USED):
            await floor.pit.call_supervisor(dealer, "E-1", words + "later", "call")
        with floor.storage.reading() as conn:
            assert conn.scalar(text("SELECT max(length(act)) FROM command WHERE id = 'call'")) <= 300

    run(scenario, Floor(url, hasher=CHEAP))


def test_a_content_that_was_seen_before_has_the_digest_that_it_had() -> None:
    """Acts that say the same share one; acts that hold a list have theirs too."""
    wager, dealt = acts.Bet(1, "ante", 10_00), poker.Deal(drawn={1: 2})
    for act in (wager, acts.Bet(1, "ante", 10_00), acts.Bet(2, "ante", 10_00), dealt):
        for table in ("T-1", "T-2", "T-1"):
            assert Command("id", MACHINE, act).content(table) == digest_of(table, act)
    assert Command("id", MACHINE, wager).content("T-1") != Command("id", MACHINE, wager).content("T-2")
