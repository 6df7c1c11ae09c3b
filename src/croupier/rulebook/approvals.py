"""When which rules were submitted and approved, and what a second body said of them: the record, by property.

Every rulebook on the shelf carries the dates printed on it. A property whose rules go on to another body after the
commission has a file `approvals.toml` beside its rulebooks with what is known of that.
"""

import datetime
import itertools
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from croupier.rulebook.faults import Fault, Found
from croupier.rulebook.library import SHELF, NotFound, meant, properties, rulebooks
from croupier.rulebook.model import Rulebook
from croupier.rulebook.shapes import Day, Keys, ListOf, Span, misfits


class Poll(msgspec.Struct, frozen=True):
    """One e-poll: asked, answered by a deadline, reported."""

    number: int
    requested: datetime.datetime
    deadline: datetime.datetime
    result: datetime.datetime
    support: int
    carried: bool
    lines: tuple[int, ...]
    oppose: int | None = None  # None: not printed


class Approval(msgspec.Struct, frozen=True, kw_only=True):
    """One version of one game's rules on its way into force."""

    game: str
    approved: datetime.date
    line: int = 0
    property: str = ""
    title: str = ""
    submitted: datetime.date | None = None
    poll: Poll | None = None
    agenda: datetime.date | None = None  # the meeting at which the result was to be entered into the record
    until: datetime.date | None = None  # the day from which a later version took its place
    on_shelf: bool = False
    says: str = ""

    def in_force(self, day: datetime.date) -> bool:
        return self.approved <= day and (self.until is None or day < self.until)


class _File(msgspec.Struct):
    approval: list[Approval]


_RECORD = Keys(
    must={
        "approval": ListOf(
            Keys(
                must={"game": str, "approved": Day()},
                may={
                    "line": Span(1),
                    "title": str,
                    "submitted": Day(),
                    "agenda": Day(),
                    "says": str,
                    "poll": Keys(
                        must={
                            "number": Span(1),
                            "requested": Day(),
                            "deadline": Day(),
                            "result": Day(),
                            "support": Span(0),
                            "carried": bool,
                            "lines": ListOf(Span(1), rising=True),
                        },
                        may={"oppose": Span(0)},
                    ),
                },
            )
        )
    }
)  # the file approvals.toml


def approval_faults(table: dict[str, Any]) -> list[Found]:
    """Everything wrong with a record of approvals: its shape, days and times out of order, polls that stand twice."""
    found = [Found(fault.where.lstrip("."), fault.says) for fault in misfits(table, _RECORD, "")]
    if found:
        return found
    polls: set[tuple[str, int]] = set()
    for number, approval in enumerate(table["approval"], 1):
        days = [(key, str(approval[key])) for key in ("submitted", "approved", "agenda") if key in approval]
        for (before, first), (key, day) in itertools.pairwise(days):
            if day < first:
                found.append(
                    Found(f"approval[{number}].{key}", f"expected no day before {before}, {first}, found {day}")
                )
        poll = approval.get("poll")
        if poll and (named := (str(approval.get("agenda", "")), poll["number"])) in polls:
            found.append(Found(f"approval[{number}].poll.number", f"poll {poll['number']} stands twice"))
        elif poll:
            polls.add(named)
        if poll and not str(poll["requested"]) <= str(poll["deadline"]) <= str(poll["result"]):
            words = "expected the request before the deadline and the deadline before the result"
            found.append(Found(f"approval[{number}].poll.deadline", words))
    return found


def recorded(name: str, shelf: Path = SHELF) -> list[Approval]:
    """What a property's approvals.toml says; nothing where it has none."""
    path = shelf / name / "approvals.toml"
    if not path.exists():
        return []
    try:
        return msgspec.convert(tomllib.loads(path.read_text()), _File).approval
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise Fault(f"{name}/approvals.toml", [str(error)]) from None


def approvals(name: str | None = None, *, shelf: Path = SHELF) -> list[Approval]:
    """Every approval on record, by property, game and day; the list of all leaves out a record that can't be read."""
    if name is not None and name not in properties(shelf):
        raise NotFound(f"no property {name!r}; {meant(name, properties(shelf))}")
    found = []
    for house in properties(shelf):
        if name in (None, house):
            try:
                found += _of_property(house, shelf)
            except Fault:
                if name is not None:
                    raise
    return found


def _of_property(house: str, shelf: Path) -> list[Approval]:
    books = {(book.game, book.approved): book for book in rulebooks(house, shelf=shelf)}
    known = {(a.game, a.approved): a for a in recorded(house, shelf)}
    keys = sorted(books.keys() | known.keys())
    made = []
    for number, (game, day) in enumerate(keys):
        later = keys[number + 1] if number + 1 < len(keys) else None
        until = later[1] if later and later[0] == game else None
        base = known.get((game, day)) or Approval(game=game, approved=day)
        made.append(_whole(base, house, books.get((game, day)), until))
    return made


def _whole(approval: Approval, house: str, book: Rulebook | None, until: datetime.date | None) -> Approval:
    return msgspec.structs.replace(
        approval,
        property=house,
        title=book.title if book else approval.game,
        submitted=book.submitted if book else approval.submitted,
        until=until,
        on_shelf=book is not None,
    )
