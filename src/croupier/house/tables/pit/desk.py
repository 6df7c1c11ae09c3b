"""The pit: tables opened and closed, dealers in and out, notices answered, wheels reviewed."""

import asyncio
import collections
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from croupier.games.wheels.wheelgame import WheelGame
from croupier.house.papers.documents import FLOWS, Document
from croupier.house.people.persons import Person, Proof
from croupier.house.people.profile import check_property, pits
from croupier.house.record import accounts, journals
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.ledger import Group
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables import loading
from croupier.house.tables.board import Tile, tiles
from croupier.house.tables.duties import NEW_DEALER
from croupier.house.tables.life import POKER, FloorTable, Settings
from croupier.house.tables.live import Live
from croupier.house.tables.options import check_options
from croupier.house.tables.pit.every_act import apart, still
from croupier.house.tables.pit.limits import Limits, figures_of
from croupier.house.tables.pit.signing import Signing
from croupier.rounds import acts
from croupier.rounds.authority import RANK
from croupier.rounds.game import Game
from croupier.rulebook import Posting
from croupier.rulebook.faults import one_of

if TYPE_CHECKING:
    from croupier.odds.randomness.battery import Report

LEAST_SPINS = 500
DEMO_BANK = 1_000_000_00  # cents
VOID, VOIDS, REVIEW = "table.void", "void-round", "wheel-review"


class Pit(Limits, Signing):
    # ---- tables

    async def add_table(
        self,
        by: Person,
        table_id: str,
        property_: str,
        game: str,
        mode: str,
        pit: str,
        settings: Settings,
        command: str | None = None,
    ) -> FloorTable:
        """A table of the house, closed as yet. One for demo chips pays from a bank of its own, however it is dealt."""
        if settings.demo and not settings.bank:
            settings = msgspec.structs.replace(settings, bank=DEMO_BANK)
        check_options(property_, game, settings, self.house.game)
        work = using(self._add_table_in, by, table_id, property_, game, mode, pit, settings)
        asked = f"table.add {table_id} {written((property_, game, mode, pit, settings))}"
        return await self.house.command(by.badge, "table.add", table_id, asked, FloorTable, work, command)

    def _add_table_in(
        self, tx: Tx, by: Person, table_id: str, property_: str, game: str, mode: str, pit: str, settings: Settings
    ) -> FloorTable:
        self.house.people.require(tx, by.badge, "table.add", property_)
        check_property(tx.conn, property_)
        _check_pit(tx.conn, property_, pit)
        added = self.house.tables.add(tx, table_id, property_, game, mode, pit, settings)
        self.house.people.log(tx, by.badge, "table.add", table_id, "done", f"{property_}/{game}")
        return added

    async def begin_opening(
        self, by: Person, table_id: str, settings: Settings | None = None, command: str | None = None
    ) -> FloorTable:
        with self.house.storage.reading() as conn:
            table = self.house.tables.get(conn, table_id)
        chosen = settings or table.settings
        game = check_options(table.property, table.game, chosen, self.house.game)
        work = using(self._begin_opening_in, by, table_id, game, chosen, table)
        step = f"begin-opening {written(settings)}"
        return await self._life(by.badge, "table.open", step, table_id, work, command)

    def _begin_opening_in(
        self, tx: Tx, by: Person, table_id: str, game: Game, chosen: Settings, table: FloorTable
    ) -> FloorTable:
        self._require(tx, by, "table.open", table_id)
        self.house.check_rules(tx.conn, game.posting, chosen)
        self._check_uniform(tx.conn, msgspec.structs.replace(table, settings=chosen), game.posting)
        return self.house.tables.begin_opening(tx, table_id, chosen)

    async def open(self, proof: Proof, table_id: str, command: str | None = None) -> FloorTable:
        """The supervisor's signature opens a table that lacks nothing; its journal begins."""
        house = self.house
        with house.storage.reading() as conn:
            table = house.tables.get(conn, table_id)
            there = house.ledger.balance(conn, accounts.inventory(table_id))
        bank = max(0, table.settings.bank - there) if table.mode == "electronic" or table.settings.demo else 0
        game = check_options(table.property, table.game, table.settings, self.house.game)
        journal = f"{table_id}.{table.openings + 1}"
        _, pages = self._driver(table, game, journal, there + bank)
        work = using(self._open_in, proof, table, game.posting, journal, pages.drain(), bank)
        return await self._life(proof.badge, "table.open", "open", table_id, work, command)

    def _open_in(
        self,
        tx: Tx,
        proof: Proof,
        table: FloorTable,
        posting: Posting,
        journal: str,
        begins: journals.Drained,
        bank: int,
    ) -> FloorTable:
        house = self.house
        house.people.sign(tx, proof, "table.open", table.id, table.property)
        apart(house.tables.get(tx.conn, table.id), "table.open", proof.badge)
        house.check_rules(tx.conn, posting, table.settings)
        self._check_uniform(tx.conn, table, posting)
        opened = house.tables.open(tx, table.id, posting, journal)
        self._link_meter(tx, table, posting, proof.badge)
        loading.begin(tx, table.id, journal, posting, *begins, house.sources.now_us())
        if bank:
            lines = ((accounts.house(table.property), -bank), (accounts.inventory(table.id), bank))
            house.ledger.post(tx, Group(kind="bank", by=proof.badge, lines=lines, table_id=table.id))
        return opened

    async def _life(
        self, by: str, act: str, step: str, table_id: str, work: Callable[[Tx], FloorTable], command: str | None
    ) -> FloorTable:
        """Move a table on in its life; its clerk reads it again, and the floor is told."""
        house = self.house
        table = await house.command(by, act, table_id, f"{step} {table_id}", FloorTable, work, command)
        await house.forget(table_id)
        return await self._floor(table)

    async def begin_closing(self, by: Person, table_id: str, command: str | None = None, seen: str = "") -> FloorTable:
        work = using(self._begin_closing_in, by, table_id, seen)
        return await self._life(by.badge, "table.close", "begin-closing", table_id, work, command)

    def _begin_closing_in(self, tx: Tx, by: Person, table_id: str, seen: str) -> FloorTable:
        self._require(tx, by, "table.close", table_id)
        still(self.house.tables.get(tx.conn, table_id, lock=True), seen)
        return self.house.tables.begin_closing(tx, table_id)

    async def clear_seats(self, by: Person, table_id: str, seen: str = "") -> None:
        """Patrons who stay away keep their chips: they are carried to the cage for them."""
        await self.require(by, "table.close", table_id)
        table = await self.house.table(table_id)
        still(table.table, seen)
        if table.driver.felt.wagers or not table.driver.seating:
            raise Stale(f"A round is under way at {table_id}.", "Finish it or void it; then patrons take their chips.")
        for position in [p.number for p in table.driver.felt.positions if p.patron]:
            await self.house.answer(table_id, by, acts.Leave(position))

    async def close(self, proof: Proof, table_id: str, command: str | None = None, seen: str = "") -> FloorTable:
        house = self.house
        known = house.answered(command, proof.badge, f"close {table_id}", FloorTable)
        if known is not None:
            return known
        keeper = house.keeper(table_id)
        async with keeper.lock:
            table = await keeper.current()
            still(table.table, seen)
            if not table.may_close:
                raise Stale(f"A round is under way at {table_id}.", "Finish it or void it first.")
            if table.occupancy:
                raise Stale(f"{table.occupancy} positions at {table_id} are taken.", "Patrons take their chips first.")
            keeper.held = None  # closed, or seen from too far behind: either way it is read again
            work = using(self._close_in, proof, table)
            closed = await house.command(
                proof.badge, "table.close", table_id, f"close {table_id}", FloorTable, work, command
            )
        return await self._floor(closed)

    def _close_in(self, tx: Tx, proof: Proof, live: Live) -> FloorTable:
        house, table_id = self.house, live.table.id
        house.people.sign(tx, proof, "table.close", table_id, live.table.property)
        apart(house.tables.get(tx.conn, table_id), "table.close", proof.badge)
        journals.close(tx, live.pages.journal_id, house.sources.now_us(), *figures_of(live), at=live.driver.entry)
        return house.tables.close(tx, table_id)

    async def cancel(self, by: Person, table_id: str, command: str | None = None) -> FloorTable:
        work = using(self._cancel_in, by, table_id)
        return await self._life(by.badge, "table.open", "cancel", table_id, work, command)

    def _cancel_in(self, tx: Tx, by: Person, table_id: str) -> FloorTable:
        self._require(tx, by, "table.open", table_id)
        cancelled = self.house.tables.cancel(tx, table_id)
        self.house.documents.give_up(tx, table_id, by, f"{table_id} is {cancelled.state} again")
        return cancelled

    async def dealer_in(self, by: Person, table_id: str, badge: str, command: str | None = None) -> FloorTable:
        work = using(self._dealer_in_in, by, table_id, badge)
        return await self._life(by.badge, "table.dealer", f"dealer-in {badge}", table_id, work, command)

    def _dealer_in_in(self, tx: Tx, by: Person, table_id: str, badge: str) -> FloorTable:
        self._require(tx, by, "table.dealer", table_id)
        dealer, place = self.house.people.get(tx.conn, badge), self.house.tables.place(tx.conn, table_id)
        if not dealer.has("dealer", place) or not dealer.active:
            raise Refused(f"Badge {badge} is no dealer at {place}.", "A dealer deals.")
        table = self.house.tables.dealer_in(tx, table_id, badge)
        if table.game != POKER:
            self.house.tables.taken_over(tx, table, self.house.game(table.property, table.game, table.settings))
        return table

    async def dealer_out(self, by: Person, table_id: str, command: str | None = None) -> FloorTable:
        work = using(self._dealer_out_in, by, table_id)
        return await self._life(by.badge, "table.dealer", "dealer-out", table_id, work, command)

    def _dealer_out_in(self, tx: Tx, by: Person, table_id: str) -> FloorTable:
        self._require(tx, by, "table.dealer", table_id)
        return self.house.tables.dealer_out(tx, table_id)

    # ---- a round voided

    async def void_round(self, proof: Proof, table_id: str, when: str, command: str | None = None) -> Receipt:
        """The supervisor signs that the round under way is void on this ground; the ruling is the rulebook's."""
        house = self.house
        await self.require(proof, VOID, table_id)
        with house.storage.reading() as conn:
            person = house.people.get(conn, proof.badge)
        said, asked = f"void {table_id} {when}", acts.Declared(when)
        sent = Command(command or house.sources.new_command(), person, asked, said=said)
        known = house.recalled(sent, table_id, look=True)
        if known is not None:
            return known
        live = await house.table(table_id)
        apart(live.table, VOID, proof.badge)
        if when not in void_grounds(live, person):
            raise Stale(
                f"{when.replace('-', ' ').capitalize()} does not void the round as it stands.",
                "Look at the table again.",
            )
        number, place = live.driver.number, live.table.property
        await house.do(proof.badge, VOID, table_id, lambda tx: house.people.sign(tx, proof, VOID, table_id, place))
        return await house.act(msgspec.structs.replace(sent, number=number), table_id)

    # ---- notices

    async def call_supervisor(self, by: Person, table_id: str, words: str, command: str | None = None) -> str:
        house = self.house
        work = using(self._call_supervisor_in, by, table_id, words)
        notice = await house.command(
            by.badge, "table.call-supervisor", table_id, f"call {table_id} {words}", str, work, command
        )
        house.hub.publish(News("floor", "notice", data=table_id))
        return notice

    def _call_supervisor_in(self, tx: Tx, by: Person, table_id: str, words: str) -> str:
        self._require(tx, by, "table.call-supervisor", table_id)
        return self.house.notices.raise_in(tx, table_id, "call", words[:200] or "The supervisor is called.", by.badge)

    async def settle_notice(self, by: Person, notice_id: str, command: str | None = None) -> None:
        house = self.house
        work = using(self._settle_notice_in, by, notice_id)
        table_id = await house.command(by.badge, "notice.settle", notice_id, f"settle {notice_id}", str, work, command)
        house.hub.publish(News("floor", "notice", data=table_id))

    def _settle_notice_in(self, tx: Tx, by: Person, notice_id: str) -> str:
        house = self.house
        house.people.require_anywhere(tx, by.badge, "notice.settle")
        notice = house.notices.settle(tx, notice_id, by.badge)
        if notice.kind == NEW_DEALER:
            raise Refused(notice.words, "It is settled when the dealer has burned the card.", notice.clause)
        about = notice.table_id
        place = house.tables.place(tx.conn, about) or about  # of a room that names no table
        house.people.require(tx, by.badge, "notice.settle", place)
        return about

    # ---- wheels

    async def review_wheel(self, proof: Proof, table_id: str, command: str | None = None) -> "tuple[Document, Report]":
        """Assess every spin on record at a table; the rulebook says how many a review needs."""
        await self.require(proof, FLOWS[REVIEW].steps[0].act, table_id)
        table = await self.house.table(table_id)
        game = table.driver.game
        if not isinstance(game, WheelGame):
            raise Refused(f"{game.TITLE} has no wheel.")
        rule = game.posting.rulebook.procedure("randomness-review")
        least = int(rule.values.get("least-outcomes", LEAST_SPINS)) if rule else LEAST_SPINS
        outcomes = await asyncio.to_thread(self._spins, table_id)
        if len(outcomes) < least:
            raise Refused(
                f"{len(outcomes):,} spins are on record at {table_id}.",
                f"A review takes at least {least:,}.",
                rule.clause if rule else "",
            )
        report = await asyncio.to_thread(_examine, outcomes, game.pockets(), table_id)
        data = {"outcomes": report.outcomes, "passes": report.passes, "words": str(report)}
        return await self._begin(proof, REVIEW, table_id, data, command, asked={}), report

    def _spins(self, table_id: str) -> list[str]:
        with self.house.storage.reading() as conn:
            return [
                stored.entry.act.pocket
                for about in journals.of_table(conn, table_id)
                for stored in journals.entries(conn, about.id)
                if stored.kind == "Spin" and isinstance(stored.entry.act, acts.Landed)
            ]

    # ---- the board

    async def board(self, property_: str | None = None, only: Collection[str] | None = None) -> list[Tile]:
        """All tables at a glance, or only some of them."""
        house = self.house
        with house.storage.reading() as conn:
            tables = house.tables.everyone(conn, property_)
        return await tiles(house, [table for table in tables if only is None or table.id in only])

    def posting(self, table: FloorTable) -> Posting:
        return self.house.posting(table)


def void_grounds(live: Live, person: Person) -> tuple[str, ...]:
    """On what grounds somebody may void the round as it stands: the irregularities that do so, or let him do so."""
    driver, rank = live.driver, RANK.get(person.at(live.table.property).role, -1)
    if live.may_close or driver.ruling:  # nothing is under way, or is being ruled on
        return ()
    possible, stage = set(driver.declarable()), driver.felt.stage
    found = [one for one in driver.game.posting.irregularities() if one.when in possible and rank >= RANK[one.by]]
    here = [one for one in found if not one.at or stage in one.at]
    voids = [one.when for one in here if VOIDS in (one.remedy.ruling, *(choice.ruling for choice in one.choices))]
    return tuple(dict.fromkeys(voids))


def _examine(outcomes: list[str], pockets: tuple[str, ...], table_id: str) -> "Report":
    from croupier.odds.randomness.battery import examine_wheel  # numpy is slow to import and seldom wanted here

    return examine_wheel(collections.Counter(pockets), outcomes, table_id)


def _check_pit(conn: Connection, property_: str, pit: str) -> None:
    """Where a house has named its pits, a table stands in one of those."""
    named = [one.name for one in pits(conn) if one.property == property_]
    if named and pit not in named:
        meant = one_of(pit, named)
        raise Refused(f"There is no pit {pit!r} at {property_}.", f"{meant[:1].upper()}{meant[1:]}.")
