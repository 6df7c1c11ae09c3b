"""Which hand wins: a form's halves ranked from a player's cards and the board, and what a stud board shows.

Values are integers, higher is better; 0 means that the hand does not qualify.
"""

from collections.abc import Callable, Sequence
from functools import cache

from croupier.equipment.cards import JOKER
from croupier.hands.encode import FLUSH, FULL_HOUSE, SHIFT, STRAIGHT, STRAIGHT_FLUSH
from croupier.hands.five import best5, least_pair
from croupier.hands.low import badugi, low_8, low_27, low_a5
from croupier.hands.omaha import omaha_high
from croupier.hands.wild import rank_bug5
from croupier.poker.book.forms import Form

Ranker = Callable[[Sequence[int], Sequence[int]], int]
_HIGHEST = (STRAIGHT_FLUSH + 2) << SHIFT  # above the royal flush


def _high(hole: Sequence[int], board: Sequence[int]) -> int:
    return best5([*hole, *board])


# Short deck: the nine ranks moved down to 2 to T, so that the ace is next to the king; and once more with the ace
# left on top, where A-6-7-8-9 reads as the wheel.
_MOVED = tuple(max(card - 16, 0) for card in range(52))
_ACE_LOW = tuple(card if card >= 48 else max(card - 16, 0) for card in range(52))
_SWAPPED = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}


def _short(hole: Sequence[int], board: Sequence[int]) -> int:
    """A short deck: a flush beats a full house, and A-6-7-8-9 is the lowest straight."""
    cards = [*hole, *board]
    value = best5([_MOVED[card] for card in cards])
    low = best5([_ACE_LOW[card] for card in cards])
    if low >> SHIFT in (STRAIGHT, STRAIGHT_FLUSH):
        value = max(value, low)
    category = value >> SHIFT
    return value + (_SWAPPED.get(category, category) - category << SHIFT)


def _a5(hole: Sequence[int], board: Sequence[int]) -> int:
    return low_a5([*hole, *board])


def _eight(hole: Sequence[int], board: Sequence[int]) -> int:
    return low_8([*hole, *board])


def _27(hole: Sequence[int], board: Sequence[int]) -> int:
    return low_27([*hole, *board])


def _inverse(hole: Sequence[int], board: Sequence[int]) -> int:
    """The lowest high hand: as deuce to seven, but an ace also makes the straight to the five."""
    return _HIGHEST - best5([*hole, *board])


def _badugi(hole: Sequence[int], board: Sequence[int]) -> int:
    return badugi(hole)


def _bug(hole: Sequence[int], board: Sequence[int]) -> int:
    return rank_bug5(hole)


def _omaha_low(hole: Sequence[int], board: Sequence[int]) -> int:
    """Eight or better with two of the hand: each pair of low ranks with the three lowest others of the board.

    The same values as `hands.omaha.omaha_low_8`, ten times as fast: a split pot asks for it at every showdown.
    """
    table = _LOW_BITS
    mask = 0
    for card in board:
        mask |= table[card]
    if mask.bit_count() < 3:
        return 0
    own = [bit for card in hole if (bit := table[card])]
    best = 256
    for a in range(len(own) - 1):
        for b in range(a + 1, len(own)):
            pair = own[a] | own[b]
            if own[a] == own[b]:
                continue
            rest = mask & ~pair
            first = rest & -rest
            rest ^= first
            second = rest & -rest
            rest ^= second
            if rest:
                best = min(best, pair | first | second | rest & -rest)
    return 256 - best


_LOW_BITS = tuple(
    1 << (0 if card >> 2 == 12 else (card >> 2) + 1) if card >> 2 in (0, 1, 2, 3, 4, 5, 6, 12) else 0
    for card in range(52)
)


@cache
def rankers(form: Form) -> tuple[Ranker, ...]:
    """One ranking function for each half of the form's pot."""
    if form.hole_used:
        return (omaha_high, _omaha_low)[: len(form.halves)]
    if form.joker:
        return (_a5,) if form.low else (_bug,)
    table: dict[str, Ranker] = {
        "high": _high,
        "short": _short,
        "a5": _a5,
        "eight": _eight,
        "27": _27,
        "inverse": _inverse,
        "badugi": _badugi,
    }
    return tuple(table[half] for half in form.halves)


def _grouped(counts: dict[int, int]) -> tuple[int, ...]:
    grouped = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    padding = (0,) * (8 - len(grouped))  # boards of unequal size compare by their sets first
    return (*(count for count, _ in grouped), *padding, *(rank for _, rank in grouped))


def showing_high(cards: Sequence[int]) -> tuple[int, ...]:
    """Orders what stud boards show, highest first to act: pairs and sets, then high cards; no straights."""
    counts: dict[int, int] = {}
    for card in cards:
        counts[card >> 2] = counts.get(card >> 2, 0) + 1
    return _grouped(counts)


def showing_low(cards: Sequence[int]) -> tuple[int, ...]:
    """The same for razz, where the smallest is first to act and an ace is below a deuce."""
    counts: dict[int, int] = {}
    for card in cards:
        rank = ((card >> 2) + 1) % 13
        counts[rank] = counts.get(rank, 0) + 1
    return _grouped(counts)


def by_suit_high(card: int) -> int:
    """Orders single cards with the ace high; suits clubs, diamonds, hearts, spades upwards."""
    return card


def by_suit_low(card: int) -> int:
    """Orders single cards with the ace below the deuce."""
    return card - 52 if card >= 48 else card


def open_pair(cards: Sequence[int]) -> bool:
    """An open pair among a player's up-cards."""
    return len({card >> 2 for card in cards}) < len(cards)


def jacks_or_better(cards: Sequence[int]) -> bool:
    """Five cards that may open a jacks-or-better pot."""
    return (rank_bug5(cards) if JOKER in cards else best5(cards)) >= least_pair(9)
