"""Poker tournaments for tests: plans, a seeded event, and one on a real floor with players who are programs."""

import random
from typing import Any

from croupier.demo.poker_tournament_players import HandSeconds, choice, play
from croupier.equipment.entropy import SeededEntropy
from croupier.house.house import House
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.director import Director
from croupier.house.tournaments.poker.plan import Plan
from croupier.house.tournaments.poker.play import PokerTournament
from croupier.house.tournaments.poker.state import REGISTERING
from croupier.house.tournaments.structure_sheets import plan_from

from .crew import PASSWORD
from .houses import Floor

PLACE = "horseshoe-baltimore"
NAME = "SUNDAY"


def plan_of(sheet: str = "daily", **given: Any) -> Plan:
    money = {"prize": 80_00, "administration": 12_00, "house": 8_00}
    return plan_from(sheet, **({"name": "Sunday", "property": PLACE} | money | given))


def post(house: House, *names: str) -> None:
    """Tournaments of the room whose sheets are posted."""

    def work(tx: Tx) -> None:
        for name in names:
            store.add(tx, name, plan_of(), {}, REGISTERING, house.sources.now_us())

    house.writer.run(work)


def replayed(plan: Plan, journal: list[acts.Any]) -> PokerTournament:
    """The tournament that these acts lead to."""
    made = PokerTournament(plan, None)
    for act in journal:
        made.do(act)
    return made


class Seeded:
    """An event away from any record."""

    def __init__(self, players: int, sheet: str = "daily", seed: str = "event", **given: Any) -> None:
        options = given.pop("options", None)
        self.event = PokerTournament(plan_of(sheet, **given), options)
        self.clock, self.entropy, self.seed = HandSeconds(), SeededEntropy(seed), seed
        self.director = Director(self.event, self.entropy, self.clock)
        self.told: list[str] = []
        for number in range(players):
            self.event.do(self.director.register(f"p{number}"))

    def start(self) -> "Seeded":
        self.event.do(self.director.start())
        return self

    def play(self) -> PokerTournament:
        play(self.event, self.entropy, self.clock, self.seed, self.told.append)
        return self.event


class EventFloor(Floor):
    """A house with a tournament desk; `rng` decides for the players."""

    def __init__(self, url: str, *args: Any, **options: Any) -> None:
        super().__init__(url, *args, **options)
        self.rng = random.Random("floor")
        self.events = PokerTournaments(self.house)

    def staff(self) -> None:
        super().staff()
        more = [(f"player-{n}", f"Player {n}", "player") for n in range(4, 25)]
        self.house.people.add_demo([*more, ("clerk-9", "Clerk", "clerk")], PASSWORD)

    def balance(self, account: str) -> int:
        with self.storage.reading() as conn:
            return self.house.ledger.balance(conn, account)

    async def enter(self, *players: int, name: str = NAME, cents: int = 1_000_00) -> None:
        for number in players:
            badge = f"player-{number}"
            await self.fund(badge, cents, PLACE)
            await self.events.register(self.person("supervisor-1"), name, badge, f"TR-{number}")

    async def hand(self, table: int, name: str = NAME) -> None:
        """One hand, by its players."""
        await self.events.deal(self.person("dealer-1"), name, table)
        await self.finish(table, name)

    async def finish(self, table: int, name: str = NAME) -> None:
        while True:
            game = (await self.events.live(name)).game
            if table not in game.tables or game.tables[table].hand is None:
                return
            act = choice(game, table, self.rng, game.now_us)
            who = self.person(act.name)
            await self.events.play(who, name, table, act.verb, act.amount, act.cards)

    async def play_out(self, name: str = NAME, hands: int = 5_000) -> None:
        dealer = self.person("dealer-1")
        for _ in range(hands):
            live = await self.events.live(name)
            if live.game.state == "over":
                return
            if live.director.due() is not None:
                await self.events.arrange(dealer, name)
                live = await self.events.live(name)
            under_way = [number for number, felt in live.game.tables.items() if felt.hand is not None]
            if under_way:
                await self.finish(under_way[0], name)
                continue
            ready = live.director.ready()
            if ready:
                await self.hand(ready[0], name)
            self.clock.advance(120 * 1_000_000)
        raise AssertionError("the tournament never ended")
