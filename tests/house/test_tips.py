"""Tips of the poker room: token boxes of dealers, and the tournament pool shared to the cent."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.house.cage.stations import Stations
from croupier.house.poker_room.procedures.book import RoomBook
from croupier.house.poker_room.procedures.tip_pool import Work, split
from croupier.house.record import accounts
from croupier.house.record.errors import Forbidden, NotFound, Refused, Stale
from croupier.rulebook import rulebook

from .conftest import CHEAP
from .houses import Floor, run
from .poker_events import post
from .room import PLACE, Room

BOOK = RoomBook(rulebook(PLACE, "room"))
BOX = accounts.token_box(PLACE, "dealer-1")
OUTSIDE, VARIANCE = accounts.outside(PLACE), accounts.variance(PLACE)


def in_room(url: str, scenario: Any) -> None:
    async def whole(floor: Floor) -> None:
        post(floor.house, "T-1", "T-2")
        await scenario(await Room(floor).furnish())

    run(whole, Floor(url, hasher=CHEAP))


async def patron(room: Room, cents: int = 900_00) -> Any:
    await room.floor.cage.buy_in(room.floor.person("cage-1"), PLACE, "player-1", cents)
    return room.floor.person("player-1")


# ---- token boxes


def test_tips_go_into_the_dealers_own_box_and_are_paid_after_the_shift(url: str) -> None:
    async def scenario(room: Room) -> None:
        player = await patron(room)
        with pytest.raises(Refused, match="no token box") as refused:
            await room.desk.tip(player, PLACE, "dealer-1", 5_00)
        assert refused.value.clause == "7.2"
        box = await room.begin("token-box", "dealer-1", "", box="17")
        for n in range(2):
            assert await room.desk.tip(player, PLACE, "dealer-1", 100_00, command="tip-1") == 100_00, n
        assert await room.desk.tip(player, PLACE, "dealer-1", 40_00) == 140_00
        before = room.balance(OUTSIDE)[0]
        box = await room.sign(box, "hand-in", "dealer-1")
        with pytest.raises(Forbidden):
            await room.sign(box, "pay", "supervisor-1", chips={500: 28})
        box = await room.sign(box, "pay", "cage-1", chips={500: 28})
        assert box.state == "paid" and room.balance(BOX, VARIANCE) == [0, 0]
        assert room.balance(OUTSIDE)[0] - before == 140_00
        with room.floor.storage.reading() as conn:
            (earned,) = room.parts.tips.report(conn, PLACE)
        assert (earned.badge, earned.tokens, earned.pool) == ("dealer-1", 140_00, 0)

    in_room(url, scenario)


def test_demo_chips_come_into_no_box_that_is_cashed(url: str) -> None:
    async def scenario(room: Room) -> None:
        await room.begin("token-box", "dealer-1", "", box="17")
        await room.floor.cage.demo_chips(PLACE, "player-2", 100_00)
        giver = room.floor.person("player-2")
        with pytest.raises(Refused, match="player-2 has demo chips"):
            await room.desk.tip(giver, PLACE, "dealer-1", 5_00)

    in_room(url, scenario)


def test_in_mid_shift_only_a_full_box_is_cashed_out(url: str) -> None:
    async def scenario(room: Room) -> None:
        player = await patron(room)
        await room.begin("token-box", "dealer-1", "", box="17")
        await room.desk.tip(player, PLACE, "dealer-1", 300_00)
        with pytest.raises(Refused, match="not full") as refused:
            await room.begin("token-box-full", "dealer-1", "")
        assert refused.value.clause == "7.3"
        with pytest.raises(Refused, match="no token box"):
            await room.begin("token-box-full", "dealer-2", "", full=True)
        slip = await room.begin("token-box-full", "dealer-1", "", full=True)
        await room.sign(slip, "pay", "cage-1", chips={100_00: 3})
        assert room.balance(BOX) == [0]
        assert await room.desk.tip(player, PLACE, "dealer-1", 5_00) == 5_00  # the shift goes on

    in_room(url, scenario)


def test_a_shift_is_not_over_at_a_table(url: str) -> None:
    async def scenario(room: Room) -> None:
        box = await room.begin("token-box", "dealer-1", "", box="17")
        with pytest.raises(Forbidden):
            await room.begin("token-box", "clerk-1", "", box="18")
        for badge, number in (("dealer-2", "17"), ("dealer-1", "18"), ("dealer-2", "")):
            with pytest.raises(Refused):
                await room.begin("token-box", badge, "", box=number)
        with pytest.raises(Refused, match="Who took it"):
            await room.sign(box, "hand-in", "dealer-2")
        await room.floor.by_hand("D-1")
        with pytest.raises(Stale, match="deals at D-1") as refused:
            await room.sign(box, "hand-in", "dealer-1")
        assert refused.value.clause == "7.1"

    in_room(url, scenario)


def test_what_the_cage_counts_is_paid_and_the_difference_is_on_record(url: str) -> None:
    async def scenario(room: Room) -> None:
        player = await patron(room)
        box = await room.begin("token-box", "dealer-1", "", box="17")
        await room.desk.tip(player, PLACE, "dealer-1", 50_00)
        stations = Stations(room.house)
        ticket = await stations.print_ticket(player, PLACE, 20_00, "ticket-1")
        assert await room.desk.tip(player, PLACE, "dealer-1", 0, ticket.code) == 70_00
        with pytest.raises(NotFound):
            await room.desk.tip(player, PLACE, "dealer-1", 0, ticket.code)
        with pytest.raises(Forbidden, match="Ticket 1 was given as a tip"):
            await stations.take_ticket(player, ticket.code)
        with room.floor.storage.reading() as conn:
            assert stations.tickets.standing(conn, PLACE, 1).state == "tipped"
        before = room.balance(OUTSIDE)[0]
        box = await room.sign(box, "hand-in", "dealer-1")
        for wrong in ({"tickets": -1}, {"tickets": True}):
            with pytest.raises(Refused, match="in cents"):
                await room.sign(box, "pay", "cage-1", **wrong)
        await room.sign(box, "pay", "cage-1", chips={500: 11}, tickets=20_00)
        assert room.balance(BOX, VARIANCE) == [0, -5_00] and room.balance(OUTSIDE)[0] - before == 75_00
        assert room.waiting() == ["variance"]

    in_room(url, scenario)


def test_a_box_with_tokens_is_not_voided(url: str) -> None:
    async def scenario(room: Room) -> None:
        player = await patron(room)
        box = await room.begin("token-box", "dealer-1", "", box="17")
        await room.desk.tip(player, PLACE, "dealer-1", 5_00)
        proofs = (room.floor.proof("supervisor-1"), room.floor.proof("supervisor-2"))
        with pytest.raises(Refused, match="cashed out"):
            await room.floor.pit.void_document(proofs, box.id, "why not")

    in_room(url, scenario)


# ---- the tournament pool, as the guide's examples have it


def work(**changed: Any) -> Work:
    found = {
        "downs": {"dealer-1": 500},
        "supervisors": {"supervisor-1": Fraction(60), "dealer-2": Fraction(40)},
        "clerks": {"clerk-1": Fraction(40), "clerk-2": Fraction(26)},
        "cage_at": frozenset(),
    }
    return Work(**{**found, **changed})


def test_the_pool_is_split_by_the_percentages_of_the_book() -> None:
    done = split(BOOK, {"T-1": 3_000_00, "T-2": 4_500_00, "T-3": 2_500_00}, work(), 6)
    assert (done.dealers, done.supervisors, done.clerks, done.cage) == (6_700_00, 2_475_00, 825_00, 0)
    assert done.down_rate == "$13.4000"
    assert done.owed == {
        "clerk-1": 500_00,
        "clerk-2": 325_00,
        "dealer-1": 6_700_00,
        "dealer-2": 990_00,
        "supervisor-1": 1_485_00,
    }


def test_the_cage_earns_only_where_it_worked_and_half_from_each() -> None:
    done = split(BOOK, {"T-1": 10_000_00, "T-2": 10_000_00}, work(cage_at=frozenset({"T-1", "T-9"})), 6)
    assert done.cage == 198_00  # six per cent of the thirty-three per cent of T-1
    assert (done.supervisors, done.clerks) == (4_950_00 - 99_00, 1_650_00 - 99_00)
    assert split(BOOK, {"T-1": 10_000_00}, work(cage_at=frozenset({"T-1"})), 0).cage == 0


def test_a_category_without_people_leaves_its_money_to_the_other() -> None:
    assert split(BOOK, {"T-1": 1_000_00}, work(clerks={}), 6).supervisors == 330_00
    assert split(BOOK, {"T-1": 1_000_00}, work(supervisors={}), 6).clerks == 330_00
    for nobody in ({"downs": {}}, {"clerks": {}, "supervisors": {}}):
        with pytest.raises(Refused, match="The pool waits"):
            split(BOOK, {"T-1": 1_000_00}, work(**nobody), 6)


@given(
    st.dictionaries(st.sampled_from(["T-1", "T-2", "T-3"]), st.integers(1, 10**9), min_size=1),
    st.dictionaries(st.sampled_from([f"d-{n}" for n in range(9)]), st.integers(1, 60), min_size=1),
    st.dictionaries(st.sampled_from([f"s-{n}" for n in range(5)]), st.integers(1, 160), min_size=1),
    st.dictionaries(st.sampled_from([f"c-{n}" for n in range(5)]), st.integers(1, 80)),
    st.frozensets(st.sampled_from(["T-1", "T-2", "T-3"])),
    st.integers(0, 6),
)
@settings(max_examples=200, deadline=None)
def test_whatever_was_earned_all_of_it_is_shared_out_to_the_cent(
    money: dict[str, int],
    downs: dict[str, int],
    halves: dict[str, int],
    clerks: dict[str, int],
    cage: Any,
    percent: int,
) -> None:
    shares = {badge: Fraction(3, 4) * n for badge, n in halves.items()}
    hours = {badge: Fraction(n, 2) for badge, n in clerks.items()}
    done = split(BOOK, money, Work(downs, shares, hours, cage), percent)
    assert sum(done.owed.values()) + done.cage == sum(money.values())
    assert min(done.dealers, done.supervisors, done.clerks, done.cage) >= 0
    for badge, n in downs.items():
        exact = Fraction(done.dealers * n, sum(downs.values()))
        assert abs(done.owed[badge] - exact) < 1


async def card(room: Room, kind: str, badge: str, confirmed_by: str = "supervisor-3", **data: Any) -> Any:
    slip = await room.begin(kind, badge, "", **data)
    return await room.sign(slip, "confirm", confirmed_by)


def test_a_pay_period_from_the_first_fee_to_the_paychecks(url: str) -> None:
    async def scenario(room: Room) -> None:
        cashier = room.floor.person("cage-1")
        collect = room.desk.collect
        for tournament, kind, cents in (
            ("T-1", "staffing-fee", 6_000_00),
            ("T-1", "hand-in", 500_00),
            ("T-2", "bonus-buy", 3_500_00),
        ):
            for _ in range(2):
                await collect(cashier, PLACE, tournament, kind, cents, command=f"{tournament}-{kind}")
        with pytest.raises(Refused, match="no staffing money") as refused:
            await collect(cashier, PLACE, "T-1", "rake", 5_00)
        assert refused.value.clause == "7.8"
        with pytest.raises(Forbidden):
            await collect(room.floor.person("dealer-1"), PLACE, "T-1", "hand-in", 5_00)
        await card(room, "down-card", "dealer-1", tournament="T-1", minutes=165)  # 2 h 45: five downs
        await card(room, "down-card", "dealer-2", tournament="T-1", minutes=160)
        await card(room, "down-card", "dealer-3", tournament="T-2", minutes=29)  # no down
        await card(room, "work-card", "supervisor-1", job="poker-supervisor", minutes=8 * 60)  # 12 shares
        await card(room, "work-card", "dealer-2", job="dual-rate", minutes=6 * 60 + 45)  # 6.5 hours: 8.125 shares
        await card(room, "work-card", "clerk-1", job="poker-clerk", minutes=300)
        await card(room, "work-card", "cage-2", job="cage", minutes=60, tournament="T-2")
        slip = await room.begin("tip-pool", "cage-1", "", cents=10_000_00)
        with pytest.raises(Forbidden):
            await room.sign(slip, "distribute", "supervisor-1")
        with pytest.raises(Refused, match="0 to 6") as refused:
            await room.sign(slip, "distribute", "manager-1", cage_percent=7)
        assert refused.value.clause == "7.9b.iii"
        await room.sign(slip, "distribute", "manager-1")
        cage = 3_500_00 * 33 * 6 // 10_000
        supervisors = 2_475_00 - cage // 2
        owed = room.balance(*(accounts.payroll(b) for b in ("dealer-1", "dealer-2", "supervisor-1", "clerk-1")))
        second = round(supervisors * Fraction(65, 161))
        assert owed == [3_350_00, 3_350_00 + second, supervisors - second, 825_00 - cage // 2]
        assert room.balance(accounts.cage_tokens(PLACE)) == [cage]
        assert sum(owed) + cage == 10_000_00
        with room.floor.storage.reading() as conn:
            assert room.parts.pool.money(conn, PLACE) == {}
            earned = {e.badge: e.total for e in room.parts.tips.report(conn, PLACE)}
        assert earned["dealer-1"] == 3_350_00 and "dealer-3" not in earned

    in_room(url, scenario)


def test_cards_are_used_up_by_the_distribution_that_paid_them(url: str) -> None:
    async def scenario(room: Room) -> None:
        clerk = room.floor.person("clerk-1")
        for period in (1, 2):
            await room.desk.collect(clerk, PLACE, "T-1", "staffing-fee", 100_00)
            dealer = f"dealer-{period}"
            await card(room, "down-card", dealer, tournament="T-1", minutes=30)
            await card(room, "work-card", "clerk-1", job="poker-clerk", minutes=30)
            slip = await room.begin("tip-pool", "cage-1", "", cents=100_00)
            await room.sign(slip, "distribute", "manager-1")
            assert room.balance(accounts.payroll(dealer)) == [67_00]
        assert room.balance(accounts.payroll("clerk-1"), accounts.payroll("dealer-1")) == [66_00, 67_00]
        with pytest.raises(Refused, match=r"has \$0.00 on the book"):
            await room.begin("tip-pool", "cage-1", "", cents=0)

    in_room(url, scenario)


def test_money_that_came_in_after_the_count_needs_a_new_count(url: str) -> None:
    async def scenario(room: Room) -> None:
        clerk = room.floor.person("clerk-1")
        await room.desk.collect(clerk, PLACE, "T-1", "staffing-fee", 100_00)
        with pytest.raises(Refused, match=r"has \$100.00"):
            await room.begin("tip-pool", "cage-1", "", cents=99_00)
        slip = await room.begin("tip-pool", "cage-1", "", cents=100_00)
        await room.desk.collect(clerk, PLACE, "T-2", "hand-in", 5_00)
        with pytest.raises(Refused, match="new slip"):
            await room.sign(slip, "distribute", "manager-1")

    in_room(url, scenario)


def test_cards_are_signed_by_who_worked_and_confirmed_by_another(url: str) -> None:
    async def scenario(room: Room) -> None:
        for kind, badge, data in (
            ("down-card", "dealer-1", {"tournament": "T-1"}),
            ("down-card", "dealer-1", {"tournament": "T 1", "minutes": 30}),
            ("down-card", "dealer-1", {"tournament": "T-3", "minutes": 30}),
            ("down-card", "dealer-1", {"tournament": "T-1", "minutes": True}),
            ("down-card", "dealer-1", {"tournament": "T-1", "minutes": 24 * 60 + 1}),
            ("work-card", "dealer-1", {"job": "poker-supervisor", "minutes": 60}),
            ("work-card", "supervisor-1", {"job": "poker-clerk", "minutes": 60}),
            ("work-card", "clerk-1", {"job": "juggler", "minutes": 60}),
            ("work-card", "cage-1", {"job": "cage", "minutes": 60}),
        ):
            with pytest.raises(Refused):
                await room.begin(kind, badge, "", **data)
        with pytest.raises(Forbidden):
            await room.begin("down-card", "clerk-1", "", tournament="T-1", minutes=30)
        slip = await room.begin("work-card", "supervisor-1", "", job="poker-supervisor", minutes=60)
        for badge in ("supervisor-1", "clerk-1", "dealer-1"):
            with pytest.raises(Forbidden):
                await room.sign(slip, "confirm", badge)
        assert (await room.sign(slip, "confirm", "supervisor-2")).state == "confirmed"

    in_room(url, scenario)
