"""Patrons come and go while a hand-dealt table is shuffled; money, journal and closing hold."""

import pytest

from croupier.demo import players as bots
from croupier.house.record import accounts
from croupier.house.record.errors import Refused, Stale
from croupier.house.tables.life import Settings
from croupier.rounds import acts, refusal
from croupier.rounds.requests import Card, Shuffle

from .houses import HOUSE, Floor, agrees, money_at, run


async def come(floor: Floor, badge: str, position: int, chips: int = 1_000_00) -> None:
    """Sit down without waiting for the dealer."""
    await floor.fund(badge, chips, HOUSE)
    await floor.house.answer("D-1", floor.person(badge), acts.Sit(position, badge, chips))


def test_before_the_first_shuffle_patrons_sit_down_and_the_ledger_has_their_chips(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand(game="mini-midi-baccarat")
        table = await floor.house.table("D-1")
        number = table.driver.number
        assert isinstance(table.driver.pending, Shuffle)
        await come(floor, "player-1", 1)
        await come(floor, "player-2", 2, 300_00)
        assert money_at(floor, accounts.at_table("player-1", "D-1"), accounts.patron("player-1")) == [1_000_00, 0]
        await agrees(floor, "D-1")
        await floor.house.answer("D-1", floor.person("player-2"), acts.Leave(2))
        assert money_at(floor, accounts.patron("player-2")) == [300_00]
        with pytest.raises(refusal.Refused):  # wagers wait for the cards
            await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "banker", 25_00))
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Shuffled(200, cover=20), number)
        table = await floor.house.table("D-1")
        assert isinstance(table.driver.pending, Card)
        await come(floor, "player-3", 3)  # while cards are burned
        while isinstance((table := await floor.house.table("D-1")).driver.pending, Card):
            await floor.step("D-1")
        assert table.occupancy == 2
        await floor.play("D-1", 2)
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_a_table_that_closes_takes_nobody_during_the_shuffle_and_its_patrons_leave(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await come(floor, "player-1", 1)
        supervisor = floor.person("supervisor-1")
        await floor.pit.begin_closing(supervisor, "D-1")
        with pytest.raises(Stale, match="closing"):
            await come(floor, "player-2", 2)
        await floor.pit.clear_seats(supervisor, "D-1")
        assert money_at(floor, accounts.patron("player-1")) == [1_000_00]
        await floor.count("closing", "D-1")
        await floor.drop("D-1")
        assert (await floor.pit.close(floor.proof("supervisor-1"), "D-1")).state == "closed"

    run(scenario, floor)


def test_a_card_is_corrected_after_somebody_sat_down_and_his_chips_stay(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await come(floor, "player-1", 1)
        dealer = floor.person("dealer-1")
        table = await floor.house.table("D-1")
        while table.driver.felt.round == 1 or not isinstance(table.driver.pending, Shuffle):
            if table.driver.betting:
                await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
                await floor.house.answer("D-1", dealer, acts.Close())
            elif (act := bots.fact(floor.dice, table.driver)) is not None:
                await floor.house.answer("D-1", dealer, act)
            else:
                await floor.house.answer("D-1", floor.person("player-1"), acts.Chosen("play"))
            table = await floor.house.table("D-1")
        await come(floor, "player-2", 2, 300_00)
        await floor.take_back("D-1")
        table = await floor.house.table("D-1")
        assert (table.driver.felt.round, table.driver.table.position(2).patron) == (1, "player-2")
        assert money_at(floor, accounts.at_table("player-2", "D-1")) == [300_00]
        await agrees(floor, "D-1")
        while table.driver.felt.round == 1:
            act = bots.fact(floor.dice, table.driver)
            assert act is not None
            await floor.house.answer("D-1", dealer, act)
            table = await floor.house.table("D-1")
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_limits_change_in_the_middle_of_a_hand_dealt_shoe_and_patrons_keep_their_seats(floor: Floor) -> None:
    """The table goes on under a new journal, which begins with a shuffle; nobody has to stand up for it."""

    async def scenario(floor: Floor) -> None:
        await floor.by_hand(game="mini-midi-baccarat")
        await come(floor, "player-1", 1)
        await floor.play("D-1", 2)
        chips = (await floor.house.table("D-1")).driver.table.chips(1)
        await floor.pit.change_options(floor.proof("supervisor-1"), "D-1", {"least": "$50"})
        table = await floor.house.table("D-1")
        assert isinstance(table.driver.pending, Shuffle)
        assert (table.driver.table.position(1).patron, table.driver.table.chips(1)) == ("player-1", chips)
        assert money_at(floor, accounts.at_table("player-1", "D-1")) == [chips]

    run(scenario, floor)


def test_limits_change_at_a_table_that_waits_for_its_first_shuffle(floor: Floor) -> None:
    """Between two rounds no wager lies there: whoever posts the sign does not wait for the dealer to shuffle."""

    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await come(floor, "player-1", 1)
        waiting = await floor.house.table("D-1")
        assert isinstance(waiting.driver.pending, Shuffle)
        chips = waiting.driver.table.chips(1)
        await floor.pit.change_options(floor.proof("supervisor-1"), "D-1", {"least": "$50"})
        table = await floor.house.table("D-1")
        assert table.table.journal == "D-1.2"
        assert isinstance(table.driver.pending, Shuffle), "the cards are still to be shuffled"
        assert (table.driver.table.position(1).patron, table.driver.table.chips(1)) == ("player-1", chips)
        assert table.driver.game.posting.limits["ante"].least == 50_00

    run(scenario, floor)


@pytest.mark.parametrize("lies", ["wager", "card"])
def test_limits_do_not_change_under_a_wager(floor: Floor, lies: str) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await come(floor, "player-1", 1)
        dealer = floor.person("dealer-1")
        await floor.house.answer("D-1", dealer, acts.Shuffled(0))
        await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
        if lies == "card":
            await floor.house.answer("D-1", dealer, acts.Close())
        said = "Wagers lie on the layout at D-1" if lies == "wager" else "A round is under way at D-1"
        with pytest.raises(Stale, match=said):
            await floor.pit.change_options(floor.proof("supervisor-1"), "D-1", {"least": "$50"})
        assert (await floor.house.table("D-1")).table.journal == "D-1.1"

    run(scenario, floor)


@pytest.mark.parametrize("when", ["void", "settled", "shuffling", "new deck"])
def test_a_table_closes_with_patrons_seated_whatever_came_before(floor: Floor, when: str) -> None:
    """Right after a void, after a settled round, in the middle of a shuffle, and when the deck has to be replaced."""

    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await come(floor, "player-1", 1)
        supervisor = floor.person("supervisor-1")
        if when in ("void", "new deck"):
            await deal_some(floor)
            declared = acts.Declared("wrong-number-of-cards" if when == "void" else "wrong-card-count")
            await floor.house.answer("D-1", supervisor, declared)
        elif when == "settled":
            await deal_some(floor)
            while (await floor.house.table("D-1")).driver.felt.round == 1:
                await floor.step("D-1")
        table = await floor.house.table("D-1")
        assert isinstance(table.driver.pending, Shuffle)
        chips = table.driver.table.chips(1)
        await floor.pit.begin_closing(supervisor, "D-1")
        await floor.pit.clear_seats(supervisor, "D-1")
        assert money_at(floor, accounts.patron("player-1")) == [chips]
        await agrees(floor, "D-1")
        await floor.count("closing", "D-1")
        await floor.drop("D-1")
        assert (await floor.pit.close(floor.proof("supervisor-1"), "D-1")).state == "closed"

    run(scenario, floor)


async def deal_some(floor: Floor) -> None:
    """A round with one wager, its first cards dealt."""
    await floor.step("D-1")
    await floor.house.answer("D-1", floor.person("player-1"), acts.Bet(1, "ante", 25_00))
    await floor.house.answer("D-1", floor.person("dealer-1"), acts.Close())
    await floor.step("D-1")


def test_seats_are_not_cleared_in_a_round_and_the_refusal_is_in_words_of_the_floor(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await come(floor, "player-1", 1)
        supervisor = floor.person("supervisor-1")
        await deal_some(floor)
        await floor.pit.begin_closing(supervisor, "D-1")
        with pytest.raises(Stale, match="A round is under way at D-1"):
            await floor.pit.clear_seats(supervisor, "D-1")
        with pytest.raises(refusal.Refused, match="patrons come and go between two rounds") as refused:
            await floor.house.answer("D-1", supervisor, acts.Leave(1))
        assert "expected" not in str(refused.value)

    run(scenario, floor)


async def seat(floor: Floor, patron: str, position: int = 3, cents: int = 200_00) -> None:
    await floor.house.answer("D-1", floor.person("dealer-1"), acts.Sit(position, patron, cents))


def test_a_walk_in_is_seated_for_cash_and_paid_at_the_cage_what_he_leaves_with(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await seat(floor, "walk-in")
        assert money_at(floor, accounts.at_table("walk-in", "D-1"), accounts.drop("D-1")) == [200_00, 200_00]
        await floor.house.answer("D-1", floor.person("dealer-1"), acts.Leave(3))
        await agrees(floor, "D-1")
        with pytest.raises(Refused, match="has money with the house"):
            await floor.fund("walk-in", 100_00, demo=True)
        slip = await floor.cage.cash_out(floor.person("cage-1"), HOUSE, "walk-in", 200_00)
        assert slip.balance == 0

    run(scenario, floor)


def test_whom_a_dealer_does_not_seat(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await floor.fund("player-1", 100_00, demo=True)
        for patron, cents, why in (
            ("player-1", 200_00, "has demo chips"),
            ("cage-1", 200_00, "Only a patron"),
            ("PLAYER-2", 200_00, "somebody has player-2"),
            ("walk-in", 0, "No patron has badge walk-in"),
        ):
            with pytest.raises(Refused, match=why):
                await seat(floor, patron, cents=cents)
        assert (await floor.house.table("D-1")).occupancy == 0
        await seat(floor, "player-1", cents=0)  # his own chips would come from his purse
        for badge in ("player-1", "dealer-1"):
            with pytest.raises(Refused, match="has demo chips"):
                await floor.house.answer("D-1", floor.person(badge), acts.Buy(3, 100_00))
        await seat(floor, "player-2", 4, cents=0)
        await floor.fund("player-2", 100_00)
        await floor.house.answer("D-1", floor.person("player-2"), acts.Buy(4, 100_00))
        await agrees(floor, "D-1")

    run(scenario, floor)


def test_a_walk_in_sits_at_one_table_at_a_time(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        await seat(floor, "walk-in")
        manager, supervisor = floor.person("manager-1"), floor.person("supervisor-1")
        given = Settings(bank=1_000_000_00, demo=True)
        await floor.pit.add_table(manager, "D-2", HOUSE, "three-card-poker", "dealer", "Pit 1", given)
        await floor.pit.begin_opening(supervisor, "D-2")
        await floor.pit.open(floor.proof("supervisor-1"), "D-2")
        with pytest.raises(Refused, match=r"has .200.00 at D-1\. Seat this patron under another name"):
            await floor.house.answer("D-2", supervisor, acts.Sit(1, "walk-in", 50_00))
        await floor.house.answer("D-2", supervisor, acts.Sit(1, "another", 50_00))  # a demonstration's table
        await floor.house.answer("D-2", supervisor, acts.Leave(1))
        with pytest.raises(Refused, match="has demo chips"):
            await floor.cage.cash_out(floor.person("cage-1"), HOUSE, "another", 50_00)

    run(scenario, floor)


def test_cash_that_comes_to_a_report_is_not_taken_at_a_table(floor: Floor) -> None:
    """The cage files the report: a table is no way around its signatures, in one amount or in several."""

    async def scenario(floor: Floor) -> None:
        await floor.by_hand()
        while not (await floor.house.table("D-1")).driver.betting:
            await floor.step("D-1")
        dealer = floor.person("dealer-1")
        await floor.house.answer("D-1", dealer, acts.Sit(1, "player-1", 9_000_00))
        with pytest.raises(Refused, match=r"\$10,500.00 in cash this gaming day.*the cage takes it"):
            await floor.house.answer("D-1", dealer, acts.Buy(1, 1_500_00))
        await floor.house.answer("D-1", dealer, acts.Buy(1, 1_000_00))
        with pytest.raises(Refused, match="the cage takes it"):
            await floor.house.answer("D-1", dealer, acts.Sit(2, "walk-in", 10_001_00))
        await agrees(floor, "D-1")

    run(scenario, floor)
