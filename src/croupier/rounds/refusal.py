"""Refusals: what was wrong, what was expected, which clause asks for it. Nothing has changed."""


class Refused(Exception):
    kind = ""  # its name, where whoever is refused may do more about it than read it: nobody looks into a sentence

    def __init__(self, says: str, clause: str = "") -> None:
        self.says, self.clause = says, clause
        super().__init__(f"{says} (clause {clause})" if clause else says)


class Stale(Refused):
    """The table moved on before this answer arrived."""


class NotAllowed(Refused):
    """Not for this role."""


class Void(Exception):
    """Thrown into a round by a ruling: wagers are returned, except those a round still settles."""

    def __init__(self, clause: str = "", keeps: tuple[str, ...] = (), why: str = "") -> None:
        self.clause, self.keeps, self.why = clause, keeps, why
        super().__init__(why or "the round is void")
