"""The desk of the house itself: set up from a plan, written down as one, changed part by part by signatures."""

from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from croupier.house.papers.documents import Document
from croupier.house.people.grants import Grant, in_words
from croupier.house.people.persons import SYSTEM, Person, Proof
from croupier.house.people.posted_amounts import ACT as POST
from croupier.house.people.posted_amounts import POSTED, posted
from croupier.house.people.profile import CHIPS, HOUSE, PITS, PitName, Profile, chip_sets, pits, profile
from croupier.house.plan.changes import ACT, KIND, PARTS, read_part
from croupier.house.plan.model import HousePlan, PersonPlan, SetUp, TablePlan
from croupier.house.plan.proposals import Proposals
from croupier.house.plan.reading import initials, read_plan
from croupier.house.record import schema
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused
from croupier.house.record.news.hub import News
from croupier.house.record.settings import decide, setting
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import FloorTable, Settings

ANYWHERE = ""  # what the house decides about itself belongs to no property alone
UNNAMED = "House"  # one that runs tables and was never set up


class FirstDay(msgspec.Struct, frozen=True):
    """How far a house is on its way to its first table."""

    house: bool  # which properties, and what it is called
    day: bool
    chips: bool
    pits: bool
    tables: bool
    people: bool  # somebody else may confirm, and everybody is there whom a first table takes
    opened: bool  # a table has been open

    @property
    def over(self) -> bool:
        return self.opened

    @property
    def next(self) -> str:
        """The first step that is not taken; `open` when all are, empty when a table has been open."""
        if self.opened:
            return ""
        return next((name for name in STEPS if not getattr(self, name)), "open")


# Whom a table that is dealt by hand takes, by what each does there.
BY_HAND = ("table.open", "count.dealer", "fill.prepare", "fill.carry")
STEPS = ("house", "day", "chips", "pits", "tables", "people")


def _manned(staff: list[Person], tables: list[FloorTable]) -> bool:
    """Whether everybody is there whom the opening of a first table takes."""
    takes = {(act, t.property) for t in tables for act in (BY_HAND if t.mode == "dealer" else BY_HAND[:1])}
    manned = {(act, place) for act, place in takes if any(person.may(act, place) for person in staff)}
    by_hand = {t.property for t in tables if all((act, t.property) in manned for act in BY_HAND)}
    return any(t.property in by_hand if t.mode == "dealer" else (BY_HAND[0], t.property) in manned for t in tables)


class HouseDesk(Proposals):
    KIND, CONFIRMS = KIND, "house.confirm"

    def __init__(self, house: TableDesk) -> None:
        super().__init__(house)
        self.house = house

    # ---- looking

    def profile(self) -> Profile:
        with self.house.storage.reading() as conn:
            return profile(conn)

    def first_day(self) -> FirstDay:
        house = self.house
        with house.storage.reading() as conn:
            tables = house.tables.everyone(conn)
            staff = [person for person in house.people.everybody(conn, guests=False) if person.active]
            found = profile(conn)
            chosen = {name: setting(conn, name, msgspec.Raw) is not None for name in (CHIPS, PITS)}
        confirming = sum(person.may("house.confirm", ANYWHERE) for person in staff)
        return FirstDay(
            bool(found.properties),
            bool(found.time_zone),
            chosen[CHIPS],
            chosen[PITS] or bool(tables),
            bool(tables),
            confirming > 1 and _manned(staff, tables),
            any(table.openings for table in tables),
        )

    # ---- changes

    async def propose(self, proof: Proof, part: str, value: dict[str, Any], command: str | None = None) -> Document:
        """A change of one part, signed; in force at once where nobody else is there to confirm it."""
        house, data = self.house, {"part": part, "value": value}
        if part not in PARTS:
            with house.storage.reading() as conn:
                read_part(conn, part, value)
        work = using(house.documents.begin, KIND, ANYWHERE, "", proof, data)
        return self._told(
            await house.command(proof.badge, ACT, part, f"house {written(data)}", Document, work, command)
        )

    async def confirm(self, proof: Proof, document_id: str, command: str | None = None) -> Document:
        house = self.house
        work = using(self._confirm_in, proof, document_id)
        return self._told(
            await house.command(
                proof.badge, self.CONFIRMS, document_id, f"house confirm {document_id}", Document, work, command
            )
        )

    def _confirm_in(self, tx: Tx, proof: Proof, document_id: str) -> Document:
        self._expect(tx, document_id)
        return self.house.documents.sign(tx, document_id, "confirm", proof)

    def _told(self, document: Document) -> Document:
        self.house.hub.publish(News("floor", "house", data=document.id))
        return document

    # ---- the whole plan

    def read(self, text: str) -> HousePlan:
        """A plan as somebody wrote it; refused with all its faults, each with its place."""
        found, faults = read_plan(text.replace("\r\n", "\n").encode())
        if found is None:
            lines = [f"line {one.line}, column {one.column}: {one}" for one in faults]
            raise Refused(f"The plan has {len(lines)} {'fault' if len(lines) == 1 else 'faults'}: {'; '.join(lines)}.")
        return found

    async def set_up(self, plan: HousePlan, proof: Proof | None = None) -> SetUp:
        """An empty house becomes the one of the plan, whole or not at all; one-time passwords are shown once."""
        house = self.house
        by = proof.badge if proof else SYSTEM
        work = using(self._set_up_in, plan, proof, by)
        done = await house.do(by, ACT, "plan", work)
        house.hub.publish(News("floor", "house"))
        return done

    def _set_up_in(self, tx: Tx, plan: HousePlan, proof: Proof | None, by: str) -> SetUp:
        house = self.house
        if proof is not None:
            house.people.sign(tx, proof, ACT, "plan")
        self._check_empty(tx.conn, by)
        self._decide(tx, plan, by)
        passwords = self._people(tx, plan, by)
        for table in plan.tables:
            settings = (table.id, table.property, table.game, table.mode, table.pit, table.settings)
            house.tables.add(tx, *settings)
            house.people.log(tx, by, "table.add", table.id, "done", f"{table.property}/{table.game}")
        words = f"set up {plan.profile.name}: {len(plan.tables)} tables, {len(plan.people)} people"
        house.people.log(tx, by, ACT, "plan", "done", words)
        return SetUp(len(plan.tables), len(plan.people), passwords)

    def _check_empty(self, conn: Connection, by: str) -> None:
        """Refuse a house in which anything stands but its first administrator."""
        table, person = schema.floor_table.c, schema.person.c
        if profile(conn).properties or conn.scalar(select(func.count(table.id))):
            raise Refused("This house is set up already.", "A plan sets up an empty one; change it part by part.")
        unused = (person.badge == "admin") & (person.must_change == 1)
        others = select(person.badge).where(person.badge != by, ~unused).limit(1)
        if there := conn.scalar(others):
            raise Refused(f"Badge {there} is here already.", "A plan sets up an empty house.")

    def _decide(self, tx: Tx, plan: HousePlan, by: str) -> None:
        now, people = self.house.sources.now_us(), self.house.people
        for name, value in ((HOUSE, plan.profile), (CHIPS, plan.chips), (PITS, plan.pits)):
            decide(tx, name, value, by, now)
        for name, amount in plan.posted.items():
            people.log(tx, by, POST, name, "done", str(amount))
        for role in plan.second_factor:
            people.factors.require(tx, role, by, True)

    def _people(self, tx: Tx, plan: HousePlan, by: str) -> dict[str, str]:
        """Everybody of the plan; who set the house up keeps his password, an unused first administrator goes."""
        people, made = self.house.people, {}
        system = Person(SYSTEM, "", "administrator", True, False)
        there = {person.badge for person in people.everybody(tx.conn)}
        for one in plan.people:
            why = f"plan of the house: {in_words(one.roles)}"
            if one.badge not in there:
                made[one.badge] = people.insert_in(tx, by, one.badge, one.name, one.roles, why)
                continue
            people.regrant_in(tx, by, one.badge, one.roles, why)
            if one.badge != by:
                made[one.badge] = people.reset_in(tx, system, one.badge, why)
        for badge in there - {one.badge for one in plan.people} - {by}:
            people.change_in(tx, system, badge, "dismissed: not in the plan of the house", active=0)
        return made

    def plan(self) -> HousePlan:
        """The house as it stands, as a plan for another one."""
        house = self.house
        with house.storage.reading() as conn:
            tables = [table for table in house.tables.everyone(conn) if not table.settings.tournament]
            found = profile(conn)
            places = found.properties or tuple(sorted({table.property for table in tables}))
            if not places:
                raise Refused("This house is not set up yet.", "There is nothing to write down.")
            name = found.name or UNNAMED
            whole = Profile(name, found.mark or initials(name), found.time_zone or "UTC", places)
            staff = house.people.everybody(conn, guests=False)
            named = pits(conn)
            return HousePlan(
                whole,
                {one: posted(conn, one) for one in POSTED},
                house.people.factors.roles(conn),
                chip_sets(conn),
                (*named, *_unnamed(named, [table for table in tables if table.property in places])),
                tuple(
                    TablePlan(t.id, t.property, t.game, t.pit, t.mode, _lasting(t.settings))
                    for t in tables
                    if t.property in places
                ),
                tuple(
                    PersonPlan(person.badge, person.name, kept)
                    for person in staff
                    if person.active and (kept := _kept(person, places))
                ),
            )


def _unnamed(named: tuple[PitName, ...], tables: list[Any]) -> list[PitName]:
    """Pits that a table names and nobody decided on."""
    found = dict.fromkeys(PitName(table.pit, table.property) for table in tables)
    return [pit for pit in found if pit not in named]


def _lasting(settings: Settings) -> Settings:
    """What of a table's settings outlasts its opening."""
    return msgspec.structs.replace(settings, carried=0, since_us=0, tournament="", cash_game={})


def _kept(person: Person, places: tuple[str, ...]) -> tuple[Grant, ...]:
    return tuple(grant for grant in person.grants if not grant.property or grant.property in places)
