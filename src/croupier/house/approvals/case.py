"""One version of one game's rules on its way into force: where it stands follows from what was signed about it."""

import builtins
import datetime
from typing import Any

import msgspec

from croupier.house.approvals.vocabulary import BY_VOTES
from croupier.rulebook import NotFound as NoBook
from croupier.rulebook import rulebook

SUBMITTED, APPROVED, REFUSED = "submitted", "approved", "refused"
POLLED, ACCEPTED, SENT_BACK, RECORDED = "polled", "accepted", "sent-back", "recorded"
WITHDRAWN = "withdrawn"
OVER = (REFUSED, SENT_BACK, WITHDRAWN)  # a version that does not come into force, or no longer is
SUPPORT, OPPOSE = "support", "oppose"
NEXT_OPENING, BETWEEN_ROUNDS = TAKES_UP = ("next-opening", "between-rounds")  # when open tables take up a version
DEADLINE_DAYS_MAX = 60
PREFIX = "approval."
# Who signs which step; the second body's votes come in through the office that runs its polls.
ACTS = {
    "submit": "approval.submit",
    "decide": "approval.decide",
    "poll": "approval.record",
    "vote": "approval.record",
    "close": "approval.record",
    "notice": "approval.record",
    "enter": "approval.record",
    "ask": "approval.decide",
    "answer": "approval.submit",
    "withdraw": "approval.submit",
    "post": "approval.submit",
}


class Terms(msgspec.Struct, frozen=True):
    """How a property's second body decides; no members: there is none."""

    members: int = 0
    votes: tuple[str, ...] = (SUPPORT, OPPOSE)
    clause: str = ""
    by_votes: bool = False  # who does not reply counts for nothing; otherwise his silence is no support

    def carries(self, cast: int) -> int:
        """Votes in support that carry where so many were cast: more than half of these, or of all members."""
        return (cast if self.by_votes else self.members) // 2 + 1

    def certain(self, support: int) -> bool:
        """Whether it carries whatever those reply who have not yet."""
        return support >= self.carries(self.members)

    def said(self, cast: int) -> str:
        return f"{self.carries(cast)} of {cast} cast carry" if self.by_votes else f"{self.carries(cast)} carry"


class Question(msgspec.Struct, frozen=True):
    """What the commission asked about a submission, and what the house answered; empty: not yet."""

    text: str
    answer: str = ""


class PutUp(msgspec.Struct, frozen=True):
    """Where a notice was put up, by whom and when."""

    where: str
    by: str
    at_us: int


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One version of one game's rules, and how far it has come."""

    property: str
    game: str
    version: str  # the digest of the rulebook file: what was approved is exactly this text
    state: str
    submitted_us: int
    approved: datetime.date | None = None
    route: str = ""  # e-poll or agenda
    poll: int = 0
    deadline_us: int = 0
    votes: dict[str, str] = {}
    reason: str = ""
    noticed: bool = False
    meeting: datetime.date | None = None  # in whose record the result was entered
    written: bool = False  # in this house's studio: its text stands in the record, on no shelf
    asked: datetime.date | None = None  # the day from which the house would like it to be in force
    emergency: str = ""  # why it can't wait for another day
    questions: tuple[Question, ...] = ()
    conditions: str = ""  # under which the commission approved it
    until: datetime.date | None = None  # the first day on which it is in force no more
    takes_up: str = NEXT_OPENING  # when tables that are open on its day deal by it
    reasons: dict[str, str] = {}  # what members wrote with their votes
    posted: tuple[PutUp, ...] = ()  # where its notice hangs

    @builtins.property
    def subject(self) -> str:
        return subject(self.property, self.game, self.version)

    def count(self, vote: str) -> int:
        return sum(1 for given in self.votes.values() if given == vote)

    @builtins.property
    def cast(self) -> int:
        """Who supports or opposes; whoever replies with another word of the book does neither."""
        return self.count(SUPPORT) + self.count(OPPOSE)

    def in_force(self, day: datetime.date) -> bool:
        """From the commission's day on until the approval runs out, unless the rules were sent back or withdrawn."""
        if self.approved is None or self.state in OVER or (self.until is not None and self.until <= day):
            return False
        return self.approved <= day


class SignedLine(msgspec.Struct, frozen=True):
    """One signed line about a version."""

    at_us: int
    by: str
    step: str
    about: dict[str, Any]


def subject(property_: str, game: str, version: str) -> str:
    return f"rules {property_}/{game} {version[:16]}"


def place_of(name: str) -> str:
    """The property whose rules a subject names."""
    return name.removeprefix("rules ").partition("/")[0]


def terms(property_: str) -> Terms:
    """What the property's book of approvals says of its second body."""
    try:
        book = rulebook(property_, "approvals")
    except NoBook:
        return Terms()
    members, votes = book.settings["members"], book.settings["votes"]
    carried = book.settings["carried-by"]
    return Terms(int(members.value), tuple(votes.value), carried.clause, carried.value == BY_VOTES)


def fold(lines: list[tuple[int, dict[str, Any]]]) -> Case:
    """Where a version stands after all that was signed about it."""
    at_us, first = lines[0]
    case = Case(
        property=first["property"],
        game=first["game"],
        version=first["version"],
        state=SUBMITTED,
        submitted_us=at_us,
        written=first.get("written", False),
        asked=datetime.date.fromisoformat(first["asked"]) if first.get("asked") else None,
        emergency=first.get("emergency", ""),
    )
    for at_us, line in lines[1:]:
        case = msgspec.structs.replace(case, **_changes(case, line, at_us))
    return case


def _changes(case: Case, line: dict[str, Any], at_us: int) -> dict[str, Any]:
    match line["step"]:
        case "decide":
            if not line["approve"]:
                return {"state": REFUSED, "reason": line["reason"]}
            until = datetime.date.fromisoformat(line["until"]) if line.get("until") else None
            day, conditions = datetime.date.fromisoformat(line["day"]), line.get("conditions", "")
            granted = {"state": APPROVED, "approved": day, "conditions": conditions, "until": until}
            return granted | {"takes_up": line.get("takes-up", NEXT_OPENING)}
        case "ask":
            return {"questions": (*case.questions, Question(line["text"]))}
        case "answer":
            place = next(n for n, question in enumerate(case.questions) if not question.answer)
            answered = msgspec.structs.replace(case.questions[place], answer=line["text"])
            return {"questions": (*case.questions[:place], answered, *case.questions[place + 1 :])}
        case "withdraw":
            return {"state": WITHDRAWN, "reason": line["reason"]}
        case "poll":
            return {"state": POLLED} | {key: line[key] for key in ("route", "poll", "deadline_us", "reason")}
        case "vote":
            reasons = {member: said for member, said in case.reasons.items() if member != line["member"]}
            reasons |= {line["member"]: line["reason"]} if line.get("reason") else {}
            return {"votes": case.votes | {line["member"]: line["vote"]}, "reasons": reasons}
        case "close":
            return {"state": ACCEPTED if line["carried"] else SENT_BACK, "reason": line["reason"]}
        case "notice":
            return {"noticed": True}
        case "post":
            return {"posted": (*case.posted, PutUp(line["where"], line["by"], at_us))}
        case _:  # entered into the record: what was sent back stays sent back
            meeting = datetime.date.fromisoformat(line["meeting"])
            return {"state": RECORDED if case.state == ACCEPTED else SENT_BACK, "meeting": meeting}
