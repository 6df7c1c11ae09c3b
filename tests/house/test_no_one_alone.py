"""Staff by two people, new people without money, cash with signatures and reports: nobody does it alone."""

import asyncio

import pytest

from croupier.house.cage.currency import KIND, Vouched, totals
from croupier.house.people.persons import Proof
from croupier.house.plan.staff_desk import Change, StaffDesk
from croupier.house.record.clock import HOUR_US
from croupier.house.record.errors import Forbidden, Refused, Stale

from .houses import HOUSE, Floor, run

ADMIN, OTHER, MANAGER = "administrator-1", "administrator-2", "manager-1"


def signed(floor: Floor, badge: str, password: str) -> Proof:
    """Somebody new gives his password for the first time."""
    floor.house.people.set_password(badge, password, own := f"{badge} has four words")
    return floor.house.people.prove(badge, own)


def test_staff_is_added_by_two_people_and_never_by_one(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        desk = StaffDesk(floor.house)
        asked, password = await desk.propose(floor.proof(ADMIN), Change("add", "cage-9", "cage", "Cage Nine"))
        assert (asked.state, password) == ("proposed", "")
        assert [d.id for d in desk.waiting()] == [asked.id]
        with pytest.raises(Forbidden, match="Another person signs confirm"):
            await desk.confirm(floor.proof(ADMIN), asked.id)
        for badge in ("supervisor-1", "cage-1"):
            with pytest.raises(Forbidden, match="not for"):
                await desk.confirm(floor.proof(badge), asked.id)
        done, password = await desk.confirm(floor.proof(MANAGER), asked.id)
        assert done.state == "confirmed" and floor.person("cage-9").role == "cage"
        assert floor.house.people.sign_in("cage-9", password)[0].must_change
        assert floor.house.staff.take(asked.id) == ""
        with pytest.raises(Stale):
            await desk.confirm(floor.proof(OTHER), asked.id)

    run(scenario, floor)


@pytest.mark.parametrize("change", [Change("role", "dealer-3", "cage"), Change("reset", "dealer-3")])
def test_roles_and_resets_take_two_and_nobody_confirms_what_is_about_him(floor: Floor, change: Change) -> None:
    async def scenario(floor: Floor) -> None:
        desk = StaffDesk(floor.house)
        with pytest.raises(Forbidden, match="their own"):
            await desk.propose(floor.proof(ADMIN), Change(change.change, ADMIN, change.role))
        about, _ = await desk.propose(floor.proof(ADMIN), Change(change.change, MANAGER, change.role))
        with pytest.raises(Forbidden, match="their own"):
            await desk.confirm(floor.proof(MANAGER), about.id)
        assert (await desk.decline(floor.proof(OTHER), about.id)).state == "void"
        asked, _ = await desk.propose(floor.proof(ADMIN), change)
        assert floor.person("dealer-3").role == "dealer"
        await desk.confirm(floor.proof(OTHER), asked.id)
        assert floor.person("dealer-3").role == (change.role or "dealer")
        assert floor.person("dealer-3").must_change is (change.change == "reset")

    run(scenario, floor)


def test_who_is_new_signs_no_money_until_the_posted_time_has_passed(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        desk, chips = StaffDesk(floor.house), {"chips": {100_00: 10}}
        await floor.by_hand()
        asked, _ = await desk.propose(floor.proof(ADMIN), Change("add", "boss-9", "supervisor"))
        _, password = await desk.confirm(floor.proof(MANAGER), asked.id)
        new = signed(floor, "boss-9", password)
        with pytest.raises(Forbidden, match="is new here"):
            await floor.pit.begin_document(new, "fill", "D-1", chips)
        with pytest.raises(Forbidden, match="One person signed twice"):
            await desk.post((floor.proof(ADMIN), floor.proof(ADMIN)), "cooling", 2)
        with pytest.raises(Refused, match="can't be posted"):
            await desk.post((floor.proof(ADMIN), floor.proof(MANAGER)), "cooling", 9_999)
        await desk.post((floor.proof(ADMIN), floor.proof(MANAGER)), "cooling", 2)
        floor.clock.advance(HOUR_US)
        with pytest.raises(Forbidden, match="he may in an hour"):
            await floor.pit.begin_document(floor.house.people.vouch("boss-9"), "fill", "D-1", chips)
        floor.clock.advance(HOUR_US)
        fill = await floor.pit.begin_document(floor.house.people.vouch("boss-9"), "fill", "D-1", chips)
        assert fill.state == "requested"

    run(scenario, floor)


def test_a_new_house_is_founded_by_one_and_grown_by_two(floor: Floor) -> None:
    async def scenario() -> None:
        people, desk = floor.house.people, StaffDesk(floor.house)
        password = people.first_start()
        assert password is not None
        people.set_password("admin", password, "four plain words here")
        admin = lambda: people.prove("admin", "four plain words here")  # noqa: E731
        with pytest.raises(Refused, match="Nobody is there to confirm this"):
            await desk.propose(admin(), Change("add", "c-1", "cage"))
        founded, made = await desk.propose(admin(), Change("add", "m-1", "manager"))
        assert founded.state == "confirmed" and made
        asked, made_alone = await desk.propose(admin(), Change("add", "c-1", "cage"))
        assert (asked.state, made_alone) == ("proposed", "")
        manager = signed(floor, "m-1", made)
        done, _ = await desk.confirm(manager, asked.id)
        assert done.state == "confirmed"

    asyncio.run(scenario())


def test_cash_takes_a_password_a_second_person_and_a_report_as_the_house_posts(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        cashier, proof = floor.person("cage-1"), floor.proof
        buy = lambda cents, *vouched: floor.cage.buy_in(  # noqa: E731
            cashier, HOUSE, "player-1", cents, None, Vouched(*vouched)
        )
        await buy(999_99)
        with pytest.raises(Refused, match=r"takes the cashier's password\."):
            await buy(1_000_00)
        with pytest.raises(Forbidden, match="The cashier signs"):
            await buy(1_000_00, proof("cage-2"))
        await buy(1_000_00, proof("cage-1"))
        with pytest.raises(Refused, match=r"takes the cashier's password, a second person's signature\."):
            await buy(1_000_01)  # $3,000.00 in the gaming day, each exchange small
        with pytest.raises(Forbidden, match="One person signed twice"):
            await buy(1_000_01, proof("cage-1"), proof("cage-1"))
        with pytest.raises(Forbidden, match="not for"):
            await buy(1_000_01, proof("cage-1"), proof("dealer-1"))
        await buy(8_000_01, proof("cage-1"), proof("supervisor-1"))
        with pytest.raises(Refused, match="who the patron is"):
            await buy(1_00, proof("cage-1"), proof("supervisor-1"))
        await buy(100_00, proof("cage-1"), proof("supervisor-1"), "P. One, passport 7")
        with floor.storage.reading() as conn:
            (mine,) = totals(conn, floor.house, HOUSE)
            (report,) = floor.house.documents.find(conn, kind=KIND)
        assert (mine.patron, mine.cash_in, mine.cash_out) == ("player-1", 10_100_00, 0)
        assert report.state == "witnessed" and report.data("file")["identified"] == "P. One, passport 7"

    run(scenario, floor)


def test_cash_out_is_counted_apart_and_a_gaming_day_ends(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        cashier, proof = floor.person("cage-1"), floor.proof
        await floor.cage.buy_in(
            cashier, HOUSE, "player-1", 4_000_00, None, Vouched(proof("cage-1"), proof("manager-1"))
        )
        for cents in (999_00, 999_00, 999_00):
            await floor.cage.cash_out(cashier, HOUSE, "player-1", cents)
        with pytest.raises(Refused, match="a second person's signature"):
            await floor.cage.cash_out(cashier, HOUSE, "player-1", 3_00)
        floor.clock.advance(24 * HOUR_US)
        assert (await floor.cage.cash_out(cashier, HOUSE, "player-1", 900_00)).balance == 103_00

    run(scenario, floor)
