"""How alike two passages are: the words that they share, rare words counting more."""

import math
import re
from collections import Counter
from collections.abc import Iterable

_WORD = re.compile(r"[a-z]{3,}|\d+")
_SMALL = frozenset(
    """the and shall with that this for from may not any all are been has have his her its into upon under such other
    than which who will casino property dealer player players cards card relating section subsection accord""".split()  # noqa: SIM905
)
_ENDS = ("ing", "ed", "es", "s")
Weights = dict[str, float]


def words(text: str) -> list[str]:
    """Words cut to their stems, without those that every rule has."""
    found = []
    for word in _WORD.findall(text.lower()):
        if word in _SMALL:
            continue
        end = next((end for end in _ENDS if word.endswith(end) and len(word) - len(end) > 3), "")
        found.append(word[: len(word) - len(end)] if end else word)
    return found


class Likeness:
    """Knows how rare each word is among some passages."""

    def __init__(self, passages: Iterable[str]) -> None:
        every = [set(words(passage)) for passage in passages]
        seen = Counter(word for passage in every for word in passage)
        self._rare = {word: math.log(1 + len(every) / times) for word, times in seen.items()}
        self._usual = math.log(1 + len(every))

    def weigh(self, text: str) -> Weights:
        counted = Counter(words(text))
        made = {word: (1 + math.log(times)) * self._rare.get(word, self._usual) for word, times in counted.items()}
        long = math.sqrt(sum(value * value for value in made.values())) or 1.0
        return {word: value / long for word, value in made.items()}


def alike(one: Weights, other: Weights) -> float:
    """1 for the same words, 0 for none in common."""
    small, large = sorted((one, other), key=len)
    return sum(value * large.get(word, 0.0) for word, value in small.items())
