"""Two small games of poker as whole trees: Kuhn's of three cards, and Leduc of six with one card in the middle.

Their equilibria are known, so a learner can be measured on them. A tree is chance, decisions and ends; the value of
an end is what the first player wins, in antes. A decision's `key` is what its player knows and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

PASS, BET = "pass", "bet"
FOLD, CALL, RAISE = "fold", "call", "raise"
FIRST_RAISE, SECOND_RAISE, RAISES_MOST = 2, 4, 2


class End(msgspec.Struct, frozen=True):
    value: Fraction


class Chance(msgspec.Struct, frozen=True):
    branches: tuple[tuple[Fraction, Node], ...]


class Decision(msgspec.Struct, frozen=True):
    player: int
    key: str
    moves: tuple[str, ...]
    children: tuple[Node, ...]


Node = End | Chance | Decision


def kuhn() -> Node:
    """Three cards, an ante of one, one bet of one. The first player loses an eighteenth of an ante a hand."""
    deals = [(mine, theirs) for mine in range(3) for theirs in range(3) if mine != theirs]
    return Chance(tuple((Fraction(1, len(deals)), _kuhn_node(deal, "")) for deal in deals))


def _kuhn_node(cards: tuple[int, int], history: str) -> Node:
    """`history` has a letter for each move: p for a pass, b for a bet or its call."""
    showdown = Fraction(1 if cards[0] > cards[1] else -1)
    ends = {"pp": showdown, "bb": 2 * showdown, "pbb": 2 * showdown, "bp": Fraction(1), "pbp": Fraction(-1)}
    if history in ends:
        return End(ends[history])
    player = len(history) % 2
    children = tuple(_kuhn_node(cards, history + letter) for letter in "pb")
    return Decision(player, f"{'JQK'[cards[player]]}{history}", (PASS, BET), children)


def leduc() -> Node:
    """Two jacks, two queens, two kings; an ante of one; two rounds with at most two raises, of two and of four.

    After the first round one card is turned: who pairs it wins, then the higher card. Suits do not count, so that
    ranks are dealt, each as often as its cards.
    """
    branches = []
    for mine in range(3):
        for theirs in range(3):
            chance = Fraction(2, 6) * Fraction(1 if mine == theirs else 2, 5)
            branches.append((chance, _leduc_node((mine, theirs), None, (1, 1), "", 0)))
    return Chance(tuple(branches))


def _leduc_node(cards: tuple[int, int], board: int | None, put: tuple[int, int], history: str, first_ends: int) -> Node:
    """`history` is both rounds' moves, c for a check or call, r for a raise; `first_ends` where the second begins."""
    this_round = history[first_ends:]
    player, raises = len(this_round) % 2, this_round.count("r")
    owed = put[1 - player] - put[player]
    size = FIRST_RAISE if board is None else SECOND_RAISE
    moves: list[str] = []
    children: list[Node] = []
    if owed:
        moves.append(FOLD)
        children.append(End(Fraction(put[1] if player else -put[0])))
    moves.append(CALL)
    level = _paid(put, player, owed)
    if owed or this_round:  # a call, or the second check, ends the round
        children.append(_round_ends(cards, board, level, history + "c"))
    else:
        children.append(_leduc_node(cards, board, level, history + "c", first_ends))
    if raises < RAISES_MOST:
        moves.append(RAISE)
        children.append(_leduc_node(cards, board, _paid(put, player, owed + size), history + "r", first_ends))
    turned = "" if board is None else "JQK"[board]
    return Decision(player, f"{'JQK'[cards[player]]}{turned}:{history}", tuple(moves), tuple(children))


def _paid(put: tuple[int, int], player: int, chips: int) -> tuple[int, int]:
    return (put[0] + chips, put[1]) if player == 0 else (put[0], put[1] + chips)


def _round_ends(cards: tuple[int, int], board: int | None, put: tuple[int, int], history: str) -> Node:
    if board is not None:
        mine, theirs = ((card == board, card) for card in cards)
        return End(Fraction(put[1] if mine > theirs else -put[0] if mine < theirs else 0))
    left = [2 - cards.count(rank) for rank in range(3)]
    return Chance(
        tuple(
            (Fraction(count, sum(left)), _leduc_node(cards, rank, put, history + "/", len(history) + 1))
            for rank, count in enumerate(left)
            if count
        )
    )


def decisions(root: Node) -> dict[str, Decision]:
    """One decision for each thing that a player may know, by its key."""
    found: dict[str, Decision] = {}
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Decision):
            found.setdefault(node.key, node)
        waiting += children_of(node)
    return found


def children_of(node: Node) -> Sequence[Node]:
    if isinstance(node, Chance):
        return [child for _, child in node.branches]
    return node.children if isinstance(node, Decision) else ()
