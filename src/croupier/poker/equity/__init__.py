"""Equity: each hand's share of the pot, by enumeration of everything that may come, or by sampling.

    >>> equity("holdem", ["As Ks", "Qd Qc"]).shares[0]       # doctest: +SKIP
    Fraction(...)

A card written `??` is unknown and may be any; in hold'em a hand may be a range (`ranges`). Where the ways to
deal are too many to enumerate, hands are sampled and the result says so, with the half-width of its 95 per cent
interval.
"""

import math
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec

from croupier.equipment.cards import card_names, parse_card
from croupier.poker.book.forms import Form, form
from croupier.poker.equity.ranges import is_range, several_hands
from croupier.poker.equity.ranges import parse as parse_range
from croupier.poker.errors import Refused
from croupier.poker.records import UNKNOWN

ENUMERATED_MOST = 50_000_000
EXHAUSTIBLE_MOST = 20_000_000_000  # an hour or two of one processor
SAMPLES = 1_000_000
_CODES = {"high": "HIGH", "eight": "EIGHT", "a5": "A5", "27": "DEUCE", "short": "SHORT", "badugi": "BADUGI"}


class Equity(msgspec.Struct, frozen=True):
    hands: tuple[str, ...]
    wins: tuple[int, ...]  # pots, or halves of pots, won alone
    ties: tuple[int, ...]
    shares: tuple[Fraction, ...]  # of the pot; exact where `exact`
    showdowns: int
    exact: bool
    margin: float  # half-width of the 95 per cent interval of a share; 0 where exact
    seconds: float
    combos: tuple[int, ...] = ()  # of ranges: how many hands each has, those that the known cards exclude left out


def _cards(cards: str | Sequence[int]) -> list[int]:
    if not isinstance(cards, str):
        return list(cards)
    try:
        return [UNKNOWN if word == "??" else parse_card(word) for word in _split(cards)]
    except ValueError as error:
        raise Refused("card", str(error)) from None


def _split(text: str) -> list[str]:
    """`As Ks`, `AsKs` and `As,Ks` alike."""
    text = text.replace(",", " ")
    words = text.split()
    return (
        [word[at : at + 2] for word in words for at in range(0, len(word), 2)]
        if all(len(word) % 2 == 0 for word in words)
        else words
    )


def ways(deck: int, missing: Sequence[int]) -> int:
    """In how many ways the missing cards can be dealt."""
    total = 1
    for count in missing:
        total *= math.comb(deck, count)
        deck -= count
    return total


def equity(
    game: str | Form,
    hands: Sequence[str | Sequence[int]],
    board: str | Sequence[int] = "",
    dead: str | Sequence[int] = "",
    *,
    exact: bool | None = None,
    samples: int = SAMPLES,
    seed: int = 1,
) -> Equity:
    """The equity of each hand in a form of poker; `dead` cards are out of the deck."""
    shape = form(game) if isinstance(game, str) else game
    if any(isinstance(hand, str) and is_range(hand) for hand in hands):
        if shape.key == "holdem":
            return _ranges(hands, _cards(board), _cards(dead), exact, samples, seed)
        hands = [_of_this_form(hand, shape) for hand in hands]
    size = sum(street.down + street.up for street in shape.streets if not street.draw)
    on_board = sum(street.board for street in shape.streets)
    held = [_pad(_cards(hand), size, f"hand {number}") for number, hand in enumerate(hands, 1)]
    common = _pad(_cards(board), on_board, "the board") if on_board else []
    if len(held) < 2 or len(held) > 10:
        raise Refused("players", f"equity is of two to ten hands, not {len(held)}")
    deck = _deck(shape, [*held, common, _cards(dead)])
    missing = [hand.count(UNKNOWN) for hand in held] + [common.count(UNKNOWN)]
    if sum(missing) > len(deck):
        raise Refused("deck", f"{sum(missing)} cards are to come and {len(deck)} are left")
    total = ways(len(deck), missing)
    names = tuple(card_names(card for card in hand if card != UNKNOWN) or "random" for hand in held)
    if shape.key == "holdem" and not any(missing[:-1]) and exact is not False:
        return _boards(names, held, common, deck)
    if shape.hole_used and not any(missing[:-1]) and exact is not False:
        return _omaha(shape, names, held, common, deck)
    if not on_board and exact is not False and len(held) == 2:
        from croupier.poker.equity import sweep as equity_sweep

        if equity_sweep.fits(len(deck), missing[:-1]):
            return _sweep(shape, names, held, deck, total)
    if exact is None:
        exact = total <= ENUMERATED_MOST
    if shape.key == "holdem" and exact and sum(map(bool, missing[:-1])) == 1:
        return _one_unknown(names, held, common, deck)
    if exact and total > EXHAUSTIBLE_MOST:
        raise Refused("exact", f"{total:,} ways to deal are too many to enumerate: sample them")
    if samples < 1:
        raise Refused("samples", f"{samples} is no number of hands to sample")
    return _general(shape, names, held, common, deck, exact, total, samples, seed)


def _of_this_form(hand: str | Sequence[int], shape: Form) -> str | Sequence[int]:
    """Outside hold'em a hand is written card by card, or it is any at all."""
    if isinstance(hand, str) and is_range(hand) and not several_hands(hand):
        if hand.strip().lower() != "random":
            raise Refused(
                "range",
                f"{hand!r} is a range, and ranges are of hold'em: in {shape.title} write the cards, ?? for any, "
                "or random for them all",
            )
        return ""
    return hand


def _ranges(
    hands: Sequence[str | Sequence[int]],
    board: list[int],
    dead: list[int],
    exact: bool | None,
    samples: int,
    seed: int,
) -> Equity:
    """Hold'em with a range among the hands: all of them are ranges then, a known hand one of a single hand."""
    from croupier.poker.equity import versus

    if not 2 <= len(hands) <= 10:
        raise Refused("players", f"equity is of two to ten hands, not {len(hands)}")
    known = [card for card in _pad(board, 5, "the board") if card != UNKNOWN]
    if UNKNOWN in dead:
        raise Refused("card", "a dead card is known: its face is needed")
    _deck(form("holdem"), [known, dead])
    texts = [hand if isinstance(hand, str) else card_names(hand) for hand in hands]
    ranges = [parse_range(_two_cards(text)) for text in texts]
    found = versus.count(ranges, known, dead, exact, samples, seed)
    gone = {*known, *dead}
    return Equity(
        tuple(texts),
        found.wins,
        found.ties,
        found.shares,
        found.showdowns,
        found.exact,
        found.margin,
        found.seconds,
        tuple(sum(1 for hand in hands_of if gone.isdisjoint(hand)) for hands_of in ranges),
    )


def _two_cards(text: str) -> str:
    """A hand of which fewer than two cards are written has others that may be any."""
    if is_range(text):
        return text
    _cards(text)  # refused where one of them is no card
    cards = _split(text)
    if len(cards) > 2:
        raise Refused("card-count", f"{text!r} has {len(cards)} cards: a hand of hold'em has 2")
    return "".join(cards) + "??" * (2 - len(cards)) if cards else text


def _pad(cards: list[int], size: int, what: str) -> list[int]:
    if len(cards) > size:
        raise Refused("card-count", f"{what} has {len(cards)} cards: at most {size}")
    return cards + [UNKNOWN] * (size - len(cards))


def _deck(shape: Form, groups: Sequence[Sequence[int]]) -> list[int]:
    seen: set[int] = set()
    for card in (card for group in groups for card in group if card != UNKNOWN):
        if card in seen or card not in shape.deck:
            raise Refused("card-twice", f"{card_names([card])} cannot be there twice, or is not in this deck")
        seen.add(card)
    return [card for card in shape.deck if card not in seen]


def _warm(kernels: Any, players: int, hands: list[tuple[Any, Any]], cards: Any, ends: Any) -> None:
    """Load the compiled kernel, so that the time reported is that of the enumeration."""
    import numpy as np

    if players == 2:
        kernels.duel(*hands[0], *hands[1], kernels.START, np.uint64(0), cards, ends, 0, np.zeros(3, np.int64))
    else:
        keys, own = (np.array(part, np.uint64) for part in zip(*hands))
        kernels.melee(keys, own, kernels.START, np.uint64(0), cards, ends, 0, np.zeros((players, 3), np.int64))


def _boards(names: tuple[str, ...], held: list[list[int]], common: list[int], deck: list[int]) -> Equity:
    """Known hold'em hands: the fastest way through all boards."""
    import numpy as np

    from croupier.hands.kernels import BITS, KEYS, START
    from croupier.poker.equity import kernels

    def fold(cards: Sequence[int]) -> tuple[Any, Any]:
        return KEYS[list(cards)].sum(dtype=np.uint64), np.bitwise_or.reduce(BITS[list(cards)], initial=np.uint64(0))

    known = [card for card in common if card != UNKNOWN]
    key, bits = fold(known) if known else (np.uint64(0), np.uint64(0))
    hands = [fold(hand) for hand in held]
    cards = np.array(deck, np.int64)
    ranks = cards >> 2
    ends = np.array([at + int((ranks[at:] == ranks[at]).sum()) for at in range(len(cards))], np.int64)
    to_come = len(common) - len(known)
    _warm(kernels, len(held), hands, cards, ends)
    started = time.perf_counter()
    if len(held) == 2:
        counts = np.zeros(3, np.int64)
        kernels.duel(*hands[0], *hands[1], START + key, bits, cards, ends, to_come, counts)
        lost, tied, won = map(int, counts)
        total = lost + tied + won
        shares: tuple[Fraction, ...] = (Fraction(2 * won + tied, 2 * total), Fraction(2 * lost + tied, 2 * total))
        return Equity(names, (won, lost), (tied, tied), shares, total, True, 0.0, time.perf_counter() - started)
    out = np.zeros((len(held), 3), np.int64)
    keys, own = (np.array(part, np.uint64) for part in zip(*hands))
    total = int(kernels.melee(keys, own, START + key, bits, cards, ends, to_come, out))
    return _counted(names, out, total, started)


def _one_unknown(names: tuple[str, ...], held: list[list[int]], common: list[int], deck: list[int]) -> Equity:
    """Hold'em against a hand that is not known: every hand it may be, each through all its boards."""
    unknown = next(number for number, hand in enumerate(held) if UNKNOWN in hand)
    known = [card for card in held[unknown] if card != UNKNOWN]
    found: list[Equity] = []
    for drawn in combinations(deck, held[unknown].count(UNKNOWN)):
        whole = [[*known, *drawn] if number == unknown else hand for number, hand in enumerate(held)]
        found.append(_boards(names, whole, common, [card for card in deck if card not in drawn]))
    return Equity(
        names,
        tuple(sum(each) for each in zip(*(one.wins for one in found))),
        tuple(sum(each) for each in zip(*(one.ties for one in found))),
        tuple(sum(each, Fraction(0)) / len(found) for each in zip(*(one.shares for one in found))),
        sum(one.showdowns for one in found),
        True,
        0.0,
        sum(one.seconds for one in found),
    )


def _omaha(shape: Form, names: tuple[str, ...], held: list[list[int]], common: list[int], deck: list[int]) -> Equity:
    """Known Omaha hands: all boards by tables of what each hand makes of them."""
    import numpy as np

    from croupier.poker.equity import omaha as equity_omaha

    known = [card for card in common if card != UNKNOWN]
    to_come = len(common) - len(known)
    out = np.zeros((len(held), 3), np.int64)
    equity_omaha.count(held, known, deck[:to_come], to_come, shape.high_low, out)  # loads the compiled kernels
    started = time.perf_counter()
    out[:] = 0
    total = equity_omaha.count(held, known, deck, to_come, shape.high_low, out)
    return _counted(names, out, total, started)


def _sweep(shape: Form, names: tuple[str, ...], held: list[list[int]], deck: list[int], total: int) -> Equity:
    """Two hands of stud or draw: every set that completes one against every set that completes the other."""
    import numpy as np

    from croupier.poker.equity import kernels as equity_kernels
    from croupier.poker.equity import sweep as equity_sweep

    codes = [_code(equity_kernels, shape, half) for half in shape.halves]
    out = np.zeros((2, 3), np.int64)
    few = max(hand.count(UNKNOWN) for hand in held) * 2
    equity_sweep.count(codes, held, deck[:few], out)  # loads the compiled kernels
    started = time.perf_counter()
    out[:] = 0
    count = equity_sweep.count(codes, held, deck, out)
    assert count == total
    return _counted(names, out, count, started)


def _general(
    shape: Form,
    names: tuple[str, ...],
    held: list[list[int]],
    common: list[int],
    deck: list[int],
    exact: bool,
    total: int,
    samples: int,
    seed: int,
) -> Equity:
    import numpy as np

    from croupier.poker.equity import kernels
    from croupier.poker.equity import prefix as equity_prefix

    owners, places = _slots(held, common)
    codes = np.array([_code(kernels, shape, half) for half in shape.halves], np.int64)
    hands, board = np.array(held, np.int64), np.array(common, np.int64)
    cards = np.array(deck, np.int64)
    out = np.zeros((len(held), 3), np.int64)
    where = np.array(owners, np.int64), np.array(places, np.int64)
    margin = 0.0
    nobody = np.empty(0, np.int64)
    summed = exact and tuple(codes.tolist()) in equity_prefix.SERVED
    if summed:  # load the compiled kernel first: the time reported is that of the work
        equity_prefix.count(codes.tolist(), held, common, deck[: len(owners)], owners, out)
        out[:] = 0
    elif exact and owners:
        kernels.enumerate_all(codes, hands, board, nobody, *where, out)
    elif not exact:
        kernels.sample(codes, hands, board, cards, *where, out, np.zeros(len(held), np.float64), 0, seed)
    started = time.perf_counter()
    if exact:
        count = (
            equity_prefix.count(codes.tolist(), held, common, deck, owners, out)
            if summed
            else int(kernels.enumerate_all(codes, hands, board, cards, *where, out))
        )
        assert count == total
    else:
        squares = np.zeros(len(held), np.float64)
        kernels.sample(codes, hands, board, cards, *where, out, squares, samples, seed)
        count = samples
        means = out[:, 2] / (2 * kernels.UNITS * count)
        spread = np.sqrt(np.maximum(squares / count - means * means, 0))
        margin = float((1.96 * spread / math.sqrt(count)).max())
    return _counted(names, out, count, started, exact, margin)


def _counted(
    names: tuple[str, ...], out: Any, count: int, started: float, exact: bool = True, margin: float = 0.0
) -> Equity:
    """The equities of so many showdowns: won alone, tied, and shares in whole units, a row a hand."""
    from croupier.poker.equity.kernels import UNITS

    seconds = time.perf_counter() - started
    shares = tuple(Fraction(int(units), 2 * UNITS * count) for units in out[:, 2])
    return Equity(names, tuple(map(int, out[:, 0])), tuple(map(int, out[:, 1])), shares, count, exact, margin, seconds)


def _slots(held: list[list[int]], common: list[int]) -> tuple[list[int], list[int]]:
    owners, places = [], []
    for owner, cards in [*enumerate(held), (-1, common)]:
        for place, card in enumerate(cards):
            if card == UNKNOWN:
                owners.append(owner)
                places.append(place)
    return owners, places


def _code(kernels: Any, shape: Form, half: str) -> int:
    if shape.hole_used:
        return int(kernels.OMAHA_HIGH if half == "high" else kernels.OMAHA_EIGHT)
    if shape.joker and half == "high":
        return int(kernels.BUG)
    return int(getattr(kernels, _CODES[half]))
