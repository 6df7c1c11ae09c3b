"""Progressive wagers: their return as the meter grows, where they break even, how often the meter is hit.

A row pays a share of the meter (`"100%"` is 1, `"10%"` is 1/10) or a fixed amount for the wager. A fixed
amount written "for 1" includes the wager, as do dollar amounts, because progressive wagers are not given
back. All money is in the unit of the wager.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

import msgspec

from croupier.odds.exact import Edge
from croupier.odds.games.cards import fivecard, let_it_ride, three_card
from croupier.odds.games.cards.boards import starting_classes
from croupier.odds.games.pai_gow import sidebets as pai_gow


class Prize(msgspec.Struct, frozen=True):
    """What a row gives: so much of the meter, and so much for each unit wagered (the wager included)."""

    share: Fraction = Fraction(0)
    fixed: Fraction = Fraction(0)


Prizes = Mapping[str, Prize]


class Progressive(msgspec.Struct, frozen=True):
    """A progressive wager: outcomes that exclude each other, with their probabilities and prizes.

    `envy` is what each other player's outcome brings a wager of one unit.
    """

    chances: dict[str, Fraction]
    prizes: dict[str, Prize]
    envy: dict[str, Fraction] = {}

    def __post_init__(self) -> None:
        for table in (self.prizes, self.envy):
            for row in table:
                if row not in self.chances:
                    raise ValueError(f"the table names {row!r}; this wager knows {', '.join(self.chances)}")

    def fixed_return(self, players: int = 1) -> Fraction:
        """What one unit brings on average without the meter, envy of the other players included."""
        own = sum((self.chances[row] * prize.fixed for row, prize in self.prizes.items()), Fraction(0))
        return own + (players - 1) * self.envy_return()

    def envy_return(self) -> Fraction:
        """What one other player's hand brings on average."""
        return sum((self.chances[row] * amount for row, amount in self.envy.items()), Fraction(0))

    def meter_rate(self) -> Fraction:
        """The part of the meter won by one wager on average: the slope of the return."""
        return sum((self.chances[row] * prize.share for row, prize in self.prizes.items()), Fraction(0))

    def house_edge(self, meter: Fraction | int, players: int = 1) -> Fraction:
        """The edge with so many units on the meter at the time of the wager."""
        return 1 - self.fixed_return(players) - self.meter_rate() * Fraction(meter)

    def break_even(self, players: int = 1) -> Fraction:
        """The meter, in units of the wager, at which the wager costs nothing."""
        rate = self.meter_rate()
        if not rate:
            raise ValueError("no row pays a share of the meter: there is no break-even meter")
        return max(Fraction(0), (1 - self.fixed_return(players)) / rate)

    def hit(self) -> Fraction:
        """How often the wager is paid at all."""
        return sum((self.chances[row] for row in self.prizes), Fraction(0))

    def edge(self, meter: Fraction | int, *, conditions: str = "") -> Edge:
        """All figures with so many units on the meter, without envy."""
        rows = [
            (self.prizes[row].fixed + self.prizes[row].share * Fraction(meter) - 1, self.chances[row])
            for row in self.prizes
        ]
        rows.append((Fraction(-1), 1 - self.hit()))
        return Edge.from_distribution(rows, conditions=conditions)

    def average_meter(self, seed: Fraction | int, rate: Fraction) -> Fraction:
        """The meter in the long run if each wager adds `rate` and the whole prize resets it to `seed`.

        A wager adds `rate` and takes away on average what it wins; a reset puts back the seed. Hits do not
        depend on the meter, so this is also the average top prize.
        """
        taken = self.meter_rate()
        if not taken:
            raise ValueError("no row pays a share of the meter: it never falls")
        whole = sum((self.chances[row] for row, prize in self.prizes.items() if prize.share == 1), Fraction(0))
        return (Fraction(rate) + whole * Fraction(seed)) / taken


def five_card(
    prizes: Prizes, envy: Mapping[str, Fraction] | None = None, *, kept: Mapping[str, Fraction] | None = None
) -> Progressive:
    """Multi-Link on five dealt cards. `kept` gives the chances where some winning hands are folded too early."""
    counts = fivecard.category_counts(5)
    total = sum(counts.values())
    chances = {row: Fraction(count, total) for row, count in counts.items()}
    if kept is not None:
        chances = dict(kept)
        chances["folded"] = 1 - sum(chances.values(), Fraction(0))
    return Progressive(chances, dict(prizes), dict(envy or {}))


def kept_in_three_card(rules: three_card.ThreeCardRules) -> dict[str, Fraction]:
    """Five-card hands of own three and two community cards, without those folded on the first three."""
    kept = let_it_ride.final_classes(three_card.plays(rules))
    return fivecard.by_category([Fraction(count, comb(52, 3) * 49 * 48) for count in kept])


def kept_with_two(played: Callable[[str], bool]) -> dict[str, Fraction]:
    """Five-card hands of two own cards and the flop, without the starting hands that are folded before it."""
    classes, names = starting_classes()
    kept = [0] * fivecard.CLASSES
    for number, name in enumerate(names):
        if played(name):
            places = [place for place, found in enumerate(classes) if found == number]
            counts = fivecard.completed(hole_cards(places[0]))
            for place, count in enumerate(counts):
                kept[place] += len(places) * int(count)
    return fivecard.by_category([Fraction(count, comb(52, 2) * comb(50, 3)) for count in kept])


def hole_cards(place: int) -> tuple[int, int]:
    """The two cards at a place of the list of all pairs."""
    high = 1
    while high * (high + 1) // 2 <= place:
        high += 1
    return place - high * (high - 1) // 2, high


def three_card_own(prizes: Prizes, envy: Mapping[str, Fraction] | None = None) -> Progressive:
    """The Three Card Poker progressive on the player's own three cards."""
    counts = three_card.category_counts()
    total = sum(counts.values())
    chances = {row: Fraction(count, total) for row, count in counts.items()}
    return Progressive(chances, dict(prizes), dict(envy or {}))


def fortune(prizes: Prizes) -> Progressive:
    """The Fortune Pai Gow progressive: the best hand among the seven cards.

    A natural seven-card straight flush and one with the joker are one row here if the table has only
    `seven-card-straight-flush` (its note lets the joker complete one).
    """
    counts = pai_gow.category_counts()
    if "seven-card-straight-flush-joker" not in prizes:
        counts["seven-card-straight-flush"] += counts.pop("seven-card-straight-flush-joker")
    if "royal-match" not in prizes:
        counts["royal-flush"] += counts.pop("royal-match")
    chances = {row: Fraction(count, pai_gow.HANDS) for row, count in counts.items()}
    return Progressive(chances, dict(prizes))


def blazing_sevens(prizes: Prizes, decks: int) -> Progressive:
    """Blazing 7's: sevens among the player's first two cards and the dealer's up card."""
    cards, sevens = 52 * decks, 4 * decks
    total = cards * (cards - 1) * (cards - 2)
    suited = 4 * decks * (decks - 1) * (decks - 2)
    coloured = 2 * (2 * decks) * (2 * decks - 1) * (2 * decks - 2) - suited
    three = sevens * (sevens - 1) * (sevens - 2) - suited - coloured
    others = cards - sevens
    two = sevens * (sevens - 1) * others
    one = 2 * sevens * others * (cards - 2)
    chances = {
        "three-sevens-suited": Fraction(suited, total),
        "three-sevens-coloured": Fraction(coloured, total),
        "three-sevens": Fraction(three, total),
        "two-sevens": Fraction(two, total),
        "one-seven": Fraction(one, total),
    }
    chances["none"] = 1 - sum(chances.values(), Fraction(0))
    return Progressive(chances, dict(prizes))
