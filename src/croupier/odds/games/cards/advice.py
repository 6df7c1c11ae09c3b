"""What each choice is worth in a position of the card games against the house."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from croupier.odds.advise import FOLD, Position, Value, hand_name, multiples, need
from croupier.odds.games.cards import (
    books,
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
from croupier.odds.long_work import long_work
from croupier.rulebook import Posting


def three_card_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 3)
    return {FOLD: Fraction(-1), "play": three_card.value_of_play(position.hand, books.three_card_rules(posting))}


def four_card_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 5, up=True)
    assert position.up is not None
    found = four_card.values_of(position.hand, position.up, books.four_card_rules(posting))
    return multiples(found, "play")


def crazy_four_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 5)
    return multiples(crazy_four.values_of(position.hand, books.crazy_four_rules(posting)), "play")


def let_it_ride_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 3, board=(0, 1))
    worth = let_it_ride.value_of_ride([*position.hand, *position.board], books.let_it_ride_rules(posting))
    return {"ride": worth, "withdraw": Fraction(0)}


def _made(position: Position, allowed: Iterable[int]) -> None:
    """Refuse wagers made so far that the rules do not allow."""
    steps = sorted(allowed)
    if wrong := [bet for bet in position.bets if bet not in steps]:
        raise ValueError(f"--bets has {wrong[0]}: a wager is {', '.join(map(str, steps))} times the Ante")


def mississippi_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 1, 2))
    if len(position.bets) != len(position.board):
        raise ValueError("one street wager was made for each community card seen: give them with --bets, such as 3,1")
    rules = books.mississippi_rules(posting)
    _made(position, rules.multiples)
    found = mississippi.advise([*position.hand, *position.board], position.bets, rules)
    return multiples({**found.bets, 0: found.fold}, "bet")


def criss_cross_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 2, 4))
    rules = books.criss_cross_rules(posting)
    if not position.board:
        found = long_work("criss-cross", criss_cross.Analysis, rules)
        name = hand_name(position.hand)
        values = next(hand.bets for hand in found.hands if hand.name == name)
        return multiples({0: Fraction(-2), **values}, "bet")
    across, down = position.board[:2], position.board[2:]
    if len(position.bets) != len(position.board) // 2:
        raise ValueError("give the wagers made so far with --bets: Across, then Down")
    _made(position, rules.multiples)
    return multiples(criss_cross.advise(position.hand, across, down, bets=position.bets, rules=rules), "bet")


def ultimate_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 3, 5))
    rules = books.ultimate_rules(posting)
    if position.board:
        return dict(ultimate.advise(position.hand, position.board, rules))
    found = long_work("ultimate", ultimate.Analysis, rules)
    hand = next(hand for hand in found.hands if hand.name == hand_name(position.hand))
    return {"check": hand.check, **{f"raise {times}x": value for times, value in hand.raises.items()}}


def texas_bonus_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 2, board=(0, 3, 4))
    rules = books.texas_bonus_rules(posting)
    if not position.board:
        found = long_work("texas-bonus", texas_bonus.Analysis, rules)
        hand = next(hand for hand in found.hands if hand.name == hand_name(position.hand))
        return {FOLD: Fraction(-1), f"bet {rules.flop}x": hand.play}
    flop = len(position.board) == 3
    times, pays = (rules.turn, rules.turn_pays) if flop else (rules.river, rules.river_pays)
    return {"check": Fraction(0), f"bet {times}x": times * texas_bonus.lead(position.hand, position.board, pays)}


def dj_wild_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 5)
    return {FOLD: Fraction(-2), "play": dj_wild.value_of_play(position.hand, books.dj_wild_rules(posting))}


def flush_advice(posting: Posting, position: Position) -> dict[str, Value]:
    need(position, 7)
    word = "raise" if "raise" in posting.wagers else "play"
    return multiples(high_card_flush.values_of(position.hand, books.flush_rules(posting)), word)
