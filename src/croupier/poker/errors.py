"""What a refused act says: what was wrong, what was expected, and which rule asks for it."""

from collections.abc import Callable


class Player(int):
    """A player of a hand by his place in it, which whoever tells of it may call by his seat."""


class Refused(ValueError):
    """An act that the rules do not allow. Nothing has changed.

    `rule` is the engine's name of the rule ("min-raise"), `clause` the room's clause for it, where the
    room has one. Amounts and players of its words stand beside them, so that a room can tell money and seats.
    """

    def __init__(self, rule: str, words: str, clause: str = "", **about: int | str) -> None:
        self.rule = rule
        self.clause = clause
        self._words, self._about = words, about
        self.message = self.told()
        super().__init__(f"{self.message} [{rule}{': ' + clause if clause else ''}]")

    def told(
        self, coin: Callable[[int], str] = str, who: Callable[[int], str] = lambda place: f"player {place + 1}"
    ) -> str:
        """The words, with every amount and player as they are called here."""
        if not self._about:
            return self._words
        called = {
            name: value if isinstance(value, str) else who(value) if isinstance(value, Player) else coin(value)
            for name, value in self._about.items()
        }
        return self._words.format(**called)


class PHHError(Refused):
    """A history that cannot be replayed: which action, what was wrong, and which rule asks otherwise."""
