"""Players that are programs: for training, for benchmarks, for a table that should not be empty.

A bot sees what its player may see and answers what its player may answer; nothing else tells it apart.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any

from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.events import Happening
from croupier.rounds.game import Game
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Amount, Arrange, Betting, Decide, Do, Meter, Request, Together

DEALER, SUPERVISOR = By("dealer"), By("supervisor")
Hear = Callable[[list[Happening]], None]
Answer = Callable[[By, acts.Act], Any]


class Bot:
    """Sits at one position, wagers the least on the game's first base wager, and decides at random.

    Override `wagers` and `decide` to play better; where a game suggests an answer (`Game.suggest`), it is given.
    """

    all_of_them = False  # whether it goes on to wager when what it has placed could stand

    def __init__(self, position: int, chips: int = 1_000_000_00, seed: int = 0) -> None:
        self.position, self.chips = position, chips
        self.by = By("player", f"bot{position}")
        self.random = random.Random(seed)
        self._base: tuple[Game | None, list[tuple[str, str]]] = (None, [])  # of the game it last played

    def wagers(self, driver: Driver) -> list[acts.Bet]:
        """What to place this round: every base wager that can be placed, until one round can be closed."""
        game, table = driver.game, driver.table
        if self._base[0] is not game:
            rules = game.posting.wagers.items()
            named = [name for name, rule in rules if rule.kind == "base" and name not in game.PLACED_LATER]
            self._base = game, [(name, game.selections(name)[0]) for name in named]
        return [
            acts.Bet(self.position, name, game.limits(table, self.position, name, on).least, on)
            for name, on in self._base[1]
        ]

    def decide(self, driver: Driver, request: Request) -> acts.Act:
        suggested = driver.game.suggest(driver.table, request)
        if suggested is not None:
            return suggested
        match request:
            case Decide():
                chips = driver.table.chips(self.position)
                names = [c.name for c in request.choices if not c.blocked and c.cost <= chips]
                return acts.Chosen(self.random.choice(names), self.position)
            case Amount():
                least = min(request.among) if request.among else request.least
                stake = acts.Staked(least, self.position)
                affordable = driver.can(self.by, stake)
                return acts.Staked(0, self.position) if request.may_decline or not affordable else stake
            case Arrange():
                hand = driver.table.hand(f"{request.position}.{request.hand}")
                return acts.Arranged(tuple(hand.cards[-request.count :]), self.position)
        raise TypeError(f"a bot has no answer to {type(request).__name__}")


def sit(driver: Driver, bots: Iterable[Bot]) -> None:
    for bot in bots:
        if not driver.table.position(bot.position).patron:
            driver.answer(bot.by, acts.Sit(bot.position, bot.by.name, bot.chips))


def play(driver: Driver, bots: list[Bot], rounds: int, hear: Hear | None = None) -> None:
    """Let bots play a number of rounds at an electronic table; `hear` is told what happened after each answer."""
    sit(driver, bots)
    if hear is None:
        _play(driver, bots, rounds, driver.answer)
    else:
        _play(driver, bots, rounds, lambda by, act: hear(driver.answer(by, act)))


def _play(driver: Driver, bots: list[Bot], rounds: int, answer: Answer) -> None:
    seats = {bot.position: bot for bot in bots}
    last = driver.felt.round + rounds
    while driver.table.felt.round < last:
        request = driver.pending
        if type(request) is Betting:
            _bet(driver, bots, answer)
        elif type(request) is Together:
            part = request.parts[0]
            bot = seats[part.position]
            answer(bot.by, bot.decide(driver, part))
        elif type(request) is Decide and request.by != "player":
            answer(SUPERVISOR, acts.Chosen(next(c.name for c in request.choices if not c.blocked)))
        elif isinstance(request, Decide | Amount | Arrange):
            bot = seats[request.position]
            answer(bot.by, bot.decide(driver, request))
        elif isinstance(request, Do):
            answer(SUPERVISOR, acts.Done())
        elif isinstance(request, Meter):
            answer(SUPERVISOR, acts.Reads(0))
        else:
            raise RuntimeError(f"the table waits for {request.asks(driver.table)}; bots play at electronic tables")


def _bet(driver: Driver, bots: list[Bot], answer: Answer) -> None:
    for bot in bots:
        if driver.table.chips(bot.position) < bot.chips // 2:
            answer(bot.by, acts.Buy(bot.position, bot.chips))
        bets = bot.wagers(driver)
        for bet in bets:
            try:
                answer(bot.by, bet)
            except Refused:
                continue
            if bet is not bets[-1] and not bot.all_of_them and driver.game.incomplete_free(driver.table, bot.position):
                break
    answer(DEALER, acts.Close())
