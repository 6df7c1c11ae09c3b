"""Pai gow poker very often: two ways of setting hands against each other, and the side bets.

A way of setting is a plain Python function, such as a property's house way. It is run once over the kinds
of hands (`pai_gow_setting`) and kept as a table of High and Low values; a round is then two look-ups. In
the face-up form the player answers the dealer's exposed hand with the best of all 21 settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec
import numpy as np

from croupier.equipment.cards import ACE, JOKER, NINE
from croupier.hands import encode, jit, paigow
from croupier.hands.compiled import compiled
from croupier.hands.kernels import KEYS, OFFSETS, SUM_MASK, VALUES, best5_nb, rank5_nb
from croupier.hands.tables import ROW_BITS, ROW_MASK
from croupier.odds.games.cards.bits import SIZE, Array
from croupier.odds.games.cards.deals import CHOOSE, all_sets, suit_masks
from croupier.odds.games.pai_gow import sidebets as pai_gow
from croupier.odds.games.pai_gow.setting import KINDS, Way, kinds
from croupier.odds.simulate.dealing import deal
from croupier.odds.simulate.kernels import Nets
from croupier.odds.simulate.seats import Seats, deal_hand, tally
from croupier.odds.simulate.tally import Pays
from croupier.odds.work import Progress

jit.register()
_rank_high: Any = paigow.rank_high  # compiled code hands them arrays
_rank_low: Any = paigow.rank_low

Form = Literal["commission", "commission-free", "face-up"]

LOSS, PUSH, WIN = range(3)
HIGH, LOW, HELD, ACE_HIGH = range(4)  # columns of a table of settings
RESTS = 105  # none, one or two cards beside a flush, by rank
FLUSH_PLACES = 8192 * RESTS
PLACES = 2 * (len(VALUES) + FLUSH_PLACES)
NINE_HIGH = encode.HIGH_CARD << encode.SHIFT | NINE * 13
TEN_HIGH = encode.HIGH_CARD << encode.SHIFT | (NINE + 1) * 13


class PaiGowRules(msgspec.Struct, frozen=True, kw_only=True):
    """The form of the game and what a win pays (19/20 after a vigorish of five per cent)."""

    form: Form
    win_pays: Fraction | int


@compiled
def place_of(cards: Array, masks: Array) -> int:
    """The place of seven cards in the tables of settings."""
    suit_masks(cards, masks)
    total = np.uint64(0)
    joker = False
    for card in cards:
        if card == JOKER:
            joker = True
        else:
            total += KEYS[card] & SUM_MASK
    start = len(VALUES) + FLUSH_PLACES if joker else 0
    need = 4 if joker else 5
    for suit in range(4):
        if SIZE[masks[suit]] >= need:
            rest = 0
            first = -1
            for card in cards:
                if card < JOKER and card & 3 != suit:
                    rank = card >> 2
                    if first < 0:
                        first, rest = rank, 1 + rank
                    else:
                        low, high = min(first, rank), max(first, rank)
                        rest = 14 + low + high * (high + 1) // 2
            return int(start + len(VALUES) + masks[suit] * RESTS + rest)
    row = int(OFFSETS[total >> np.uint64(ROW_BITS)])
    return start + int(total & np.uint64(ROW_MASK)) + row


@compiled
def _fill(hands: Array, table: Array) -> None:
    """Enter hands set as five High and two Low cards."""
    masks = np.zeros(4, np.int64)
    for hand in hands:
        row = table[place_of(hand, masks)]
        joker = hand.max() == JOKER
        held = pai_gow.held_by(masks, joker)
        row[HIGH], row[LOW], row[HELD] = _rank_high(hand[:5]), _rank_low(hand[5:]), held
        row[ACE_HIGH] = held == 1 << pai_gow.HIGH and hand.max() >= ACE * 4


def settings(way: Way, *, progress: Progress | None = None) -> Array:
    """What is known of every place under a way of setting: High and Low value, what it holds, ace high or not."""
    hands = np.zeros((KINDS, 7), np.int64)
    for number, (hand, _) in enumerate(kinds()):
        high, low = way(hand)
        hands[number, :5] = high
        hands[number, 5:] = low
        if progress is not None and number % 10_000 == 0:
            progress(number, KINDS)
    return table_of(hands)


def table_of(hands: Array) -> Array:
    """The table of settings from one hand of each kind, set as five High and two Low cards."""
    table = np.zeros((PLACES, 4), np.int32)
    _fill(hands, table)
    return table


@compiled
def with_joker(fours: Array) -> Array:
    """`paigow.rank_high` of every four cards and the joker, by number."""
    table = np.zeros(fours.shape[0], np.int32)
    hand = np.full(5, JOKER)
    for row in range(fours.shape[0]):
        hand[:4] = fours[row]
        table[row] = _rank_high(hand)
    return table


@compiled
def _natural_high(a: int, b: int, c: int, d: int, e: int) -> int:
    """`paigow.rank_high` of five cards without the joker."""
    value = int(rank5_nb(a, b, c, d, e))
    category = value >> encode.SHIFT
    if category not in (encode.STRAIGHT, encode.STRAIGHT_FLUSH):
        return value
    top = value & encode.INDEX
    return (category << encode.SHIFT) | (paigow.WHEEL_HIGH if top == encode.WHEEL_TOP else 2 * top)


@compiled
def fouled(high: int, low: int, cards: Array) -> bool:
    """Whether the High hand would be below the Low hand; `cards` begins with the five of the High hand, falling."""
    if high >> encode.SHIFT >= encode.TWO_PAIR:
        return False
    if high >> encode.SHIFT != low >> encode.SHIFT:
        return high >> encode.SHIFT < low >> encode.SHIFT
    if high >> encode.SHIFT == encode.PAIR:
        return (high & encode.INDEX) // 286 < low & encode.INDEX
    return bool(min(cards[0] >> 2, 12) * 13 + (cards[1] >> 2) < low & encode.INDEX)


@compiled
def low_of(higher: int, lower: int) -> int:
    """`paigow.rank_low` of two cards in falling order."""
    first, second = min(higher >> 2, 12), lower >> 2
    if first == second:
        return (encode.PAIR << encode.SHIFT) | first
    return first * 13 + second


@compiled
def compare(high: int, low: int, dealer_high: int, dealer_low: int) -> int:
    """Both higher win, one higher pushes; a copy is the dealer's."""
    return (high > dealer_high) + (low > dealer_low)


@compiled
def high_of(hand: Array, jokers: Array) -> int:
    """The value of five cards in falling order, of which the first may be the joker."""
    if hand[0] < JOKER:
        return _natural_high(hand[0], hand[1], hand[2], hand[3], hand[4])
    number = hand[4] + CHOOSE[hand[3], 2] + CHOOSE[hand[2], 3] + CHOOSE[hand[1], 4]
    return int(jokers[number])


@compiled
def best_answer(cards: Array, dealer_high: int, dealer_low: int, jokers: Array, fallen: Array, hand: Array) -> int:
    """The best result of all 21 settings against an exposed hand."""
    best = LOSS
    for k in range(7):
        card = cards[k]
        j = k
        while j > 0 and fallen[j - 1] < card:
            fallen[j] = fallen[j - 1]
            j -= 1
        fallen[j] = card
    searched = True
    if fallen[0] < JOKER:
        value = best5_nb(fallen[0], fallen[1], fallen[2], fallen[3], fallen[4], fallen[5], fallen[6])
        category = int(value) >> encode.SHIFT
        if category not in (encode.STRAIGHT, encode.STRAIGHT_FLUSH):
            # The best High hand of all is known: what remains is to look for a better Low hand.
            searched = False
            if int(value) > dealer_high:
                best = PUSH
    for j in range(1, 7):
        for i in range(j):
            low = low_of(fallen[i], fallen[j])
            if low <= dealer_low and (best == PUSH or not searched):
                continue  # only a win would be better
            place = 0
            for k in range(7):
                if k not in (i, j):
                    hand[place] = fallen[k]
                    place += 1
            high = high_of(hand, jokers)
            result = compare(high, low, dealer_high, dealer_low)
            if result > best and not fouled(high, low, hand):
                best = result
                if best == WIN:
                    return WIN
    return best


@compiled
def _round(
    cards: Array,
    dealer_way: Array,
    player_way: Array,
    jokers: Array,
    face_up: bool,
    masks: Array,
    space: Array,
    codes: Array,
) -> None:
    """The player's seven cards, then the dealer's seven."""
    place = place_of(cards[7:14], masks)
    dealer = dealer_way[place]
    dealer_joker = place >= len(VALUES) + FLUSH_PLACES
    place = place_of(cards[:7], masks)
    mine = player_way[place]
    if face_up:
        result = best_answer(cards[:7], dealer[HIGH], dealer[LOW], jokers, space[0], space[1])
    else:
        result = compare(mine[HIGH], mine[LOW], dealer[HIGH], dealer[LOW])
    nine = NINE_HIGH <= dealer[LOW] < TEN_HIGH
    codes[0] = result * 4 + 2 * nine + dealer[ACE_HIGH]
    codes[1] = nine
    codes[2] = mine[HELD]
    if mine[HELD] >> pai_gow.ROYAL & 1:
        # Kinds do not tell the suits beside a flush, which a royal match needs.
        codes[2] = pai_gow.held_by(masks, place >= len(VALUES) + FLUSH_PLACES)
    codes[3] = 0
    if dealer[ACE_HIGH]:
        codes[3] = 3 if mine[ACE_HIGH] else 1 + dealer_joker


@compiled
def _run(
    state: Array, rounds: int, seats: Seats, dealer_way: Array, player_way: Array, jokers: Array, face_up: bool,
    counts: Array,
) -> None:  # fmt: skip
    masks, space, codes = np.zeros(4, np.int64), np.zeros((2, 7), np.int64), np.zeros(4, np.int64)
    deck = np.arange(53)
    dealt = deck if seats.players == 1 else np.zeros(14, np.int64)
    for number in range(rounds):
        if seats.players == 1:
            deal(state, deck, 14)
        else:
            deal_hand(state, deck, 14, seats, number, dealt)
        _round(dealt, dealer_way, player_way, jokers, face_up, masks, space, codes)
        tally(seats, number, codes, counts)


class PaiGowKernel:
    """Cards: seven of the player, seven of the dealer; 52 is the joker."""

    groups = ("base", "tiger-9", "fortune", "ace-high-bonus")
    codes = 1 << 14
    cards = 14
    deck = 53

    def __init__(
        self,
        rules: PaiGowRules,
        dealer: Array,
        player: Array | None = None,
        *,
        fortune: Pays,
        tiger_pays: Fraction | int = 0,
        ace_high: Pays | None = None,
    ) -> None:
        """`dealer` and `player` are tables made by `settings`; without a second, both set alike."""
        self.rules, self.fortune, self.tiger_pays = rules, fortune, tiger_pays
        self.ace_high = dict(ace_high or {})
        jokers = with_joker(all_sets(52, 4))
        self.tables = (dealer, dealer if player is None else player, jokers, rules.form == "face-up")

    def run(self, state: Array, rounds: int, seats: Seats, counts: Array) -> None:
        _run(state, rounds, seats, *self.tables, counts)

    def play(self, cards: Sequence[int]) -> Sequence[int]:
        codes = np.zeros(4, np.int64)
        space = np.zeros(4, np.int64), np.zeros((2, 7), np.int64)
        _round(np.array(cards, np.int64), *self.tables, *space, codes)
        return [int(code) for code in codes]

    def nets(self, group: int, code: int) -> tuple[Nets, Fraction | int]:
        if group == 1:
            return {"tiger-9": Fraction(self.tiger_pays if code else -1)}, 1
        if group == 2:
            held = [name for number, name in enumerate(paigow.CATEGORIES7) if code >> number & 1]
            paid = [Fraction(self.fortune[name]) for name in held if name in self.fortune]
            return {"fortune": max(paid, default=Fraction(-1))}, 1
        if group == 3:
            rows = ("neither", "dealer-without-joker", "dealer-with-joker", "dealer-and-player")
            return {"ace-high-bonus": Fraction(self.ace_high.get(rows[code], -1))}, 1
        result, flags = divmod(code, 4)
        if (self.rules.form == "commission-free" and flags & 2) or (self.rules.form == "face-up" and flags & 1):
            result = PUSH
        return {"pai-gow": {LOSS: Fraction(-1), PUSH: Fraction(0), WIN: Fraction(self.rules.win_pays)}[result]}, 1
