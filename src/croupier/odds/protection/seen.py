"""What one card is worth to a player who has seen it: a dealer who lifts it too high, a shoe that shows its next card.

The same decisions are taken again by somebody who knows one card more, and every way is counted; where a figure was
played out instead, it says its interval. Amounts are in units of the first wager (the Ante, one of the three wagers,
the wager itself).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb

import msgspec
import numpy as np

from croupier.equipment.cards import RANKS
from croupier.odds.analysis import beside
from croupier.odds.games.baccarat import books as baccarat_books
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.cards import books, let_it_ride, mississippi, three_card, ultimate
from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.pai_gow import books as pai_gow_books
from croupier.odds.games.twentyone import hands as bh
from croupier.odds.games.twentyone.books import rules_of
from croupier.odds.games.twentyone.game import Deal, solve
from croupier.odds.games.twentyone.hands import ACE, TEN, VALUES
from croupier.odds.games.twentyone.rules import TwentyOneRules
from croupier.odds.games.twentyone.solve import SURRENDERED, UpTable
from croupier.odds.long_work import long_work
from croupier.odds.protection import kept_seen, seen_boards, seen_pai_gow
from croupier.odds.protection import seen_kernels as kernels
from croupier.odds.protection.wagers import insurance_pays, on_coups
from croupier.rulebook import Posting

VALUE_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class Seen(msgspec.Struct, frozen=True):
    """A card that is seen, and what it is worth. Expectations are the player's, in units of the wager."""

    card: str  # which card
    wager: str
    usual: float  # without it
    known: float  # with it
    by_card: tuple[tuple[str, float], ...] = ()  # with each card that it can be
    made: float = 1.0  # how often the wager is made, by somebody who makes it only when it gains
    interval: float = 0.0  # half the 99 % interval of what it gains, where it was played out and not counted


def seen_cards(posting: Posting) -> tuple[Seen, ...]:
    """Every card of a game whose worth is known here; none where nobody has worked it out."""
    found = beside(posting.rulebook, "SEEN")
    return tuple(found(posting)) if found else ()


# ----------------------------------------------------------------------------------------- blackjack


def hole_card(posting: Posting) -> Iterator[Seen]:
    """The dealer's second card, before the player decides; insurance is taken when it pays, and never else."""
    rules = rules_of(posting)
    if posting.get("hole-card", "dealt") == "none" or rules.zaps:
        return
    found = solve(rules)
    known = found.expectation + float(hole_gain(rules, found.deals, (insurance_pays(posting) or 0.0) / 2))
    yield Seen("the dealer's hole card", "blackjack", found.expectation, known)
    if rules.push_22_blackjacks:
        return
    chances = tuple(cards / sum(rules.shoe) for cards in rules.shoe)
    for card, worth in (("the player's first card", by_first), ("the dealer's up card", by_up)):
        values = worth(rules, found.deals)
        yield _made_if_it_gains(card, "blackjack", found.expectation, values, chances, VALUE_NAMES)


def hole_gain(rules: TwentyOneRules, deals: Iterable[Deal], insured: float) -> float:
    """What knowing the hole card adds to the best play without it; `insured` is what insurance saves of a wager."""
    peeked = msgspec.structs.replace(rules, blackjack_takes_all=False)
    gain = 0.0
    for deal in deals:
        left = np.array(rules.shoe) - bh.as_counts([deal.up, deal.first, deal.second])
        usual = 0.0 if deal.is_blackjack else max(deal.values.values())
        known = 0.0
        for hole in range(VALUES):
            if left[hole] <= 0:
                continue
            if {deal.up, hole} == {ACE, TEN}:  # lost as without knowing, but for what insurance or a surrender saves
                early = deal.up in rules.early_surrender and not deal.is_blackjack
                saved = max(insured if deal.up == ACE else 0.0, SURRENDERED if early else 0.0)
                known += saved * left[hole] / left.sum()
            elif not deal.is_blackjack:
                known += max(hole_table(peeked, deal.up, hole).choices(deal.first, deal.second).values())
        gain += deal.chance * (known - usual)
    return gain


def deal_worth(rules: TwentyOneRules, deal: Deal) -> float:
    """What a first hand against an up card is worth, a blackjack of the dealer's and one's own included."""
    if not deal.is_blackjack:
        return max(deal.values.values()) - (0.0 if rules.blackjack_takes_all else 1.0 - deal.alive)
    left = np.array(rules.shoe) - bh.as_counts([deal.up, ACE, TEN])
    fits = {ACE: TEN, TEN: ACE}.get(deal.up)
    tied = left[fits] / left.sum() if fits is not None else 0.0
    return float(rules.blackjack_pays) * (1 - float(tied))


def by_first(rules: TwentyOneRules, deals: Iterable[Deal]) -> tuple[float, ...]:
    """What a hand is worth by its first card: a card that was flashed, and steered to the player by the cut."""
    sums = [0.0] * VALUES
    for deal in deals:
        for card in (deal.first, deal.second):
            sums[card] += deal.chance / 2 * deal_worth(rules, deal)
    return tuple(total * sum(rules.shoe) / cards for total, cards in zip(sums, rules.shoe))


def by_up(rules: TwentyOneRules, deals: Iterable[Deal]) -> tuple[float, ...]:
    """What a hand is worth by the card that the dealer will show."""
    sums = [0.0] * VALUES
    for deal in deals:
        sums[deal.up] += deal.chance * deal_worth(rules, deal)
    return tuple(total * sum(rules.shoe) / cards for total, cards in zip(sums, rules.shoe))


@lru_cache(maxsize=100)
def hole_table(rules: TwentyOneRules, up: int, hole: int) -> UpTable:
    """The solved table of an up card and a hole card, from the full shoe."""
    return UpTable(rules, np.array(rules.shoe, dtype=np.int64), up, hole).solve_splits()


# ---------------------------------------------------------------------------------- Three Card Poker


def three_cards(posting: Posting) -> Iterator[Seen]:
    """One of the dealer's three cards, whichever of them it is."""
    rules = books.three_card_rules(posting)
    usual = -float(three_card.analyse(rules).main.house_edge)
    worth = np.zeros(len(three_card.ENDINGS))  # of Ante and Play together
    for ending in three_card.ENDINGS:
        nets = three_card.nets_of(rules, "high-card", ending)
        worth[ending] = float(nets["ante"] + nets["play"])
    bonus = _bonus_by_hand(rules)
    values = [kernels.three_card_seen(rank * 4, rules.qualify, worth, bonus) for rank in range(13)]
    by_card = tuple(zip(RANKS, values))
    yield Seen("one of the dealer's cards", "ante", usual, sum(values) / 13, by_card)
    hands, weights, _ = three_card.standard_hands()
    given = hands.astype(np.int64), weights.astype(np.int64), three_card.standing(rules.qualify).astype(np.int64)
    beside = kernels.three_card_beside(*given, rules.qualify, worth, bonus)
    yield Seen("one of a neighbour's cards", "ante", usual, beside)


def _bonus_by_hand(rules: three_card.ThreeCardRules) -> kernels.Floats:
    """What the bonus on the Ante pays each hand by its number; one suit of a mini royal as the mean of all four."""
    pays = {name: float(three_card.payoff(rules.ante_bonus, name, 0)) for name in three_card.CATEGORIES}
    pays["mini-royal"] = (3 * pays["mini-royal"] + pays["mini-royal-spades"]) / 4
    found = np.zeros(comb(52, 3))
    for number, hand in enumerate(all_sets(52, 3)):
        name = three_card.category_of([int(card) for card in hand])
        found[number] = pays[name.removesuffix("-spades")]
    return found


# --------------------------------------------------------------------------- games against pay tables


def community_cards(posting: Posting) -> Iterator[Seen]:
    """Let It Ride: one of the two community cards, before the first decision."""
    rules = books.let_it_ride_rules(posting)
    usual = -float(let_it_ride.analyse(rules).main.house_edge)
    _, weights, counts = let_it_ride.counted()
    first, second, third = (np.array([float(net) for net in nets]) for nets in let_it_ride.nets_by_wager(rules))
    deals = 49 * 48 * int(weights.sum())
    fifth = counts.astype(np.float64)
    one, two = fifth @ first, fifth @ second
    sure = fifth @ np.maximum(second, 0)  # all five cards are known when the second wager is decided
    rest = (fifth @ third).sum(axis=1)
    for words, later in (("the first community card", np.maximum(two, 0)), ("the second community card", sure)):
        total = np.maximum(one, 0).sum(axis=1) + later.sum(axis=1) + rest
        yield Seen(words, "bet-1", usual, float((weights * total).sum()) / deals)
    hands = let_it_ride.standard_hands().astype(np.int64)
    beside = kernels.let_it_ride_beside(hands, weights.astype(np.int64), one, two, fifth @ third, first, second, third)
    yield Seen("one of a neighbour's cards", "bet-1", usual, beside)


def streets(posting: Posting) -> Iterator[Seen]:
    """Mississippi Stud: the card of one street, before the first wager on a street."""
    rules = books.mississippi_rules(posting)
    usual = -float(mississippi.analyse(rules).odds.main.house_edge)
    ready = mississippi.prepared(rules)
    holes, weights, counts, _ = mississippi.counted()
    paid = counts.astype(np.int64) @ ready.scaled
    whole = comb(52, 2) * mississippi.LAST_THREE * ready.unit
    for place, words in enumerate(("third", "fourth", "fifth")):
        given = holes, weights, paid, ready.scaled, ready.multiples, ready.unit
        value = kernels.mississippi_seen(*given, place)
        yield Seen(f"the card of {words} street", "ante", usual, value / whole)


# ---------------------------------------------------------------------------- hold'em and pai gow


def holdem_cards(posting: Posting) -> Iterator[Seen]:
    """Ultimate Texas Hold'em: a card of the dealer's, a neighbour's or the board's, before the first decision."""
    found = boards_seen(books.ultimate_rules(posting))
    for way, words in seen_boards.WAYS.items():
        by_card = tuple(zip(RANKS, found.by_rank[way]))
        yield Seen(words, "ante", found.usual, found.known[way], by_card)


def boards_seen(rules: ultimate.UltimateRules) -> seen_boards.SeenBoards:
    """The figures that come along, or some minutes of counting."""

    def count() -> seen_boards.SeenBoards:
        found: seen_boards.SeenBoards = long_work("ultimate-seen", seen_boards.SeenWork, rules)
        return found

    return kept_seen.kept("ultimate", rules, count)


def set_hands(posting: Posting) -> Iterator[Seen]:
    """Pai gow: one of the dealer's cards, before the player sets his hand. In the face-up form all of them are seen."""
    if pai_gow_books.rules_of(posting).form == "face-up":
        return
    found = hands_seen(posting)
    chances = [cards / sum(seen_pai_gow.CARDS) for cards in seen_pai_gow.CARDS]
    usual = sum(chance * each.usual for chance, each in zip(chances, found))
    known = sum(chance * each.known for chance, each in zip(chances, found))
    by_card = tuple((name, each.known) for name, each in zip(seen_pai_gow.NAMES, found))
    card = "one of the dealer's cards"
    yield Seen(card, "pai-gow", usual, known, by_card, interval=seen_pai_gow.interval(found))


def hands_seen(posting: Posting) -> list[seen_pai_gow.AtCard]:
    """The figures that come along, or a minute of playing."""
    return kept_seen.kept("pai-gow", asked_of(posting), lambda: list(seen_pai_gow.by_card(posting)))


def asked_of(posting: Posting) -> list[object]:
    """What a pai gow hand that is set with one card known hangs on."""
    return [posting["house-way"], pai_gow_books.rules_of(posting)]


# ------------------------------------------------------------------------------------------ baccarat


def first_cards(posting: Posting) -> Iterator[Seen]:
    """The next card of the shoe, which is the Player's first, or the one behind it, the Banker's first."""
    draws, shoe = baccarat_books.drawing_table(posting), baccarat.shoe(int(posting["decks"]))
    chances = tuple(cards / sum(shoe) for cards in shoe)
    full, wagers = baccarat.count_coups(shoe, draws), list(on_coups(posting))
    for hand in baccarat.HANDS:
        card = f"the {hand.capitalize()}'s first card"
        counts = [baccarat.count_coups(shoe, draws, first=(hand, value)) for value in range(10)]
        mains: list[tuple[float, ...]] = []
        for wager, shown, on, terms in wagers:
            usual, *values = (-float(baccarat.edge_of(count, **terms).house_edge) for count in (full, *counts))
            name = " ".join(filter(None, (wager, f"on the {on.capitalize()}" if on else "", f"({shown.label})")))
            yield _made_if_it_gains(card, name, usual, tuple(values), chances)
            if wager in baccarat.HANDS:
                mains.append(tuple(values))
        if len(mains) > 1:
            best = tuple(max(values) for values in zip(*mains))
            yield _made_if_it_gains(card, "the better main wager", 0, best, chances)


def _made_if_it_gains(
    card: str, wager: str, usual: float, values: tuple[float, ...], chances: tuple[float, ...],
    names: Sequence[str] = "0123456789",
) -> Seen:  # fmt: skip
    """A wager that is made only when the card that was seen speaks for it."""
    known = sum(chance * max(value, 0.0) for chance, value in zip(chances, values))
    made = sum(chance for chance, value in zip(chances, values) if value > 0)
    return Seen(card, wager, usual, known, tuple(zip(names, values)), made)
