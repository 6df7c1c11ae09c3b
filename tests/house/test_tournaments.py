"""A tournament on the floor: fees and prizes in the ledger, tables in the record, resumed after a restart."""

import asyncio

import pytest

from croupier.demo import players as bots
from croupier.games import game_of
from croupier.house.record import accounts, journals
from croupier.house.record.clock import DAY_US
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.tournaments.table import store as tournament_store
from croupier.house.tournaments.table.desk import Tournaments
from croupier.rounds import acts, refusal
from croupier.rounds.replay import replay
from croupier.rounds.requests import Decide, Together

from .conftest import CHEAP
from .houses import HOUSE, Floor, run
from .test_table_tournaments import plan_of

FEE, NAME = 50_00, "FRIDAY"
PLAYERS = ("player-1", "player-2", "player-3")


async def planned(floor: Floor, **changes: object) -> Tournaments:
    floor.clock.advance(300 * DAY_US)  # the rules are of September 2020
    made = Tournaments(floor.house)
    about = {"rounds": 3, "seats": 3, "advance": 1, "approved": None}
    await made.plan(floor.person("manager-1"), NAME, plan_of(HOUSE, "blackjack", **(about | changes)), FEE, (60, 30))
    await made.approve(floor.proof("commission-1"), NAME, "a letter")
    return made


async def entered(floor: Floor, made: Tournaments) -> None:
    for badge in PLAYERS:
        await floor.cage.demo_chips(HOUSE, badge, 1_000_00)
        for _ in range(2):  # a double click
            number = await made.enter(floor.person(badge), NAME, f"enter-{badge}")
    assert number == 3


async def play(floor: Floor, table_id: str, rounds: int | None = None) -> None:
    """Everybody wagers in turn and stands, until the table is over or so many rounds were played."""
    for _ in range(2_000):
        live = await floor.house.table(table_id)
        assert live.turns is not None
        if live.turns.over or (rounds is not None and live.turns.played >= rounds and live.driver.betting):
            return
        due = live.turns.turn()
        if live.driver.betting and due:
            who = floor.person(live.turns.names[due - 1])
            await floor.house.answer(table_id, who, acts.Bet(due, "blackjack", 25_00))
        elif live.driver.betting:
            await floor.house.close_wagers(table_id)
        else:
            asked = live.driver.pending
            part = asked.parts[0] if isinstance(asked, Together) else asked
            position = part.position  # type: ignore[union-attr]
            who = floor.person(live.turns.names[position - 1])
            names = [c.name for c in part.choices if not c.blocked] if isinstance(part, Decide) else []
            act = acts.Chosen("stand", position) if "stand" in names else bots.decision(floor.dice, live.driver)
            assert act is not None
            await floor.house.answer(table_id, who, act)
    raise AssertionError("the table never ended")


def purse(floor: Floor) -> int:
    with floor.storage.reading() as conn:
        return floor.house.ledger.balances(conn).get(f"tournament:{NAME}", 0)


def test_a_tournament_from_its_plan_to_its_prizes(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        made = await planned(floor)
        await entered(floor, made)
        assert purse(floor) == 3 * FEE
        (table,) = await made.draw(floor.proof("supervisor-1"), NAME, "draw-1")
        assert await made.draw(floor.proof("supervisor-1"), NAME, "draw-1") == [table]
        with pytest.raises(Stale, match="begun"):
            await made.enter(floor.person("player-1"), NAME)
        with floor.storage.reading() as conn:
            before = floor.house.ledger.balances(conn)
        await play(floor, table.table_id)
        with floor.storage.reading() as conn:
            assert floor.house.ledger.balances(conn) == before, "tournament chips stand in no ledger"
        with pytest.raises(Stale, match="over, once"):
            await made.pay(floor.proof("manager-1"), NAME)
        heat = await made.end_table(floor.proof("supervisor-1"), NAME, table.table_id, "end-1")
        assert await made.end_table(floor.proof("supervisor-1"), NAME, table.table_id, "end-1") == heat
        places = made.standing(NAME).places
        assert sorted(places) == sorted(PLAYERS)
        with pytest.raises(Forbidden):
            await made.pay(floor.proof("supervisor-1"), NAME)
        prizes = await made.pay(floor.proof("manager-1"), NAME, "pay-1")
        assert await made.pay(floor.proof("manager-1"), NAME, "pay-1") == prizes
        assert [(p.name, p.cents) for p in prizes] == [(places[0], 90_00), (places[1], 45_00)]
        assert purse(floor) == 0
        for badge, won in zip(places, (90_00, 45_00, 0)):
            assert floor.cage.balance(badge) == 1_000_00 - FEE + won
        with pytest.raises(Stale):
            await made.pay(floor.proof("manager-1"), NAME)

    run(scenario, floor)


def test_a_restart_finds_turn_button_and_rounds_where_they_were(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        made = await planned(floor, rounds=6)
        await entered(floor, made)
        (table,) = await made.draw(floor.proof("supervisor-1"), NAME)
        await play(floor, table.table_id, rounds=2)
        live = await floor.house.table(table.table_id)
        assert live.turns is not None
        due = live.turns.turn()
        who = floor.person(live.turns.names[due - 1])
        await floor.house.answer(table.table_id, who, acts.Bet(due, "blackjack", 25_00))
        was = live.turns
        other = Floor(url, floor.clock, seed="next", hasher=CHEAP)
        found = (await other.house.table(table.table_id)).turns
        assert found is not None
        assert (found.button, found.played, found.turn()) == (was.button, was.played, was.turn())
        assert found.standings() == was.standings()
        with pytest.raises(Refused, match="wagers before"):
            await other.house.answer(
                table.table_id,
                floor.person(found.names[found.playing()[2] - 1]),
                acts.Bet(found.playing()[2], "blackjack", 25_00),
            )
        await play(other, table.table_id)
        await made.end_table(floor.proof("supervisor-1"), NAME, table.table_id)
        with other.storage.reading() as conn:
            entries = [stored.entry for stored in journals.entries(conn, f"{table.table_id}.1")]
            assert replay(entries, game_of).felt.round == 7
        await other.house.stop()
        other.storage.close()

    run(scenario, floor)


def test_an_act_sent_again_when_its_table_has_ended_gets_its_first_answer(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        made = await planned(floor)
        await entered(floor, made)
        (table,) = await made.draw(floor.proof("supervisor-1"), NAME)
        who = floor.person(table.names[table.button - 1])
        bet = acts.Bet(table.button, "blackjack", 25_00)
        first = await floor.house.answer(table.table_id, who, bet, command_id="first")
        await play(floor, table.table_id)
        await made.end_table(floor.proof("supervisor-1"), NAME, table.table_id)
        other = Floor(url, floor.clock, seed="next", hasher=CHEAP)  # a new server, that has not seen it open
        assert await other.house.answer(table.table_id, who, bet, command_id="first") == first
        with pytest.raises(Stale, match="is closed"):
            await other.house.answer(table.table_id, who, bet, command_id="second")
        await other.house.stop()
        other.storage.close()

    run(scenario, floor)


def test_stages_are_drawn_when_every_table_has_ended(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        made = await planned(floor, seats=2, rounds=1)
        floor.house.people.add_demo([("player-4", "P", "player")], "five plain words on paper")
        await entered(floor, made)
        await floor.cage.demo_chips(HOUSE, "player-4", 1_000_00)
        await made.enter(floor.person("player-4"), NAME)
        first, second = await made.draw(floor.proof("supervisor-1"), NAME)
        with pytest.raises(Stale, match="still plays"):
            await made.end_table(floor.proof("supervisor-1"), NAME, first.table_id)
        await play(floor, first.table_id)
        await made.end_table(floor.proof("supervisor-1"), NAME, first.table_id)
        with pytest.raises(Stale, match="Every table of the stage"):
            await made.draw(floor.proof("supervisor-1"), NAME)
        await play(floor, second.table_id)
        await made.end_table(floor.proof("supervisor-1"), NAME, second.table_id)
        with pytest.raises(Stale, match="is at stage 1"):
            await made.draw(floor.proof("supervisor-1"), NAME, seen=0)
        (final,) = await made.draw(floor.proof("supervisor-1"), NAME, seen=1)
        assert len(final.names) == 2
        await play(floor, final.table_id)
        await made.end_table(floor.proof("supervisor-1"), NAME, final.table_id)
        assert made.standing(NAME).tournament.state == "over"

    run(scenario, floor)


def test_who_planned_it_does_not_approve_it_in_another_role(url: str) -> None:
    """JACK 18.A and its like (001:558): the office approves, not the house under another name."""

    async def scenario(floor: Floor) -> None:
        floor.clock.advance(300 * DAY_US)
        made = Tournaments(floor.house)
        await made.plan(floor.person("manager-1"), NAME, plan_of(rounds=3, approved=None), FEE, (100,))
        floor.house.people.set_role(floor.person("administrator-1"), "manager-1", "commission")
        with pytest.raises(Forbidden, match="planned FRIDAY"):
            await made.approve(floor.proof("manager-1"), NAME)
        assert (await made.approve(floor.proof("commission-1"), NAME)).state == tournament_store.ENTERING

    run(scenario, Floor(url, hasher=CHEAP))


def test_what_a_tournament_does_not_allow(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        with pytest.raises(Forbidden, match="approved from"):  # the floor's day is before the rules'
            await Tournaments(floor.house).plan(
                floor.person("manager-1"), NAME, plan_of(rounds=3, approved=None), FEE, (100,)
            )
        made = await planned(floor)
        manager = floor.person("manager-1")
        with pytest.raises(Refused, match="the office signs it"):
            await made.plan(manager, "OTHER", plan_of(), FEE, (100,))
        with pytest.raises(Forbidden):
            await made.plan(floor.person("supervisor-1"), "OTHER", plan_of(approved=None), FEE, (100,))
        with pytest.raises(Refused, match="shares of the purse"):
            await made.plan(manager, "OTHER", plan_of(approved=None), FEE, (80, 30))
        with pytest.raises(Refused):  # no credit, no entry
            await made.enter(floor.person("player-1"), NAME)
        with floor.storage.reading() as conn:
            assert tournament_store.entries(conn, NAME) == []
        await entered(floor, made)
        with pytest.raises(Refused, match="enter again"):
            await made.enter(floor.person("player-1"), NAME)
        supervisor = floor.person("supervisor-1")
        (table,) = await made.draw(floor.proof("supervisor-1"), NAME)
        player = floor.person(table.names[0])
        for act in (acts.Buy(1, 100_00), acts.Leave(1)):
            with pytest.raises(refusal.Refused):
                await floor.house.answer(table.table_id, player, act)
        with pytest.raises(Refused, match="Everybody wagers"):
            await floor.house.close_wagers(table.table_id)
        for work in (
            floor.pit.begin_closing(supervisor, table.table_id),
            floor.pit.change_options(floor.proof("supervisor-1"), table.table_id, {}),
        ):
            with pytest.raises(Refused, match="belongs to FRIDAY"):
                await work
        with floor.storage.reading() as conn:
            assert floor.house.ledger.balance(conn, accounts.inventory(table.table_id)) == 0

    run(scenario, floor)


def test_whoever_has_paid_while_the_tables_were_drawn_is_drawn_too(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def scenario(floor: Floor) -> None:
        made = await planned(floor)
        for badge in PLAYERS:
            await floor.cage.demo_chips(HOUSE, badge, 1_000_00)
        first, second, late = (floor.person(badge) for badge in PLAYERS)
        await made.enter(first, NAME)
        await made.enter(second, NAME)
        entered, drawn = await asyncio.gather(
            made.enter(late, NAME), made.draw(floor.proof("supervisor-1"), NAME), return_exceptions=True
        )
        assert entered == 3
        if isinstance(drawn, BaseException):
            assert isinstance(drawn, Stale), drawn
            drawn = await made.draw(floor.proof("supervisor-1"), NAME)
        assert sorted(name for table in drawn for name in table.names) == sorted(PLAYERS)

    run(scenario, floor)


def test_one_that_is_called_off_gives_every_fee_back_and_closes_its_tables(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        made = await planned(floor)
        await entered(floor, made)
        manager = floor.proof("manager-1")
        (table,) = await made.draw(floor.proof("supervisor-1"), NAME)
        await play(floor, table.table_id, 1)
        with pytest.raises(Forbidden):
            await made.call_off(floor.proof("supervisor-1"), NAME, "a leak in the roof")
        with pytest.raises(Refused, match="takes a reason"):
            await made.call_off(manager, NAME, " ")
        assert purse(floor) == 3 * FEE
        for _ in range(2):  # a double click
            assert await made.call_off(manager, NAME, "a leak in the roof", "off") == 3 * FEE
        assert purse(floor) == 0
        assert [floor.cage.balance(badge) for badge in PLAYERS] == [1_000_00] * 3
        standing = made.standing(NAME)
        assert (standing.tournament.state, standing.places) == ("called-off", [])
        with floor.storage.reading() as conn:
            assert floor.house.tables.get(conn, table.table_id).state == "closed"
            assert [about.closed_us is not None for about in journals.of_table(conn, table.table_id)] == [True]
            lines = [line for line in floor.house.people.logged(conn) if "called off" in line.reason]
            assert [(line.by, line.reason) for line in lines] == [("manager-1", "called off: a leak in the roof")]
        with pytest.raises(Stale, match="is called off"):
            await made.call_off(manager, NAME, "again")
        for late in (made.draw(floor.proof("supervisor-1"), NAME), made.enter(floor.person("player-1"), NAME)):
            with pytest.raises(Stale):
                await late
        with pytest.raises(Stale, match="is closed"):
            await floor.house.table(table.table_id)

    run(scenario, Floor(url, hasher=CHEAP))


def test_what_is_decided_is_not_called_off(url: str) -> None:
    async def scenario(floor: Floor) -> None:
        made = await planned(floor)
        await entered(floor, made)
        (table,) = await made.draw(floor.proof("supervisor-1"), NAME)
        await play(floor, table.table_id)
        await made.end_table(floor.proof("supervisor-1"), NAME, table.table_id)
        with pytest.raises(Stale, match="not decided"):
            await made.call_off(floor.proof("manager-1"), NAME, "too late")
        assert purse(floor) == 3 * FEE

    run(scenario, Floor(url, hasher=CHEAP))
