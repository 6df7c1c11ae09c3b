"""Does a hand qualify for promotional money: by which rule and clause, and who shares how.

Hands are ranked by `croupier.hands`; every figure and condition comes from the property's rulebook `promotions`. A
finding names each condition that was not met, with its clause.
"""

import datetime
from itertools import combinations

import msgspec

from croupier.equipment.cards import RANK_WORDS
from croupier.equipment.money import money, parse_money
from croupier.hands.encode import SHIFT
from croupier.hands.five import (
    CATEGORIES5,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    best5,
    describe5,
    least_of,
)
from croupier.house.record.errors import Refused
from croupier.rulebook import Rulebook

BAD_BEAT, HIGH_HAND, FLOP_POT, ACES_CRACKED = "bad-beat", "high-hand", "flop-pot", "aces-cracked"
SQUARES, SPLASH, BANKROLL, FREEROLL = "football-squares", "splash-pot", "bankroll", "freeroll"
HOT_SEAT, HIGH_CARD = "hot-seat", "high-card"
BY_HAND = (BAD_BEAT, HIGH_HAND, FLOP_POT, ACES_CRACKED, SQUARES)
RANKS = "23456789TJQKA"
ACE, PERCENT = 12, 100
LOSER, WINNER, TABLE, HOLDER = "loser", "winner", "table", "holder"


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player at the table when the hand was dealt."""

    name: str
    cards: tuple[int, ...] = ()  # none: not dealt in, or never shown
    dealt: bool = True
    folded: bool = False
    won: int = 0
    hands_before: int = 1
    missed_blind: bool = False


class HandFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand as the table knows it."""

    table: str
    hand: str
    game: str = "holdem"
    day: datetime.date
    pot: int
    board: tuple[int, ...]
    seats: tuple[Seat, ...]
    began_us: int = 0  # the green button, or the cut
    tabled_us: int = 0  # the last hand was tabled or mucked
    tournament: str = ""


class Reason(msgspec.Struct, frozen=True):
    clause: str
    words: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the hand qualifies. `missing` says what was not met; `value` ranks it among others of its kind."""

    kind: str
    clause: str
    holders: tuple[str, ...] = ()  # the losing hands of a bad beat, or who has the special hand
    winners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    value: int = 0
    words: str = ""
    missing: tuple[Reason, ...] = ()

    @property
    def qualifies(self) -> bool:
        return not self.missing


class Share(msgspec.Struct, frozen=True):
    name: str
    role: str
    cents: int


def least_value(category: str, rank: str = "") -> int:
    """The lowest hand of a category, of four of a kind the lowest of a rank."""
    if category not in CATEGORIES5:
        raise Refused(f"{category!r} is no hand.", f"One of {', '.join(CATEGORIES5)}.")
    if CATEGORIES5.index(category) != FOUR_OF_A_KIND or not rank:
        return least_of(CATEGORIES5.index(category))
    if rank not in RANKS:
        raise Refused(f"{rank!r} is no rank.", f"One of {' '.join(RANKS)}.")
    four = RANKS.index(rank)
    return best5([four * 4 + suit for suit in range(4)] + [0 if four else 4])


def with_both(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    """The best hand that uses both hole cards."""
    return max(best5([*hole, *three]) for three in combinations(board, 3))


def whole(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    return best5([*hole, *board])


class Judge:
    """One property's rules, asked about hands."""

    def __init__(
        self,
        book: Rulebook,
        kind: str,
        *,
        tables: tuple[str, ...],
        tournaments: tuple[str, ...] = (),
        least: tuple[str, str] = ("", ""),
        window: tuple[int, int] = (0, 0),
    ) -> None:
        if kind not in book.settings:
            raise Refused(f"{book.property} has no {kind}.", "Its rulebook names what is offered.")
        self.book, self.kind = book, kind
        self.tables, self.tournaments, self.least, self.window = tables, tournaments, least, window

    def look(self, facts: HandFacts) -> Finding:
        if self.kind == BAD_BEAT:
            return self._bad_beat(facts)
        if self.kind == ACES_CRACKED:
            return self._aces_cracked(facts)
        return self._special(facts)

    def _clause(self, rule: str) -> str:
        found = self.book.settings.get(rule)
        return found.clause if found else self.book.settings[self.kind].clause

    def _value(self, rule: str, key: str, default: object = None) -> object:
        found = self.book.settings.get(rule)
        return found.value.get(key, default) if found and isinstance(found.value, dict) else default

    def _number(self, rule: str, key: str) -> int:
        found = self._value(rule, key, 0)
        return found if isinstance(found, int) else 0

    # ---- what every hand must meet

    def _common(self, facts: HandFacts) -> list[Reason]:
        missing = []
        clause = self._clause("eligible")
        if facts.tournament:
            if facts.tournament not in self.tournaments:
                missing.append(Reason(self._clause("tournament-eligible"), "the tournament takes no part in it"))
        elif facts.table not in self.tables:
            missing.append(Reason(clause, f"table {facts.table} is not designated for it"))
        least = parse_money(str(self._value("eligible", "pot-least", "$0")))
        if not facts.tournament and facts.pot < least:
            missing.append(Reason(clause, f"the pot was {money(facts.pot)}, below {money(least)}"))
        dealt = sum(seat.dealt for seat in facts.seats)
        if dealt < self._number("players", "at-start-least"):
            words = f"{dealt} players were dealt in, not {self._number('players', 'at-start-least')}"
            missing.append(Reason(self._clause("players"), words))
        first, last = self.window
        if (first and facts.began_us < first) or (last and facts.began_us >= last):
            missing.append(Reason(self._clause(self.kind), "the hand began outside the set time"))
        game = self._value(self.kind, "game", facts.game)
        if facts.game != game or len(facts.board) > 5 or any(len(s.cards) not in (0, 2) for s in facts.seats):
            missing.append(Reason(self._clause(self.kind), f"the game is {facts.game}, not {game}"))
        return missing

    def _stands(self, seat: Seat) -> bool:
        """Has played before, and owes no blind."""
        enough = seat.hands_before >= self._number("players", "hands-played-least")
        return enough and not seat.missed_blind

    def _both_needed(self, facts: HandFacts) -> bool:
        if self._value(self.kind, "hole-cards") != "both":
            return False
        begins = self._value(self.kind, "from")
        return not begins or facts.day >= datetime.date.fromisoformat(str(begins))

    def _made(self, seat: Seat, board: tuple[int, ...], both: bool) -> int:
        """The value of a hand that counts; 0 where it does not."""
        if len(seat.cards) != 2 or len(board) < 3:
            return 0
        value = whole(seat.cards, board)
        if not both:
            return value
        if with_both(seat.cards, board) != value:
            return 0
        pair = seat.cards[0] >> 2 == seat.cards[1] >> 2
        four = value >> SHIFT == FOUR_OF_A_KIND
        return 0 if four and not pair and self._value(self.kind, "four-of-a-kind") == "pocket-pair" else value

    # ---- the bad beat

    def _bad_beat(self, facts: HandFacts) -> Finding:
        missing, both = self._common(facts), self._both_needed(facts)
        shown = [seat for seat in facts.seats if seat.dealt and not seat.folded and len(seat.cards) == 2]
        end = self._number("players", "at-end-least") or 2
        if len(shown) < end or len(facts.board) != 5:
            words = f"{len(shown)} hands were shown down with a whole board, not {end}"
            return self._found(missing=(*missing, Reason(self._clause("players"), words)))
        best = max(whole(seat.cards, facts.board) for seat in shown)
        winners = [seat for seat in shown if whole(seat.cards, facts.board) == best]
        least = self._least()
        beaten = [seat for seat in shown if least <= whole(seat.cards, facts.board) < best]
        if not beaten:
            words = f"no hand of {describe5(least)} or better was beaten"
            missing.append(Reason(self._clause("qualifier"), words))
        counted = [seat for seat in beaten if self._made(seat, facts.board, both)]
        won = [seat for seat in winners if self._made(seat, facts.board, both)]
        if beaten and not (counted and won):
            words = "both hands use both hole cards, four of a kind a pocket pair"
            missing.append(Reason(self._clause(BAD_BEAT), words))
        missing += self._board(facts, beaten, winners)
        losers = [seat for seat in counted if self._stands(seat)]
        if (counted and not losers) or (won and not any(self._stands(seat) for seat in won)):
            words = "the players have played a hand before and have no missed-blind button"
            missing.append(Reason(self._clause("players"), words))
        paid = {seat.name for seat in (*losers, *won)}
        others = tuple(s.name for s in facts.seats if s.name not in paid and self._stands(s))
        value = max((whole(seat.cards, facts.board) for seat in losers), default=0)
        return self._found(
            holders=tuple(seat.name for seat in losers),
            winners=tuple(seat.name for seat in won if self._stands(seat)),
            others=others,
            value=value,
            words=f"{describe5(value)} beaten by {describe5(best)}" if value else "",
            missing=tuple(missing),
        )

    def _least(self) -> int:
        """The book's least hand, or a better one that is posted for the day."""
        printed = (str(self._value("qualifier", "category", "")), str(self._value("qualifier", "rank", "")))
        values = [least_value(*hand) for hand in (printed, self.least) if hand[0]]
        return max(values, default=least_of(FOUR_OF_A_KIND))

    def _board(self, facts: HandFacts, beaten: list[Seat], won: list[Seat]) -> list[Reason]:
        """Three community cards of one rank bar it, but for straight flush over straight flush."""
        if not self._value("three-on-board", "bars"):
            return []
        ranks = [card >> 2 for card in facts.board]
        three = next((rank for rank in ranks if ranks.count(rank) >= 3), None)
        hands = [*beaten, *won]
        flushes = hands and all(whole(s.cards, facts.board) >= least_of(STRAIGHT_FLUSH) for s in hands)
        both = all(with_both(s.cards, facts.board) == whole(s.cards, facts.board) for s in hands)
        if three is None or (flushes and both):
            return []
        words = f"three {RANK_WORDS[three]}s lie on the board"
        return [Reason(self._clause("three-on-board"), words)]

    # ---- special hands

    def _special(self, facts: HandFacts) -> Finding:
        """A high hand, a flop pot, a hand for a square: the best one of the table that counts."""
        missing, both = self._common(facts), self._both_needed(facts)
        board = facts.board[:3] if self._value(self.kind, "on") == "flop" else facts.board
        least = str(self._value(self.kind, "least", "") or self.least[0])
        floor = least_value(least, self.least[1] if least == self.least[0] else "") if least else 0
        made = {s.name: self._made(s, board, both) for s in facts.seats if s.dealt and not s.folded}
        good = {name: value for name, value in made.items() if value and value >= floor}
        if not good:
            words = f"nobody has {least.replace('-', ' ') or 'a hand'} as it must be made"
            missing.append(Reason(self._clause(self.kind), words))
        standing = [s.name for s in facts.seats if s.name in good and self._stands(s)]
        if good and not standing:
            words = "the player has played a hand before and has no missed-blind button"
            missing.append(Reason(self._clause("players"), words))
        value = max((good[name] for name in standing), default=0)
        holders = tuple(name for name in standing if good[name] == value or self.kind in (FLOP_POT, SQUARES))
        return self._found(
            holders=holders, value=value, words=describe5(value) if value else "", missing=tuple(missing)
        )

    def _aces_cracked(self, facts: HandFacts) -> Finding:
        missing = self._common(facts)
        shown = [s for s in facts.seats if s.dealt and not s.folded and len(s.cards) == 2]
        aces = [s for s in shown if all(card >> 2 == ACE for card in s.cards)]
        cracked = [s for s in aces if not s.won and self._stands(s)]
        if not cracked or len(shown) < 2:
            missing.append(Reason(self._clause(ACES_CRACKED), "no pocket aces have lost"))
        return self._found(holders=tuple(s.name for s in cracked), words="aces cracked", missing=tuple(missing))

    def _found(self, **values: object) -> Finding:
        return Finding(kind=self.kind, clause=self.book.settings[self.kind].clause, **values)  # type: ignore[arg-type]


def split(book: Rulebook, finding: Finding, cents: int, shares: dict[str, int] | None = None) -> list[Share]:
    """Who is paid how much of a bad beat. Each share is rounded down; what is left stays in the fund."""
    setting = book.settings.get("distribution")
    rule = dict(setting.value) if setting else dict(shares or {})
    if not rule:
        raise Refused("How a bad beat is shared is not posted.", "The promotion states it.")
    step = parse_money(str(rule.get("rounded-down-to", "$1")))
    paid = []
    for role, names in ((LOSER, finding.holders), (WINNER, finding.winners), (TABLE, finding.others)):
        if names:
            each = cents * int(rule.get(role, 0)) // (PERCENT * len(names)) // step * step
            paid += [Share(name, role, each) for name in names if each]
    return paid
