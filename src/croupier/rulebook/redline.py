"""Two wordings of one sentence as one line: what was left out, what was put in, what stayed."""

import difflib
import re

import msgspec

KEPT, OUT, IN = "kept", "out", "in"
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
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            runs.append(Run(KEPT, "".join(old[a:b])))
            continue
        runs += [Run(OUT, "".join(old[a:b]))] if b > a else []
        runs += [Run(IN, "".join(new[c:d]))] if d > c else []
    return runs
