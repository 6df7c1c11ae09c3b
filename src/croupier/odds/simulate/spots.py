"""Decisions of a game that nobody has analysed, played by its own engine: what each choice brought, with its interval.

`worth` deals a spot again and again, with what the player sees as it is given and everything else at random, and takes
each of the choices that the table offers there; `ways_to_play` plays whole rounds by each of a few plain rules. Where
more is decided afterwards, it is decided as the game suggests, or at random where it says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from croupier.equipment.cards import card_names
from croupier.equipment.entropy import SeededEntropy, shuffled
from croupier.equipment.shoe import full_set
from croupier.games import class_of, module_of
from croupier.odds.analysis import by_the_engine
from croupier.odds.exact import NORMAL_99
from croupier.rounds import acts
from croupier.rounds.bots import Bot, play
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.events import Happening, Settled
from croupier.rounds.game import Game
from croupier.rounds.requests import Card, Decide, Request, Shuffle, Stack
from croupier.rounds.table import Table
from croupier.rulebook import Posting

if TYPE_CHECKING:
    from croupier.odds.advise import Position

SPOTS = 1_000  # rounds for each choice of a spot
ROUNDS = 2_000  # rounds for each way to play
WATCHED = 100  # rounds in which a game that has decisions asks for one
SEAT = 1
MAIN = ("base", "raise", "odds", "insurance")
Measured = tuple[float, float]  # the mean of what a round brought, per initial wager, and half of its 99 % interval


class Dealt(Chance):
    """Machines that deal a spot: the cards that a player sees are given, the others come from what is left."""

    def __init__(self, spot: Position, seed: int) -> None:
        super().__init__(SeededEntropy(seed))
        self.spot = spot
        self.rest: list[int] = []

    def _shuffle(self, request: Shuffle, table: Table) -> acts.Shuffled:
        spot, shoe = self.spot, table.shoe
        self.rest = full_set(shoe.decks, shoe.jokers, shoe.spanish)
        for card in (*spot.hand, *spot.board, *spot.seen, *(() if spot.up is None else (spot.up,))):
            self.rest.remove(card)
        self.rest = shuffled(self.rest, self.entropy)
        return acts.Shuffled(request.cut)

    def _next(self, to: str, face: str, table: Table, ahead: int = 0) -> int:
        given: tuple[int, ...] = ()
        if to in (str(SEAT), "community"):
            given = (self.spot.hand if to == str(SEAT) else self.spot.board)[len(table.hand(to).cards) + ahead :]
        elif to == "dealer" and face == "up" and not table.felt.dealer.open_cards() and not ahead:
            given = () if self.spot.up is None else (self.spot.up,)
        return given[0] if given else self.rest.pop()

    def _card(self, request: Card, table: Table) -> acts.Fall:
        return acts.Fall(self._next(request.to, request.face, table))

    def _stack(self, request: Stack, table: Table) -> acts.Falls:
        return acts.Falls(tuple(self._next(request.to, request.face, table, n) for n in range(request.count)))


class Chooser(Bot):
    """Answers one question of a round with a given choice, and the others as the game suggests."""

    def __init__(self, asked: Callable[[Driver, Decide], bool], choice: str, seed: int) -> None:
        super().__init__(SEAT, seed=seed)
        self.asked, self.choice = asked, choice
        self.offered: tuple[str, ...] = ()
        self.shown = ""  # what the first question of the round comes with

    def decide(self, driver: Driver, request: Request) -> acts.Act:
        if isinstance(request, Decide) and request.by == "player":
            self.shown = self.shown or _seen(driver.table)
            if not self.offered and self.asked(driver, request):
                can = [c.name for c in request.choices if driver.can(self.by, acts.Chosen(c.name, SEAT))]
                self.offered = tuple(can)
                if self.choice in can:
                    return acts.Chosen(self.choice, SEAT)
        return super().decide(driver, request)


def is_asked(posting: Posting) -> bool:
    """Whether a player of a game that was plugged in, or that nobody has analysed, decides something in a round.

    It says so itself by a raise among its wagers or by its moves; else a few rounds are watched.
    """
    game = posting.rulebook.plays
    module = module_of(game)
    if module is None:
        return False
    if module.startswith("croupier."):  # a game of ours that leaves a choice has its analysis
        return by_the_engine(game) and _has_raise(posting)
    table = class_of(posting.rulebook)(posting)
    return _has_raise(posting) or bool(table.moves()) or _was_asked(table)


def _has_raise(posting: Posting) -> bool:
    return any(rule.kind == "raise" for rule in posting.wagers.values())


def _was_asked(game: Game) -> bool:
    asked = False

    class Watching(Bot):
        def decide(self, driver: Driver, request: Request) -> acts.Act:
            nonlocal asked
            asked = asked or (isinstance(request, Decide) and request.by == "player" and len(request.choices) > 1)
            return super().decide(driver, request)

    driver, bot = Driver(game, mode="electronic", chance=Chance(SeededEntropy(20_19))), Watching(SEAT, seed=1)
    for _ in range(WATCHED):
        play(driver, [bot], 1)
        if asked:
            return True
    return False


def worth(posting: Posting, spot: Position, rounds: int = SPOTS) -> dict[str, Measured]:
    """What each choice of a spot brought; a spot that the game does not ask about is refused."""
    if spot.bets or spot.split or spot.zapped:
        raise ValueError("its engine deals a spot from the beginning of a round: without raises or splits before it")
    offered = _offered(posting, spot)
    found = {}
    for choice in offered:  # the same cards for every choice: what lies between them is sharper than each alone
        found[choice] = _mean(_net(posting, spot, choice, seed) for seed in range(rounds))
    return found


def _offered(posting: Posting, spot: Position) -> tuple[str, ...]:
    bot = _played(posting, spot, "", 0)[0]
    if not bot.offered:
        raise ValueError(f"the table never asks with these cards; it first asks with {bot.shown or 'nothing'}")
    return bot.offered


def _net(posting: Posting, spot: Position, choice: str, seed: int) -> float:
    return _played(posting, spot, choice, seed)[1]


def _played(posting: Posting, spot: Position, choice: str, seed: int) -> tuple[Chooser, float]:
    """One round from a spot: who played it, and what his main wagers brought per initial one."""

    def here(driver: Driver, request: Decide) -> bool:
        table = driver.table
        dealer, board = table.felt.dealer.open_cards(), table.felt.places.get("community")
        shown = board.open_cards() if board is not None else ()
        up = () if spot.up is None else (spot.up,)
        return (tuple(table.hand(str(SEAT)).cards), shown, dealer) == (spot.hand, spot.board, up)

    driver = Driver(class_of(posting.rulebook)(posting), mode="electronic", chance=Dealt(spot, seed))
    bot = Chooser(here, choice, seed)
    return bot, _round(driver, bot)


def _round(driver: Driver, bot: Bot) -> float:
    heard: list[Settled] = []

    def hear(events: Iterable[Happening]) -> None:
        heard.extend(e for e in events if isinstance(e, Settled) and e.to == "player" and e.position == bot.position)

    play(driver, [bot], 1, hear)
    rules = driver.game.posting.wagers
    main = [e for e in heard if rules[e.wager].kind in MAIN]
    base = next((e for e in main if rules[e.wager].kind == "base"), None)
    return sum(e.net for e in main) / base.stake if base is not None and base.stake else 0.0


def _seen(table: Table) -> str:
    own, dealer = table.hand(str(SEAT)).cards, table.felt.dealer.open_cards()
    board = table.felt.places.get("community")
    parts = [f"{len(own)} cards of the player's", f"{len(dealer)} of the dealer's open"]
    if board is not None:
        parts.append(f"{len(board.open_cards())} on the board")
    return ", ".join(parts) + f" (such as {card_names(own)})"


def ways_to_play(posting: Posting, rounds: int = ROUNDS) -> dict[str, Measured]:
    """What whole rounds brought by each plain rule: as the game suggests, and each choice whenever it is offered."""
    game: type[Game] = class_of(posting.rulebook)
    found: dict[str, Measured] = {}
    names: set[str] = set()

    class Watching(Bot):
        def decide(self, driver: Driver, request: Request) -> acts.Act:
            if isinstance(request, Decide) and request.by == "player":
                names.update(c.name for c in request.choices if not c.blocked)
            return super().decide(driver, request)

    class Always(Bot):
        choice = ""

        def decide(self, driver: Driver, request: Request) -> acts.Act:
            chosen = acts.Chosen(self.choice, SEAT)
            if isinstance(request, Decide) and driver.can(self.by, chosen):
                return chosen
            return super().decide(driver, request)

    def rule(bot: Bot) -> Measured:
        driver = Driver(game(posting), mode="electronic", chance=Chance(SeededEntropy(20_19)))
        return _mean(_round(driver, bot) for _ in range(rounds))

    first = "as the game suggests" if game.suggest is not Game.suggest else "decided at random"
    found[first] = rule(Watching(SEAT, seed=1))
    for name in sorted(names):
        bot = Always(SEAT, seed=1)
        bot.choice = name
        found[f"{name}, whenever it is offered"] = rule(bot)
    return found


def _mean(nets: Iterable[float]) -> Measured:
    values = list(nets)
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, NORMAL_99 * math.sqrt(spread / len(values))
