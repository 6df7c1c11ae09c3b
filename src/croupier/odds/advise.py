"""What each choice is worth in a position, under the rules of one rulebook: for people, and for programs.

Values are in units of the initial wager, all money of the hand included, so that they compare as they stand. What
is already staked counts as lost by a fold. A position is the cards that the player sees and the wagers made so far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from croupier.equipment.cards import card_name, card_names
from croupier.odds.analysis import analysis_of
from croupier.odds.cache import remembered
from croupier.odds.games.cards import books as books_poker
from croupier.odds.games.cards import (
    crazy_four,
    criss_cross,
    dj_wild,
    four_card,
    high_card_flush,
    let_it_ride,
    mississippi,
    texas_bonus,
    three_card,
    ultimate,
)
from croupier.odds.games.cards.boards import starting_classes
from croupier.odds.games.cards.deals import all_sets
from croupier.odds.games.pai_gow import books as books_pai_gow
from croupier.odds.games.pai_gow import simulated as sim_pai_gow
from croupier.odds.games.pai_gow import strategy as pai_gow_strategy
from croupier.odds.games.pai_gow.setting import KINDS, kinds
from croupier.odds.games.twentyone import books as books_twentyone
from croupier.odds.games.twentyone.hands import value_of
from croupier.odds.games.twentyone.solve import values as blackjack_values
from croupier.odds.posting import BadInput
from croupier.rulebook import Posting

Value = Fraction | float
FOLD = "fold"


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """What a player sees. `board` are community cards in the order they were turned; `bets` in initial wagers."""

    hand: tuple[int, ...]
    up: int | None = None
    board: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()  # cards of other hands, where they matter (blackjack)
    bets: tuple[int, ...] = ()  # raises made so far
    split: bool = False
    may_split: bool = False
    zapped: bool = False
    free: bool = False


class Advice(msgspec.Struct, frozen=True):
    """The value of each choice; of equals the first is the best, which is the one that the analysis plays."""

    values: dict[str, Value]

    @property
    def best(self) -> str:
        return max(self.values, key=lambda choice: self.values[choice])

    def cost(self, choice: str) -> float:
        """What a choice gives up against the best one."""
        return float(self.values[self.best]) - float(self.values[choice])


def advise(posting: Posting, position: Position) -> Advice:
    """The value of every choice that the rules allow here."""
    game = posting.rulebook.plays
    plugged = analysis_of(game)
    adviser = plugged.advise if plugged is not None and plugged.advise is not None else ADVISERS.get(game)
    if adviser is None:
        raise BadInput(f"{game}: nothing is decided in this game once the wagers are made")
    cards = [*position.hand, *position.board, *position.seen, *([position.up] if position.up is not None else [])]
    most = int(posting.get("decks", 1))
    twice = next((card for card in cards if cards.count(card) > most), None)
    if twice is not None:
        decks = "one deck is" if most == 1 else f"{most} decks are"
        raise BadInput(f"{card_name(twice)} is there {cards.count(twice)} times; {decks} in play")
    try:
        return Advice(adviser(posting, position))
    except ValueError as error:
        raise BadInput(f"{game}: {error}") from None


def need(position: Position, hand: int, board: Sequence[int] = (0,), up: bool = False) -> None:
    """Refuse a position that the game does not have."""
    if len(position.hand) != hand:
        raise ValueError(f"a hand has {hand} cards, not {len(position.hand)} ({card_names(position.hand)})")
    if len(position.board) not in board:
        raise ValueError(f"--board takes {' or '.join(map(str, board))} cards here, not {len(position.board)}")
    if up != (position.up is not None):
        raise ValueError("the dealer's face-up card is needed (--up)" if up else "the dealer shows no card here")


def hand_name(cards: Sequence[int]) -> str:
    """AKs, T9o, 77: what two cards are before the suits matter."""
    classes, names = starting_classes()
    low, high = sorted(cards)
    return names[int(classes[low + high * (high - 1) // 2])]


def multiples(values: dict[int, Fraction], word: str) -> dict[str, Value]:
    return {f"{word} {multiple}x" if multiple else FOLD: value for multiple, value in values.items()}


# ------------------------------------------------------------------------------------ the games


def _twentyone(posting: Posting, position: Position) -> dict[str, Value]:
    if position.up is None:
        raise ValueError("the dealer's up card is needed (--up)")
    if len(position.hand) < 2:
        raise ValueError(f"a hand has two cards or more, not {len(position.hand)} ({card_names(position.hand)})")
    rules = books_twentyone.rules_of(posting)
    left = list(rules.shoe)
    for card in position.seen:
        left[value_of(card)] -= 1
    found = blackjack_values(
        rules, [value_of(card) for card in position.hand], value_of(position.up), left, split=position.split,
        may_split=position.may_split, zapped=position.zapped, free=position.free,
    )  # fmt: skip
    return dict(found)


def _three_card(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 3)
    return {FOLD: Fraction(-1), "play": three_card.value_of_play(position.hand, books_poker.three_card_rules(posting))}


def _four_card(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 5, up=True)
    assert position.up is not None
    found = four_card.values_of(position.hand, position.up, books_poker.four_card_rules(posting))
    return multiples(found, "play")


def _crazy_four(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 5)
    return multiples(crazy_four.values_of(position.hand, books_poker.crazy_four_rules(posting)), "play")


def _let_it_ride(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 3, board=(0, 1))
    worth = let_it_ride.value_of_ride([*position.hand, *position.board], books_poker.let_it_ride_rules(posting))
    return {"ride": worth, "withdraw": Fraction(0)}


def _mississippi(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 1, 2))
    if len(position.bets) != len(position.board):
        raise ValueError("one street wager was made for each community card seen: give them with --bets, such as 3,1")
    rules = books_poker.mississippi_rules(posting)
    found = mississippi.advise([*position.hand, *position.board], position.bets, rules)
    return multiples({**found.bets, 0: found.fold}, "bet")


def _criss_cross(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 2, 4))
    rules = books_poker.criss_cross_rules(posting)
    if not position.board:
        found = books_poker.long_work("criss-cross", criss_cross, rules)
        name = hand_name(position.hand)
        values = next(hand.bets for hand in found.hands if hand.name == name)
        return multiples({0: Fraction(-2), **values}, "bet")
    across, down = position.board[:2], position.board[2:]
    if len(position.bets) != len(position.board) // 2:
        raise ValueError("give the wagers made so far with --bets: Across, then Down")
    return multiples(criss_cross.advise(position.hand, across, down, bets=position.bets, rules=rules), "bet")


def _ultimate(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 3, 5))
    rules = books_poker.ultimate_rules(posting)
    if position.board:
        return dict(ultimate.advise(position.hand, position.board, rules))
    found = books_poker.long_work("ultimate", ultimate, rules)
    hand = next(hand for hand in found.hands if hand.name == hand_name(position.hand))
    return {"check": hand.check, **{f"raise {times}x": value for times, value in hand.raises.items()}}


def _texas_bonus(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 3, 4))
    rules = books_poker.texas_bonus_rules(posting)
    if not position.board:
        found = books_poker.long_work("texas-bonus", texas_bonus, rules)
        hand = next(hand for hand in found.hands if hand.name == hand_name(position.hand))
        return {FOLD: Fraction(-1), f"bet {rules.flop}x": hand.play}
    flop = len(position.board) == 3
    times, pays = (rules.turn, rules.turn_pays) if flop else (rules.river, rules.river_pays)
    return {"check": Fraction(0), f"bet {times}x": times * texas_bonus.lead(position.hand, position.board, pays)}


def _dj_wild(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 5)
    return {FOLD: Fraction(-2), "play": dj_wild.value_of_play(position.hand, books_poker.dj_wild_rules(posting))}


def _flush(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 7)
    word = "raise" if "raise" in posting.wagers else "play"
    return multiples(high_card_flush.values_of(position.hand, books_poker.flush_rules(posting)), word)


def _pai_gow(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 7)
    settings = pai_gow_settings(posting, position.hand)
    return {f"low {card_names(low)}": value for low, value in settings.items()}


def pai_gow_settings(posting: Posting, cards: Sequence[int]) -> dict[tuple[int, int], float]:
    """The worth of each setting by its Low cards, against the dealer's hands under his house way."""

    def distribution(rule: dict[str, Any]) -> tuple[Any, Any, Any]:
        return _dealer_distribution(books_pai_gow.dealer_table(posting))

    highs, lows, below = remembered("dealer-way", distribution, posting["house-way"], code=pai_gow_strategy.__name__)
    win = float(books_pai_gow.rules_of(posting).win_pays)
    fallen = sorted(cards, reverse=True)
    jokers = sim_pai_gow.with_joker(all_sets(52, 4))
    total = int(below[-1, -1])
    found: dict[tuple[int, int], float] = {}
    for j in range(1, 7):
        for i in range(j):
            rest = [card for k, card in enumerate(fallen) if k not in (i, j)]
            hand = np.array([*rest, 0, 0], np.int64)
            high, low = int(sim_pai_gow.high_of(hand, jokers)), int(sim_pai_gow.low_of(fallen[i], fallen[j]))
            if sim_pai_gow.fouled(high, low, hand):
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
    pai_gow_strategy._dealer_values(hands, dealer, values)
    highs, high = np.unique(values[:, 0], return_inverse=True)
    lows, low = np.unique(values[:, 1], return_inverse=True)
    below = np.zeros((len(highs) + 1, len(lows) + 1), np.int64)
    np.add.at(below, (high + 1, low + 1), weights)
    return highs, lows, below.cumsum(axis=0).cumsum(axis=1)


ADVISERS: dict[str, Callable[[Posting, Position], dict[str, Value]]] = {
    **dict.fromkeys(books_twentyone.GAMES, _twentyone),
    "three-card-poker": _three_card,
    "four-card-poker": _four_card,
    "crazy-four-poker": _crazy_four,
    "let-it-ride": _let_it_ride,
    "mississippi-stud": _mississippi,
    "criss-cross-poker": _criss_cross,
    "ultimate-texas-holdem": _ultimate,
    "texas-holdem-bonus": _texas_bonus,
    "dj-wild-stud-poker": _dj_wild,
    "high-card-flush": _flush,
    "i-luv-suits-poker": _flush,
    "pai-gow-poker": _pai_gow,
}
