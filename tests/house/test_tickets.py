"""Tickets: numbered without gaps, redeemed once, voided by two; payouts by hand; a station's money from end to end."""

import pytest
from sqlalchemy import update

from croupier.house import foundations
from croupier.house.cage.stations import Stations
from croupier.house.cage.tickets import Ticket, Tickets
from croupier.house.record import accounts, schema
from croupier.house.record.clock import Sources
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.house.record.ledger import Group
from croupier.rounds import acts

from .conftest import CHEAP
from .crew import HOUSE, Crew
from .houses import Floor, run

PATRON = "player-1"


@pytest.fixture
def tickets(crew: Crew, sources: Sources) -> Tickets:
    purse, outside = accounts.patron(PATRON), accounts.outside(HOUSE)

    def bring(tx) -> None:  # type: ignore[no-untyped-def]
        crew.ledger.open(tx, purse)
        crew.ledger.post(tx, Group(kind="cash-in", by="cage-1", lines=((outside, -500_00), (purse, 500_00))))

    crew.writer.run(bring)
    return Tickets(sources, crew.ledger, crew.people)


def issue(crew: Crew, tickets: Tickets, cents: int) -> Ticket:
    return crew.writer.run(lambda tx: tickets.issue(tx, HOUSE, PATRON, cents, station="RO-1 station 7"))


def test_a_ticket_carries_credit_to_whoever_holds_it_once(crew: Crew, tickets: Tickets) -> None:
    ticket = issue(crew, tickets, 120_00)
    assert ticket.number == 1 and crew.balances(accounts.patron(PATRON)) == [380_00]
    taken = crew.writer.run(lambda tx: tickets.redeem(tx, "player-2", ticket.code))
    assert (taken.cents, taken.balance) == (120_00, 120_00)
    assert crew.balances(accounts.patron("player-2")) == [120_00]
    for wrong, says in ((ticket.code, "Ticket 1 was redeemed already"), ("0" * 18, "No ticket has this code")):
        with pytest.raises(Forbidden, match=says):
            crew.writer.run(lambda tx, wrong=wrong: tickets.redeem(tx, PATRON, wrong))  # type: ignore[misc]
    with crew.storage.reading() as conn:
        stands = tickets.standing(conn, HOUSE, 1)
        assert (stands.state, stands.cents, stands.by, stands.station) == ("redeemed", 120_00, PATRON, "RO-1 station 7")
        assert tickets.outstanding(conn) == 0
        assert not any(ticket.code in name for name in crew.ledger.balances(conn))


def test_tickets_are_numbered_without_gaps_and_a_refused_one_takes_no_number(crew: Crew, tickets: Tickets) -> None:
    assert [issue(crew, tickets, 10_00).number for _ in range(2)] == [1, 2]
    with pytest.raises(Refused, match="has"):
        issue(crew, tickets, 9_999_00)
    assert issue(crew, tickets, 10_00).number == 3
    with crew.storage.reading() as conn, pytest.raises(NotFound):
        tickets.standing(conn, HOUSE, 4)


def test_a_series_of_tickets_that_somebody_moved_is_named(crew: Crew, tickets: Tickets) -> None:
    """Set back by whoever owns the database, a number is given to two tickets; set on, some are never found."""
    first = [issue(crew, tickets, 10_00).number for _ in range(3)]
    moved = update(schema.counter).where(schema.counter.c.name == f"ticket:{HOUSE}")

    def told() -> list[str]:
        with crew.storage.reading() as conn:
            return [one for one in foundations.miscounted(conn) if one.startswith(f"ticket of {HOUSE}")]

    assert (first, told()) == ([1, 2, 3], [])
    for value in (1, 5):
        crew.writer.run(lambda tx, value=value: tx.conn.execute(moved.values(value=value)))  # type: ignore[misc]
        assert told() == [f"ticket of {HOUSE}: {value} numbers were given out; the last is 3"]
    crew.writer.run(lambda tx: tx.conn.execute(moved.values(value=1)))
    assert [issue(crew, tickets, 10_00).number for _ in range(2)] == [2, 3]  # nothing else keeps them apart
    assert told() == [f"ticket of {HOUSE}: 5 are numbered up to 3: a number was given twice"]


def test_the_cage_cashes_a_ticket(crew: Crew, tickets: Tickets) -> None:
    ticket = issue(crew, tickets, 75_00)
    with pytest.raises(Forbidden):
        crew.writer.run(lambda tx: tickets.cash(tx, HOUSE, "dealer-1", ticket.code))
    assert crew.writer.run(lambda tx: tickets.cash(tx, HOUSE, "cage-1", ticket.code)) == 75_00
    with crew.storage.reading() as conn:
        assert tickets.standing(conn, HOUSE, 1).state == "cashed"


def test_two_people_void_a_ticket_and_its_worth_goes_back(crew: Crew, tickets: Tickets) -> None:
    ticket = issue(crew, tickets, 60_00)
    one, other, dealer = crew.proof("supervisor-1"), crew.proof("cage-1"), crew.proof("dealer-1")

    def void(first, second, reason="misprinted"):  # type: ignore[no-untyped-def]
        return crew.writer.run(lambda tx: tickets.void(tx, HOUSE, 1, (first, second), reason))

    for wrong, error in (((one, one), Forbidden), ((one, dealer), Forbidden), ((one, other, " "), Refused)):
        with pytest.raises(error):
            void(*wrong)
    assert void(one, other).state == "void"
    assert crew.balances(accounts.patron(PATRON)) == [500_00]
    with pytest.raises(Forbidden):
        crew.writer.run(lambda tx: tickets.redeem(tx, PATRON, ticket.code))
    with pytest.raises(Stale, match="is void"):
        void(one, other)


def test_an_attendant_pays_what_a_station_may_not_print(crew: Crew, tickets: Tickets) -> None:
    """Synergy 3.D, line 7569: and the gratuity on it belongs to the slot team."""
    with pytest.raises(Refused, match=r"no ticket above \$100.00"):
        crew.writer.run(lambda tx: tickets.issue(tx, HOUSE, PATRON, 100_01, most=100_00))
    dealer = crew.proof("dealer-1")
    with pytest.raises(Forbidden):
        crew.writer.run(lambda tx: tickets.pay_by_hand(tx, HOUSE, dealer, PATRON, 400_00))
    proof = crew.proof("attendant-2")
    paid = crew.writer.run(lambda tx: tickets.pay_by_hand(tx, HOUSE, proof, PATRON, 400_00, tip=20_00, why="jackpot"))
    assert (paid.number, paid.by) == (1, "attendant-2")
    assert crew.balances(accounts.patron(PATRON), accounts.slot_team(HOUSE), accounts.toke_pool(HOUSE)) == [
        100_00,
        20_00,
        0,
    ]
    with pytest.raises(Refused, match="part of what is paid"):
        crew.writer.run(lambda tx: tickets.pay_by_hand(tx, HOUSE, proof, PATRON, 10_00, tip=10_00))


def test_a_station_takes_a_ticket_plays_and_prints_one(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic("RO-9", "roulette", options={"stations": 40, "ticket-most": 150})
        stations, player = Stations(floor.house), floor.person("player-1")
        await floor.fund("player-1", 300_00)
        first = await floor.house.write(lambda tx: stations.tickets.issue(tx, HOUSE, "player-1", 100_00))
        assert await stations.insert_ticket(player, "RO-9", 17, first.code) == 100_00
        with pytest.raises(Forbidden):
            await stations.insert_ticket(player, "RO-9", 17, first.code)
        await floor.house.answer("RO-9", player, acts.Bet(17, "red", 10_00))
        await floor.house.close_wagers("RO-9")
        live = await floor.house.table("RO-9")
        chips = live.driver.table.chips(17)
        assert chips in (90_00, 110_00) and len(live.driver.felt.positions) == 40
        ticket = await stations.cash_out(player, "RO-9", 17)
        assert (ticket.cents, ticket.number) == (chips, 2) and floor.cage.balance("player-1") == 200_00
        await floor.house.answer("RO-9", player, acts.Sit(3, "player-1", 200_00))
        with pytest.raises(Refused, match="An attendant pays it"):
            await stations.cash_out(player, "RO-9", 3)  # above $150: the credit waits
        assert floor.cage.balance("player-1") == 200_00
        with floor.storage.reading() as conn:
            assert floor.house.ledger.audit(conn) == [] and stations.tickets.outstanding(conn) == chips

    run(scenario, floor)


def test_a_fault_between_the_seat_and_the_ticket_leaves_one_of_each(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server fails after the seat was left and before the ticket was printed; the station sends it again."""
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        await floor.electronic("RO-9", "roulette", options={"stations": 40, "ticket-most": 2_000})
        await floor.sit("RO-9", "player-1", 17, 300_00)
        await floor.fund("player-1", 50_00)
        stations, player = Stations(floor.house), floor.person("player-1")
        with monkeypatch.context() as broken:
            broken.setattr(Tickets, "issue", lambda *_, **__: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await stations.cash_out(player, "RO-9", 17, "a click")
        assert floor.cage.balance("player-1") == 350_00
        tickets = [await stations.cash_out(player, "RO-9", 17, "a click") for _ in range(2)]
        assert tickets[0] == tickets[1]
        assert tickets[0].cents == 300_00, "what he had at the station, not what else he has"
        assert floor.cage.balance("player-1") == 50_00
        for _ in range(2):
            assert await stations.insert_ticket(player, "RO-9", 3, tickets[0].code, "another click") == 300_00
        live = await floor.house.table("RO-9")
        assert live.driver.table.chips(3) == 300_00

    run(scenario, floor)


def test_a_ticket_printed_at_the_cage_is_one_of_the_numbered_ones(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        stations, cashier = Stations(floor.house), floor.person("cage-1")
        await floor.cage.buy_in(cashier, HOUSE, "player-1", 80_00)
        printed = await stations.print_ticket(floor.person("player-1"), HOUSE, 30_00)
        assert (printed.number, printed.balance, printed.demo) == (1, 50_00, False)
        taken = await stations.take_ticket(floor.person("player-2"), printed.code)
        assert (taken.cents, taken.balance) == (30_00, 30_00)
        for code, says in ((printed.code, "Ticket 1 was redeemed already"), ("made up", "No ticket has this code")):
            with pytest.raises(Forbidden, match=says):
                await stations.take_ticket(floor.person("player-1"), code)
        assert (await floor.cage.cash_out(cashier, HOUSE, "player-2", 30_00)).balance == 0
        with floor.storage.reading() as conn:
            assert not any(printed.code in name for name in floor.house.ledger.balances(conn))

    run(scenario, Floor(url, hasher=CHEAP))


def test_demo_chips_become_no_cash_by_way_of_a_ticket(url: str) -> None:
    """Not at the cage, not in the purse of whoever bought in, not in one that was empty, not by an attendant."""

    async def scenario(floor: Floor) -> None:
        stations, cashier = Stations(floor.house), floor.person("cage-1")
        ann, bob, eve = (floor.person(f"player-{n}") for n in (1, 2, 3))
        await floor.cage.demo_chips(HOUSE, ann.badge, 100_00)
        await floor.cage.buy_in(cashier, HOUSE, bob.badge, 50_00)
        printed = await stations.print_ticket(ann, HOUSE, 40_00)
        assert printed.demo
        with pytest.raises(Refused, match=r"printed from demo chips\. They are worth nothing outside"):
            await stations.cash_ticket(cashier, HOUSE, printed.code)
        with pytest.raises(Refused, match="has money with the house"):
            await stations.take_ticket(bob, printed.code)
        money = await stations.print_ticket(bob, HOUSE, 20_00)
        with pytest.raises(Refused, match="has demo chips"):
            await stations.take_ticket(ann, money.code)
        await stations.take_ticket(eve, printed.code)  # an empty purse
        with pytest.raises(Refused, match="player-3 has demo chips"):
            await floor.cage.cash_out(cashier, HOUSE, eve.badge, 40_00)
        again = await stations.print_ticket(eve, HOUSE, 40_00)
        with pytest.raises(Refused, match="printed from demo chips"):
            await stations.cash_ticket(cashier, HOUSE, again.code)
        proof = floor.proof("attendant-1")
        with pytest.raises(Refused, match="has demo chips"):
            await floor.house.write(lambda tx: stations.tickets.pay_by_hand(tx, HOUSE, proof, ann.badge, 10_00))
        assert await stations.cash_ticket(cashier, HOUSE, money.code) == 20_00
        with floor.storage.reading() as conn:
            states = [stations.tickets.standing(conn, HOUSE, n).state for n in (1, 2, 3)]
            assert states == ["redeemed", "cashed", "issued"]

    run(scenario, Floor(url, hasher=CHEAP))
