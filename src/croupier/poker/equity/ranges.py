"""Ranges of hold'em hands, as players write them.

    AKs  AKo  AK          suited, offsuit, both                TT  TT+  22-66       pairs
    ATs+                  A with T, J, Q and K, suited         A5s-A2s  JTs-87s     steps down
    15%  10%-20%          the best of all (`equity.order`)     random               any two cards
    AsKs  As?d  A?K?      exact cards, ? for any rank or suit

Parts are divided by commas or spaces; a hand that several parts name counts once.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from croupier.equipment.cards import parse_card
from croupier.poker.equity.order import BEST_FIRST, RANKS, top
from croupier.poker.errors import Refused

Hand = tuple[int, int]  # two cards, the lower number first

EVERY_HAND: tuple[Hand, ...] = tuple(combinations(range(52), 2))
_KIND = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)", re.IGNORECASE)
_CARDS = re.compile(rf"([{RANKS}?])([cdhs?])([{RANKS}?])([cdhs?])", re.IGNORECASE)
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)%(?:-(\d+(?:\.\d+)?)%)?")
_KINDLIKE = re.compile(rf"[{RANKS}?\d][{RANKS}cdhs?\d.%].*", re.IGNORECASE)
_ANY = ("random", "any", "any2", "*", "????", "100%")


def is_range(text: str) -> bool:
    """Whether a text names more than one hand; cards, known or `??`, are a hand."""
    words = _close_dashes(text).replace(",", " ").split()
    whole = "".join(words)
    cards = len(whole) % 2 == 0 and all(_is_card(whole[at : at + 2]) for at in range(0, len(whole), 2))
    if cards and several_hands(text):
        return True
    return bool(words) and not cards and all(_KINDLIKE.match(word) or word.lower() in _ANY for word in words)


def several_hands(text: str) -> bool:
    """`AsKs, QdQc`: exact hands of two cards one after the other."""
    parts = ["".join(part.split()) for part in text.split(",")]
    return len(parts) > 1 and all(len(part) == 4 for part in parts)


def _close_dashes(text: str) -> str:
    return re.sub(r"\s*-\s*", "-", text)


def _is_card(text: str) -> bool:
    if text == "??":
        return True
    try:
        parse_card(text)
    except ValueError:
        return False
    return True


def parse(text: str) -> list[Hand]:
    """The hands of a range, in order and each once."""
    found: set[Hand] = set()
    for part in _parts(text):
        found.update(_hands(part))
    if not found:
        raise Refused("range", f"{text!r} names no hand: write a range such as 'TT+, AKs, A5s-A2s', '15%' or 'random'")
    return sorted(found)


def _parts(text: str) -> Iterator[str]:
    """Commas and spaces divide, but a dash holds together, and two single cards are one hand."""
    for item in _close_dashes(text).split(","):
        words = item.split()
        if len(words) == 2 and all(len(word) == 2 and re.match("[cdhs?]", word[1], re.I) for word in words):
            yield "".join(words)
        else:
            yield from words


def _hands(part: str) -> Iterable[Hand]:
    if part.lower() in _ANY:
        return EVERY_HAND
    if found := _PERCENT.fullmatch(part):
        return _best(float(found[1]), found[2])
    if found := _CARDS.fullmatch(part):
        return _matching(*found.groups())
    kinds = _kinds(part)
    return [hand for kind in kinds for hand in hands_of(kind)]


def _best(first: float, second: str | None) -> Iterator[Hand]:
    """The top of all hands, or what lies between two such limits."""
    if second is None:
        kinds = top(first)
    else:
        low, high = sorted((first, float(second)))
        kinds = top(high)[len(top(low)) if low else 0 :]
    return (hand for kind in kinds for hand in hands_of(kind))


def _matching(*pattern: str) -> list[Hand]:
    """Exact cards with question marks: `As?d` is the ace of spades with any diamond."""
    first, second = (
        {card for card in range(52) if rank in ("?", RANKS[card >> 2]) and suit in ("?", "cdhs"[card & 3])}
        for rank, suit in ((pattern[0].upper(), pattern[1].lower()), (pattern[2].upper(), pattern[3].lower()))
    )
    return [(a, b) for a, b in EVERY_HAND if (a in first and b in second) or (b in first and a in second)]


def _kinds(part: str) -> list[str]:
    """A part made of kinds: `AK`, `TT+`, `ATs+`, `A5s-A2s`, `22-66`, `JTs-87s`."""
    ends = part.split("-")
    if len(ends) == 2:
        return _between(part, _kind(ends[0], part), _kind(ends[1], part))
    high, low, suited = _kind(part.removesuffix("+"), part)
    if not part.endswith("+"):
        return _spelled(high, low, suited)
    if high == low:
        return [kind for rank in range(high, 13) for kind in _spelled(rank, rank, "")]
    return [kind for rank in range(low, high) for kind in _spelled(high, rank, suited)]


def _kind(text: str, part: str) -> tuple[int, int, str]:
    found = _KIND.fullmatch(text)
    if not found:
        raise Refused(
            "range",
            f"{part!r} is no range: write AKs, AKo, AK, TT+, ATs+, A5s-A2s, 22-66, 15%, random, or cards such as As?d",
        )
    ranks = sorted((RANKS.index(found[1].upper()), RANKS.index(found[2].upper())), reverse=True)
    suited = found[3].lower()
    if ranks[0] == ranks[1] and suited:
        raise Refused("range", f"{part!r} is no range: a pair is neither suited nor offsuit")
    return ranks[0], ranks[1], suited


def _between(part: str, one: tuple[int, int, str], two: tuple[int, int, str]) -> list[str]:
    """From one kind to another: pairs, one card stepping under the same high card, or both stepping together."""
    (high, low, suited), (high_end, low_end, suited_end) = sorted((one, two), reverse=True)
    pairs = high == low and high_end == low_end
    if suited != suited_end or (high == low) != (high_end == low_end):
        raise Refused("range", f"{part!r} is no range: both ends are of one sort, such as A5s-A2s, 22-66 or JTs-87s")
    if pairs:
        return [kind for rank in range(high_end, high + 1) for kind in _spelled(rank, rank, "")]
    if high == high_end:
        return [kind for rank in range(low_end, low + 1) for kind in _spelled(high, rank, suited)]
    if high - low == high_end - low_end:
        return [kind for step in range(high - high_end + 1) for kind in _spelled(high - step, low - step, suited)]
    raise Refused("range", f"{part!r} is no range: keep the high card (A5s-A2s) or the gap (JTs-87s)")


def _spelled(high: int, low: int, suited: str) -> list[str]:
    name = RANKS[high] + RANKS[low]
    return [name] if high == low else [name + letter for letter in (suited or "so")]


def hands_of(kind: str) -> list[Hand]:
    """The hands of one kind: `AA`, `AKs` or `AKo`."""
    assert kind in BEST_FIRST
    high, low = RANKS.index(kind[0]), RANKS.index(kind[1])
    if high == low:
        return list(combinations(range(4 * high, 4 * high + 4), 2))
    return [(4 * low + a, 4 * high + b) for a in range(4) for b in range(4) if (a == b) == (kind[2] == "s")]
