"""Two wordings of one sentence as one line: what was left out, what was put in, what stayed."""

import difflib
import re
from collections.abc import Sequence

import msgspec

KEPT, OUT, IN = "kept", "out", "in"
Step = tuple[str, int, int, int, int]  # what was done, to which words of the old and of the new
_WORD = re.compile(r"\s+|[^\s\w]|\w+")


class Run(msgspec.Struct, frozen=True):
    """Words that share one fate."""

    fate: str
    text: str


def redline(was: str, now: str) -> list[Run]:
    """The words of both, those left out before those put in."""
    old, new = _WORD.findall(was), _WORD.findall(now)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    if was and now and matcher.ratio() < 0.4:  # two sentences, not one that was changed
        return [Run(OUT, was), Run(IN, now)]
    runs: list[Run] = []
    for kind, a, b, c, d in _whole(matcher.get_opcodes(), old):
        if kind == "equal":
            runs.append(Run(KEPT, "".join(old[a:b])))
            continue
        runs += [Run(OUT, "".join(old[a:b]))] if b > a else []
        runs += [Run(IN, "".join(new[c:d]))] if d > c else []
    return runs


def _whole(steps: Sequence[Step], old: list[str]) -> list[Step]:
    """Changes with nothing but a space between them are one change: a phrase is read whole, not word by word."""
    made: list[Step] = []
    for kind, a, b, c, d in steps:
        spaced = len(made) > 1 and made[-1][0] == "equal" and "".join(old[slice(*made[-1][1:3])]).isspace()
        if kind != "equal" and spaced:
            made.pop()
            _, a, _, c, _ = made.pop()
        made.append((kind, a, b, c, d))
    return made
