"""Progressive wagers of a property beside the games they may be linked to: edge by meter, break-even, envy, growth.

Every prize is read from the property's book of progressives. A share of the meter is worth what stands on it; so
each line states the meter it holds for, the meter at which the wager costs nothing, and how the meter grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from croupier.equipment.money import money, parse_money
from croupier.games.progressive import OUTCOMES
from croupier.odds.cache import remembered
from croupier.odds.games import meters as progressives
from croupier.odds.games.cards import books, mississippi, texas_bonus
from croupier.odds.games.meters import Prize, Progressive
from croupier.odds.long_work import long_work
from croupier.odds.posting import Figure, Unanalysed, net, part
from croupier.rulebook import Posting
from croupier.rulebook.payouts import Odds
from croupier.rulebook.vocabulary import paid_as


class Linked(msgspec.Struct, frozen=True):
    """A progressive as one game offers it. Money in cents, chances and prizes per wager."""

    name: str
    table: str
    line: int
    stake: int
    seed: int
    increment: Fraction
    positions: int
    odds: Progressive
    note: str = ""

    def break_even(self, players: int = 1) -> int | None:
        """The meter in cents at which the wager costs nothing, rounded up; none if it cannot be won at all."""
        if not self.odds.meter_rate():
            return None
        cents = self.odds.break_even(players) * self.stake
        return -(-cents.numerator // cents.denominator)

    def top_chance(self) -> Fraction:
        """How likely one wager takes the whole meter."""
        rows = [row for row, prize in self.odds.prizes.items() if prize.share == 1]
        return sum((self.odds.chances[row] for row in rows), Fraction(0))

    def average_meter(self) -> int:
        """Where the meter stands in the long run, in cents."""
        units = self.odds.average_meter(Fraction(self.seed, self.stake), self.increment)
        return int(units * self.stake)

    def curve(self, points: int = 60) -> list[tuple[int, float]]:
        """House edge by meter, from nothing to half as much again as the break-even meter."""
        most = max((self.break_even() or 0) * 3 // 2, self.seed * 2)
        return [
            (most * k // points, float(self.odds.house_edge(Fraction(most * k // points, self.stake))))
            for k in range(points + 1)
        ]


def prize(odds: Odds, stake: int) -> Prize:
    """A row as a share of the meter or as so much for each unit; the wager itself is collected, also when it wins."""
    return Prize(share=odds.value) if odds.kind == "percent" else Prize(fixed=net(odds, stake, beside=True))


def linked(posting: Posting) -> Iterator[Linked]:
    """Every progressive that may be linked to the game of a posting, with each stake the house may post."""
    book = posting.progressives
    if book is None:
        return
    for name in posting.linkable():
        yield from _with_each_stake(posting, name)


def _with_each_stake(posting: Posting, name: str) -> Iterator[Linked]:
    assert posting.progressives is not None
    setting = posting.progressives.settings.get(f"{name}-stake")
    stakes = list(setting.choices or [setting.value]) if setting else ["$1"]
    for text in stakes:
        yield from _linked(posting, name, parse_money(str(text)))


def paid_hands(name: str, rows: Mapping[str, Prize]) -> dict[str, Prize]:
    """What each hand wins: its own row, or that of the hand it counts as where the book has none for it."""
    found = {hand: paid_as(hand, rows, OUTCOMES.get(name, {})) for hand in {**OUTCOMES.get(name, {}), **rows}}
    return {hand: rows[row] for hand, row in found.items() if row is not None and row in rows}


def _linked(posting: Posting, name: str, stake: int) -> Iterator[Linked]:
    book = posting.progressives
    assert book is not None
    tables = {table.name: table for table in reversed(book.wagers[name].pay_tables)}  # the first is the one posted
    main = tables["main"]
    prizes = paid_hands(name, {row: prize(odds, stake) for row, odds in main.rows})
    envy = {row: prize(odds, stake).fixed for row, odds in tables["envy"].rows} if "envy" in tables else {}

    def found(odds: Progressive, note: str) -> Linked:
        return Linked(
            name=name,
            table=main.label,
            line=main.line,
            stake=stake,
            seed=int(book.settings[f"{name}-seed"].value) * 100,
            increment=Fraction(int(book.settings[f"{name}-increment"].value), 100),
            positions=int(posting.get("positions", 1)),
            odds=odds,
            note=note,
        )

    if name == "multi-link":
        yield found(progressives.five_card(prizes, envy), "hands that win are not folded")
        kept = _kept(posting)
        if kept:
            words = "hands that the game's best play folds are lost"
            yield found(progressives.five_card(prizes, envy, kept=kept), words)
    elif name == "three-card":
        yield found(progressives.three_card_own(prizes, envy), "")
    elif name == "fortune-pai-gow":
        yield found(progressives.fortune(prizes), "")
    elif name == "blazing-7s":
        decks = int(posting["decks"])
        yield found(progressives.blazing_sevens(prizes, decks), f"{decks} deck{'s' if decks > 1 else ''}")
    else:
        raise Unanalysed(f"{name}: no analysis of this progressive yet")


def _kept(posting: Posting) -> dict[str, Fraction] | None:
    """The chances of five-card hands under a game's own best play, where it folds before all five are seen.

    A function here bears the name of such a game, so that the figures of no other game follow from it.
    """
    found = globals().get(f"kept_in_{posting.rulebook.plays.replace('-', '_')}")
    return found(posting) if found else None


def kept_in_mississippi_stud(posting: Posting) -> dict[str, Fraction]:
    kept: dict[str, Fraction] = remembered("mississippi", mississippi.analyse, books.mississippi_rules(posting)).kept
    return kept


def kept_in_three_card_poker(posting: Posting) -> dict[str, Fraction]:
    return progressives.kept_in_three_card(books.three_card_rules(posting))


def kept_in_texas_holdem_bonus(posting: Posting) -> dict[str, Fraction]:
    found = long_work("texas-bonus", texas_bonus.Analysis, books.texas_bonus_rules(posting))
    played = {hand.name for hand in found.hands if hand.play > -1}
    return progressives.kept_with_two(lambda name: name in played)


def figures(posting: Posting) -> Iterator[Figure]:
    """The progressives beside a game: with one player, and where envy is paid with every position taken."""
    for name in posting.linkable():
        yield from part(posting, name, _figures(posting, name))


def _figures(posting: Posting, name: str) -> Iterator[Figure]:
    for one in _with_each_stake(posting, name):
        yield _figure(one, 1)
        if one.odds.envy and one.positions > 1:
            yield _figure(one, one.positions)


def _figure(one: Linked, players: int) -> Figure:
    units = Fraction(one.seed, one.stake)
    edge = one.odds.edge(units)
    notes = [one.note, f"wager of {money(one.stake)}", f"meter {money(one.seed)}"]
    if players > 1:
        # Envy adds to the mean; its part of the deviation is left out, as the text of the line says.
        edge = msgspec.structs.replace(edge, house_edge=one.odds.house_edge(units, players), distribution=())
        notes.append(f"with envy of {players - 1} other players (deviation without it)")
    even = one.break_even(players)
    details = ["the meter cannot be won" if even is None else f"breaks even at a meter of {money(even)}"]
    if top := one.top_chance():
        details.append(f"the whole meter once in {float(1 / top):,.0f} wagers")
        details.append(f"meter {money(one.average_meter())} in the long run")
    words = "; ".join(note for note in notes if note)
    return Figure(wager=one.name, table=one.table, line=one.line, edge=edge, note=words, detail="; ".join(details))
