"""The irregularity desk at tournament tables: what may be declared, what it must be told, what a ruling would move.

Where hands are keyed a ruling is found by the hand's own record and carried out in it, as in the cash room. Where they
are not, the floor says which of the book's rulings it gave, and it stands on record with its clause.
"""

from typing import Any

import msgspec

from croupier.house.poker_room.table.refusals import chips, refusal
from croupier.house.poker_room.table.rulings import Missing, Possible, Preview, possible
from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.state import Felt
from croupier.poker.book.forms import Form
from croupier.poker.book.stakes import Stakes
from croupier.poker.errors import Refused as NotPoker
from croupier.poker.history import restore, snapshot
from croupier.poker.records import Ruled
from croupier.poker.rulings import facts as ruling_facts
from croupier.poker.rulings.desk import Desk
from croupier.poker.rulings.facts import CHOICE, SEAT, Fact

ROLES = {"dealer": "dealer", "supervisor": "supervisor", "manager": "manager"}


def record_of(felt: Felt) -> dict[str, Any] | None:
    return felt.desk.facts({}) if felt.desk is not None else None


def irregularities(felt: Felt) -> list[Possible]:
    """Every irregularity of the room's tournament rules; of keyed hands those that can have happened now first."""
    found = possible(felt.room, record_of(felt))
    if felt.desk is not None:
        return found
    return [msgspec.structs.replace(one, open=True, why="", asks=_unkeyed_asks(felt, one.when)) for one in found]


def of_game(felt: Felt, shape: Form, stakes: Stakes) -> frozenset[str]:
    """What can go wrong in one game: the others of the book's irregularities are of stud, of draw, of another limit."""
    facts = {
        "form": shape.key,
        "family": shape.family,
        "low": shape.low,
        "structure": stakes.kind,
        "limit": stakes.limit,
    }
    entries = felt.room.book.irregularities
    return frozenset(entry.when for entry in entries if felt.room.may_fit(entry, facts, frozenset(facts)))


def _unkeyed_asks(felt: Felt, when: str) -> list[Fact]:
    seat = Fact(SEAT, SEAT, "Which seat it concerns", needed=False)
    return [seat, Fact("choice", CHOICE, "Which ruling is given", rulings_on(felt, when))]


def rulings_on(felt: Felt, when: str) -> tuple[str, ...]:
    """Every ruling that the book knows for this."""
    entries = ruling_facts.entries(felt.room, when)
    return tuple(dict.fromkeys(one.ruling for entry in entries for one in (entry.choices or (entry.remedy,))))


def declared(felt: Felt, role: str, when: str, seat: int, choice: str, given: dict[str, Any]) -> acts.Declare:
    """A declaration with its facts, each of its kind; refused in words where one is wrong or still missing."""
    known = {one.when for one in irregularities(felt)}
    if when not in known:
        raise Refused(f"{when!r} is nothing that the book rules on in tournaments.", "Its list names what is.")
    base: dict[str, Any] = {"at_us": 0, "table": felt.number, "when": when, "role": ROLES.get(role, "supervisor")}
    try:
        if felt.desk is None:
            if choice not in rulings_on(felt, when):
                raise Missing([_unkeyed_asks(felt, when)[1]])
            return acts.Declare(**base, seat=seat or int(given.get(SEAT, 0) or 0), choice=choice)
        found = ruling_facts.read(felt.room, when, given)
        seat = int(found.pop(SEAT, seat))
        told = {name.replace("_", "-"): value for name, value in facts_of(felt, seat, found).items()}
        record = felt.desk.facts(told)
        left = ruling_facts.missing(felt.room, when, record, told, choice, keyed=not felt.desk.hand.auto)
    except NotPoker as refused:
        raise refusal(refused, chips, felt.table.order) from None
    if left:
        raise Missing(left)
    return acts.Declare(**base, seat=seat, choice=choice, facts=found)


def facts_of(felt: Felt, seat: int, facts: dict[str, Any]) -> dict[str, Any]:
    given = {name.replace("-", "_"): value for name, value in facts.items()}
    if seat:
        if seat not in felt.table.order:
            raise Refused(f"Seat {seat} has no cards in this hand.")
        given["player"] = felt.table.order.index(seat)
    return given


def ruled(felt: Felt, act: acts.Declare) -> Ruled:
    """Give the ruling: in the hand where it is keyed, otherwise on record only."""
    if felt.desk is not None:
        return felt.desk.declare(act.when, act.role, act.choice, **facts_of(felt, act.seat, dict(act.facts)))
    for entry in ruling_facts.entries(felt.room, act.when):
        for remedy in entry.choices or (entry.remedy,):
            if remedy.ruling == act.choice:
                return Ruled(act.when, remedy.ruling, entry.clause, act.role, -1, {}, remedy.says or entry.says)
    raise Refused(f"{act.choice!r} is no ruling on this.", f"One of {', '.join(rulings_on(felt, act.when))}.")


def preview(felt: Felt, act: acts.Declare) -> Preview:
    """The ruling with every chip that it would move; the hand is as it was afterwards."""
    hand, desk = felt.table.hand, felt.desk
    if desk is None or hand is None:
        found = ruled(felt, act)
        return Preview(found.when, found.ruling, found.says, found.clause, found.by, [], ["It is kept on record"])
    kept, was = snapshot(hand), _of_desk(desk)
    stacks, pot, alive = list(hand.stacks), hand.pot, list(hand.alive)
    try:
        found = ruled(felt, act)
        moves = [(f"Seat {felt.table.order[i]}", hand.stacks[i] - stacks[i]) for i in range(hand.n)]
        moves.append(("The pot", (0 if hand.over else hand.pot) - pot))
        cards = [
            f"Seat {felt.table.order[i]}'s hand is {'live again' if hand.alive[i] else 'dead'}"
            for i in range(hand.n)
            if hand.alive[i] != alive[i]
        ]
        if desk.misdealt:
            cards.append("The hand is dealt again: the same button, the same players")
        told = [move for move in moves if move[1]]
        return Preview(found.when, found.ruling, found.says, found.clause, found.by, told, cards)
    except NotPoker as refused:
        raise refusal(refused, chips, felt.table.order) from None
    finally:
        restore(hand, kept)
        desk.rulings, desk.misdealt, desk.clock, desk.final = was


def _of_desk(desk: Desk) -> tuple[list[Ruled], bool, int | None, set[str]]:
    return list(desk.rulings), desk.misdealt, desk.clock, set(desk.final)


def check_hand(felt: Felt) -> Desk:
    if felt.desk is None or felt.hand is None:
        raise Stale("No hand is being played.", "The dealer deals one first.")
    return felt.desk
