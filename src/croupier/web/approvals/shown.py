"""What the pages of approvals show: a version, how it stands, its lines, votes and past."""

import builtins
import datetime

import msgspec
from markupsafe import Markup

from croupier.house.approvals.case import (
    Case,
    Terms,
    subject,
)
from croupier.rulebook import Rulebook
from croupier.rulebook.approvals import Approval
from croupier.web.books.blocks import Block

DIGEST_CHARS = 16


class Version(msgspec.Struct, frozen=True):
    """One text of one game's rules: on the shelf, before this house's record, or printed in a document."""

    property: str
    game: str
    title: str
    day: datetime.date | None  # as printed on it
    book: Rulebook | None = None
    case: Case | None = None
    printed: Approval | None = None

    @builtins.property
    def path(self) -> str:
        digest = self.case.version[:DIGEST_CHARS] if self.case else ""
        known = digest if self.day is None or (self.case and self.case.written) else str(self.day)
        return f"/approvals/{self.property}/{self.game}/{known}"

    @builtins.property
    def name(self) -> str:
        """What it is compared by: the day on it, or the digest of a text that was written here."""
        return f"{self.property}/{self.game}@{self.path.rpartition('/')[2]}"

    @builtins.property
    def subject(self) -> str:
        digest = self.case.version if self.case else self.book.digest if self.book else ""
        return subject(self.property, self.game, digest)


class Stand(msgspec.Struct, frozen=True):
    """Where a version stands, in one word and a sentence."""

    words: str
    kind: str  # of a pill
    note: str = ""
    icon: str = "check"


class Line(msgspec.Struct, frozen=True):
    """One step: signed, waited for, or still to come."""

    number: int
    title: str
    who: str
    state: str  # done, now, next
    at: str = ""
    note: str = ""


class Vote(msgspec.Struct, frozen=True):
    member: int
    vote: str = ""
    who: str = ""
    at: str = ""
    reason: str = ""
    earlier: tuple[str, ...] = ()  # what the member had replied before


class Past(msgspec.Struct, frozen=True):
    """One version of the game in the timeline."""

    day: str
    path: str
    stand: Stand
    here: bool


class VersionView(msgspec.Struct, frozen=True, kw_only=True):
    version: Version
    stand: Stand
    lines: tuple[Line, ...]
    votes: tuple[Vote, ...] = ()
    terms: Terms
    step: str = ""  # what comes next; "vote" while members may reply
    steps: int = 0  # signed so far: what a form says that it saw
    may: bool = False
    may_close: bool = False
    why_not: str = ""
    close_why_not: str = ""
    today: datetime.date
    deadline: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    before: Rulebook | None = None
    changes: tuple[Block, ...] = ()
    more_changes: int = 0
    marks: dict[str, int] = {}
    timeline: tuple[Past, ...] = ()
    bar: Markup = Markup()  # the votes as segments
    may_post: bool = False
    follows: bool = False  # a notice can be printed
    may_ask: bool = False
    may_answer: bool = False
    may_withdraw: bool = False
