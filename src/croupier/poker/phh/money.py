"""What a replayed history paid: by the cards, and as the history states it, proved against the pots.

A history may state `winnings` or `finishing_stacks`, which know the house's rake, dead posts and odd chips. They are
taken where the replayed hand can account for them, to the cent; where it cannot, the difference is told in words.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

import msgspec

from croupier.poker.errors import PHHError
from croupier.poker.hand import Hand
from croupier.poker.phh.fields import DEEP, Reader
from croupier.poker.phh.proof import Claim, Wrong, claims, claims_by_pot, differences
from croupier.poker.records import UNKNOWN, Awarded, Returned

RAKE_MOST = 5  # no house takes more than the fifth part
COUNTS_UNCALLED = ("PartyPoker",)  # sites whose logs count the uncalled bet among the winnings


class Replay(msgspec.Struct):
    """What a history came to."""

    finishing_stacks: list[int | float | None]  # None where the history does not know what he began with
    winnings: list[int | float | None]
    rake: int | float | None  # None where the log has money that no action put in, so that it cannot be told
    hand: str | int | None = None
    players: list[str] | None = None
    variant: str = ""
    matches: bool | None = None  # whether what the history states of the end can be; None where it states nothing
    undecided: bool = False  # nobody's cards are on record: the pot is shown divided among those who were in
    differences: list[str] = []  # what cannot be, in words
    notes: list[str] = []  # what the log leaves out, and what nobody reads


class _End(msgspec.Struct):
    """One reading of how the hand ended: what was won, the rake, dead posts, and what is wrong with it."""

    won: list[int]
    rake: int
    dead: list[int]
    wrong: list[str] = []
    notes: list[str] = []


def settle(hand: Hand, reader: Reader, doubtful: Collection[int] = ()) -> Replay:
    """The stacks at the end, as near to what the history states as its own actions allow."""
    ends, stated = reader.stated("finishing_stacks"), reader.stated("winnings")
    unseen = {
        record.player for record in hand.records if isinstance(record, Awarded) and UNKNOWN in hand.hole[record.player]
    }
    undecided = hand.live > 1 and len(unseen) > 1
    end = _Books(hand, reader, doubtful).end(stated if stated and any(stated) else None, ends)
    if end.won is not hand.won and not end.wrong:
        undecided = False
    before = [stack - won - dead for stack, won, dead in zip(hand.stacks, hand.won, end.dead)]
    won = hand.won if end.wrong and hand.over and not undecided else end.won
    said = ends is not None or bool(stated and any(stated))
    return Replay(
        [reader.back(chips + share) for chips, share in zip(before, won)],
        [reader.back(share) for share in won],
        None if end.rake < 0 else reader.back(end.rake if won is end.won else 0),
        reader.data.get("hand"),
        reader.names(),
        str(reader.data["variant"]),
        not end.wrong if said else None,
        undecided,
        end.wrong,
        end.notes + [f"the field {name!r} is not of the format, and is not read" for name in reader.unknown()],
    )


class _Books:
    """The accounts of one replayed hand, against which what is stated is held."""

    def __init__(self, hand: Hand, reader: Reader, doubtful: Collection[int]) -> None:
        self.hand, self.reader = hand, reader
        self.before = [stack - won for stack, won in zip(hand.stacks, hand.won)]
        self.pot = sum(reader.stacks) - sum(self.before)
        self.doubtful = doubtful
        self.claims: list[Claim] = claims(hand, doubtful)
        self.forced = max(map(abs, (*reader.blinds, *reader.antes)))

    def end(self, stated: list[int] | None, ends: list[int] | None) -> _End:
        """The reading of the stated end with which least is wrong."""
        if stated:
            readings = [self._checked(won, self._dead(won, ends)) for won in self._readings(stated)]
            for reading in readings:
                if ends is not None:
                    reading.wrong += self._other_stacks(reading, ends)
        elif ends is not None:
            readings = [self._checked(self._from_stacks(ends), [0] * self.hand.n)]
        else:
            if not self.hand.over:
                raise PHHError("showdown", "the history breaks off: no hand is shown, and the winner is not known")
            return _End(self.hand.won, 0, [0] * self.hand.n)
        return min(readings, key=lambda reading: len(reading.wrong))

    def _readings(self, stated: list[int]) -> list[list[int]]:
        """The winnings as they are and without the uncalled bet, which has already gone back to its owner."""
        hand = self.hand
        if not hand.returned:
            return [stated]
        bettor = next(record.player for record in reversed(hand.records) if isinstance(record, Returned))
        if stated[bettor] < hand.returned:
            return [stated]
        less = [won - hand.returned * (i == bettor) for i, won in enumerate(stated)]
        return [less, stated] if self.reader.data.get("venue") in COUNTS_UNCALLED else [stated, less]

    def _dead(self, won: Sequence[int], ends: list[int] | None) -> list[int]:
        """Dead posts, which the actions do not show: what the stacks lack at the end."""
        if ends:
            dead = [chips + share - end for chips, share, end in zip(self.before, won, ends)]
            if min(dead) >= 0 and max(dead) <= 2 * self.forced:
                return dead
        return [0] * len(self.before)

    def _from_stacks(self, ends: list[int]) -> list[int]:
        """What was won, by what everybody has at the end; a stack that nobody counted tells nothing."""
        return [end - chips if chips < DEEP // 2 else won for end, chips, won in zip(ends, self.before, self.hand.won)]

    def _checked(self, won: list[int], dead: list[int]) -> _End:
        """Stated winnings with the rake that they leave, and whatever in them cannot be."""
        pot = self.pot + sum(dead)
        end = _End(won, pot - sum(won), dead)
        slack = self.reader.chip()
        if end.rake < 0 and self.reader.from_a_log and -end.rake <= self.hand.n * self.forced:
            end.notes.append(f"the log leaves out {self._amount(-end.rake)} or more that somebody posted")
            slack -= end.rake
        elif end.rake < 0:
            end.wrong.append(f"the winnings are {self._amount(-end.rake)} more than the pot of {self._amount(pot)}")
        elif end.rake * RAKE_MOST > pot:
            left_out = self._left_out(end)
            if left_out is not None:
                return left_out
            short, whole = self._amount(end.rake), self._amount(pot)
            end.wrong.append(f"the winnings are {short} less than the pot of {whole}: no rake is so large")
        end.wrong += self._other_totals(pot, end.rake)
        for wrong in differences(self.claims, won, max(0, end.rake), slack + max(dead)):
            end.wrong.append(self._words(wrong, won))
        end.wrong += self._of_wrong_pots(end.rake, slack) if not end.wrong else ()
        return end

    def _of_wrong_pots(self, rake: int, slack: int) -> list[str]:
        """A text that names the pots is held to each of them; one that counts others than there are tells nothing."""
        told = [(int(i), int(pot), self.reader.units(won)) for i, pot, won in self.reader.data.get("_pots", ())]
        pots = claims_by_pot(self.hand, self.doubtful) if told else []
        if not told or {pot for _, pot, _ in told} != set(range(len(pots))):
            return []
        found = []
        for number, of_pot in enumerate(pots):
            won = [sum(w for j, pot, w in told if (j, pot) == (i, number)) for i in range(self.hand.n)]
            of = f" of side pot {number}" if number else " of the main pot"
            found += [self._words(wrong, won, of) for wrong in differences(of_pot, won, max(0, rake), slack)]
        return found

    def _words(self, wrong: Wrong, won: Sequence[int], of: str = "") -> str:
        has = self._amount(won[wrong.player])
        why = wrong.why if wrong.may is None else f"{wrong.why}: {self._amount(wrong.may)}"
        return f"{self._name(wrong.player)} is given {has}{of}, but {why}"

    def _other_totals(self, pot: int, rake: int) -> list[str]:
        """A text that states the pot and the rake is held to both."""
        found = []
        for name, counted, of in (("_pot", pot, "the pot"), ("_rake", rake, "what was taken from it")):
            said = self.reader.data.get(name)
            if said is not None and self.reader.units(said) != counted:
                found.append(f"{of} is {self._amount(counted)}, not {said} as the text says")
        return found

    def _left_out(self, end: _End) -> _End | None:
        """A log of an online room that names some of the winners: then the cards decide."""
        if not self.reader.from_a_log or not self.hand.over:
            return None
        named = [i for i, share in enumerate(end.won) if share]
        others = [i for i, claim in enumerate(self.claims) if claim.parts and not end.won[i]]
        slack = self.reader.chip() + self.pot // RAKE_MOST
        if not others or any(end.won[i] > self.claims[i].most + slack or not self.claims[i].parts for i in named):
            return None
        return _End(self.hand.won, 0, end.dead, notes=["the log leaves out what some of the winners won"])

    def _other_stacks(self, end: _End, ends: list[int]) -> list[str]:
        """Where everybody ends, if not where the history says; chips are compared after rake and dead posts."""
        stacks = [chips + won - dead for chips, won, dead in zip(self.before, end.won, end.dead)]
        return [
            f"{self._name(i)} ends with {self._amount(stack)}, not with {self._amount(said)}"
            for i, (stack, said) in enumerate(zip(stacks, ends))
            if stack != said
        ]

    def _amount(self, units: int | Fraction) -> str:
        found = self.reader.back(int(units))
        return f"{found:,}" if found is not None else "more than anybody can have"

    def _name(self, i: int) -> str:
        names = self.reader.names()
        return f"player {i + 1}" + (f" ({names[i]})" if names else "")
