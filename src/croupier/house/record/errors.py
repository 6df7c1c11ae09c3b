"""Why the floor says no: what was wrong, what was expected, which clause asks for it.

They are refusals of the table core too, so that whoever shows one kind shows the other.
"""

from collections.abc import Mapping, Sequence

from croupier.rounds import refusal


class Refused(refusal.Refused):
    """An act that was not done. Nothing has changed."""

    logged = False  # whether it is in the log already
    facts: Mapping[str, int] = {}  # numbers that an answer to it states again
    field = ""  # what of a form was wrong, where it is one field

    def __init__(self, wrong: str, expected: str = "", clause: str = "") -> None:
        super().__init__(f"{wrong} {expected}".strip(), clause)
        self.wrong = wrong
        self.expected = expected


class Forbidden(Refused, refusal.NotAllowed):
    """This person may not do this."""


class Short(Refused):
    """An account holds less than is asked of it; a patron buys in first."""

    kind = "short"


class WrongPassword(Refused):
    """Badge and password do not match."""

    field = "password"


class NotFound(Refused):
    """There is no such table, document, account or person."""


class Stale(Refused, refusal.Stale):
    """The act was based on a state that has passed."""


class Overtaken(Stale):
    """Somebody else, here or at another server, extended the record first: looked at again, it may still be done."""


class Faulty(Refused):
    """A plan with several faults, each a sentence of its own."""

    kind = "faults"

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        super().__init__(f"{name} may not be played: {'; '.join(faults)}")
        self.faults = tuple(faults)


class Reused(Stale):
    """An identifier that was used for another command."""

    def __init__(self) -> None:
        super().__init__("This id was used for another command.", "Use a new id for each; load the page again.")


class NotWritten(Refused):
    """The database is away, full or in trouble: nothing was taken, and the same command may be sent again."""


class Upgraded(NotWritten):
    """Another server has brought the record to another version: this one writes no more, its tables go on there."""

    def __init__(self, version: str) -> None:
        super().__init__(
            f"The record was brought to version {version} by another program while this server ran.",
            "Nothing was taken; the tables go on at a server of that version.",
        )


class NoNumber(NotWritten):
    """A series of numbers that was moved past the program, so far that none can follow."""

    def __init__(self, name: str, stands_at: object) -> None:
        super().__init__(
            f"No number follows the last one of the series {name}: it stands at {str(stands_at)[:40]}.",
            "Somebody moved it past the program; nothing was taken. croupier verify says what else was changed.",
        )


class Busy(Refused):
    """More is asked for than can be done at once: nothing was done, and the same may be asked again in a moment."""


class Broken(Exception):
    """The record contradicts itself: a broken chain or a replay that differs. Needs a person."""
