"""What every game is: its vocabulary, what may be bet, and its round as a procedure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, TypeVar

import msgspec

from croupier.equipment.money import money, short_money
from croupier.equipment.shoe import Shoe
from croupier.rounds import acts, coupons, positions
from croupier.rounds.felt import Felt, Hand, Position, Wager
from croupier.rounds.layout import Layout
from croupier.rounds.refusal import Refused, Void
from croupier.rounds.requests import Request
from croupier.rounds.table import Table
from croupier.rounds.words import ANY_TERMS, COMMON, PROCEDURES, REMEDY_TERMS
from croupier.rulebook.described import Described, Showing, describe
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Irregularity, Rulebook, WagerRule
from croupier.rulebook.posting import BadOption, Limits, Posting
from croupier.rulebook.shapes import Expected, Span
from croupier.rulebook.stadium import STATION_RULES, STATIONS
from croupier.rulebook.vocabulary import Outcomes, Terms, Vocabulary, paid_as

T = TypeVar("T")
Procedure = Generator[Request, Any, T]


class Offer(msgspec.Struct, frozen=True, gc=False):
    """One wager that a position may place now; `blocked` says why it may not."""

    wager: str
    on: str
    title: str
    least: int
    most: int
    step: int
    odds: str
    clause: str
    placed: int = 0
    blocked: str = ""


LATE = "late-wagers"  # the procedure on wagers made while the dice are in the air
DESCRIBED_KINDS = ("base", "side", "bonus")  # nobody would ask for a raise, and a meter is the progressives'


class Game:
    """One game under one posting. A subclass is the game's section of the rulebook, top to bottom."""

    NAME: ClassVar[str]
    TITLE: ClassVar[str]
    STAGES: ClassVar[tuple[str, ...]]
    OUTCOMES: ClassVar[dict[str, Outcomes]]  # wager -> pay table -> outcome -> fallback; see `resolve`
    SETTINGS: ClassVar[dict[str, Expected]] = {}  # what the procedure reads from the rulebook
    KEEPS: ClassVar[tuple[str, ...]] = ()  # wagers that it settles after a void, where the rulebook keeps them
    OPTIONAL: ClassVar[dict[str, Expected]] = {}  # what it reads where the rulebook says it, beside COMMON
    RULINGS: ClassVar[tuple[str, ...]] = ()  # remedies this game adds to the common ones
    TERMS: ClassVar[dict[str, Terms]] = {}  # what its own remedies may be given (`with`), by remedy
    PROCEDURES: ClassVar[dict[str, Expected]] = {}  # what the values of some procedures are
    MEANS: ClassVar[dict[str, str]] = {}  # what its own words mean, where the glossary does not say
    PLACED_LATER: ClassVar[tuple[str, ...]] = ()  # wagers that the procedure asks for, not the betting
    MOVES: ClassVar[tuple[str, ...]] = ()  # the choices that a player may be offered; see `moves`
    DESCRIBES: ClassVar[Showing | None] = None  # what a wager that the rulebook describes itself may see here
    JOKERS: ClassVar[int] = 0
    CARRIES_PROGRESSIVE: ClassVar[bool] = False  # whether the procedure settles a linked progressive
    # How it is told and drawn
    FAMILY: ClassVar[str] = "cards"  # cards, twenty-one, baccarat, dice, wheels: where a lobby lists it
    FELT: ClassVar[str] = "seven"  # the table it is dealt on, a kind of `web.felt.kinds`
    LAYOUT: ClassVar[Layout] = Layout()  # its areas on a table with seven spots
    HANDS: ClassVar[str] = "poker"  # how hands are named: see `web.felt.hand_names`; empty where they are not
    PICTURE: ClassVar[str] = "As Kd"  # the cards on its picture in a lobby
    LETTERS: ClassVar[str] = ""  # short name of its tables; its initials where it is empty
    EQUIPMENT: ClassVar[tuple[str, ...]] = ()  # what is inspected beside its cards: dice, wheel

    def __init__(self, posting: Posting) -> None:
        self.posting = posting
        self._paths: dict[tuple[str, str, str], str] = {}
        self._odds_words: dict[tuple[str, str], str] = {}
        self._required = [w for w in posting.wagers.values() if w.mandatory and w.name not in self.PLACED_LATER]
        if posting.progressive and not self.CARRIES_PROGRESSIVE:
            raise BadOption(f"progressive={posting.progressive}: {self.NAME} carries no progressive")
        faults = self.check_rulebook(posting.rulebook)
        if faults:
            raise ValueError(f"{posting.rulebook.key}: " + "; ".join(faults))
        self.described = self.described_wagers(posting)

    # The vocabulary, proved against the rulebook

    @classmethod
    def vocabulary(cls) -> Vocabulary:
        """The words of this game: what its rulebooks must say, may say, and can't."""
        own = {name: cls.TERMS.get(name, {}) | ANY_TERMS for name in cls.RULINGS}
        return Vocabulary(
            stages=cls.STAGES,
            settings={name: COMMON.get(name, Span()) if kind is int else kind for name, kind in cls.SETTINGS.items()},
            optional=COMMON | cls.OPTIONAL,
            wagers=cls.OUTCOMES,
            rulings={name: terms | ANY_TERMS for name, terms in REMEDY_TERMS.items()} | own,
            procedures=PROCEDURES | cls.PROCEDURES,
        )

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Everything this game needs and the rulebook lacks, or the rulebook says and this game does not know.

        A game adds what only it can know of its rules: a wheel, a table of third cards, a house way.
        """
        words = cls.vocabulary()
        if STATIONS in book.settings:
            words = msgspec.structs.replace(words, optional=words.optional | STATION_RULES)
        optional = words.optional | cls.described_rules(book)
        words = msgspec.structs.replace(words, optional=optional, keeps=cls.described_and_kept(book))
        described = [wager for wager in book.wagers.values() if wager.sees]
        return [*words.faults(book), *(fault for wager in described for fault in cls.check_described(book, wager))]

    @classmethod
    def check_rulebook(cls, book: Rulebook) -> list[str]:
        """The same in words."""
        return [str(fault) for fault in cls.faults(book) if not fault.warning]

    # Wagers that the rulebook describes itself

    @classmethod
    def check_described(cls, book: Rulebook, wager: WagerRule) -> list[Found]:
        """What is wrong with a wager that the rulebook describes itself."""
        where = f"wagers.{wager.name}.sees"
        if cls.DESCRIBES is None:
            return [Found(where, "this game shows nothing to a wager that a rulebook describes")]
        if wager.name in cls.OUTCOMES:
            return [Found(where, "the game knows this wager itself; give the described one another name")]
        if wager.kind not in DESCRIBED_KINDS:
            words = f"a wager that a rulebook describes is one of {', '.join(DESCRIBED_KINDS)}, found {wager.kind}"
            return [Found(f"wagers.{wager.name}.kind", words)]
        described, faults = describe(wager, cls.DESCRIBES)
        return faults if described is None else cls.never_seen(book, described)

    @classmethod
    def never_seen(cls, book: Rulebook, described: Described) -> list[Found]:
        """Rows that no round of this game reaches."""
        return []

    @classmethod
    def described_rules(cls, book: Rulebook) -> dict[str, Expected]:
        """Rules that a book may have for the wagers that it describes."""
        return {}

    @classmethod
    def described_and_kept(cls, book: Rulebook) -> tuple[str, ...]:
        """The wagers that a void may let stand, described ones among them: they need no more of the round."""
        return cls.KEEPS

    @classmethod
    def described_wagers(cls, posting: Posting) -> dict[str, Described]:
        """The wagers of a posting that its rulebook describes itself, ready to be settled."""
        if cls.DESCRIBES is None:
            return {}
        found = (describe(w, cls.DESCRIBES)[0] for w in posting.wagers.values() if w.sees)
        return {each.name: each for each in found if each is not None}

    def paid_outcomes(self, wager: str) -> frozenset[str]:
        """The outcomes of a described wager that this posting has a row for."""
        return frozenset(row.outcome for row in self.posting.rows(wager))

    playing: Any = None  # how hands are played: an analysis says it for wagers that hang on it

    def described_by_play(self, described: Described) -> bool:
        """Whether what a described wager sees hangs on how the hand is played."""
        return False

    def described_ways(self, described: Described, rows: Collection[str], on: str) -> Iterable[tuple[str, int]] | None:
        """(outcome, weight) of every way in which a round can go for a described wager; None: too many to walk."""
        return None

    def described_sight(self, described: Described, chance: Random) -> dict[str, Any]:
        """What a described wager sees in one round that is dealt at random."""
        raise NotImplementedError(f"{self.NAME} deals nothing to {described.name}")

    def described_net(self, described: Described, outcome: str, net: Fraction) -> Fraction:
        """What an outcome of a described wager nets beside its row: a house may charge a commission on it."""
        return net

    def described_depends(self, described: Described) -> tuple[str, ...]:
        """The options that the odds of a described wager hang on."""
        return ()

    def described_given(self, described: Described) -> str:
        """What the odds of a described wager take for granted about the player's decisions; empty for nothing."""
        return ""

    def resolve(self, wager: str, outcome: str, table: str = "main") -> str:
        """The outcome as this rulebook pays it: itself, or what it falls back to where it has no row.

        A mini royal is a straight flush where no row names it; a pair below the least paid pair loses.
        """
        key = (wager, table, outcome)
        found = self._paths.get(key)
        if found is None:
            rows = {row.outcome for row in self.posting.rows(wager, table)}
            found = paid_as(outcome, rows, self.OUTCOMES[wager][table])
            if found is None:
                raise LookupError(f"{self.posting.rulebook.key}: {wager} has no row for {outcome!r}")
            self._paths[key] = found
        return found

    # The table at opening

    def new_felt(self, seats: int, inventory: int) -> Felt:
        places = [Position(n) for n in range(1, seats + 1)]
        felt = Felt(places, {"inventory": inventory, "cage": -inventory})
        felt.shoes = self.new_shoes()
        return felt

    def new_shoes(self) -> list[Shoe]:
        """The sets of cards in use; none in a game without cards."""
        decks = self.posting.get("decks")
        return [Shoe(int(decks), self.JOKERS, batch) for batch in range(self.batches())] if decks else []

    def batches(self) -> int:
        return 2 if self.posting.get("batches") == 2 else 1

    # What may be bet

    def selections(self, wager: str) -> tuple[str, ...]:
        """What a wager may be on: the numbers of a split, the point of a place bet; one empty string if nothing."""
        described = self.described.get(wager)
        return described.rule.on or ("",) if described else ("",)

    def limits(self, table: Table, position: int, wager: str, on: str) -> Limits:
        return self.posting.limits[wager]

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        """Why this wager may not be placed now, or an empty string."""
        if wager in self.PLACED_LATER:
            return "placed later in the round"
        for other in self.posting.wagers[wager].requires:
            if other in self.posting.wagers and not table.wager(other, position):
                return f"needs the {self.posting.wagers[other].title} first"
        return ""

    def odds_words(self, wager: str, on: str) -> str:
        """What a wager may pay at best; one figure where all its rows that pay agree."""
        rows = self.posting.rows(wager)
        paying = {row.odds.text: row.odds for row in rows if row.odds.kind != "push"}
        shares = [odds for odds in paying.values() if odds.kind == "percent"]
        if shares:
            return f"up to {max(shares, key=lambda o: o.value)} of the meter"
        best = str(max(paying.values(), key=lambda o: o.value)) if paying else str(rows[0].odds) if rows else ""
        return best if len(paying) < 2 else f"up to {best}"

    def odds_now(self, table: Table, position: int, wager: str, on: str) -> str:
        """The same where the round stands: what is known already is no longer said as the best of several."""
        return self.posted_odds(wager, on)

    def posted_odds(self, wager: str, on: str) -> str:
        """`odds_words`, worked out once for this posting."""
        words = self._odds_words.get((wager, on))
        if words is None:
            words = self._odds_words[wager, on] = self.odds_words(wager, on)
        return words

    def offer(self, table: Table, position: int, wager: str, on: str = "") -> Offer:
        rule = self._offered(wager, on)
        limits = self.limits(table, position, wager, on)
        placed = table.wager(wager, position, on)
        return Offer(
            wager,
            on,
            rule.title,
            limits.least,
            limits.most,
            limits.step,
            self.odds_now(table, position, wager, on),
            rule.clause,
            placed.stake if placed else 0,
            self.blocked(table, position, wager, on),
        )

    def _offered(self, wager: str, on: str) -> WagerRule:
        """The rule of a wager of this table; refuses what there is not, and what it can't be on."""
        rule = self.posting.wagers.get(wager)
        if rule is None:
            raise Refused(f"no wager {wager!r} at this table; there are {', '.join(self.posting.wagers)}")
        if on not in self.selections(wager):
            raise Refused(f"{rule.title} can't be on {on!r}; {_some(self.selections(wager))}", rule.clause)
        return rule

    def offers(self, table: Table, position: int) -> list[Offer]:
        """Every wager of this posting with its limits, for one position: for a screen to draw, an agent to choose."""
        return [
            self.offer(table, position, wager, on) for wager in self.posting.wagers for on in self.selections(wager)
        ]

    def check_betting(self, table: Table, act: acts.Act) -> None:
        if type(act) is acts.Close:
            return self.check_close(table)
        assert isinstance(act, acts.BETTING)
        seat = table.position(act.position)
        if type(act) is acts.Sit:
            if seat.patron:
                raise Refused(f"position {act.position} is taken")
            if not act.patron or act.chips < 0:
                raise Refused("a patron with a name and no less than $0.00 sits down")
            return self.check_seat(table, act)
        if not seat.patron:
            raise Refused(f"nobody sits at position {act.position}")
        if isinstance(act, acts.Bet):
            self.check_bet(table, act)
        elif isinstance(act, acts.Buy):
            if act.chips <= 0:
                raise Refused("a buy-in is more than $0.00")
        elif isinstance(act, acts.Leave):
            if table.wagers(position=act.position):
                raise Refused(f"position {act.position} has wagers on the layout")
            self.check_leave(table, act.position)
        elif isinstance(act, acts.Take):
            self.check_take(table, act)
        elif isinstance(act, acts.Coupon):
            coupons.check(self, table, act)
        else:
            assert isinstance(act, acts.Call)
            self.check_call(table, act)
        return None

    def check_leave(self, table: Table, position: int) -> None:
        """Whether the patron of a position without wagers may leave it; a game adds what is still owed."""
        positions.check_leave(self, table, position)

    def outstanding(self, table: Table) -> int:
        """What patrons still owe between two rounds; a game adds what it lets them owe."""
        return 0

    def check_seat(self, table: Table, sit: acts.Sit) -> None:
        """Whether a patron may sit down at a position; a game adds what is its own."""
        positions.check_seat(self, table, sit)

    def check_bet(self, table: Table, bet: acts.Bet) -> None:
        rule = self._offered(bet.wager, bet.on)
        limits = self.limits(table, bet.position, bet.wager, bet.on)
        if blocked := self.blocked(table, bet.position, bet.wager, bet.on):
            raise Refused(f"{rule.title}: {blocked}", rule.clause)
        placed = table.wager(bet.wager, bet.position, bet.on)
        total = bet.amount + (placed.stake if placed else 0)
        if bet.amount <= 0 or not limits.least <= total <= limits.most or total % limits.step:
            raise Refused(f"{money(total)} on {rule.title} {_not_within(total, limits)}", rule.clause)
        if bet.amount > table.chips(bet.position):
            raise Refused(f"position {bet.position} has {money(table.chips(bet.position))}, not {money(bet.amount)}")
        positions.check_bet(self, table, bet)

    def check_take(self, table: Table, take: acts.Take) -> None:
        wager = table.wager(take.wager, take.position, take.on)
        if wager is None:
            title = self.posting.wagers[take.wager].title if take.wager in self.posting.wagers else take.wager
            raise Refused(f"position {take.position} has no {title} wager" + (f" on {take.on}" if take.on else ""))
        self.may_take(table, wager, take.amount)
        rest = wager.stake - (take.amount or wager.stake)
        limits = self.limits(table, take.position, take.wager, take.on)
        if take.amount < 0 or rest < 0 or (rest and (rest < limits.least or rest % limits.step)):
            raise Refused(f"{money(wager.stake)} lies there; leave nothing or at least {money(limits.least)}")
        coupons.check_rest(self, wager, rest)
        positions.check_take(self, table, take, rest)
        if not rest:
            for other in table.wagers(position=take.position):
                rule = self.posting.wagers[other.kind]
                if take.wager in rule.requires:
                    raise Refused(f"the {rule.title} wager needs it: take that back first", rule.clause)

    def may_take(self, table: Table, wager: Wager, cents: int) -> None:
        """Refuse where a wager may not be taken back or reduced."""

    def check_call(self, table: Table, call: acts.Call) -> None:
        raise Refused(f"{call.word!r} changes nothing in this game")

    def call(self, table: Table, call: acts.Call) -> None:
        """Apply a call that `check_call` let pass."""

    def said(self, table: Table) -> list[acts.Call]:
        """What patrons have said that holds when the same table goes on under other limits, to be said there again."""
        return []

    def after_betting(self, table: Table, act: acts.Act) -> None:
        """What follows from a betting act once its chips have moved: a vigorish, a marker, a colour of chips."""

    def leaves(self, table: Table, position: int) -> None:
        """A patron is about to leave a position: collect what is still owed there."""

    def check_close(self, table: Table) -> None:
        if not table.felt.wagers:
            raise Refused("no wager has been placed; a round needs at least one")

    def incomplete(self, table: Table) -> Iterable[tuple[Wager, str, str]]:
        """(wager, why, clause) of wagers that can't stand when betting closes; they are returned."""
        if not self._required:
            return []
        wagers = table.felt.wagers
        placed = {(wager.position, wager.kind) for wager in wagers}
        return [
            (wager, f"the {rule.title} is required", rule.clause)
            for position in table.betting_positions()
            for rule in self._required
            if (position, rule.name) not in placed
            for wager in wagers
            if wager.position == position
        ]

    def incomplete_free(self, table: Table, position: int) -> bool:
        """Whether a position's wagers could stand as they are."""
        placed = [wager.kind for wager in table.felt.wagers if wager.position == position]
        if placed and any(rule.name not in placed for rule in self._required):
            return False
        return position not in [wager.position for wager, _, _ in self.incomplete(table)]

    def check_cut(self, table: Table, cut: int) -> None:
        """Refuse a cutting card that lies where the rulebook lets none lie; `cut` cards are above it."""

    def late_wagers(self) -> str:
        """Who confirms a wager that is made while the dice are in the air; empty: none is taken."""
        rule = self.posting.rulebook.procedure(LATE)
        return str(rule.values.get("confirmed-by", "")) if rule else ""

    def late_clause(self) -> str:
        rule = self.posting.rulebook.procedure(LATE)
        return rule.clause if rule else ""

    # What a player may be asked

    def moves(self) -> tuple[str, ...]:
        """Every choice that changes a player's fortune at this table, whether or not it is open now."""
        return self.MOVES

    def set_wrong(self, table: Table, position: int, cards: Sequence[int]) -> str:
        """Why a player may not set these cards apart, where the rules of the hand can tell; empty where he may.

        Asked of people at a station before anything is sent; at a live table a hand set wrong is the dealer's to rule.
        """
        return ""

    # For programs

    def dealer_plays(self, table: Table) -> bool | None:
        """Whether the dealer's hand, all of it seen, is good enough to play; None where a book asks nothing of it."""

    def suggest(self, table: Table, request: Request) -> acts.Act | None:
        """How a sensible player answers, by what he may see; none: the program is on its own."""
        return None

    # The round

    def round(self, table: Table) -> Procedure[None]:
        raise NotImplementedError

    def whole_round(self, table: Table) -> Procedure[None]:
        """The round, and what is settled when all else has been."""
        yield from self.round(table)
        yield from self.after_round(table)

    def after_round(self, table: Table) -> Procedure[None]:
        """What waits for the end of the round."""
        return
        yield

    def voided(self, table: Table, void: Void) -> Procedure[None]:
        """A void reached the round: return its wagers. A game that keeps some settles them here."""
        table.void(void.keeps, void.clause, void.why, since=table.felt.round)
        if any(w.kind in void.keeps for w in table.felt.wagers):
            yield from self.settle_kept(table, void)
        for wager in [w for w in table.felt.wagers if w.kind in void.keeps and not self.outlives(w)]:
            yield from self.settle_or_return(table, wager, void)

    def settle_or_return(self, table: Table, wager: Wager, void: Void) -> Procedure[None]:
        """A kept wager that the game itself did not settle: it goes back unless what it sees can still be seen."""
        table.give_back(wager, void.clause, void.why)
        return
        yield

    def settle_kept(self, table: Table, void: Void) -> Procedure[None]:
        """Settle the wagers that outlive a void."""
        return
        yield

    def outlives(self, wager: Wager) -> bool:
        """Whether a wager may stay on the layout when a round ends."""
        return False

    def ruling(self, name: str) -> Callable[[Table, Irregularity, acts.Declared], Procedure[Any]] | None:
        """A remedy of this game's own: the method `rule_<name>`."""
        return getattr(self, f"rule_{name.replace('-', '_')}", None)


def _some(selections: tuple[str, ...]) -> str:
    if selections == ("",):
        return "it is not on anything"
    return "such as " + ", ".join(selections[:4])


__all__ = ["Expected", "Game", "Hand", "Offer", "Outcomes", "Procedure"]


def _not_within(total: int, limits: Limits) -> str:
    """Why an amount is not taken, and which are."""
    if limits.least == limits.most:
        return f"is outside this table's limits. Wager exactly {money(limits.least)}"
    span = f"Wager {money(limits.least)} to {money(limits.most)}"
    if limits.step == 1:
        return f"is outside this table's limits. {span}"
    wrong = "is outside this table's limits" if total % limits.step == 0 else "does not go by this table's steps"
    return f"{wrong}. {span} in steps of {short_money(limits.step)}"
