"""What every route works with: the house, the caches, the limits."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from croupier.demo.poker_room import Programs
from croupier.demo.poker_tournament import EventPrograms
from croupier.drafting.check import faults_in
from croupier.drafting.scaffold import new_text
from croupier.house.approvals.desk import ApprovalDesk
from croupier.house.approvals.taking_up import TakingUp
from croupier.house.cage.coupons import Coupons
from croupier.house.cage.exchange import Cage
from croupier.house.cage.stations import Stations
from croupier.house.house import House
from croupier.house.money.chips import DENOMINATIONS, denominations
from croupier.house.out_of_order import OutOfOrderDesk
from croupier.house.people.factors import CodeNeeded
from croupier.house.people.grants import EVERYWHERE
from croupier.house.people.password_work import Lane
from croupier.house.people.permissions import WORDS, takes
from croupier.house.people.persons import Person, Proof
from croupier.house.people.profile import chip_colours, chip_sets, profile
from croupier.house.periods.desk import PeriodDesk
from croupier.house.plan.desk import HouseDesk
from croupier.house.plan.staff_desk import StaffDesk
from croupier.house.poker_room.clockwork import RoomClock
from croupier.house.poker_room.floor_notes import Recorded
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.lists.must_moves import Moves
from croupier.house.poker_room.reports import Reports
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.spread import Spread
from croupier.house.poker_room.staffing import Staffing
from croupier.house.promotions.desk import Promotions
from croupier.house.promotions.games import PromotionGames
from croupier.house.readiness import Readiness
from croupier.house.record import accounts
from croupier.house.record.commands import receipts
from croupier.house.record.errors import Forbidden, NotFound
from croupier.house.results.desk import ResultsDesk
from croupier.house.studio.desk import StudioDesk
from croupier.house.tables.life import OPEN, FloorTable
from croupier.house.tables.pit.desk import Pit
from croupier.house.tournaments.event_clock import EventClock
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.table.desk import Tournaments
from croupier.rulebook import catalogue, properties
from croupier.rulebook.houses import Property
from croupier.web.felt.recent_rounds import Recent
from croupier.web.felt.table_view import SeenByAll
from croupier.web.kit import guard, render
from croupier.web.kit.guard import SignIn
from croupier.web.kit.line.caller_limits import USUAL, Limits, Places
from croupier.web.kit.long_work.odds_desk import OddsDesk
from croupier.web.kit.presence import Presence
from croupier.web.kit.render import HouseLook
from croupier.web.kit.shared_pages import Together
from croupier.web.kit.words import limits_words

DEMO_CENTS = 1_000_00
ALONG = ("command", "csrf", "number", "phone")
CHANGES = ("/account", "/account/password", "/sign-out", "/api/v1/sessions")
ENROLS = (
    "/account/factor",
    "/account/factor/confirm",
    "/api/v1/me",
    "/api/v1/me/second-factor",
    "/api/v1/me/second-factor/confirm",
)


class Floor:
    """One application's hold on one house."""

    def __init__(self, house: House, *, secure: bool = False, demo: bool = True, limits: Limits = USUAL) -> None:
        self.house, self.pit, self.cage = house, Pit(house), Cage(house)
        self.tournaments = Tournaments(house)
        self.poker_tournaments = PokerTournaments(house)
        self.promotions = Promotions(house)
        self.promotion_games = PromotionGames(self.promotions)
        self.approvals = ApprovalDesk(house)
        self.taking_up = TakingUp(house)
        self.studio = StudioDesk(house, faults_in, new_text)
        self.stations = Stations(house)
        self.coupons = Coupons(house)
        self.staff_desk = StaffDesk(house)
        self.house_desk = HouseDesk(house)
        self.room = PokerRoom(house)
        self.spread = Spread(self.room)
        self.list_desk = ListDesk(self.room)
        self.room_clock = RoomClock(self.room, self.spread, self.list_desk)
        self.moves = Moves(self.list_desk, self.spread)
        self.staffing = Staffing(self.room)
        self.recorded = Recorded(self.list_desk)
        self.reports = Reports(house, self.recorded)
        self.results = ResultsDesk(house)
        self.periods = PeriodDesk(house)
        self.hooks = self.list_desk.hooks
        self.programs = Programs(self.room)
        self.event_programs = EventPrograms(self.poker_tournaments)
        self.event_clock = EventClock(self.poker_tournaments)
        self.out_of_order = OutOfOrderDesk(house)
        self.readiness = Readiness(house, self.out_of_order.inspect)
        self.recent, self.seen = Recent(house.storage), SeenByAll()
        self.presence = Presence(house)
        self.odds = OddsDesk()
        self.secure, self.demo = secure, demo
        self.sitting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by badge
        self.demo_password = ""  # set where everybody may know it
        self.key: Path | None = None  # the house's own, which signs papers that leave it
        self.sign_ins = guard.Pace(20, 60)
        self.guests = guard.Pace(30, 60)
        self.acts = guard.Pace(600, 10)
        self.places, self.together = Places(limits), Together()
        # Long walks and exports: they wait for each other, and no table waits for them.
        self.heavy = Lane("heavy pages", places=16, of_one=4, busy="Too many long reports are being made.")
        self._limits: dict[str, str] = {}

    def houses(self) -> dict[str, Property]:
        """The properties that this house runs: only they are shown. One that was never set up shows those at which it
        has tables; a demonstration shows the whole shelf."""
        known, runs = properties(), self.house_desk.profile().properties
        if not runs and self.demo:
            return known
        names = runs or sorted({table.property for table in self.tables()})
        return {name: known[name] for name in names if name in known}

    def houses_with(self, book: str) -> dict[str, str]:
        """Of these the ones on whose shelf this book stands, with their titles."""
        shelf = catalogue()
        return {name: one.title for name, one in self.houses().items() if book in shelf.get(name, ())}

    def first_open(self) -> str:
        """The property that somebody sees who has chosen none: the first with an open table."""
        houses = self.houses()
        found = [t.property for t in self.tables() if t.state == OPEN and t.property in houses and not t.settings.book]
        return found[0] if found else self.first()

    def first(self, game: str = "") -> str:
        """Where nobody says which: the first property of this house, of those with a rulebook of a game if one is
        named."""
        shelf = catalogue()
        for name in self.houses():
            if not game or game in shelf.get(name, ()):
                return name
        raise NotFound("This house is not set up yet.", "Its administrator does it on the page First day.")

    def runs(self, name: str) -> bool:
        """Whether a property is one of this house, under this name or its earlier one."""
        houses = self.houses()
        return name in houses or any(one.successor_of == name for one in houses.values())

    def check_shown(self, who: Person | None, *names: str) -> None:
        """The rules of other houses are none of a patron's business; staff may read them."""
        for name in names:
            if not self.runs(name) and not (who is not None and who.may("table.watch")):
                raise NotFound(f"There is no property {name!r} here.", "The lobby lists those of this house.")

    def zone(self) -> str:
        """The house's time zone; empty where it has chosen none."""
        with self.house.storage.reading() as conn:
            return profile(conn).time_zone

    def look(self) -> HouseLook:
        """The house's name, mark, clock and chips, as its pages show them."""
        with self.house.storage.reading() as conn:
            found, sets = profile(conn), chip_sets(conn)
        colours = {cents: colour for one in sets for cents, colour in one.values}
        return HouseLook(found.name, found.mark, found.time_zone, tuple(sorted(colours.items())), self.demo)

    def payable(self, place: str) -> tuple[int, ...]:
        """The chips with which a property pays, highest first."""
        with self.house.storage.reading() as conn:
            return denominations(conn, place)

    def denominations(self, place: str) -> tuple[int, ...]:
        """The chips that are counted at a property; small coins of the usual set are not."""
        with self.house.storage.reading() as conn:
            chosen = tuple(chip_colours(conn, place))
        return chosen or tuple(cents for cents in DENOMINATIONS if cents >= 100)

    def places_of(self, who: Person) -> list[str]:
        """Those at which somebody has a role."""
        return [name for name in self.houses() if who.at(name).grants]

    def tables(self, property_: str | None = None) -> list[FloorTable]:
        with self.house.storage.reading() as conn:
            return self.house.tables.everyone(conn, property_)

    def table(self, table_id: str) -> FloorTable:
        with self.house.storage.reading() as conn:
            return self.house.tables.get(conn, table_id)

    def limits(self, table: FloorTable) -> str:
        """What the sign at a table says; it hangs there until the options change."""
        key = f"{table.id}.{table.openings}.{hash(str(table.settings.options))}"
        if key not in self._limits:
            try:
                self._limits[key] = limits_words(self.house.posting(table))
            except Exception:  # a sign that can't be read hangs nowhere, and nobody else's page is without one
                return ""
        return self._limits[key]

    def purse(self, badge: str) -> int:
        """What a patron has with the house outside any table."""
        with self.house.storage.reading() as conn:
            return self.house.ledger.balance(conn, accounts.patron(badge))

    def worth(self, badge: str) -> int:
        """Credit and chips at tables together."""
        with self.house.storage.reading() as conn:
            return self.house.ledger.worth(conn, accounts.patron(badge))


def floor_of(connection: HTTPConnection) -> Floor:
    found: Floor = connection.app.state.floor
    return found


def chosen(rooms: Mapping[str, str], house: str, lacks: str) -> str:
    """The property of a page: the one asked for, or the first that has what the page is about."""
    if not rooms or (house and house not in rooms):
        raise NotFound(lacks)
    return house or next(iter(rooms))


def property_title(name: str) -> str:
    found = properties().get(name)
    return found.title if found else name.replace("-", " ").title()


async def person(request: Request) -> Person | None:
    return await guard.person_of(request, floor_of(request).house)


async def required(request: Request, act: str = "") -> Person:
    """The person, signed in and allowed."""
    who = await person(request)
    if who is None:
        raise SignIn(request.url.path)
    request.state.who = who  # so that a refusal further on is logged under this badge
    if who.must_change and request.url.path not in CHANGES:
        raise MustChange("Change the one-time password first.")
    if who.must_enrol and request.url.path not in (*CHANGES, *ENROLS):
        raise MustChange("Set up a second factor first: the house wants one of your role.")
    if act and not who.may(act):
        raise Forbidden(f"This is not for {WORDS.get(who.role, who.role)}.", f"It takes {takes(act)}.")
    return who


async def required_everywhere(request: Request, act: str) -> Person:
    """The person, allowed in what concerns every property at once: the whole ledger, the whole log."""
    who = await required(request, act)
    if not who.may(act, EVERYWHERE):
        raise Forbidden("This is of all properties together.", f"It takes {takes(act)} everywhere.")
    return who


class MustChange(Exception):
    """A one-time password is changed, and a second factor set up, before anything else."""

    def __init__(self, says: str = "") -> None:
        super().__init__(says)
        self.says = says


def show(
    request: Request, template: str, status: int = 200, *, default_theme: str = "light", **values: Any
) -> HTMLResponse:
    """A page; the house's own are light, those at a table dark, until somebody chooses."""
    look = guard.look_of(request)
    render.LOOK.set(floor_of(request).look())
    html = render.page(template, look=look, csrf=guard.csrf_of(request), default_theme=default_theme, **values)
    return HTMLResponse(html, status)


def go(path: str) -> Response:
    return RedirectResponse(path, 303)


async def body(request: Request) -> dict[str, Any]:
    """The fields of a form or of a JSON object, as plain values."""
    kind = request.headers.get("content-type", "")
    if kind.startswith("application/json"):
        try:
            found = msgspec.json.decode(await request.body())
        except (msgspec.DecodeError, RecursionError):
            raise BadRequest("The body is no JSON object.") from None
        if not isinstance(found, dict):
            raise BadRequest("The body is no JSON object.")
        return found
    return {key: value for key, value in (await request.form()).items() if isinstance(value, str)}


def command_of(request: Request, values: dict[str, Any]) -> str:
    """The id that a page gave to what it asks for, in a header or in its form: sent twice, it acts once."""
    return words({"command": request.headers.get("x-command", "") or values.get("command", "")}, "command", most=100)


def said_in(request: Request, values: dict[str, Any]) -> str:
    """What a page asks for, without what it sends along: the same again is the same command."""
    return f"{request.url.path} {sorted(pair for pair in values.items() if pair[0] not in ALONG)}"


class BadRequest(Exception):
    """What came can't be read."""


def integer(values: dict[str, Any], name: str, default: int | None = None) -> int:
    value = values.get(name, default)
    if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 16:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**15:
        raise BadRequest(f"{name} is a whole number.")
    return value


def words(values: dict[str, Any], name: str, default: str = "", most: int = 400) -> str:
    value = values.get(name, default)
    if not isinstance(value, str) or len(value) > most:
        raise BadRequest(f"{name} is text of at most {most} letters.")
    if not storable(value):
        raise BadRequest(f"{name} holds a character that is no text.")
    return value


async def proof_of(floor: Floor, badge: str, password: str, code: str = "", command: str = "") -> Proof:
    """What a signature rests on. A command that was done is only recalled: its code has been used and is not asked."""
    people = floor.house.people

    def prove() -> Proof:
        with floor.house.storage.reading() as conn:
            done = bool(command) and receipts.done(conn, command)
        proof = people.prove(badge, password, "" if done else code)
        if not proof.coded and not done and people.signs_with_code(badge):
            raise CodeNeeded(
                f"Badge {badge} signs with a second factor.", "Give the code that the authenticator shows."
            )
        return proof

    return await people.signing.run(badge, prove)


def storable(value: str) -> bool:
    """Whether every database keeps this text: no NUL, no half of a surrogate pair."""
    return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)


__all__ = [
    "BadRequest",
    "Floor",
    "MustChange",
    "NotFound",
    "SignIn",
    "body",
    "chosen",
    "command_of",
    "floor_of",
    "go",
    "integer",
    "person",
    "proof_of",
    "property_title",
    "required",
    "required_everywhere",
    "show",
    "words",
]
