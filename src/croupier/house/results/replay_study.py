"""What only a replay shows: whether wagers rise with the cards that are left, and what decisions cost.

A journal is played again. Whenever wagers close at a game dealt from a shoe, what the shoe still holds says what each
wager is worth now, by the effects of removal that `croupier protect` states. A patron whose wagers follow that worth,
shoe after shoe, knows something of the cards. Each decision is held to the exact worth of every choice there was.
Positions are worked out once, and in a limited time: the figures say how many decisions were looked at, of how many.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from croupier.games import class_of, game_of
from croupier.games.shoegame import CONTINUOUS, ShoeGame
from croupier.house.record import journals, kept_books
from croupier.house.record.database.storage import Storage
from croupier.house.tables.wager_rows import units
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.replay import start
from croupier.rounds.requests import Betting, Decide, Request, Together
from croupier.rulebook import Posting, rulebook

if TYPE_CHECKING:
    from croupier.equipment.shoe import Shoe

ADVICE_S = 20.0  # for the decisions of one journal
RANKS = 13


class ShoePlay(msgspec.Struct, frozen=True, array_like=True):
    """One patron's wagers of one kind in one shoe: stakes in cents, worths as shares of a unit, to the player."""

    patron: str
    wager: str
    first_us: int
    rounds: int
    stakes: int
    worths: float  # above that of the full shoe
    products: float  # of stake and worth
    squares: float  # of worths
    least: int
    most: int


class Decisions(msgspec.Struct, frozen=True, array_like=True):
    """One patron's decisions under one dealer: how many there were, how many were looked at, what those gave up."""

    patron: str
    made: int
    looked_at: int
    mistakes: int
    cents: float


class Study(msgspec.Struct, frozen=True, array_like=True):
    journal: str
    number: int  # the entry that it goes to
    shoes: tuple[ShoePlay, ...]
    decisions: tuple[Decisions, ...]


def studied(url: str, journal: str, from_us: int, to_us: int) -> Study:
    """One journal; runs in a process of its own."""
    storage = Storage(url)
    try:
        with storage.reading() as conn:
            return study(conn, journal, from_us, to_us)
    finally:
        storage.close()


def study(conn: Connection, journal: str, from_us: int, to_us: int, advice_s: float = ADVICE_S) -> Study:
    books = kept_books.of_journal(conn, journal)
    driver: Driver | None = None
    shoes: _Shoes | None = None
    advised: _Advised | None = None
    number = 0
    for stored in journals.entries(conn, journal):
        if stored.at_us >= to_us:
            break
        entry = stored.entry
        if driver is None or shoes is None or advised is None:
            driver = start(entry, lambda opened: game_of(opened, books))
            shoes, advised = _Shoes(driver.game.posting), _Advised(driver, advice_s)
        elif stored.at_us >= from_us:
            if isinstance(entry.act, acts.Close) and type(driver.pending) is Betting:
                shoes.closed(driver, stored.at_us)
            elif isinstance(entry.act, acts.Chosen) and (asked := _asked(driver.pending, entry.act.position)):
                advised.chosen(driver, asked, entry.act)
        driver.follow(entry)
        number = entry.number
    return Study(journal, number, shoes.done() if shoes else (), advised.done() if advised else ())


def _asked(pending: Request, position: int) -> Decide | None:
    """What a player was asked, alone or together with others."""
    parts = pending.parts if isinstance(pending, Together) else (pending,)
    return next((part for part in parts if isinstance(part, Decide) and part.position == position), None)


# ---- what the cards that are left say


class Worth(msgspec.Struct, frozen=True):
    """What a unit gains when a card of each rank has left the full shoe, deuce to ace."""

    effects: tuple[float, ...]
    cards: int

    def of(self, shoe: Shoe) -> float:
        """What a unit is worth more than from the full shoe, by the cards that were seen."""
        left = max(self.cards - len(shoe.seen), 1)
        return sum(self.effects[card >> 2] for card in shoe.seen if card >> 2 < RANKS) * (self.cards - 1) / left


def worths(posting: Posting, wagers: set[str]) -> dict[str, Worth]:
    """For each wager that is dealt from a shoe and was made; empty where the game has none."""
    from croupier.odds.cache import remembered

    found = {}
    for wager in sorted(wagers):
        effects = remembered("removal", _effects, posting.rulebook.key, dict(posting.chosen), wager)
        if effects is not None:
            found[wager] = Worth(*effects)
    return found


def _effects(key: str, options: dict[str, Any], wager: str) -> tuple[tuple[float, ...], int] | None:
    from croupier.odds.posting import open_posting
    from croupier.odds.protection import blackjack
    from croupier.odds.protection.report import MAIN
    from croupier.odds.protection.shoes import effects
    from croupier.odds.protection.wagers import watched

    place, _, rest = key.partition("/")
    game, _, day = rest.partition("@")
    posting = open_posting(rulebook(place, game, day), options)
    if wager == MAIN:
        from croupier.odds.games.twentyone.books import rules_of
        from croupier.odds.games.twentyone.hands import value_of

        rules = rules_of(posting)
        by_value = blackjack.effects(rules)
        return tuple(by_value[value_of(rank * 4)] for rank in range(RANKS)), int(sum(rules.shoe))
    for one in watched(posting):
        if one.wager == wager:
            gained = effects(one.value, one.shoe, one.suits)
            return tuple(float(gain) for gain in gained), int(one.shoe.sum())
    return None


class _Shoes:
    """Follows the shoes of a table; effects are worked out for wagers that somebody makes."""

    def __init__(self, posting: Posting) -> None:
        self._posting, self._units = posting, units(posting)
        self._of_shoe = _from_shoe(posting)
        self._worths: dict[str, Worth | None] = {}
        self._shoe, self._dealt = 0, -1
        self._sums: dict[tuple[str, str, int], list[Any]] = {}
        self._kinds: dict[str, set[str]] = {}  # what each patron has wagered on so far

    def closed(self, driver: Driver, at_us: int) -> None:
        if not self._of_shoe:
            return
        table = driver.table
        if table.shoe.dealt < self._dealt or table.shoe.fresh:
            self._shoe += 1
        self._dealt = table.shoe.dealt
        stakes: dict[tuple[str, str], int] = {}
        for wager in table.felt.wagers:
            if self._units.get(wager.kind) == wager.kind:
                key = (table.position(wager.position).patron, wager.kind)
                stakes[key] = stakes.get(key, 0) + wager.stake
        for seat in table.felt.positions:  # who sits there and waits says something too
            for kind in self._kinds.get(seat.patron, ()):
                stakes.setdefault((seat.patron, kind), 0)
        for (patron, kind), stake in stakes.items():
            worth = self._worth(kind)
            if patron and worth is not None:
                self._kinds.setdefault(patron, set()).add(kind)
                self._add((patron, kind, self._shoe), stake, worth.of(table.shoe), at_us)

    def _worth(self, wager: str) -> Worth | None:
        if wager not in self._worths:
            self._worths[wager] = worths(self._posting, {wager}).get(wager)
        return self._worths[wager]

    def _add(self, key: tuple[str, str, int], stake: int, worth: float, at_us: int) -> None:
        sums = self._sums.setdefault(key, [at_us, 0, 0, 0.0, 0.0, 0.0, stake, stake])
        for place, more in enumerate((1, stake, worth, stake * worth, worth * worth), 1):
            sums[place] += more
        sums[6], sums[7] = min(sums[6], stake), max(sums[7], stake)

    def done(self) -> tuple[ShoePlay, ...]:
        return tuple(ShoePlay(patron, wager, *sums) for (patron, wager, _), sums in sorted(self._sums.items()))


def _from_shoe(posting: Posting) -> bool:
    return issubclass(class_of(posting.rulebook), ShoeGame) and posting.get("dealing", "shoe") != CONTINUOUS


# ---- what decisions cost


class _Advised:
    """Holds decisions to the exact worth of each choice; the same position is worked out once."""

    def __init__(self, driver: Driver, seconds: float) -> None:
        self._posting, self._game = driver.game.posting, driver.game.NAME
        self._left = seconds
        self._known: dict[Any, dict[str, Any] | None] = {}
        self._sums: dict[str, list[Any]] = {}
        base = next(iter(units(self._posting).values()), "")
        self._base = base

    def chosen(self, driver: Driver, request: Decide, act: acts.Chosen) -> None:
        seat = driver.table.position(request.position) if request.position else None
        if seat is None or not seat.patron or len(request.choices) < 2:
            return
        sums = self._sums.setdefault(seat.patron, [0, 0, 0, 0.0])
        wager = driver.table.wager(self._base, request.position)
        cost = self._cost(driver, request, act.name) if wager is not None else None
        if cost is None and not self._decides():
            return
        sums[0] += 1
        if cost is None or wager is None:
            return
        sums[1] += 1
        sums[2] += cost > 1e-9
        sums[3] += cost * wager.stake

    def _decides(self) -> bool:
        from croupier.odds.analysis import analysis_of

        known = analysis_of(self._game)
        return known is not None and known.advise is not None

    def _cost(self, driver: Driver, request: Decide, name: str) -> float | None:
        from croupier.odds.strategy_bot import choice_for, position_of

        if not self._decides():
            return None
        offered = [choice.name for choice in request.choices]
        position = position_of(driver.table, self._game, request.position, request.hand)
        values = self._values(position)
        if values is None:
            return None
        worth = {there: float(value) for best, value in values.items() if (there := choice_for(best, offered))}
        return max(worth.values()) - worth[name] if name in worth else None

    def _values(self, position: Any) -> dict[str, Any] | None:
        from croupier.odds.advise import advise
        from croupier.odds.posting import BadInput

        if position not in self._known:
            if self._left <= 0:
                return None
            began = time.perf_counter()
            try:
                self._known[position] = dict(advise(self._posting, position).values)
            except (BadInput, ValueError, KeyError):
                self._known[position] = None
            self._left -= time.perf_counter() - began
        return self._known[position]

    def done(self) -> tuple[Decisions, ...]:
        return tuple(Decisions(patron, *sums) for patron, sums in sorted(self._sums.items()) if sums[0])
