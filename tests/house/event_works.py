"""What a process does until a test kills it: tournament hands, rounds with a progressive, money for a promotion."""

import random

from croupier.demo.poker_tournament_players import choice
from croupier.house.money.poker_funds import BAD_BEAT
from croupier.house.promotions.desk import Promotions
from croupier.rounds import acts

from .conftest import CHEAP
from .poker_events import NAME, PLACE, EventFloor

SEED_CENTS = 1_000_00


async def main(url: str, seed: str) -> None:
    floor = EventFloor(url, seed=seed, hasher=CHEAP)
    works = Works(floor, seed)
    print("up", flush=True)
    while True:
        await works.tournament()
        await works.progressive()
        await works.promotion()


class Works:
    def __init__(self, floor: EventFloor, seed: str) -> None:
        self.floor, self._seed, self._rng, self._number = floor, seed, random.Random(seed), 0
        self._promotions = Promotions(floor.house)

    def _named(self, what: str) -> str:
        self._number += 1
        return f"{what}-{self._seed}-{self._number}"

    async def tournament(self) -> None:
        """One act of somebody's, or the next hand."""
        floor, events = self.floor, self.floor.events
        game = (await events.live(NAME)).game
        playing = [number for number, felt in game.tables.items() if felt.hand is not None]
        if playing:
            act = choice(game, playing[0], self._rng, game.now_us)
            name = self._named("play")
            who = floor.person(act.name)
            await events.play(who, NAME, playing[0], act.verb, act.amount, act.cards, command=name)
        else:
            name = self._named("deal")
            await events.deal(floor.person("dealer-1"), NAME, min(game.tables), name)
        print(name, flush=True)

    async def progressive(self) -> None:
        """A round with a wager on the progressive."""
        house, who = self.floor.house, self.floor.person("player-24")
        table = await house.table("E-1")
        if table.held:  # a win that people have to verify: the table waits for them
            return
        if not table.driver.betting:  # the round that the last process was killed in
            await house.answer("E-1", who, acts.Chosen("play", 1))
            return
        for wager, cents in (("ante", 10_00), ("progressive", 5_00)):
            if table.driver.table.wager(wager, 1) is None:
                name = self._named(f"bet-{wager}")
                await house.answer("E-1", who, acts.Bet(1, wager, cents), command_id=name)
                print(name, flush=True)
        await house.close_wagers("E-1")
        await house.answer("E-1", who, acts.Chosen("play", 1))

    async def promotion(self) -> None:
        name = self._named("seed")
        both = self.floor.proof("manager-1"), self.floor.proof("administrator-1")
        await self._promotions.seed(both, PLACE, BAD_BEAT, SEED_CENTS, name)
        print(name, flush=True)
