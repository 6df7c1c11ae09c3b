"""What a table tells about a hand while it is played: pots by name, the last act of each, what a hand is called.

Nothing here looks at a card that its reader may not see: a hand is named for its own player, or once it is shown.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from croupier.equipment.cards import JOKER, RANK_WORDS
from croupier.hands import low
from croupier.hands.encode import FLUSH, FULL_HOUSE, SHIFT, STRAIGHT, STRAIGHT_FLUSH
from croupier.hands.five import best5, describe5, plural
from croupier.hands.wild import describe_bug
from croupier.poker.hand import OVER, Hand
from croupier.poker.pots import contested, less_collected
from croupier.poker.ranking import rankers
from croupier.poker.records import (
    UNKNOWN,
    Awarded,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Collected,
    Dealt,
    Drew,
    Folded,
    Mucked,
    Posted,
    Raised,
    Shown,
)

FIVE = 5
BETTING = (Folded, Checked, Called, BroughtIn, Raised)
IN_FRONT = "In front"  # bets that join the pot before them
STANDS = ("fold", "all-in")  # what a seat did that holds to the end of the hand


class PotTold(msgspec.Struct, frozen=True):
    name: str
    amount: int
    players: tuple[int, ...]  # who can win it; of a pot that was pushed, who won it
    front: bool = False  # still in front of the players
    pushed: bool = False


class LastAct(msgspec.Struct, frozen=True):
    kind: str = ""  # post, fold, check, call, bet, raise, complete, bring-in, all-in, draw, show, muck
    amount: int = 0


def pot_name(number: int) -> str:
    return f"Side pot {number}" if number else "Main pot"


def pots_told(hand: Hand) -> list[PotTold]:
    """Main pot first, then the side pots, then what is in front of the players; after the hand, what was pushed."""
    if hand.phase == OVER:
        return _pushed(hand)
    pots = [pot for pot in contested(hand) if pot.amount]
    pots = less_collected(hand, pots) if pots else []
    told = [PotTold(pot_name(number), pot.amount, pot.players) for number, pot in enumerate(pots)]
    front = sum(hand.bets)
    if front:
        players = tuple(i for i in range(hand.n) if hand.alive[i] and (hand.stacks[i] or hand.bets[i]))
        joins = bool(pots) and set(pots[-1].players) <= set(players)
        told.append(PotTold(IN_FRONT if joins else pot_name(len(pots)), front, players, front=True))
    return told


def _pushed(hand: Hand) -> list[PotTold]:
    found: dict[int, tuple[int, dict[int, None]]] = {}
    for record in hand.records:
        if isinstance(record, Awarded):
            amount, winners = found.get(record.pot, (0, {}))
            found[record.pot] = (amount + record.amount, winners | {record.player: None})
    return [
        PotTold(pot_name(number), amount, tuple(winners), pushed=True)
        for number, (amount, winners) in sorted(found.items())
    ]


def taken(hand: Hand, kind: str) -> int:
    """What the house has taken from this hand as rake, or as drop."""
    return sum(record.amount for record in hand.records if isinstance(record, Collected) and record.kind == kind)


# ---- the last act of each


def last_acts(hand: Hand) -> list[LastAct]:
    """What each did last on this street; folds and all-ins stand until the hand is over."""
    acts = [LastAct()] * hand.n
    out = [0] * hand.n  # what lies in front of each on this street
    betting = False
    for record in hand.records:
        new_street = isinstance(record, BoardDealt | Drew) or (isinstance(record, Dealt) and hand.form.family == "stud")
        if betting and new_street:
            acts = [act if act.kind in STANDS else LastAct() for act in acts]
            out, betting = [0] * hand.n, False
        act = _act(record, out) if not _killed(record, acts) else None
        betting = betting or isinstance(record, BETTING)
        if act is not None:
            before = acts[record.player]  # type: ignore[attr-defined]
            if act.kind == before.kind == "post":  # a blind with dead money, an ante with a blind: one sum
                act = LastAct("post", before.amount + act.amount)
            acts[record.player] = act  # type: ignore[attr-defined]
    return acts


def _killed(record: Any, acts: list[LastAct]) -> bool:
    """A losing hand that lay open is killed before the pots are pushed; it was shown for all that."""
    return isinstance(record, Mucked) and acts[record.player].kind == "show"


def _act(record: Any, out: list[int]) -> LastAct | None:
    """One record as the last act of its player; `out` is kept up with what he has put out."""
    match record:
        case Posted(player=i, kind=kind, amount=amount):
            out[i] += amount if kind not in ("ante", "dead") else 0
            return LastAct("post", amount)
        case Folded():
            return LastAct("fold")
        case Checked():
            return LastAct("check")
        case Called(player=i, amount=amount, all_in=all_in):
            out[i] += amount
            return LastAct("all-in", out[i]) if all_in else LastAct("call", amount)
        case BroughtIn(player=i, amount=amount):
            out[i] += amount
            return LastAct("bring-in", amount)
        case Raised(player=i, to=to, kind=kind, all_in=all_in):
            out[i] = to
            return LastAct("all-in" if all_in else kind, to)
        case Drew(discards=discards):
            return LastAct("draw", len(discards))
        case Shown():
            return LastAct("show")
        case Mucked():
            return LastAct("muck")
    return None


# ---- what a hand is called


def called(hand: Hand, i: int, board: int = 0) -> str:
    """What a player's cards make, in words: `two pair, queens and fives`; both halves where the pot has two."""
    hole, common = hand.hole[i], hand.boards[board] if hand.boards else []
    if not hole or UNKNOWN in hole or UNKNOWN in common:
        return ""
    enough = len(hole) + len(common) >= FIVE and (not hand.form.hole_used or len(common) >= FIVE - hand.form.hole_used)
    if not enough:
        badugi = hand.form.halves[0] == "badugi"
        return _named("badugi", hand, hole, common) if badugi else "" if hand.form.low else begun(hole, common)
    words = [_named(half, hand, hole, common) for half in hand.form.halves]
    if len(words) == 1:
        return words[0]
    return words[0] + (f"; low {words[1]}" if words[1] else "; no low")


def begun(hole: Sequence[int], common: Sequence[int] = ()) -> str:
    """A hand of which fewer than five cards are out: `ace queen, suited`, `pair of nines`."""
    ranks = sorted((card >> 2 for card in (*hole, *common) if card != JOKER), reverse=True)
    counts = {rank: ranks.count(rank) for rank in ranks}
    most = max(counts, key=lambda rank: (counts[rank], rank), default=0)
    pairs = [rank for rank, count in counts.items() if count == 2]
    if len(pairs) > 1:
        return f"two pair, {plural(pairs[0])} and {plural(pairs[1])}"
    if counts.get(most, 0) > 1:
        return {2: f"pair of {plural(most)}", 3: f"three {plural(most)}"}.get(counts[most], f"four {plural(most)}")
    if len(ranks) == 2 and not common:
        suited = ", suited" if hole[0] & 3 == hole[1] & 3 else ""
        return f"{RANK_WORDS[ranks[0]]} {RANK_WORDS[ranks[1]]}{suited}"
    return f"{RANK_WORDS[ranks[0]]} high" if ranks else ""


def _named(half: str, hand: Hand, hole: Sequence[int], common: Sequence[int]) -> str:
    value = rankers(hand.form)[hand.form.halves.index(half)](hole, common)
    if half == "short":
        return _short(value, [*hole, *common])
    if half == "a5":
        return _ace_to_five(hand, value, [*hole, *common])
    return _WORDS[half](value)


def _ace_to_five(hand: Hand, value: int, cards: Sequence[int]) -> str:
    """A low hand by its cards; one with a pair or worse by what stands against it: `pair of jacks`."""
    ranker = rankers(hand.form)[hand.form.halves.index("a5")]
    five = next((five for five in combinations(cards, FIVE) if ranker(five, ()) == value), ())
    ranks = Counter(card >> 2 for card in five if card != JOKER)
    most = [rank for rank, count in sorted(ranks.items(), key=lambda one: (-one[1], -one[0])) if count > 1]
    if not most:
        return low.describe_low_a5(value)
    first, *second = map(plural, most)
    if second and ranks[most[0]] == 2:
        return f"two pair, {first} and {second[0]}"
    if second:
        return f"full house, {first} over {second[0]}"
    return {2: f"pair of {first}", 3: f"three {first}"}.get(ranks[most[0]], f"four {first}")


def _short(value: int, cards: Sequence[int]) -> str:
    """Of a short deck: the usual words, and the straight that only it has, from the ace to the nine."""
    plain = best5(cards)
    if value >> SHIFT in (STRAIGHT, STRAIGHT_FLUSH) and plain >> SHIFT not in (STRAIGHT, STRAIGHT_FLUSH, FLUSH):
        return "straight, nine high"
    if value >> SHIFT == STRAIGHT_FLUSH and plain >> SHIFT == FLUSH:
        return "straight flush, nine high"
    if value >> SHIFT == FULL_HOUSE and plain >> SHIFT == FULL_HOUSE:  # a flush of the short deck ranks here
        return describe5(max(_flushes(cards), default=plain))
    return describe5(plain)


def _flushes(cards: Sequence[int]) -> list[int]:
    values = (best5(five) for five in combinations(cards, FIVE))
    return [value for value in values if value >> SHIFT == FLUSH]


_WORDS: dict[str, Callable[[int], str]] = {
    "high": describe_bug,  # the words of every high hand, and five aces
    "eight": lambda value: low.describe_low_8(value) if value else "",
    "27": low.describe_low_27,
    "inverse": lambda value: describe5((STRAIGHT_FLUSH + 2 << SHIFT) - value),
    "badugi": low.describe_badugi,
}


def told(hand: Hand, viewer: int) -> dict[str, Any]:
    """Everything of this module as plain data, by the hand's places: the viewer's own hand is named for him alone."""
    shown = [i for i in range(hand.n) if hand.shown[i]]
    boards = range(len(hand.boards))
    return {
        "pots": [msgspec.to_builtins(pot) for pot in pots_told(hand)],
        "acts": [msgspec.to_builtins(act) for act in last_acts(hand)],
        "rake": taken(hand, "rake"),
        "drop": taken(hand, "drop"),
        "called": called(hand, viewer) if viewer >= 0 else "",
        "plays": [list(playing(hand, viewer, board)) if viewer >= 0 else [] for board in boards],
        "named": {i: called(hand, i) for i in shown},
        "streets": [street.name for street in hand.form.streets for _ in range(street.board)],
        "rounds": [street.name for street in hand.form.streets],
        "family": hand.form.family,
    }


def playing(hand: Hand, i: int, board: int = 0) -> tuple[int, ...]:
    """The places of the board's cards that make the hand; none before there is a hand of five, or without a board."""
    hole, common = hand.hole[i], hand.boards[board] if hand.boards else []
    if hand.form.family != "board" or UNKNOWN in hole or UNKNOWN in common or hand.form.halves[0] == "short":
        return ()
    if len(hole) + len(common) < FIVE or not common:
        return ()
    own = hand.form.hole_used
    if own and len(common) < FIVE - own:
        return ()
    if own:
        fives = [(*a, *b) for a in combinations(hole, own) for b in combinations(common, FIVE - own)]
    else:
        fives = list(combinations([*hole, *common], FIVE))
    best = max(fives, key=best5)
    return tuple(place for place, card in enumerate(common) if card in best)
