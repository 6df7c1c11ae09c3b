"""One patron at several positions: as many as the rulebook allows, side by side unless it says otherwise, and with at
least what the house posts for wagers at more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.equipment.money import money
from croupier.rounds import acts
from croupier.rounds.refusal import Refused

if TYPE_CHECKING:
    from croupier.rounds.game import Game
    from croupier.rounds.table import Table

MOST, ADJACENT, LEAST = "positions-per-patron", "positions-adjacent", "several-positions-least"


def check_seat(game: Game, table: Table, sit: acts.Sit) -> None:
    """Refuse one position more than the rulebook allows, or one that lies apart."""
    most, held = game.posting.get(MOST), _held(table, sit.patron)
    if not held or most is None:
        return
    if len(held) >= most:
        raise Refused(f"one patron plays at most {most} positions", game.posting.clause(MOST))
    if _side_by_side(game) and not any(abs(number - sit.position) == 1 for number in held):
        played = ", ".join(map(str, held))
        raise Refused(f"positions of one patron are adjacent; {sit.patron} plays {played}", game.posting.clause(MOST))


def check_leave(game: Game, table: Table, position: int) -> None:
    """Refuse to give up the middle one of several positions: the others would lie apart."""
    if not (table.to_the_letter and _side_by_side(game)):
        return
    patron = table.position(position).patron
    rest = [number for number in _held(table, patron) if number != position]
    if patron and _apart(rest):
        words = f"positions of one patron are adjacent; give up {rest[0]} or {rest[-1]} before {position}"
        raise Refused(words, game.posting.clause(MOST))


def check_bet(game: Game, table: Table, bet: acts.Bet) -> None:
    """Refuse a wager at a position that lies apart from the others that the patron plays, or that is too small for
    somebody who plays several."""
    if not table.to_the_letter or game.posting.get(MOST) is None:
        return
    others = _played(table, bet.position) - {bet.position}
    if not others:
        return
    if _side_by_side(game) and _apart([*others, bet.position]):
        played = ", ".join(map(str, sorted(others)))
        words = f"positions that one patron plays are adjacent; position {bet.position} is apart from {played}"
        raise Refused(words, game.posting.clause(MOST))
    least = _least(game)
    if least and game.posting.wagers[bet.wager].kind == "base":
        placed = table.wager(bet.wager, bet.position, bet.on)
        _enough(game, bet.position, bet.amount + (placed.stake if placed else 0), least)
        for wager in table.wagers(bet.wager):
            if wager.position in others:
                _enough(game, wager.position, wager.stake, least)


def check_take(game: Game, table: Table, take: acts.Take, rest: int) -> None:
    """Refuse to take down what leaves the other positions of the patron apart, or too little at one of several."""
    if not table.to_the_letter or game.posting.get(MOST) is None:
        return
    others = _played(table, take.position) - {take.position}
    if rest:
        if others and _least(game) and game.posting.wagers[take.wager].kind == "base":
            _enough(game, take.position, rest, _least(game))
        return
    last = len(table.wagers(position=take.position)) == 1
    if last and _side_by_side(game) and _apart(list(others)):
        words = f"positions that one patron plays are adjacent; position {take.position} lies between others of his"
        raise Refused(words, game.posting.clause(MOST))


def _held(table: Table, patron: str) -> list[int]:
    return [p.number for p in table.felt.positions if p.patron == patron]


def _played(table: Table, position: int) -> set[int]:
    """The positions of the patron who sits at this one that have a wager."""
    held = _held(table, table.position(position).patron)
    return {wager.position for wager in table.felt.wagers if wager.position in held}


def _side_by_side(game: Game) -> bool:
    return game.posting.get(MOST) is not None and bool(game.posting.get(ADJACENT, True))


def _apart(numbers: list[int]) -> bool:
    return bool(numbers) and max(numbers) - min(numbers) + 1 > len(set(numbers))


def _least(game: Game) -> int:
    """Cents at each of several positions; nothing where the house posts no such minimum."""
    return int(game.posting.get(LEAST, 0)) * 100


def _enough(game: Game, position: int, stake: int, least: int) -> None:
    if stake < least:
        words = f"who plays several positions wagers at least {money(least)} at each; {money(stake)} at {position}"
        raise Refused(words, game.posting.clause(LEAST))
