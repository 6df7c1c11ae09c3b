"""What a refused act says: what was wrong, what was expected, and which rule asks for it."""


class Refused(ValueError):
    """An act that the rules do not allow. Nothing has changed.

    `rule` is the engine's name of the rule ("min-raise"), `clause` the room's clause for it, where the
    room has one.
    """

    def __init__(self, rule: str, message: str, clause: str = "") -> None:
        self.rule = rule
        self.message = message
        self.clause = clause
        super().__init__(f"{message} [{rule}{': ' + clause if clause else ''}]")


class PHHError(Refused):
    """A history that cannot be replayed: which action, what was wrong, and which rule asks otherwise."""
