"""What sentences of the floor share: several names in one."""

from collections.abc import Iterable


def listed(several: Iterable[object], last: str = "and") -> str:
    """`Ante`, `Ante and Blind`, `Bet 1, Bet 2 and Bet 3`; of what may be chosen, `check, call or fold`."""
    *before, end = [str(one) for one in several] or [""]
    return f"{', '.join(before)} {last} {end}" if before else end
