"""What the learned rules of Let It Ride and Mississippi Stud see in a few cards: points, draws and gaps."""

from __future__ import annotations

from collections.abc import Collection, Sequence

TEN, JACK, SIX, FOUR, FIVE, EIGHT, ACE = 8, 9, 4, 2, 3, 6, 12
MOST, LEAST, FOLD = "most", "least", "fold"


def ranks_of(cards: Sequence[int]) -> list[int]:
    return sorted(card >> 2 for card in cards)


def is_suited(cards: Sequence[int]) -> bool:
    return len({card & 3 for card in cards}) == 1


def best_pair(cards: Sequence[int]) -> int | None:
    """The highest rank held twice or more."""
    ranks = ranks_of(cards)
    return max((rank for rank in ranks if ranks.count(rank) > 1), default=None)


def is_more_than_a_pair(cards: Sequence[int]) -> bool:
    ranks = ranks_of(cards)
    return len(cards) - len(set(ranks)) > 1


def gaps(cards: Sequence[int]) -> int | None:
    """How many ranks lack between cards that may make a straight; None if they pair or are too far apart."""
    ranks = ranks_of(cards)
    if len(set(ranks)) < len(ranks):
        return None
    low = sorted(-1 if rank == ACE else rank for rank in ranks)
    spread = min(ranks[-1] - ranks[0], low[-1] - low[0])
    return spread - len(cards) + 1 if spread <= 4 else None


def high_cards(cards: Sequence[int], least: int) -> int:
    return sum(card >> 2 >= least for card in cards)


# ------------------------------------------------------------------------------------ Let It Ride


def first_ride(cards: Sequence[int], paid: Collection[int]) -> bool:
    """With three cards: a hand that is paid, three to a royal, or three to a straight flush that is near enough."""
    pair = best_pair(cards)
    if pair is not None:
        return is_more_than_a_pair(cards) or pair in paid
    between = gaps(cards)
    if not is_suited(cards) or between is None:
        return False
    ranks = ranks_of(cards)
    if between == 0:
        return ranks not in ([0, 1, ACE], [0, 1, 2])
    if ranks in ([0, 2, ACE], [1, 2, ACE]):  # the ace is below them: one straight flush alone is near
        return False
    return high_cards(cards, min(paid, default=TEN)) >= between


def second_ride(cards: Sequence[int], paid: Collection[int]) -> bool:
    """With four cards: a hand that is paid, four to a flush, or an open straight with a card that pays in a pair."""
    pair = best_pair(cards)
    if pair is not None:
        return is_more_than_a_pair(cards) or pair in paid
    if is_suited(cards):
        return True
    between, ranks, least = gaps(cards), ranks_of(cards), min(paid, default=TEN)
    if between == 0 and ACE not in ranks:
        return high_cards(cards, least) >= 1
    return between is not None and high_cards(cards, least) == len(cards)


# -------------------------------------------------------------------------------- Mississippi Stud


def points(cards: Sequence[int]) -> int:
    """Two for a jack or better, one for a six to a ten."""
    return sum(2 if card >> 2 >= JACK else 1 if card >> 2 >= SIX else 0 for card in cards)


def street_bet(cards: Sequence[int], raised: bool) -> str:
    """What to wager with two, three or four cards; `raised` says whether the most was wagered before."""
    pair = best_pair(cards)
    if pair is not None and (is_more_than_a_pair(cards) or pair >= SIX or len(cards) == 2):
        return MOST
    if len(cards) == 2:
        ranks = ranks_of(cards)
        return LEAST if points(cards) >= 2 or (ranks == [FIVE, SIX] and is_suited(cards)) else FOLD
    return _third_card(cards, pair) if len(cards) == 3 else _fourth_card(cards, pair, raised)


def _third_card(cards: Sequence[int], pair: int | None) -> str:
    between, ranks, high = gaps(cards), ranks_of(cards), high_cards(cards, JACK)
    if is_suited(cards) and between is not None:
        in_a_row = between == 0 and ranks[0] >= FIVE and ranks[-1] < ACE
        if ranks[0] >= TEN or in_a_row or (between == 1 and high >= 1) or (between == 2 and high >= 2):
            return MOST
    medium = sum(SIX <= rank <= TEN for rank in ranks)
    straight = (between == 0 and ranks[0] >= FOUR and ranks[-1] < ACE) or (between == 1 and medium >= 2)
    return LEAST if is_suited(cards) or pair is not None or points(cards) >= 3 or straight else FOLD


def _fourth_card(cards: Sequence[int], pair: int | None, raised: bool) -> str:
    between, ranks = gaps(cards), ranks_of(cards)
    open_ended = between == 0 and ACE not in ranks
    if is_suited(cards) or (open_ended and ranks[-1] >= EIGHT):
        return MOST
    medium = sum(SIX <= rank <= TEN for rank in ranks)
    if pair is not None or between is not None or points(cards) >= 4 or (medium >= 3 and raised):
        return LEAST
    return FOLD
