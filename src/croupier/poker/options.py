"""What the player in turn may do, as data that a screen can draw and an agent can choose from."""

import msgspec


class Options(msgspec.Struct, frozen=True, gc=False):
    player: int
    fold: bool = False
    check: bool = False
    call: int = 0  # chips that a call costs; 0 when there is nothing to call
    bring_in: int = 0
    may_raise: bool = False
    amounts: tuple[int, ...] = ()  # the only sizes of a fixed limit
    least: int = 0  # the range of every other structure; 0 when no raise is allowed
    most: int = 0
    step: int = 1
    kind: str = ""  # what a raise is called here: "bet", "complete" or "raise"
    why_no_raise: str = ""  # the rule that forbids it

    def allows(self, to: int) -> bool:
        """Whether a bet or raise to this amount is allowed."""
        if self.amounts:
            return to in self.amounts
        return self.least <= to <= self.most and (to % self.step == 0 or to == self.most)
