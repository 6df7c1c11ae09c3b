"""A hand written as PokerStars writes it, so that what reads that text reads the same hand again."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.equipment.cards import card_names
from croupier.poker.errors import PHHError
from croupier.poker.hand import Hand
from croupier.poker.phh.fields import Reader
from croupier.poker.phh.replaying import play
from croupier.poker.phh.site_words import GAMES
from croupier.poker.records import (
    UNKNOWN,
    Awarded,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Drew,
    Folded,
    Mucked,
    Posted,
    Raised,
    Record,
    Returned,
    Shown,
)

_GAMES = {game.letters: game.name for game in GAMES}
_KINDS = {"N": "No Limit", "P": "Pot Limit", "F": "Limit"}
_STREETS = ("FLOP", "TURN", "RIVER")
_OPENINGS = {"board": "HOLE CARDS", "stud": "3rd STREET", "draw": "DEALING HANDS"}
_STUD_STREETS = {4: "4th STREET", 5: "5th STREET", 6: "6th STREET", 7: "RIVER"}
_DRAWS = ("FIRST DRAW", "SECOND DRAW", "THIRD DRAW")


def site_text_of(data: Mapping[str, Any]) -> str:
    """The text of a hand given by its PHH fields; refused where the hand cannot be played or has no such text."""
    hand, reader = play(data)
    variant = str(data["variant"])
    if variant[1:] not in _GAMES:
        raise PHHError(
            "history", f"a hand of {hand.form.title} is not written as a site's text: no site has a name for it"
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
        self.held: list[list[int]] = [[] for _ in range(hand.n)]
        self.street, self.drew = 0, set(range(hand.n))
        self.bets = [0] * hand.n

    def money(self, units: int) -> str:
        value = self.reader.back(units)
        if value is None:
            raise PHHError("history", "a stack that the history does not know cannot be written")
        return f"{self.symbol}{value}" if isinstance(value, int) else f"{self.symbol}{value:.2f}"

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from self._posts()
        yield f"*** {_OPENINGS[self.hand.form.family]} ***"
        records = self.hand.records
        dealt = max(at for at, record in enumerate(records) if isinstance(record, Dealt | BoardDealt))
        shows = [at for at, record in enumerate(records) if isinstance(record, Shown | Mucked) and at > dealt]
        for at, record in enumerate(records):
            if shows[:1] == [at] and self.hand.live > 1:
                yield "*** SHOW DOWN ***"
            yield from self._told(record)
        yield from self._won()
        yield from self._summary()

    def _won(self) -> Iterator[str]:
        """What was collected, pot by pot where it is known of which."""
        pots = [(int(i), int(pot), self.reader.units(won)) for i, pot, won in self.data.get("_pots", ())]
        if not pots and self.won == self.hand.won:
            awards = [record for record in self.hand.records if isinstance(record, Awarded)]
            shares = {(award.pot, award.player): 0 for award in awards if len({one.pot for one in awards}) > 1}
            for award in awards if shares else ():
                shares[award.pot, award.player] += award.amount
            pots = [(i, pot, won) for (pot, i), won in sorted(shares.items(), reverse=True)]
        last = max((pot for _, pot, _ in pots), default=0)
        for i, pot, won in pots:
            name = "main pot" if not pot else f"side pot-{pot}" if last > 1 else "side pot"
            yield f"{self.names[i]} collected {self.money(won)} from {name}"
        for name, won in zip(self.names, self.won if not pots else ()):
            if won:
                yield f"{name} collected {self.money(won)} from pot"

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
        stud = self.hand.form.family == "stud" and self.seats == sorted(self.seats)  # has no button to tell of
        button = "" if stud else f" Seat #{self.seats[-1]} is the button"
        yield f"Table '{data.get('table', 'Croupier')}' {max(10, *self.seats)}-max{button}"
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
            case Dealt(i, cards, up):
                yield from self._dealt(i, cards, up)
            case Drew(i, discards):
                yield from self._discarded(i, discards)
            case BoardDealt(cards, _):
                known, self.bets = list(self.board), [0] * self.hand.n
                self.board += cards
                before = f" [{card_names(known)}]" if known else ""
                street = "RIVER" if self.hand.form.family == "stud" else _STREETS[max(0, len(self.board) - 3)]
                yield f"*** {street} ***{before} [{card_names(cards)}]"
            case BroughtIn(i, amount):
                self.bets[i] = amount
                all_in = self.reader.stacks[i] <= amount + self.reader.antes[i]
                yield f"{self.names[i]}: brings in for {self.money(amount)}" + " and is all-in" * all_in
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

    def _dealt(self, i: int, cards: tuple[int, ...], up: tuple[bool, ...]) -> Iterator[str]:
        """Cards for a player, after those that he has: what nobody saw of them is left out."""
        held = self.held[i]
        first = not held
        if self.hand.form.family == "stud" and not first and len(held) + 1 > self.street:
            self.street, self.bets = len(held) + 1, [0] * self.hand.n
            yield f"*** {_STUD_STREETS[self.street]} ***"
        known = [card for card in held if card != UNKNOWN]
        held += cards
        seen = cards if UNKNOWN not in cards else tuple(card for card, face in zip(cards, up) if face)
        if seen and UNKNOWN not in seen:
            before = f" [{card_names(known)}]" if known else ""
            yield f"Dealt to {self.names[i]}{before} [{card_names(seen)}]"

    def _discarded(self, i: int, discards: tuple[int, ...]) -> Iterator[str]:
        if i in self.drew:
            self.drew, self.bets = set(), [0] * self.hand.n
            if len(self.hand.form.streets) > 2:
                yield f"*** {_DRAWS[self.street]} ***"
            self.street += 1
        self.drew.add(i)
        held = self.held[i]
        for card in discards:
            held.remove(card if card in held else UNKNOWN if UNKNOWN in held else held[-1])
        if not discards:
            yield f"{self.names[i]}: stands pat"
            return
        cards = f" [{card_names(discards)}]" if UNKNOWN not in discards else ""
        yield f"{self.names[i]}: discards {len(discards)} card{'s' * (len(discards) > 1)}{cards}"

    def _raised(self, to: int) -> str:
        level = max(self.bets)
        return f"raises {self.money(to - level)} to {self.money(to)}" if level else f"bets {self.money(to)}"

    def _summary(self) -> Iterator[str]:
        pot = sum(self.hand.start) - sum(stack - won for stack, won in zip(self.hand.stacks, self.hand.won))
        yield "*** SUMMARY ***"
        yield f"Total pot {self.money(pot)} | Rake {self.money(max(0, pot - sum(self.won)))}"
        if self.board:
            yield f"Board [{card_names(self.board)}]"
