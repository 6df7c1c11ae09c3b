"""The cage: cash in and out, tickets once, tips, each command once."""

import asyncio

import pytest

from croupier.house.record import accounts
from croupier.house.record.errors import Forbidden, Refused
from croupier.house.tournaments.table.play import Purse
from croupier.rounds import acts

from .houses import HOUSE, Floor, money_at, run


def test_cash_becomes_credit_and_credit_cash(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        cashier = floor.person("cage-1")
        assert (await floor.cage.buy_in(cashier, HOUSE, "player-1", 200_00)).balance == 200_00
        with pytest.raises(Refused, match=r"has \$200.00"):
            await floor.cage.cash_out(cashier, HOUSE, "player-1", 200_01)
        assert (await floor.cage.cash_out(cashier, HOUSE, "player-1", 150_00)).balance == 50_00
        assert [line.kind for line in floor.cage.statement("player-1")] == ["cash-in", "cash-out"]
        for cents in (0, -5, 10**12):
            with pytest.raises(Refused):
                await floor.cage.buy_in(cashier, HOUSE, "player-1", cents)
        for badge in ("player-1", "dealer-1", "manager-1"):
            with pytest.raises(Forbidden):
                await floor.cage.buy_in(floor.person(badge), HOUSE, "player-1", 5_00)
        with pytest.raises(Refused, match="no patron"):
            await floor.cage.buy_in(cashier, HOUSE, "a:b@c", 5_00)
        with floor.storage.reading() as conn:
            refusals = floor.house.people.logged(conn, by="dealer-1")
        assert (refusals[0].act, refusals[0].outcome) == ("cage.exchange", "refused")

    run(scenario, floor)


def test_cash_is_taken_from_patrons_alone(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        cashier = floor.person("cage-1")
        for badge, words in (("nobody", "No patron has badge"), ("dealer-1", "is a dealer"), ("cage-1", "is the cage")):
            with pytest.raises(Refused, match=words):
                await floor.cage.buy_in(cashier, HOUSE, badge, 100_00)
        floor.house.people.set_active(floor.person("administrator-1"), "player-2", False)
        with pytest.raises(Refused, match="dismissed"):
            await floor.cage.buy_in(cashier, HOUSE, "player-2", 100_00)
        with floor.storage.reading() as conn:
            assert floor.house.ledger.balances(conn, "patron:") == {}

    run(scenario, floor)


def test_demo_chips_and_cash_are_never_mixed(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        cashier = floor.person("cage-1")
        await floor.cage.demo_chips(HOUSE, "player-1", 1_000_00)
        for exchange in (floor.cage.buy_in, floor.cage.cash_out):
            with pytest.raises(Refused, match="demo chips"):
                await exchange(cashier, HOUSE, "player-1", 700_00)
        await floor.cage.buy_in(cashier, HOUSE, "player-2", 50_00)
        with pytest.raises(Refused, match="has money with the house"):
            await floor.cage.demo_chips(HOUSE, "player-2", 1_000_00)
        assert (floor.cage.demo_purse("player-1"), floor.cage.demo_purse("player-2")) == (True, False)

    run(scenario, floor)


def test_a_command_sent_twice_moves_cash_once(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        cashier = floor.person("cage-1")
        slips = await asyncio.gather(*(floor.cage.buy_in(cashier, HOUSE, "player-1", 100_00, "c-1") for _ in range(5)))
        assert {slip.balance for slip in slips} == {100_00}
        assert floor.cage.balance("player-1") == 100_00
        with pytest.raises(Refused, match="another person"):
            await floor.cage.buy_in(floor.person("cage-2"), HOUSE, "player-1", 100_00, "c-1")

    run(scenario, floor)


def test_a_tip_goes_to_the_pool(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.cage.buy_in(floor.person("cage-1"), HOUSE, "player-1", 80_00)
        assert (await floor.cage.toke(floor.person("player-1"), HOUSE, 5_00)).balance == 75_00
        with floor.storage.reading() as conn:
            assert floor.house.ledger.balance(conn, f"toke-pool:{HOUSE}") == 5_00
        with pytest.raises(Forbidden):
            await floor.cage.toke(floor.person("supervisor-1"), HOUSE, 5_00)

    run(scenario, floor)


def test_tips_in_demo_chips_are_in_no_pool_that_is_paid(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic()
        await floor.cage.demo_chips(HOUSE, "player-1", 100_00)
        await floor.cage.buy_in(floor.person("cage-1"), HOUSE, "player-2", 100_00)
        await floor.cage.toke(floor.person("player-1"), HOUSE, 10_00)
        await floor.cage.toke(floor.person("player-2"), HOUSE, 7_00)
        assert money_at(floor, accounts.toke_pool(HOUSE), accounts.demo_tokes(HOUSE)) == [7_00, 10_00]
        with pytest.raises(Refused, match=r"has \$7.00 on the book"):
            await floor.pit.begin_document(floor.proof("cage-1"), "tokes", "E-1", {"cents": 17_00})
        slip = await floor.pit.begin_document(floor.proof("cage-1"), "tokes", "E-1", {"cents": 7_00})
        assert (slip.table_id, slip.property) == ("", HOUSE), "the pool is the house's, not a table's"
        await floor.pit.sign_document(floor.proof("manager-1"), slip.id, "distribute", {"downs": {"dealer-1": 1}})
        assert money_at(floor, accounts.patron("dealer-1"), accounts.demo_tokes(HOUSE)) == [7_00, 10_00]

    run(scenario, floor)


def test_demo_chips_and_money_are_brought_to_tables_of_their_own_kind(floor: Floor) -> None:
    """The service itself keeps them apart, whoever uses it: no cage, no web."""

    async def scenario(floor: Floor) -> None:
        await floor.electronic("E-1")
        await floor.electronic("E-2", demo=True)
        await floor.fund("player-1", 100_00, demo=True)
        await floor.fund("player-2", 100_00)
        for badge, table, words in (("player-1", "E-1", "demo chips"), ("player-2", "E-2", "money")):
            with pytest.raises(Refused, match=f"{badge} has {words}; this table deals for"):
                await floor.house.answer(table, floor.person(badge), acts.Sit(1, badge, 50_00))
        await floor.house.answer("E-2", floor.person("player-1"), acts.Sit(1, "player-1", 50_00))
        await floor.house.answer("E-1", floor.person("player-2"), acts.Sit(1, "player-2", 50_00))

    run(scenario, floor)


def test_no_purse_of_a_tournament_makes_demo_chips_money(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.fund("player-1", 100_00, demo=True)
        await floor.fund("player-2", 100_00)
        purse = Purse(floor.house.ledger, "FRIDAY")

        async def pays(badge: str, *, prize: bool = False) -> None:
            own = accounts.patron(badge)
            move = purse.pay if prize else purse.collect
            await floor.house.write(lambda tx: move(tx, "manager-1", own, 50_00))

        await pays("player-1")
        with pytest.raises(Refused, match="player-2 has money; this purse is of demo chips"):
            await pays("player-2")
        with pytest.raises(Refused, match="They are not mixed"):
            await pays("player-2", prize=True)
        await pays("player-1", prize=True)
        assert floor.cage.balance("player-1") == 100_00

    run(scenario, floor)
