"""Why the house way parts seven cards as it does: the rule of the rulebook that they come under, in a sentence."""

from collections import Counter
from collections.abc import Sequence

from croupier.equipment.cards import ACE
from croupier.games.cards.house_way import Ways, high_value, rank
from croupier.hands.encode import FLUSH, ROYAL_FLUSH, SHIFT, STRAIGHT, STRAIGHT_FLUSH
from croupier.hands.five import plural

RUNS = {STRAIGHT: "straight", FLUSH: "flush", STRAIGHT_FLUSH: "straight flush", ROYAL_FLUSH: "royal flush"}
WITH = {"king": "a king or an ace", "ace": "an ace", "ace-king": "an ace and a king"}


def cause(cards: Sequence[int], low: Sequence[int], ways: Ways) -> str:
    """`low`: the two cards that the house way sets Low."""
    held = Counter(map(rank, cards))
    sizes = sorted(held.values(), reverse=True)
    run = RUNS.get(high_value([card for card in cards if card not in low]) >> SHIFT, "")
    pair = rank(low[0]) if rank(low[0]) == rank(low[1]) else None
    if sizes[0] >= 4:
        return _four(held, pair, ways)
    if sizes[:2] == [3, 3]:
        return "Of two three of a kinds a pair of the higher stands in Low."
    if sizes[0] == 3 and sizes[1] == 2:
        return "A full house is parted: its highest pair stands in Low."
    if run:
        beside = f"the pair of {plural(pair)} stands" if pair is not None else "the two best others stand"
        return f"The {run} stays whole in High, {beside} in Low."
    if sizes[0] == 3:
        return _three(low, pair)
    pairs = sorted(found for found, many in held.items() if many == 2)
    if len(pairs) == 3:
        return "Of three pair the highest stands in Low."
    if len(pairs) == 2:
        return _two_pair(pairs, pair, ways)
    if pairs:
        return "One pair stands in High, the two highest other cards in Low."
    return "Without a pair the highest card stands in High, the next two in Low."


def _four(held: Counter[int], pair: int | None, ways: Ways) -> str:
    four = max(held, key=lambda found: held[found])
    if held[four] == 5:
        return f"Five aces are parted: the pair of {plural(pair if pair is not None else four)} stands in Low."
    if pair == four:
        return f"Four {plural(four)} are parted: two of them stand in Low."
    if pair is not None:
        return f"Four {plural(four)} stay together in High, the pair of {plural(pair)} stands in Low."
    with_ace = ", with an ace for Low" if four >= ways.fours_to_split else ""
    return f"Four {plural(four)} stay together in High{with_ace}; the two highest other cards stand in Low."


def _three(low: Sequence[int], pair: int | None) -> str:
    if pair is not None:
        return f"A pair of the three {plural(pair)} stands in Low."
    if ACE in map(rank, low):
        return "Three aces are parted: one of them leads Low."
    return "Three of a kind stay in High, the two highest other cards stand in Low."


def _two_pair(pairs: list[int], pair: int | None, ways: Ways) -> str:
    """Which two pair they are, what would keep them together, and whether it does."""
    lower, higher = pairs
    if higher == ACE:
        return "Two pair with aces are always parted: the lower stands in Low."
    one, other = _size(lower, ways), _size(higher, ways)
    which = f"Two {one} pairs" if one == other else f"{one.capitalize()} and {other} pairs"
    keep = getattr(ways, f"{one}_{other}")
    if keep == "always":
        return f"{which} always stay together in High."
    if keep == "never":
        return f"{which} are always parted: the lower stands in Low."
    if pair is None:
        return f"{which} stay together in High with {WITH[keep]} for Low."
    return f"{which} stay together only with {WITH[keep]}: the lower stands in Low."


def _size(pair: int, ways: Ways) -> str:
    return "high" if pair >= ways.high_from else "medium" if pair >= ways.medium_from else "low"
