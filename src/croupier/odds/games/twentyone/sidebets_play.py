"""Side bets whose worth depends on how the hand is played: House Money added to the wager, second TriLux.

A House Money winner may add the win and the bet to the blackjack wager once the dealer is known to have no
blackjack: worth doing exactly where the hand is. A hand that ZAPPIT exchanges may be bet on a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.cards import DECK
from croupier.games.twentyone import counting as twentyone
from croupier.odds.exact import Edge
from croupier.odds.games.twentyone import sidebets
from croupier.odds.games.twentyone.game import Deal, Solution, Spread, deal_spread
from croupier.odds.games.twentyone.hands import ACE, TEN, value_of
from croupier.odds.games.twentyone.kernel import ZAP
from croupier.odds.games.twentyone.rules import TwentyOneRules


def worth(solution: Solution, deal: Deal) -> float:
    """What a unit on this hand is worth once the dealer has no blackjack, played at its best."""
    if deal.is_blackjack:
        return float(solution.rules.blackjack_pays)
    return max(deal.values.values()) / deal.alive if deal.alive > 0 else -1.0


def house_money_capped(solution: Solution, pays: Mapping[str, Fraction | int]) -> Edge:
    """House Money when every winner is added to the wager wherever the hand is favourable."""
    sidebets.check_rows(dict.fromkeys(twentyone.HOUSE_MONEY), pays)
    kinds = _kinds_by_values(solution.rules)
    net: Spread = {Fraction(-1): 0.0}
    hit = 0.0
    for deal in solution.deals:
        pairs = sum(kinds.get((deal.first, deal.second), {}).values())
        value = worth(solution, deal)
        play: Spread = deal_spread(solution, deal) if value > 0 else {}
        for outcome, count in kinds[deal.first, deal.second].items():
            chance = deal.chance * count / pairs
            if outcome not in pays:
                net[Fraction(-1)] += chance
                continue
            won = Fraction(pays[outcome])
            hit += chance
            dealer_blackjack = chance * (1.0 - deal.alive) if value > 0 else chance
            net[won] = net.get(won, 0.0) + dealer_blackjack
            for result, part in play.items():
                total = won + (won + 1) * result
                net[total] = net.get(total, 0.0) + chance * deal.alive * part
    mean = sum(float(amount) * chance for amount, chance in net.items())
    square = sum(float(amount) ** 2 * chance for amount, chance in net.items())
    exact_mean = _capped_mean(solution, pays, kinds)
    return Edge(
        house_edge=-Fraction(exact_mean),
        hit=Fraction(hit),
        push=Fraction(net.get(Fraction(0), 0.0)),
        variance=square - mean * mean,
        strategy="add the win to the wager when the hand is favourable",
    )


def _capped_mean(
    solution: Solution, pays: Mapping[str, Fraction | int], kinds: dict[tuple[int, int], dict[str, int]]
) -> float:
    mean = 0.0
    for deal in solution.deals:
        pairs = sum(kinds[deal.first, deal.second].values())
        gain = max(worth(solution, deal), 0.0) * deal.alive
        for outcome, count in kinds[deal.first, deal.second].items():
            chance = deal.chance * count / pairs
            won = float(pays.get(outcome, -1))
            mean += chance * (won + (won + 1.0) * gain if outcome in pays else won)
    return mean


def _kinds_by_values(rules: TwentyOneRules) -> dict[tuple[int, int], dict[str, int]]:
    """How many pairs of cards of two blackjack values make each House Money hand."""
    found: dict[tuple[int, int], dict[str, int]] = {}
    decks = rules.decks
    for a, b in combinations_with_replacement(sidebets.pack(rules.spanish), 2):
        first, second = sorted((value_of(a), value_of(b)))
        ways = decks * (decks - 1) // 2 if a == b else decks * decks
        kind = twentyone.HOUSE_MONEY[twentyone.house_money(a, b)]
        kinds = found.setdefault((first, second), {})
        kinds[kind] = kinds.get(kind, 0) + ways
    return found


def second_trilux(solution: Solution, pays: Mapping[str, Fraction | int]) -> Edge:
    """TriLux bet again on the two new cards of a hand that was exchanged, against the same up card.

    Over all hands that optimal play exchanges; the exchanged cards are out of the shoe, and the card under an ace or
    a ten is one that makes no blackjack: a hand is exchanged only after the dealer has looked.
    """
    zapped = {(deal.first, deal.second, deal.up) for deal in solution.deals if deal.choice == ZAP}
    if not zapped:
        raise ValueError("these rules exchange no hand")
    decks, cards = solution.rules.decks, sidebets.pack(solution.rules.spanish)
    totals = dict.fromkeys(twentyone.TRILUX, 0)
    shoe: NDArray[np.int64] = np.zeros(len(DECK), dtype=np.int64)
    shoe[list(cards)] = decks
    for up in cards:
        tables = _winning_pairs(up)
        for low, high in combinations_with_replacement(cards, 2):
            first, second = sorted((value_of(low), value_of(high)))
            if (first, second, value_of(up)) not in zapped:
                continue
            left = shoe.copy()
            left[up] -= 1
            ways = int(left[low]) * (int(left[high]) - (1 if low == high else 0)) * (1 if low == high else 2)
            left[low] -= 1
            left[high] -= 1
            if ways <= 0:
                continue
            under = np.where(_blackjack_under(up), 0, left)
            for outcome, table in tables.items():
                alike = np.diag(table)
                pairs = int(left @ table @ left) - int(
                    alike @ left
                )  # before the card under the up card leaves the shoe
                beside = pairs - 2 * (table @ left) + 2 * alike
                totals[outcome] += ways * decks * int(under @ beside)
    return sidebets.edge_of(totals, pays, "per second bet, over the hands optimal play exchanges")


def _blackjack_under(up: int) -> NDArray[np.bool_]:
    """Which cards under this up card make the dealer's blackjack."""
    completes = {ACE: TEN, TEN: ACE}.get(value_of(up))
    return np.array([value_of(card) == completes for card in range(52)])


def _winning_pairs(up: int) -> dict[str, NDArray[np.int64]]:
    """For an up card, which ordered pairs of cards make each TriLux hand."""
    tables = {outcome: np.zeros((52, 52), dtype=np.int64) for outcome in twentyone.TRILUX}
    for a in range(52):
        for b in range(52):
            tables[twentyone.TRILUX[twentyone.trilux(a, b, up)]][a, b] = 1
    return tables
