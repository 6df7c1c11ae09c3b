"""Hands and counts in the order of their worth, as far as outcomes name them: a better one is not paid less."""

import re
from collections.abc import Iterator
from fractions import Fraction

from croupier.rulebook.faults import Found, Underpaid
from croupier.rulebook.model import PayTable
from croupier.rulebook.payouts import Odds

RANKED = ("main", "bonus", "envy")  # pay tables that go by the worth of a hand
OR_BETTER = "-or-better"  # `jacks-or-better`: pairs of jacks and up, two pair and better apart
_HAND = re.compile(r"flush|straight|of-a-kind|full-house|pair|royal|aces|wild")
_COUNTED = re.compile(r"([0-9]+|[a-z]+)-(cards|points|of-ten)")  # a bust with so many cards, so many points made
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_UNRANKED = re.compile(r"high-card|others|lose|push|^joker")
# In every game that knows both, the first of two is the better hand.
_SURE = (
    ("straight-flush", "flush"),
    ("straight-flush", "straight"),
    ("royal-flush", "straight-flush"),
    ("three-of-a-kind", "pair"),
    ("suited-pair", "pair"),
    ("four-of-a-kind", "three-of-a-kind"),
)


def best_first(vocabulary: dict[str, str | None]) -> list[str]:
    """The outcomes of a pay table from the best hand to the worst; empty where they are no hands."""
    if counts := [_count(name) for name in vocabulary if _count(name)]:
        return sorted(vocabulary, key=_count, reverse=True) if len(counts) == len(vocabulary) else []
    pairs = [name for name in vocabulary if name.endswith(OR_BETTER)]  # from the twos up
    names = [name for name in vocabulary if not _UNRANKED.search(name) and name not in pairs]
    if len(names) < 2 or not all(_HAND.search(name) for name in names):
        return []
    for better, worse in _SURE:
        if better in names and worse in names:
            return (names if names.index(better) < names.index(worse) else names[::-1]) + pairs[::-1]
    numbers = [int(name.rsplit("-", 1)[1]) for name in names if name.rsplit("-", 1)[-1].isdecimal()]
    if len(numbers) == len(names):
        return sorted(names, key=lambda name: -int(name.rsplit("-", 1)[1]))
    return []


def _count(name: str) -> int:
    """The number in an outcome that is a count; 0 where it is none."""
    found = _COUNTED.fullmatch(name)
    word = found[1] if found else ""
    return int(word) if word.isdecimal() else _NUMBERS.index(word) if word in _NUMBERS else 0


def underpaid(where: str, table: PayTable, vocabulary: dict[str, str | None]) -> Iterator[Found]:
    """Rows that pay a better hand less than a worse one."""
    if table.name not in RANKED:
        return
    rows = dict(table.rows)
    best: dict[bool, tuple[Fraction, str, Odds]] = {}  # what the worse hands are paid at most: in dollars, or by odds
    for outcome in reversed(best_first(vocabulary)):
        odds = rows.get(outcome)
        if odds is None or odds.kind in ("percent", "unread"):
            continue
        net, flat = odds.profit(1), odds.kind == "dollars"
        if flat in best and net < best[flat][0]:
            place = list(rows).index(outcome) + 1
            less = Underpaid(outcome, str(odds), best[flat][1], str(best[flat][2]))
            words = f"{outcome} pays {odds}, less than the worse hand {less.worse}, which pays {less.worse_pays}"
            yield Found(f"{where}.rows[{place}]", words, fact=less)
        else:
            best[flat] = (net, outcome, odds)
