"""The expectation of optimal blackjack as an exact fraction.

The strategy that the analysis found is evaluated modulo several primes; the remainders give the numerator
over a denominator known beforehand. One prime more than needed checks the result, so that it is proven,
and it shows that the analysis in doubles is right to every digit it reports.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from math import comb, lcm

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.exact import Edge
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone import modular as bm
from croupier.odds.games.twentyone import split as bs
from croupier.odds.games.twentyone.game import Deal, solve
from croupier.odds.games.twentyone.hands import ACE, TEN, VALUES
from croupier.odds.games.twentyone.kernel import FREE, REAL, SPLIT, SURRENDER, ZAP
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.solve import Actions, UpTable, up_table

# How many cards the sums may distinguish; the denominator follows. The first that proves right is taken.
CARDS_MOST = (20, 25, 30, 40)


class Field:
    """Arithmetic modulo a prime, with the inverses of every number of cards."""

    def __init__(self, prime: int, cards: int) -> None:
        self.prime = prime
        inverse = [0, 1]
        for n in range(2, cards + 1):
            inverse.append((prime - prime // n) * inverse[prime % n] % prime)
        self.inverse: NDArray[np.int64] = np.array(inverse, dtype=np.int64)

    def divide(self, a: int, b: int) -> int:
        return a % self.prime * pow(b, -1, self.prime) % self.prime

    def of(self, fraction: Fraction) -> int:
        return self.divide(fraction.numerator, fraction.denominator)


def falling(n: int, k: int) -> int:
    result = 1
    for i in range(k):
        result *= max(n - i, 0)
    return result


class _Up:
    """One up card of a strategy, modulo a prime."""

    def __init__(self, table: UpTable, field: Field) -> None:
        self.table, self.field = table, field

    def values(self, first_hands: list[int], action: Actions) -> NDArray[np.int64]:
        """What first hands that are neither split nor exchanged are worth."""
        table, field = self.table, self.field
        roots = np.zeros(len(table.hands.total), dtype=np.bool_)
        roots[first_hands] = True
        met, needed = bm.meets(roots, action, table.hands.child)
        worth = np.zeros(len(roots), dtype=np.int64)
        bm.worth_residues(
            table.shoe, table.up, -1, 0, REAL, met, needed, action, table.flags, table.hands.counts,
            table.total, table.hands.child, table.free_double, *table.tree,
            field.prime, field.inverse, worth,
        )  # fmt: skip
        return worth

    def alive(self, first: int, second: int) -> int:
        """The chance of no dealer's blackjack beside two cards, whatever the rules do with it."""
        left = self.table.shoe - bh.as_counts([self.table.up, first, second])
        return self.field.of(no_blackjack(left, self.table.up))

    def split(self, pair: int, actions: list[Actions]) -> int:
        table, field = self.table, self.field
        limit = table.limit(pair)
        matching = int(table.shoe[pair]) - 2 - (1 if table.up == pair else 0)
        cards = int(table.shoe.sum()) - 3
        free = pair in table.rules.free_splits
        needed = bs.removals_needed(limit)
        singles = np.zeros((2, needed, 2), dtype=np.int64)
        for kind in (REAL, FREE) if free else (REAL,):
            bm.split_residues(
                table.shoe, table.up, pair, kind, min(needed, matching + 1),
                table.after_split(pair, kind, actions), table.flags, table.hands.counts,
                table.total, table.hands.child, table.free_double, *table.tree,
                field.prime, field.inverse, singles[kind],
            )  # fmt: skip
        return _together(limit, singles, matching, cards, free, field)


def _together(limit: int, hands: NDArray[np.int64], matching: int, cards: int, free: bool, field: Field) -> int:
    """`blackjack_split.together` modulo a prime."""
    value = 0
    for course in bs.courses(limit):
        chance = Fraction(falling(matching, course.paired), falling(cards, course.paired))
        for kind, count, column, conditions in bs.groups(course, free):
            part = Fraction(0)
            total = 0
            for misses in range(min(conditions, matching - course.paired) + 1 if chance else 0):
                ways = Fraction(falling(matching - course.paired, misses), falling(cards - course.paired, misses))
                part = (-1) ** misses * comb(conditions, misses) * ways
                single = int(hands[kind, course.paired + misses, column // 2])
                total += field.of(part) * single
            value += field.of(chance) * course.orders * count * (total % field.prime)
    return value % field.prime


def no_blackjack(left: NDArray[np.int64], up: int) -> Fraction:
    cards = int(left.sum())
    if up == ACE:
        return 1 - Fraction(int(left[TEN]), cards)
    return 1 - Fraction(int(left[ACE]), cards) if up == TEN else Fraction(1)


def dealer_22(table: UpTable, left: NDArray[np.int64]) -> Fraction:
    """The chance that the dealer ends with 22, drawing from these cards."""
    chance = Fraction(0)
    cards = int(left.sum())
    for drawn, (end, orders) in bh.dealer_hands(table.up, table.rules.hits_soft_17).items():
        if end == bh.DEALER_22:
            ways = orders
            for value, count in enumerate(drawn):
                ways *= falling(int(left[value]), count)
            chance += Fraction(ways, falling(cards, sum(drawn)))
    return chance


def pushed_blackjacks(rules: TwentyOneRules) -> Fraction:
    """How often a dealer's 22 returns a player's blackjack, where it does at all."""
    if not rules.push_22_blackjacks:
        return Fraction(0)
    chance = Fraction(0)
    for up in rules.push_22:
        table = up_table(rules, rules.shoe, up)
        left = table.shoe - bh.as_counts([up, ACE, TEN])
        chance += _deal_chance(rules.shoe, up, ACE, TEN) * dealer_22(table, left)
    return chance


def _deal_chance(shoe: tuple[int, ...], up: int, first: int, second: int) -> Fraction:
    left, cards = list(shoe), sum(shoe)
    chance = Fraction(1 if first == second else 2)
    for value in (up, first, second):
        chance *= Fraction(left[value], cards)
        left[value] -= 1
        cards -= 1
    return chance


def _up_residue(rules: TwentyOneRules, shoe: tuple[int, ...], up: int, deals: list[Deal], field: Field) -> int:
    """The expectation of one up card's deals."""
    table = up_table(rules, shoe, up)
    here = _Up(table, field)
    plain = [d for d in deals if not d.is_blackjack and d.choice not in (SPLIT, SURRENDER, ZAP)]
    pair = table.hands.pair
    worth = here.values([int(pair[d.first, d.second]) for d in plain], table.actions[REAL])
    total = 0
    for deal in deals:
        chance = field.of(_deal_chance(shoe, up, deal.first, deal.second))
        alive = here.alive(deal.first, deal.second)
        if deal.is_blackjack:
            pushed = Fraction(0)
            if rules.push_22_blackjacks and up in rules.push_22:
                pushed = dealer_22(table, table.shoe - bh.as_counts([up, ACE, TEN]))
            value = field.of(rules.blackjack_pays) * (alive - field.of(pushed))
        elif deal.choice == SURRENDER:
            lost = 0 if up in rules.early_surrender else 1 - alive
            value = -field.of(Fraction(1, 2)) * (1 + lost)  # half, and the other half with a blackjack of the dealer
        else:
            if deal.choice == SPLIT:
                value = here.split(deal.first, table.actions)
            elif deal.choice == ZAP:
                value = _zap_residue(rules, shoe, deal, field)
            else:
                value = int(worth[pair[deal.first, deal.second]])
            if not rules.blackjack_takes_all:
                value -= 1 - alive
        total += chance * value
    return total % field.prime


def _zap_residue(rules: TwentyOneRules, shoe: tuple[int, ...], deal: Deal, field: Field) -> int:
    """The value of two new cards for an exchanged hand."""
    rest = list(shoe)
    rest[deal.first] -= 1
    rest[deal.second] -= 1
    table = up_table(rules, tuple(rest), deal.up)
    here = _Up(table, field)
    pair = table.hands.pair
    best: dict[tuple[int, int], int] = {}
    for first in range(VALUES):
        for second in range(first, VALUES):
            options = table.choices(first, second)
            best[first, second] = max(options, key=lambda choice: options[choice])
    stay = [int(pair[cards]) for cards, choice in best.items() if choice != SPLIT]
    worth = here.values(stay, table.actions[REAL])
    shown = Fraction(rest[deal.up], sum(rest))
    total = 0
    for (first, second), choice in best.items():
        chance = field.of(_deal_chance(tuple(rest), deal.up, first, second) / shown)
        if chance:
            value = here.split(first, table.actions) if choice == SPLIT else int(worth[pair[first, second]])
            total += chance * value
    return total % field.prime


@functools.lru_cache(maxsize=32)
def expectation(rules: TwentyOneRules) -> Fraction:
    """The player's exact expectation under the optimal strategy."""
    solution = solve(rules)
    shoe = rules.shoe
    cards = sum(shoe)
    scale = lcm(rules.blackjack_pays.denominator, 2)
    denominators = [falling(cards, min(most, cards)) * scale for most in CARDS_MOST]
    by_up = {up: [deal for deal in solution.deals if deal.up == up] for up in range(VALUES)}
    modulus, number = 1, 0  # the expectation is `number` modulo `modulus`
    for prime in primes_below(1 << 31):
        field = Field(prime, cards)
        residue = sum(_up_residue(rules, shoe, up, deals, field) for up, deals in by_up.items()) % prime
        for denominator in denominators:
            if modulus > 4 * denominator:
                found = Fraction(_centred(number * denominator, modulus), denominator)
                if field.of(found) == residue:
                    return found
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    raise ArithmeticError("the denominator of this game's expectation is not among those assumed")


def _centred(n: int, modulus: int) -> int:
    n %= modulus
    return n - modulus if n > modulus // 2 else n


def edge(rules: TwentyOneRules, conditions: str = "") -> Edge:
    """The figures of a game with its edge as an exact fraction."""
    return msgspec.structs.replace(solve(rules).edge(conditions), house_edge=-expectation(rules))


def primes_below(limit: int) -> list[int]:
    """The largest primes below a limit, as many as the largest shoe needs."""
    found: list[int] = []
    candidate = limit - 1
    while len(found) < 24:
        if _is_prime(candidate):
            found.append(candidate)
        candidate -= 2
    return found


def _is_prime(n: int) -> bool:
    """Miller and Rabin's test with witnesses that decide every number below 3.4 * 10^14."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for witness in (2, 3, 5, 7, 11, 13, 17):
        x = pow(witness, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True
