"""Why the floor says no: what was wrong, what was expected, which clause asks for it."""


class Refused(Exception):
    """An act that was not done. Nothing has changed."""

    def __init__(self, wrong: str, expected: str = "", clause: str = "") -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.expected = expected
        self.clause = clause

    def __str__(self) -> str:
        tail = f" ({self.clause})" if self.clause else ""
        return f"{self.wrong} {self.expected}".strip() + tail


class Forbidden(Refused):
    """This person may not do this."""


class NotFound(Refused):
    """There is no such table, document, account or person."""


class Stale(Refused):
    """The act was based on a state that has passed."""


class Broken(Exception):
    """The record contradicts itself: a broken chain or a replay that differs. Needs a person."""
