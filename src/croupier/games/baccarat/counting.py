"""Counting in baccarat: what cards are worth, who draws a third card, and by how much a hand wins.

Plain functions over cards as small integers (`rank * 4 + suit`), for the table and the analyses alike.
"""

from collections.abc import Sequence

from croupier.equipment.cards import ACE, EIGHT, rank_of


def card_value(card: int) -> int:
    """Ace one, two to nine their number, tens and pictures nothing."""
    rank = rank_of(card)
    return 1 if rank == ACE else rank + 2 if rank < EIGHT + 2 else 0


def point_count(cards: Sequence[int]) -> int:
    """The right-hand digit of the total."""
    total = 0
    for card in cards:
        total += card_value(card)
    return total % 10


def is_natural(cards: Sequence[int]) -> bool:
    return len(cards) == 2 and point_count(cards) >= 8


def player_draws(count: int) -> bool:
    return count < 6


def banker_draws(count: int, player_third: int, row: int) -> bool:
    """`player_third` is what the third card counts, -1 without one; `row` has a bit for each value he draws on."""
    if player_third < 0:
        return count <= 5
    return bool(row >> player_third & 1)


def dragon_outcome(own: int, other: int, own_natural: bool, other_natural: bool) -> str:
    """The Dragon Bonus on one hand: naturals win by themselves, others by four points or more."""
    if own_natural and other_natural and own == other:
        return "natural-tie"
    if own_natural and own > other:
        return "natural"
    if own_natural or own - other < 4:
        return "lose"
    return f"win-by-{own - other}"


def coup_outcomes(player: int, banker: int, player_cards: int, banker_cards: int) -> dict[tuple[str, str], str]:
    """(wager, on) -> outcome, from the counts of both hands and how many cards each holds."""
    seven, six = banker > player and banker == 7 and banker_cards == 3, banker > player and banker == 6
    won = "win-three-card-seven" if seven else "win-six" if six else "win"
    natural_p, natural_b = player_cards == 2 and player >= 8, banker_cards == 2 and banker >= 8
    return {
        ("player", ""): "win" if player > banker else "lose" if player < banker else "push",
        ("banker", ""): won if banker > player else "lose" if banker < player else "push",
        ("tie", ""): "tie" if player == banker else "lose",
        ("fortune-7", ""): "banker-three-card-seven" if seven else "lose",
        ("super-6", ""): "banker-six" if six else "lose",
        ("dragon-bonus", "player"): dragon_outcome(player, banker, natural_p, natural_b),
        ("dragon-bonus", "banker"): dragon_outcome(banker, player, natural_b, natural_p),
    }
