"""Irregularities at a poker table: what may be declared now, what each must be told, and what a ruling would move.

The same facts are read, checked and asked for here, whether a page or a program declares.
"""

from typing import Any

import msgspec

from croupier.equipment.cards import card_name
from croupier.house.poker_room.table import acts, takeback
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.hands import told_facts
from croupier.house.poker_room.table.refusals import refusal, short
from croupier.house.record.errors import Refused
from croupier.poker import Refused as PokerRefused
from croupier.poker.book.circumstances import FROM_RECORD, applies
from croupier.poker.book.room import Room, case_of
from croupier.poker.records import UNKNOWN, Ruled
from croupier.poker.rulings import facts as ruling_facts
from croupier.poker.rulings.facts import SEAT, Fact
from croupier.rounds.acts import By


class Possible(msgspec.Struct, frozen=True):
    """Something that the book rules on: whether it can have happened now, and what is then asked."""

    when: str
    clause: str
    by: str
    says: str
    open: bool
    why: str
    asks: list[Fact]
    ruling: str = ""  # what the book prescribes for the first case that fits


class Preview(msgspec.Struct, frozen=True):
    """A ruling before it is given: nothing has changed yet."""

    when: str
    ruling: str
    says: str
    clause: str
    by: str
    moves: list[tuple[str, int]]  # where chips would lie more or fewer, in cents
    cards: list[str]  # what would happen to hands and board, in words
    changed: bool = False


def irregularities(game: Game) -> list[Possible]:
    """Every irregularity of the room's book, those that can have happened now first."""
    return possible(game.room, record_of(game))


def possible(room: Room, record: dict[str, Any] | None) -> list[Possible]:
    """What a room's book rules on, by what the hand tells of itself (None: there is none)."""
    found = [_possible(room, when, record) for when in dict.fromkeys(e.when for e in room.book.irregularities)]
    return sorted((one for one in found if one is not None), key=lambda one: not one.open)


def _possible(room: Room, when: str, record: dict[str, Any] | None) -> Possible | None:
    here = ruling_facts.entries(room, when)
    if not here:  # only in tournaments
        return None
    fits = ruling_facts.entries(room, when, record) if record is not None else []
    first = (fits or here)[0]
    why = ""
    if record is None:
        why = "No hand has been dealt."
    elif not fits:
        why = f"The book rules on it {applies([_told(case_of(entry)) for entry in here], 2)}."
    says = first.remedy.says or first.says
    asks = ruling_facts.asked(room, when, record if fits else None)
    return Possible(when, first.clause, first.by, says, bool(fits), why, asks, first.remedy.ruling)


def _told(case: dict[str, Any]) -> dict[str, Any]:
    return {name: wanted for name, wanted in case.items() if name in FROM_RECORD}


def record_of(game: Game) -> dict[str, Any] | None:
    """What the hand itself tells of the circumstances."""
    return game.desk.facts({}) if game.desk is not None else None


def declared(game: Game, when: str, seat: int, choice: str, given: dict[str, Any]) -> acts.Declare:
    """A declaration with its facts, each of its kind; refused in words where one is wrong or still missing."""
    if game.desk is None:
        raise Refused("No hand has been dealt.", clause=game.room.clause("dispute-until"))
    try:
        found = ruling_facts.read(game.room, when, given)
        seat = int(found.pop(SEAT, seat))
        if "declares-open" in found:
            found["declares-open"] = _place(game, found["declares-open"])
        act = acts.Declare(when, seat, choice, found)
        told = {name.replace("_", "-"): value for name, value in told_facts(game, seat, found).items()}
        record = game.desk.facts(told)
        hand = game.desk.hand
        left = ruling_facts.missing(game.room, when, record, told, choice, keyed=not hand.auto)
    except PokerRefused as refused:
        raise refusal(refused, seats=game.table.order) from None
    if left:
        raise Missing(left)
    return act


def ruling_choices(game: Game, act: acts.Declare) -> tuple[str, ...]:
    """Between which rulings the floor decides; none where the book prescribes one."""
    assert game.desk is not None
    entry, _ = game.desk.rule_on(act.when, **told_facts(game, act.seat, act.facts))
    return tuple(remedy.ruling for remedy in entry.choices)


def _place(game: Game, seat: int) -> int:
    place = game.place_of(seat)
    if place < 0:
        raise Refused(f"Seat {seat} has no cards in this hand.")
    return place


class Missing(Refused):
    """A ruling that can't be given yet: what it must still be told."""

    def __init__(self, left: list[Fact]) -> None:
        self.left = left
        words = "; ".join(_asked_words(fact) for fact in left)
        super().__init__(f"Still to be said: {words}.")


def _asked_words(fact: Fact) -> str:
    words = fact.asks[:1].lower() + fact.asks[1:]
    return f"{words} ({', '.join(fact.options)})" if fact.options else words


def preview(game: Game, by: By, act: acts.Declare, at_us: int) -> Preview:
    """The ruling with every chip and card that it would move; the game is as it was afterwards."""
    kept, stack = takeback.keep(game, act), list(game.keyed)
    plain = {name: getattr(game, name) for name in ("number", "mark", "asked_us", "clock_us", "touched", "playing")}
    before, hands, board = game.balances(), _alive(game), _board(game)
    try:
        game.apply(by, act, at_us, lambda commitment: ())
        ruled = next(record for record in reversed(_records(game)) if isinstance(record, Ruled))
        after = game.balances()
        moves = [
            (_place_words(game, kept, name), after.get(name, 0) - before.get(name, 0)) for name in {**before, **after}
        ]
        cards = [*_changes(game, hands, board), *_held(game, act.seat)]
        by_ = ruled.by
        return Preview(act.when, ruled.ruling, ruled.says, ruled.clause, by_, [m for m in moves if m[1]], cards)
    finally:
        takeback.put_back(game, kept)
        for name, value in plain.items():
            setattr(game, name, value)
        game.keyed = stack
        game.purses, game.cash = {}, 0


def _records(game: Game) -> list[Any]:
    return list(game.table.hand.records) if game.table.hand is not None else []


def _alive(game: Game) -> dict[int, bool]:
    hand = game.table.hand
    return {game.table.order[i]: hand.alive[i] for i in range(hand.n)} if hand is not None else {}


def _board(game: Game) -> list[list[int]]:
    return [list(board) for board in game.table.hand.boards] if game.table.hand is not None else []


def _changes(game: Game, hands: dict[int, bool], board: list[list[int]]) -> list[str]:
    told = [
        f"Seat {seat}'s hand is {'live again' if lives else 'dead'}"
        for seat, lives in _alive(game).items()
        if lives != hands.get(seat)
    ]
    if game.redeal and not game.playing:
        told.append("The hand is dealt again: the same button, the same players")
    elif not game.playing and hands:
        told.append("The hand is over")
    now = _board(game)
    if now != board:
        names = [" ".join(card_name(card) for card in row if card != UNKNOWN) for row in now]
        told.append(f"The board is {'; '.join(names) or 'empty'}")
    return told


def _held(game: Game, seat: int) -> list[str]:
    """What a seat will be held to when its turn comes."""
    hand = game.table.hand
    if hand is None or not seat or game.place_of(seat) not in hand.binding:
        return []
    verb, amount, *_ = hand.binding[game.place_of(seat)]
    words = f"{verb}{f' of {short(amount)}' if amount else ''}"
    return [f"Seat {seat} is held to its {words} at its turn, unless somebody before it bets or raises"]


def _place_words(game: Game, kept: takeback.BeforeAct, name: str) -> str:
    if not name.startswith("seat:"):
        return {"pot": "The pot", "rake": "The rake", "jackpot": "The jackpot drop", "tokes": "The tips"}[name]
    seat = next((seat.number for seat in kept.between.seats if seat.name == name[5:]), game.seat_of(name[5:]))
    return f"Seat {seat}"
