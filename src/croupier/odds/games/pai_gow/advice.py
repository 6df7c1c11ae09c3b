"""Pai Gow Poker for a player: how to set seven cards, and what each setting is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from croupier.equipment.cards import card_names
from croupier.games.cards.house_way import Ways, ways_from
from croupier.hands.five import plural
from croupier.odds.advise import Position, Value, need
from croupier.odds.cache import remembered
from croupier.odds.exact import Edge
from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.pai_gow import books, simulated, strategy
from croupier.odds.games.pai_gow.setting import KINDS, kinds
from croupier.odds.strategy import Strategy
from croupier.rulebook import Posting


def pai_gow_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 7)
    settings = pai_gow_settings(posting, position.hand)
    return {f"low {card_names(low)}": value for low, value in settings.items()}


def pai_gow_settings(posting: Posting, cards: Sequence[int]) -> dict[tuple[int, int], float]:
    """The worth of each setting by its Low cards, against the dealer's hands under his house way."""

    def distribution(rule: dict[str, Any]) -> tuple[Any, Any, Any]:
        return _dealer_distribution(books.dealer_table(posting))

    highs, lows, below = remembered("dealer-way", distribution, posting["house-way"], code=strategy.__name__)
    win = float(books.rules_of(posting).win_pays)
    fallen = sorted(cards, reverse=True)
    jokers = simulated.with_joker(all_sets(52, 4))
    total = int(below[-1, -1])
    found: dict[tuple[int, int], float] = {}
    for j in range(1, 7):
        for i in range(j):
            rest = [card for k, card in enumerate(fallen) if k not in (i, j)]
            hand = np.array([*rest, 0, 0], np.int64)
            high, low = int(simulated.high_of(hand, jokers)), int(simulated.low_of(fallen[i], fallen[j]))
            if simulated.fouled(high, low, hand):
                continue
            a, b = int(np.searchsorted(highs, high)), int(np.searchsorted(lows, low))
            won = int(below[a, b])
            lost = total - int(below[a, -1]) - int(below[-1, b]) + won
            found[fallen[i], fallen[j]] = (win * won - lost) / total
    return found


def _dealer_distribution(dealer: Any) -> tuple[Any, Any, Any]:
    """The dealer's High and Low values, and how many of his hands lie below each pair of them."""
    hands, weights = np.zeros((KINDS, 7), np.int64), np.zeros(KINDS, np.int64)
    for number, (cards, count) in enumerate(kinds()):
        hands[number] = sorted(cards, reverse=True)
        weights[number] = count
    values = np.zeros((KINDS, 2), np.int64)
    strategy._dealer_values(hands, dealer, values)
    highs, high = np.unique(values[:, 0], return_inverse=True)
    lows, low = np.unique(values[:, 1], return_inverse=True)
    below = np.zeros((len(highs) + 1, len(lows) + 1), np.int64)
    np.add.at(below, (high + 1, low + 1), weights)
    return highs, lows, below.cumsum(axis=0).cumsum(axis=1)


def pai_gow_strategy(posting: Posting) -> Strategy:
    """No chart holds seven cards: the rule, what it is worth, and where each hand's settings are valued."""
    game, house = posting.rulebook.game, posting.rulebook.property
    ask = f'Each setting\'s worth of a hand: croupier advise {house} {game} "As Kd 9h 9c 5s 4d 2c".'
    if posting["version"] == "commission-free-face-up":
        (best,) = books.main_edges(posting, [books.GOOD_WAY])
        words = f"The dealer's hand is open: of all settings choose the best against it (house edge {_percent(best)})."
        return Strategy(game, rules=(words,))
    best, way = books.main_edges(posting, [books.GOOD_WAY, books.HOUSE_WAY])
    more = 100 * float(way.house_edge - best.house_edge)
    words = f"Set the High and Low hand that net the most against the dealer's house way: house edge {_percent(best)}."
    costs = f"Hands set by the house way: {_percent(way)}, which costs {more:.4f} % more."
    return Strategy(game, rules=(words, costs, *house_way_words(ways_from(posting["house-way"])), ask))


KEPT = {
    "always": "kept together in High",
    "never": "split, the lower pair in Low",
    "king": "kept together if a king or an ace is left for Low, else split",
    "ace": "kept together if an ace is left for Low, else split",
    "ace-king": "kept together if an ace and a king are left for Low, else split",
}
RUNS = {
    "two-pair-rule": "A straight or flush with two pair: set by the rule of two pair.",
    "preserve": "A straight or flush with two pair: kept if a pair can stand in Low, or if Low is no worse for it.",
}


def house_way_words(ways: Ways) -> tuple[str, ...]:
    """The house way of a rulebook in words that a player can follow: what the dealer's own procedure does."""
    sizes = {
        "low": f"twos to {plural(ways.medium_from - 1)}",
        "medium": f"{plural(ways.medium_from)} to {plural(ways.high_from - 1)}",
        "high": f"{plural(ways.high_from)} to kings",
    }
    pairs = [
        f"Two pair, {f'both {sizes[one]}' if one == other else f'{sizes[one]} with {sizes[other]}'}: "
        f"{KEPT[getattr(ways, f'{one}_{other}')]}."
        for one, other in combinations_with_replacement(sizes, 2)
    ]
    always = f", and from {plural(ways.fours_always)} on always" if ways.fours_always > ways.fours_to_split else ""
    return (
        "The house way:",
        "No pair: the highest card in High, the next two in Low.",
        "One pair: in High, the two highest other cards in Low.",
        "Two pair, one of them aces: split, the lower pair in Low.",
        *pairs,
        "Three pair: the highest pair in Low.",
        "Three of a kind: in High, the two highest other cards in Low; of three aces one goes to Low.",
        "A full house: split, the highest pair in Low; of two three of a kinds a pair of the higher.",
        "A straight or flush: kept, with the best Low that leaves one; beside three of a kind a pair of it is Low.",
        RUNS[ways.straight_with_two_pair],
        f"Four of a kind: together below {plural(ways.fours_to_split)}; from there on split into two pair unless an "
        f"ace is left for Low{always}. A pair beside it goes to Low.",
        "Five aces: two of them in Low, or a pair of kings if there is one.",
    )


def _percent(edge: Edge) -> str:
    return f"{100 * float(edge.house_edge):.4f} %"
