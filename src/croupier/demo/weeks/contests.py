"""The tournaments of a simulated house: one of poker and one at a house table each day, from plan to prizes."""

import contextlib

from croupier.demo import players as bots
from croupier.demo import poker_players as room_bots
from croupier.demo.poker_tournament import LEVELS
from croupier.demo.weeks.rooms import PLACE, REGULARS, Rooms
from croupier.house.tables.live import Live
from croupier.house.tournaments.poker import store as events
from croupier.house.tournaments.poker.keeper import Live as LiveEvent
from croupier.house.tournaments.poker.plan import TournamentRules
from croupier.house.tournaments.poker.prizes.payouts import Search, taxable
from croupier.house.tournaments.poker.state import OVER, REGISTERING
from croupier.house.tournaments.poker.store import CHECKED, DUE, Due
from croupier.house.tournaments.structure_sheets import plan_from
from croupier.house.tournaments.table import store as heats
from croupier.house.tournaments.table.rules import Plan
from croupier.rounds import acts
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Amount, Decide, Together

HEATS_AT, WAGER = "hard-rock-cincinnati", "blackjack"
ENTRANTS, HEAT_SEATS = 7, 3
ACTS_AT_ONCE = 20
FEE = 50_00


class Contests(Rooms):
    # ---- poker

    async def event(self) -> None:
        """The day's tournament goes on: planned, entered, started, played, paid."""
        name = f"EVENT-{self.day}"
        if name not in {event.id for event in self.at.events.all(PLACE)}:
            await self.plan_event(name)
            return
        live = await self.at.events.live(name)
        if live.game.state == REGISTERING:
            await self.fill_event(name, live)
        elif live.game.state == OVER:
            await self.pay_event(name, live.game.asked)
        else:
            await self.play_event(name)

    async def plan_event(self, name: str) -> None:
        manager = self.person("manager-1")
        sheet = plan_from(
            name="Short levels", property=PLACE, levels=LEVELS, chips=2_000, seats=4, late_minutes=4, most=40,
            prize=50_00, administration=6_00, house=4_00,
        )  # fmt: skip
        await self.ask(lambda server, c: server.events.plan(manager, name, sheet, command=c))

    async def fill_event(self, name: str, live: LiveEvent) -> None:
        lacking = [b for b in self.patrons[REGULARS : REGULARS + ENTRANTS] if b not in live.game.players]
        for badge in lacking:
            await self.money(PLACE, badge, live.event.plan.entry)
            await self.enter_event(name, badge)
        if not lacking:
            supervisor = self.person("supervisor-1")
            await self.ask(lambda server, c: server.events.start(supervisor, name, c))

    async def enter_event(self, name: str, badge: str) -> None:
        clerk = self.person("clerk-1")
        await self.ask(lambda server, c: server.events.register(clerk, name, badge, badge, c))

    async def play_event(self, name: str) -> None:
        for _ in range(ACTS_AT_ONCE):
            live = await self.at.events.live(name)
            if live.game.state == OVER:
                return
            playing = [number for number, felt in sorted(live.game.tables.items()) if felt.hand is not None]
            ready = list(live.director.ready())
            if playing:
                await self.event_turn(name, live, playing[self.dice.below(len(playing))])
            elif ready:
                await self.deal_event(name, ready[0])
            elif live.director.due() is not None:
                await self.at.events.arrange(self.person("dealer-1"), name)
            else:
                return

    async def deal_event(self, name: str, table: int) -> None:
        dealer = self.person("dealer-1")
        await self.ask(lambda server, c: server.events.deal(dealer, name, table, c))

    async def event_turn(self, name: str, live: LiveEvent, table: int) -> None:
        felt, turn = live.game.tables[table], live.game.turn(table)
        assert felt.hand is not None
        act = room_bots.bet(felt.hand, felt.hand.actor, 0, self.rng)
        who = self.person(felt.table.seats[felt.table.order[felt.hand.actor]].name)
        await self.ask(lambda server, c: server.events.play(who, name, table, act.verb, act.to, command=c, turn=turn))

    async def pay_event(self, name: str, asked: TournamentRules) -> None:
        with self.storage.reading() as conn:
            prizes = events.prizes(conn, name)
        for prize in prizes:
            await self.pay_prize(name, prize, asked)

    async def pay_prize(self, name: str, prize: Due, asked: TournamentRules) -> None:
        if prize.state == DUE:
            seen = Search(identification="seen", card="seen", searched=taxable(prize, asked))
            clerk = self.proof("clerk-2")
            await self.ask(lambda server, c: server.events.payouts.check(clerk, name, prize.number, seen, c))
        elif prize.state == CHECKED:
            own, data = self.proof(prize.patron), {"w2g": True}
            await self.ask(lambda server, c: server.events.payouts.sign(own, name, prize.number, "receive", data, c))

    # ---- at a house table

    async def heat(self) -> None:
        name = f"HEAT-{self.day}"
        found = {made.id: made.state for made in await self.at.tournaments.all()}.get(name)
        if found is None:
            await self.plan_heat(name)
        elif found == heats.SUBMITTED:
            proof = self.proof("commission-1")
            await self.ask(lambda server, c: server.tournaments.approve(proof, name, "", c))
        elif found == heats.ENTERING:
            for badge in self.patrons[-HEAT_SEATS:]:
                with contextlib.suppress(Refused):
                    await self.enter_heat(name, badge)
            proof = self.proof("supervisor-1")
            await self.ask(lambda server, c: server.tournaments.draw(proof, name, c))
        elif found == heats.PLAYING:
            await self.play_heat(name)
        elif found == heats.OVER:
            proof = self.proof("manager-1")
            await self.ask(lambda server, c: server.tournaments.pay(proof, name, c))

    async def plan_heat(self, name: str) -> None:
        manager = self.person("manager-1")
        sheet = Plan(
            name=name, property=HEATS_AT, game=WAGER, rounds=3, seats=HEAT_SEATS, advance=1, betting_order="button"
        )  # fmt: skip
        await self.ask(lambda server, c: server.tournaments.plan(manager, name, sheet, FEE, (60, 30), c))

    async def enter_heat(self, name: str, badge: str) -> None:
        person = self.person(badge)
        await self.money(HEATS_AT, badge, FEE)
        await self.ask(lambda server, c: server.tournaments.enter(person, name, c))

    async def play_heat(self, name: str) -> None:
        for table in self.at.tournaments.standing(name).tables:
            if table.heat is None:
                await self.play_heat_table(name, table.table_id)

    async def play_heat_table(self, name: str, table_id: str) -> None:
        proof = self.proof("supervisor-1")
        for _ in range(ACTS_AT_ONCE):
            live = await self.house.table(table_id)
            if live.turns is None or live.turns.over:
                await self.ask(lambda server, c: server.tournaments.end_table(proof, name, table_id, c))
                return
            await self.heat_act(live)

    async def heat_act(self, live: Live) -> None:
        assert live.turns is not None
        due, driver = live.turns.turn(), live.driver
        if driver.betting and due:
            await self.send(live, live.turns.names[due - 1], acts.Bet(due, WAGER, 25_00))
        elif driver.betting:
            await self.house.close_wagers(live.table.id)
        else:
            part = driver.pending.parts[0] if isinstance(driver.pending, Together) else driver.pending
            assert isinstance(part, Decide | Amount), f"participants have no answer to {part}"
            names = [c.name for c in part.choices if not c.blocked] if isinstance(part, Decide) else []
            act = acts.Chosen("stand", part.position) if "stand" in names else bots.decision(self.dice, driver)
            assert act is not None
            await self.send(live, live.turns.names[part.position - 1], act)
