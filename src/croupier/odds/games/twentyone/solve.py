"""Blackjack and its variants: composition-dependent optimal play from any shoe.

For every up card the value of each choice is found for every hand, knowing exactly which cards the hand
has removed from the shoe. Split hands follow the strategy of the same cards unsplit (they look at their own
cards only), and resplitting is counted exactly. Chances are double precision sums of exact products: the
edge is right to better than ten digits, which `blackjack_exact` proves by evaluating it in integers.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone import kernel as bk
from croupier.odds.games.twentyone import split as bs
from croupier.odds.games.twentyone.hands import ACE, TEN, VALUES
from croupier.odds.games.twentyone.kernel import DOUBLE, FREE, HIT, REAL, SPLIT, STAND, SURRENDER, ZAP
from croupier.odds.games.twentyone.rules import TwentyOneRules

CHOICES = ("stand", "hit", "double", "split", "surrender", "zap")
SURRENDERED = 0.5

Actions = NDArray[np.int8]


class UpTable:
    """Everything about one up card and one shoe: the value of each choice with each hand.

    `win`, `lose`, `alive` and the values are joint with no dealer's blackjack (see the kernel); with a hole card that
    was seen, joint with that card. `best` and `choice` concern the first two cards.
    """

    def __init__(self, rules: TwentyOneRules, shoe: NDArray[np.int64], up: int, hole: int | None = None) -> None:
        self.rules, self.shoe, self.up, self.hole = rules, shoe, up, hole
        self.hands = bh.hands()
        self.total = totals(rules)
        self.tree = bh.finishes(up, rules.hits_soft_17, hole)
        number = len(self.hands.total)
        self.flags = np.array(
            [
                up in rules.push_22,
                rules.blackjack_takes_all,
                up in rules.back_to_life,
                rules.back_to_life_doubles,
                bk.UNSEEN if hole is None else hole,
            ],
            dtype=np.int64,
        )
        self.free_double = free_doubles(rules)
        win, lose = np.zeros((number, VALUES + 1)), np.zeros((number, VALUES + 1))
        self.alive = np.zeros(number)
        self.hit, self.double, self.play = (np.full((number, bk.KINDS), -np.inf) for _ in range(3))
        bk.solve_up(
            shoe, up, self.flags, self.hands.counts, self.total, self.hands.cards, self.hands.child,
            self.free_double, *self.tree, win, lose, self.alive, self.hit, self.double, self.play,
        )  # fmt: skip
        # The last column is standing; the others, busts by drawing a value, are kept where they may live on.
        self.all_win, self.all_lose = win, lose
        self.win, self.lose = win[:, VALUES], lose[:, VALUES]
        self.double[~may_double(rules)] = -np.inf
        self.actions = [self._best_actions(REAL), self._best_actions(FREE)]
        self.split = np.full(VALUES, -np.inf)
        self.split_money = np.zeros(VALUES)

    def stand(self, kind: int = REAL) -> NDArray[np.float64]:
        return self.win - self.lose if kind == REAL else self.win

    def _best_actions(self, kind: int) -> Actions:
        """What to do with every hand that cannot be split."""
        stand, hit, double = self.stand(kind), self.hit[:, kind], self.double[:, kind]
        action = np.where(hit > stand, HIT, STAND)
        action = np.where(double > np.maximum(stand, hit), DOUBLE, action)
        return action.astype(np.int8)

    def after_split(self, pair: int, kind: int, actions: Sequence[Actions] | None = None) -> Actions:
        """How a hand split from this pair is played."""
        rules, hands = self.rules, self.hands
        action = (actions or self.actions)[kind].copy()
        two = hands.cards == 2
        if not rules.double_after_split:
            better = np.where(self.hit[:, kind] > self.stand(kind), HIT, STAND).astype(np.int8)
            action = np.where(two & (action == DOUBLE), better, action).astype(np.int8)
        if pair == ACE:
            with_ace = hands.pair[ACE]
            if not rules.draw_to_split_aces:
                action[with_ace] = STAND
            else:
                drawn = np.where(self.hit[with_ace, kind] > self.stand(kind)[with_ace], HIT, STAND)
                action[with_ace] = np.where(action[with_ace] == DOUBLE, drawn, action[with_ace])
        return action

    def limit(self, pair: int) -> int:
        return self.rules.split_ace_hands if pair == ACE else self.rules.split_hands

    def split_value(self, pair: int, actions: Sequence[Actions] | None = None) -> tuple[float, float]:
        """The value of splitting a pair, and the further money it takes."""
        limit = self.limit(pair)
        matching = int(self.shoe[pair]) - 2 - (1 if self.up == pair else 0)
        cards = int(self.shoe.sum()) - 3
        if limit < 2 or matching < 0 or cards < 1:
            return -np.inf, 0.0
        free = pair in self.rules.free_splits
        removals = min(bs.removals_needed(limit), matching + 1)
        singles = np.zeros((bk.KINDS, bs.removals_needed(limit), 4))
        for kind in (REAL, FREE) if free else (REAL,):
            bk.split_up(
                self.shoe, self.up, pair, kind, removals, self.after_split(pair, kind, actions), self.flags,
                self.hands.counts, self.total, self.hands.child, self.free_double, *self.tree, singles[kind],
            )  # fmt: skip
        value, money = bs.together(limit, singles, matching, cards, free)
        if not free:
            alive = float(self.alive[self.hands.pair[pair, pair]])
            money += bs.further_hands(limit, matching, cards) * alive
        return value, money

    def solve_splits(self) -> UpTable:
        for pair in range(VALUES):
            if self.alive[self.hands.pair[pair, pair]] > 0:
                self.split[pair], self.split_money[pair] = self.split_value(pair)
        return self

    # ------------------------------------------------------------------ the first two cards

    def choices(self, first: int, second: int) -> dict[int, float]:
        """The value of every choice that the rules allow with two cards, except the exchange."""
        hand = self.hands.pair[first, second]
        values = {STAND: float(self.win[hand] - self.lose[hand])}
        if self.hands.total[hand] < 21:
            values[HIT] = float(self.hit[hand, REAL])
        if self.hands.total[hand] < 21 and np.isfinite(self.double[hand, REAL]):
            values[DOUBLE] = float(self.double[hand, REAL])
        if first == second and np.isfinite(self.split[first]):
            values[SPLIT] = float(self.split[first])
        if self.rules.surrender:
            values[SURRENDER] = self.surrendered(first, second)
        return values

    def dealer_blackjack(self, first: int, second: int) -> float:
        """The chance that the dealer has a blackjack beside two cards, whatever the rules do with it."""
        left = self.shoe - bh.as_counts([self.up, first, second])
        return 1.0 - bk.no_blackjack(left, int(left.sum()), self.up)

    def surrendered(self, first: int, second: int) -> float:
        """The value of giving up half, joint with no dealer's blackjack as all values are.

        Early, a blackjack takes no more than that half: what is counted as lost to it elsewhere comes back here.
        """
        if self.hole is not None:
            return -SURRENDERED * float(self.alive[self.hands.pair[first, second]])
        blackjack, early = self.dealer_blackjack(first, second), self.up in self.rules.early_surrender
        if self.rules.blackjack_takes_all:
            return -SURRENDERED if early else -SURRENDERED - (1 - SURRENDERED) * blackjack
        return -SURRENDERED + blackjack if early else -SURRENDERED * (1.0 - blackjack)

    def best_pair_values(self) -> NDArray[np.float64]:
        """The best value of every two cards without an exchange; an ace and a ten are a plain 21."""
        best = np.zeros((VALUES, VALUES))
        for first in range(VALUES):
            for second in range(first, VALUES):
                value = max(self.choices(first, second).values())
                best[first, second] = best[second, first] = value
        return best


@functools.lru_cache(maxsize=64)
def totals(rules: TwentyOneRules) -> NDArray[np.int64]:
    """What every hand counts; CHARLIE where the number of its cards has won."""
    hands = bh.hands()
    return np.where((hands.cards >= rules.charlie) & bool(rules.charlie), bk.CHARLIE, hands.total)


@functools.lru_cache(maxsize=64)
def may_double(rules: TwentyOneRules) -> NDArray[np.bool_]:
    hands = bh.hands()
    allowed = [rules.may_double(int(t), bool(t == h)) for t, h in zip(hands.total, hands.hard)]
    doubled: NDArray[np.bool_] = (hands.cards == 2) & np.array(allowed)
    return doubled


@functools.lru_cache(maxsize=64)
def free_doubles(rules: TwentyOneRules) -> NDArray[np.bool_]:
    hands = bh.hands()
    hard = hands.total == hands.hard
    free: NDArray[np.bool_] = (hands.cards == 2) & hard & np.isin(hands.total, sorted(rules.free_doubles))
    return free


@functools.lru_cache(maxsize=256)
def up_table(rules: TwentyOneRules, shoe: tuple[int, ...], up: int) -> UpTable:
    """The solved table of one up card; `shoe` still holds the up card."""
    return UpTable(rules, np.array(shoe, dtype=np.int64), up).solve_splits()


def zap_value(rules: TwentyOneRules, shoe: tuple[int, ...], up: int, first: int, second: int) -> float:
    """The value of exchanging two cards: both leave the shoe, and the new two are played at their best."""
    rest = list(shoe)
    rest[first] -= 1
    rest[second] -= 1
    best = up_table(rules, tuple(rest), up).best_pair_values()
    left = np.array(rest, dtype=np.float64)
    left[up] -= 1
    cards = left.sum()
    chances = np.outer(left, left) - np.diag(left)
    return float((chances * best)[chances > 0].sum() / (cards * (cards - 1)))


def may_zap(rules: TwentyOneRules, first: int, second: int) -> bool:
    hand = bh.hands().pair[first, second]
    total, hard = bh.hands().total[hand], bh.hands().hard[hand]
    return bool(total == hard and int(total) in rules.zaps)


# --------------------------------------------------------------------------- asking for advice


def values(
    rules: TwentyOneRules,
    hand: Iterable[int],
    up: int,
    shoe: Sequence[int] | None = None,
    *,
    split: bool = False,
    may_split: bool = False,
    zapped: bool = False,
    free: bool = False,
) -> dict[str, float]:
    """What each choice is worth to a player who sees that the dealer has no blackjack.

    `hand` are card values; `shoe` counts every value before the hand and the up card left it (a full shoe
    unless given: take off what else has been seen). A `split` hand may not do everything: `may_split` says
    whether it may be split once more, which is then valued as a pair just dealt; `free` is a hand that the
    house paid for; a `zapped` hand was exchanged already.
    """
    cards = list(hand)
    counts = tuple(int(n) for n in (shoe if shoe is not None else rules.shoe))
    table = up_table(rules, counts, up)
    number = 0
    for card in cards:
        number = int(table.hands.child[number, card]) if number >= 0 else -1
    if number < 0:
        raise ValueError("this hand has bust: there is nothing left to choose")
    alive = float(table.alive[number])
    if alive <= 0:
        raise ValueError("the shoe does not hold these cards")
    kind = FREE if free else REAL
    if len(cards) == 2 and not split:
        found = table.choices(cards[0], cards[1])
        if not zapped and may_zap(rules, cards[0], cards[1]):
            found[ZAP] = zap_value(rules, counts, up, cards[0], cards[1])
    else:
        found = {STAND: float(table.stand(kind)[number])}
        split_ace = split and cards[0] == ACE
        two_cards = len(cards) == 2
        if table.total[number] < 21 and not (split_ace and two_cards and not rules.draw_to_split_aces):
            found[HIT] = float(table.hit[number, kind])
            if two_cards and not split_ace and rules.double_after_split and np.isfinite(table.double[number, kind]):
                found[DOUBLE] = float(table.double[number, kind])
        if two_cards and may_split and cards[0] == cards[1] and np.isfinite(table.split[cards[0]]):
            found[SPLIT] = float(table.split[cards[0]])
    return {CHOICES[choice]: value / alive for choice, value in found.items()}


def insurance(decks: int, seen: Iterable[int] = (), pays: Fraction | int = 2, spanish: bool = False) -> Fraction:
    """The house edge of insurance against an ace, knowing further cards (values) beside it."""
    left = np.array(TwentyOneRules(decks=decks, spanish=spanish).shoe) - bh.as_counts([ACE, *seen])
    tens, cards = int(left[TEN]), int(left.sum())
    return -Fraction(tens * Fraction(pays) - (cards - tens), cards)


def even_money(decks: int, blackjack_pays: Fraction, spanish: bool = False) -> Fraction:
    """What a player gives up by taking even money on a blackjack against an ace (negative if he gains)."""
    left = np.array(TwentyOneRules(decks=decks, spanish=spanish).shoe) - bh.as_counts([ACE, ACE, TEN])
    no_blackjack = 1 - Fraction(int(left[TEN]), int(left.sum()))
    return blackjack_pays * no_blackjack - 1
