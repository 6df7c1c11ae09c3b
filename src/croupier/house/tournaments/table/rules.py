"""Tournaments at tables: what a rulebook asks of their rules, and which wagers it allows in them.

The rulebook's procedure `tournament` says who approves tournament rules, what they must state, which of some wagers
every participant must have (exactly one), and in craps how many kinds of wagers may be on one number.
"""

import datetime
from collections.abc import Iterable

import msgspec

from croupier.equipment.money import money
from croupier.house.record.errors import NotFound, Refused
from croupier.house.record.sentences import listed
from croupier.rounds import acts
from croupier.rounds.felt import Wager
from croupier.rounds.table import Table
from croupier.rulebook import Rulebook, rulebook
from croupier.rulebook.model import Setting
from croupier.rulebook.posting import Posting

BUTTON = "button"  # the first to wager moves one place to the left each round
ORDERS = (BUTTON, "fixed")
SHOOTERS = ("draw",)  # seats are drawn by lot, and the dice begin at the first
PASSES = ("clockwise",)

# The sides of a number in craps. Field and the proposition area are open to everybody.
FOR_THE_NUMBER = ("pass", "come", "put", "place", "buy")
AGAINST_IT = ("dont-pass", "dont-come", "lay")
BY_THE_PLAN = ("tournament", "positions")  # options of a book that follow from the plan itself


class TournamentTerms(msgspec.Struct, frozen=True):
    """What a rulebook asks of a tournament of its game."""

    property: str
    game: str
    clause: str
    approved_by: str  # empty: nobody is named
    states: tuple[str, ...]
    one_of: tuple[str, ...]  # exactly one of these always stands; empty: any wager will do
    most_kinds: int  # of wagers on one number; 0: no such rule


class Approved(msgspec.Struct, frozen=True):
    """An office has approved the rules of a tournament."""

    by: str
    day: datetime.date
    reference: str = ""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one tournament, as they are put before the office that approves them."""

    name: str
    property: str
    game: str
    on: str | None = None  # the day whose rulebook applies
    chips: int = 1_000_00  # what every participant starts with; it is worth nothing outside
    least: int = 25_00
    most: int = 0  # 0: all one has
    rounds: int = 0  # hands, spins or throws at each table
    minutes: int = 0
    betting_order: str = ""
    first_shooter: str = ""
    dice_pass: str = ""
    seats: int = 6
    advance: int = 2  # from each table to the next stage
    options: dict[str, bool | int | str] = {}  # what the book leaves to the rules of a tournament
    approved: Approved | None = None


def book_of(plan: Plan) -> Rulebook:
    return rulebook(plan.property, plan.game, plan.on)


def asked(book: Rulebook) -> TournamentTerms:
    procedure = book.procedure("tournament")
    if procedure is None:
        raise NotFound(f"{book.key} has no rules on tournaments.")
    values = procedure.values
    return TournamentTerms(
        book.property,
        book.game,
        procedure.clause,
        str(values.get("approved-by", "")),
        tuple(values.get("states", ())),
        tuple(values.get("one-of", ())),
        int(values.get("most-kinds-on-a-number", 0)),
    )


def own_options(book: Rulebook) -> list[Setting]:
    """What a book leaves to the rules of a tournament of its game. Limits are the plan's; pots of money have no place
    at a table whose chips are worth nothing."""
    return [setting for setting in book.settings.values() if setting.optional and setting.name not in BY_THE_PLAN]


def faults(plan: Plan) -> list[str]:
    """Everything that stands between a plan and its first table, all at once."""
    wrong, rules = unstated(plan), asked(book_of(plan))
    if rules.approved_by and (plan.approved is None or plan.approved.by != rules.approved_by):
        wrong.append(f"the rules are not approved by the {rules.approved_by} (clause {rules.clause})")
    return wrong


def unstated(plan: Plan) -> list[str]:
    """What a plan lacks, or states wrongly, before it is put before the office that approves it."""
    book = book_of(plan)
    rules = asked(book)
    wrong = []
    if "limit" in rules.states and not (plan.rounds or plan.minutes):
        wrong.append("a time limit or a number of rounds is missing")
    if plan.rounds < 0 or plan.minutes < 0 or not (plan.rounds or plan.minutes):
        wrong.append("a table must end: rounds or minutes")
    for state, given, known in (
        ("betting-order", plan.betting_order, ORDERS),
        ("first-shooter", plan.first_shooter, SHOOTERS),
        ("dice-pass", plan.dice_pass, PASSES),
    ):
        if state in rules.states and given not in known:
            wrong.append(f"the {state.replace('-', ' ')} is missing: {' or '.join(known)}")
    if not 0 < plan.least <= plan.chips:
        wrong.append(f"the least wager is above {money(0)} and at most {money(plan.chips)}, the chips at the start")
    if not 2 <= plan.seats <= _positions(book) or not 0 < plan.advance < plan.seats:
        wrong.append(f"2 to {_positions(book)} seats at a table, fewer of which advance")
    left = [setting.name for setting in own_options(book)]
    if strange := [name for name in plan.options if name not in left]:
        there = f"{book.key} leaves it {', '.join(left)}"
        wrong.append(f"{', '.join(strange)}: no option of a tournament; {there}")
    return [f"{fault} (clause {rules.clause})" for fault in wrong]


def _positions(book: Rulebook) -> int:
    setting = book.settings["positions"]
    return int(max(setting.choices)) if setting.choices else int(setting.most or setting.value)


# ---- wagers in a tournament


def check_wager(rules: TournamentTerms, table: Table, bet: acts.Bet) -> None:
    """Refuse a wager that no tournament of this game allows; the table's own rules come after."""
    mine = table.wagers(position=bet.position)
    if bet.wager in rules.one_of:
        other = next((w.kind for w in mine if w.kind in rules.one_of and w.kind != bet.wager), "")
        if other:
            placed = titles(table.posting, [other])
            raise Refused(f"Position {bet.position} has a {placed} wager.", "One or the other.", rules.clause)
    if not rules.most_kinds:
        return
    if {bet.wager, *(w.kind for w in mine if not w.on)} >= {"come", "dont-come"}:
        raise Refused("Come and Don't Come are not both wagered on one roll.", "", rules.clause)
    number = number_of(table, bet.wager, bet.on)
    if not number:
        return
    there = {w.kind for w in mine if number_of(table, w.kind, w.on) == number}
    opposite = AGAINST_IT if bet.wager in FOR_THE_NUMBER else FOR_THE_NUMBER
    against = sorted(there & set(opposite))
    if against:
        placed = titles(table.posting, against[:1])
        raise Refused(f"{placed} is on the other side of {number}.", "Not both sides of a number.", rules.clause)
    if len(there | {bet.wager}) > rules.most_kinds:
        raise Refused(
            f"{titles(table.posting, sorted(there), 'and')} are on {number}.",
            f"At most {rules.most_kinds} kinds of wagers on a number.",
            rules.clause,
        )


def check_take(rules: TournamentTerms, table: Table, take: acts.Take) -> None:
    """The wager that everybody always has is not taken away."""
    if take.wager in rules.one_of and not take.amount:
        raise Refused(f"A participant always has a {titles(table.posting, rules.one_of)} wager.", "", rules.clause)


def titles(posting: Posting, wagers: Iterable[str], last: str = "or") -> str:
    """`Pass Bet or Don't Pass Bet`: wagers as their table calls them."""
    return listed([posting.wagers[name].title for name in wagers], last)


def number_of(table: Table, kind: str, on: str) -> int:
    """The number that a wager is on: its own, or the point for a line wager; 0 for odds and everything else.

    Odds count with the wager that they support.
    """
    if kind in ("pass", "dont-pass"):
        return int(table.felt.memo.get("point", 0))
    if kind in FOR_THE_NUMBER or kind in AGAINST_IT:
        return int(on) if on.isdecimal() else 0
    return 0


def has_its_wager(rules: TournamentTerms, wagers: list[Wager]) -> bool:
    """Exactly one of those that the book names, or any wager where it names none."""
    if not rules.one_of:
        return bool(wagers)
    return sum(1 for w in wagers if w.kind in rules.one_of) == 1
