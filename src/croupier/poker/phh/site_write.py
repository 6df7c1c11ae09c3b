"""A hand written as PokerStars writes it, so that what reads that text reads the same hand again."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.equipment.cards import card_names
from croupier.poker.errors import PHHError
from croupier.poker.hand import Hand
from croupier.poker.phh.fields import Reader
from croupier.poker.phh.replaying import play
from croupier.poker.records import (
    UNKNOWN,
    BoardDealt,
    Called,
    Checked,
    Dealt,
    Folded,
    Mucked,
    Posted,
    Raised,
    Record,
    Returned,
    Shown,
)

_GAMES = {"T": "Hold'em", "O": "Omaha", "O/8": "Omaha Hi/Lo"}
_KINDS = {"N": "No Limit", "P": "Pot Limit", "F": "Limit"}
_STREETS = ("FLOP", "TURN", "RIVER")


def site_text_of(data: Mapping[str, Any]) -> str:
    """The text of a hand given by its PHH fields; refused where the hand cannot be played or has no such text."""
    hand, reader = play(data)
    variant = str(data["variant"])
    if variant[1:] not in _GAMES:
        raise PHHError(
            "history", f"a hand of {hand.form.title} is not written as a site's text: only hold'em and omaha"
        )
    return "\n".join(_Text(hand, reader, data).lines()) + "\n"


class _Text:
    """One hand, its names and its amounts."""

    def __init__(self, hand: Hand, reader: Reader, data: Mapping[str, Any]) -> None:
        self.hand, self.reader, self.data = hand, reader, data
        self.names = reader.names() or [f"Player {i + 1}" for i in range(hand.n)]
        self.seats = [int(seat) for seat in data.get("seats", range(1, hand.n + 1))]
        self.symbol = str(data.get("currency_symbol", ""))
        stated = reader.stated("winnings")
        self.won = stated if stated and any(stated) else hand.won
        self.board: list[int] = []
        self.bets = [0] * hand.n

    def money(self, units: int) -> str:
        value = self.reader.back(units)
        if value is None:
            raise PHHError("history", "a stack that the history does not know cannot be written")
        return f"{self.symbol}{value}" if isinstance(value, int) else f"{self.symbol}{value:.2f}"

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from self._posts()
        yield "*** HOLE CARDS ***"
        showdown = False
        for record in self.hand.records:
            if isinstance(record, Shown | Mucked) and not showdown and len(self.board) == 5:
                showdown = True
                yield "*** SHOW DOWN ***"
            yield from self._told(record)
        for name, won in zip(self.names, self.won):
            if won:
                yield f"{name} collected {self.money(won)} from pot"
        yield from self._summary()

    def _head(self) -> Iterator[str]:
        data, stakes = self.data, self.hand.stakes
        variant = str(data["variant"])
        big = max((blind for blind in self.reader.blinds if blind > 0), default=stakes.small)
        small = min((blind for blind in self.reader.blinds if blind > 0), default=big)
        if variant[0] == "F":
            sizes = f"{self.money(stakes.small)}/{self.money(stakes.big)}"
        else:
            sizes = f"{self.money(min(small, stakes.small))}/{self.money(stakes.small)}"
        when = ""
        if {"year", "month", "day"} <= data.keys():
            clock = f" {data['time']:%H:%M:%S}" if hasattr(data.get("time"), "strftime") else " 00:00:00"
            when = f" - {data['year']:04}/{data['month']:02}/{data['day']:02}{clock}"
        game = f"{_GAMES[variant[1:]]} {_KINDS[variant[0]]}"
        yield f"PokerStars Hand #{data.get('hand', 0)}: {game} ({sizes}){when}"
        yield f"Table '{data.get('table', 'Croupier')}' {max(10, *self.seats)}-max Seat #{self.seats[-1]} is the button"
        for seat, name, stack in sorted(zip(self.seats, self.names, self.reader.stacks)):
            yield f"Seat {seat}: {name} ({self.money(stack)} in chips)"

    def _posts(self) -> Iterator[str]:
        """Antes, then the blinds from the smallest, then what newcomers posted."""
        posted = [record for record in self.hand.records if isinstance(record, Posted)]
        big = self.hand.stakes.small
        for record in posted:
            if record.kind in ("ante", "dead"):
                yield f"{self.names[record.player]}: posts the ante {self.money(record.amount)}"
        live = [record for record in posted if record.kind not in ("ante", "dead")]
        for record in sorted(live, key=lambda record: (self.reader.blinds[record.player] < 0, record.amount)):
            nominal = abs(self.reader.blinds[record.player])
            kind = "small blind" if nominal < big else "big blind" if nominal == big else "straddle"
            self.bets[record.player] += record.amount
            all_in = "" if self.hand.start[record.player] > record.amount else " and is all-in"
            yield f"{self.names[record.player]}: posts {kind} {self.money(record.amount)}{all_in}"

    def _told(self, record: Record) -> Iterator[str]:
        match record:
            case Dealt(i, cards, _):
                if UNKNOWN not in cards:
                    yield f"Dealt to {self.names[i]} [{card_names(cards)}]"
            case BoardDealt(cards, _):
                known, self.bets = list(self.board), [0] * self.hand.n
                self.board += cards
                before = f" [{card_names(known)}]" if known else ""
                yield f"*** {_STREETS[max(0, len(self.board) - 3)]} ***{before} [{card_names(cards)}]"
            case Folded(i):
                yield f"{self.names[i]}: folds"
            case Checked(i):
                yield f"{self.names[i]}: checks"
            case Called(i, amount, all_in):
                self.bets[i] += amount
                yield f"{self.names[i]}: calls {self.money(amount)}" + " and is all-in" * all_in
            case Raised(i, to, _, all_in, _):
                yield f"{self.names[i]}: {self._raised(to)}" + " and is all-in" * all_in
                self.bets[i] = to
            case Returned(i, amount):
                yield f"Uncalled bet ({self.money(amount)}) returned to {self.names[i]}"
            case Shown(i, cards):
                if UNKNOWN not in cards:
                    yield f"{self.names[i]}: shows [{card_names(cards)}]"
            case Mucked(i):
                yield f"{self.names[i]}: mucks hand"

    def _raised(self, to: int) -> str:
        level = max(self.bets)
        return f"raises {self.money(to - level)} to {self.money(to)}" if level else f"bets {self.money(to)}"

    def _summary(self) -> Iterator[str]:
        pot = sum(self.hand.start) - sum(stack - won for stack, won in zip(self.hand.stacks, self.hand.won))
        yield "*** SUMMARY ***"
        yield f"Total pot {self.money(pot)} | Rake {self.money(max(0, pot - sum(self.won)))}"
        if self.board:
            yield f"Board [{card_names(self.board)}]"
