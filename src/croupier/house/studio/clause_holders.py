"""Who works on which clause of a draft right now.

It keeps two people from typing into one field, and nothing hangs on it: what they save comes together field by field
whoever holds what, also where they sit at different servers. So it is kept in memory and runs out by itself.
"""

HELD_US = 40_000_000  # a page says every few seconds that it is still open


class Holding:
    def __init__(self) -> None:
        self._held: dict[tuple[str, str], tuple[str, int]] = {}

    def take(self, draft: str, clause: str, badge: str, now_us: int) -> str:
        """Hold a clause, or go on holding it; the badge of whoever else does, else empty."""
        self._held = {key: kept for key, kept in self._held.items() if kept[1] > now_us}
        holder, _ = self._held.get((draft, clause), (badge, 0))
        if holder != badge:
            return holder
        for key in [key for key, kept in self._held.items() if key[0] == draft and kept[0] == badge]:
            del self._held[key]  # one clause at a time: who goes on to another frees this one
        self._held[draft, clause] = badge, now_us + HELD_US
        return ""

    def of(self, draft: str, now_us: int) -> dict[str, str]:
        """clause -> badge of whoever works on it."""
        return {clause: who for (name, clause), (who, until) in self._held.items() if name == draft and until > now_us}
