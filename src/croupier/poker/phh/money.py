"""What a replayed history paid: by the cards, or as the history states it, which knows the house's rake and chips.

The format keeps neither the rake nor the chips in play, so a history may state `winnings` or
`finishing_stacks` after them. They are taken where the replayed betting can account for them, to the cent.
"""

import msgspec

from croupier.poker.errors import PHHError
from croupier.poker.hand import Hand
from croupier.poker.phh.fields import Reader
from croupier.poker.records import UNKNOWN, Awarded, Returned

RAKE_MOST = 5  # no house takes more than the fifth part: more missing means that the log left a winner out
COUNTS_UNCALLED = ("PartyPoker",)  # sites whose logs count the uncalled bet among the winnings


class Replay(msgspec.Struct):
    """What a history came to."""

    finishing_stacks: list[int | float | None]  # None where the history does not know what he began with
    winnings: list[int | float | None]
    rake: int | float | None  # None where the log has money that no action put in, so that it cannot be told
    hand: str | int | None = None
    players: list[str] | None = None
    variant: str = ""
    matches: bool | None = None  # the history's own finishing stacks, if it states any
    undecided: bool = False  # nobody's cards are on record: the pot is shown divided among those who were in


def settle(hand: Hand, reader: Reader) -> Replay:
    """The stacks at the end, as near to what the history states as its own actions allow."""
    ends = reader.stated("finishing_stacks")
    stated = reader.stated("winnings")
    unseen = {
        record.player for record in hand.records if isinstance(record, Awarded) and UNKNOWN in hand.hole[record.player]
    }
    undecided = hand.live > 1 and len(unseen) > 1
    before = [stack - won for stack, won in zip(hand.stacks, hand.won)]
    winnings, rake = list(hand.won), 0
    if stated and any(stated):  # all nothing means that the site's log did not say
        winnings, rake = _stated(reader, hand, before, stated, ends)
        undecided = False
    elif ends and not undecided:
        winnings, rake = _from_stacks(reader, hand, ends)
    elif not hand.over:
        raise PHHError("showdown", "the history breaks off: no hand is shown, and the winner is not known")
    stacks = [chips + won for chips, won in zip(before, winnings)]
    return Replay(
        [reader.back(stack) for stack in stacks],
        [reader.back(won) for won in winnings],
        None if rake < 0 else reader.back(rake),
        reader.data.get("hand"),
        _names(reader),
        str(reader.data["variant"]),
        stacks == ends if ends else None,
        undecided,
    )


def _names(reader: Reader) -> list[str] | None:
    names = reader.data.get("players")
    if names is None:
        return None
    if not isinstance(names, list) or len(names) != len(reader.stacks):
        raise PHHError("phh-field", f"the field 'players' must name the {len(reader.stacks)} players")
    return [str(name) for name in names]


def _stated(
    reader: Reader, hand: Hand, before: list[int], stated: list[int], ends: list[int] | None
) -> tuple[list[int], int]:
    """Winnings as the log has them, and the rake: what they leave of the pot."""
    pot = sum(reader.stacks) - sum(before)
    readings = _readings(reader, hand, stated)
    for winnings in readings:
        dead = _dead(before, winnings, ends)
        rake = pot + sum(dead) - sum(winnings)
        if 0 <= rake * RAKE_MOST <= pot:
            before[:] = [chips - missing for chips, missing in zip(before, dead)]
            return winnings, rake
    forced = hand.n * max(*reader.blinds, *reader.antes)
    for winnings in readings:
        if 0 < sum(winnings) - pot <= forced:  # dead posts that the log leaves out
            return winnings, pot - sum(winnings)
    over = min(sum(winnings) for winnings in readings) - pot
    if over > 0 or not hand.over:
        raise PHHError("money", f"the winnings differ from the pot by {reader.back(abs(over))}")
    return list(hand.won), 0  # one of several winners is missing from the log


def _readings(reader: Reader, hand: Hand, stated: list[int]) -> list[list[int]]:
    """The winnings as they are and without the uncalled bet, which has already gone back to its owner."""
    if not hand.returned:
        return [stated]
    bettor = next(record.player for record in reversed(hand.records) if isinstance(record, Returned))
    if stated[bettor] < hand.returned:
        return [stated]
    less = [won - hand.returned * (i == bettor) for i, won in enumerate(stated)]
    return [less, stated] if reader.data.get("venue") in COUNTS_UNCALLED else [stated, less]


def _dead(before: list[int], winnings: list[int], ends: list[int] | None) -> list[int]:
    """Dead posts, which the actions do not show: what the stacks lack at the end."""
    if ends:
        dead = [chips + won - end for chips, won, end in zip(before, winnings, ends)]
        if min(dead) >= 0:
            return dead
    return [0] * len(before)


def _from_stacks(reader: Reader, hand: Hand, ends: list[int]) -> tuple[list[int], int]:
    """Finishing stacks alone: winners may have less by the rake, or another's odd chip, and nothing else."""
    if not hand.over:
        raise PHHError("showdown", "the history breaks off: no hand is shown, and the winner is not known")
    won = list(hand.won)
    apart = [end - stack for end, stack in zip(ends, hand.stacks)]
    only_winners = all(chips or not gap for chips, gap in zip(won, apart))
    missing = -sum(apart)
    raked = missing > 0 and max(apart) <= 0 and missing * RAKE_MOST <= sum(won)
    odd_chips = not missing and max(map(abs, apart)) < reader.chip()
    if only_winners and (raked or odd_chips):
        return [chips + gap for chips, gap in zip(won, apart)], missing
    return won, 0
