"""The pit: tables opened and closed, dealers in and out, limits changed, slips signed, notices answered."""

import asyncio
import collections
import contextlib
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from croupier.games.wheels.wheelgame import WheelGame
from croupier.house.money.progressives import CONFIRMED
from croupier.house.papers.documents import FLOWS, Document
from croupier.house.people.permissions import PERMITS, may
from croupier.house.people.persons import Person, Proof
from croupier.house.record import accounts, journals, kept_books
from croupier.house.record.commands import Receipt
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.house.record.hub import News
from croupier.house.record.journals import Head, Pages
from croupier.house.record.ledger import Group
from croupier.house.record.repeated_commands import written
from croupier.house.record.writer import Tx
from croupier.house.tables import stubs, uniform
from croupier.house.tables.board import Tile, tiles
from croupier.house.tables.desk import TableDesk
from croupier.house.tables.life import CLOSED, OPEN, OPENING, FloorTable, Settings, no_tournament
from croupier.house.tables.live import Live, SealedOrders
from croupier.house.tables.options import check_options
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game
from croupier.rounds.journal import START
from croupier.rounds.requests import Shuffle
from croupier.rulebook import Posting

if TYPE_CHECKING:
    from croupier.odds.randomness.battery import Report

LEAST_SPINS = 500
OF_THE_HOUSE = ("staff", "house")  # those that take a role everywhere, wherever they are begun
# What a dealer signs for the table at which he stands.
AT_THE_TABLE = frozenset(
    ("fill.count", "credit.count", "count.dealer", "inspection.inspect", "checklist.sign", "cards.count")
)
OF_THE_PROPERTY = ("tokes",)  # slips begun at a table that are about the whole house: they name none


class Pit:
    def __init__(self, house: TableDesk) -> None:
        self.house = house

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
        check_options(property_, game, settings, self.house.game)

        def work(tx: Tx) -> FloorTable:
            self.house.people.require(tx, by.badge, "table.add", property_)
            added = self.house.tables.add(tx, table_id, property_, game, mode, pit, settings)
            self.house.people.log(tx, by.badge, "table.add", table_id, "done", f"{property_}/{game}")
            return added

        asked = f"table.add {table_id} {written((property_, game, mode, pit, settings))}"
        return await self.house.command(by.badge, "table.add", table_id, asked, FloorTable, work, command)

    async def begin_opening(
        self, by: Person, table_id: str, settings: Settings | None = None, command: str | None = None
    ) -> FloorTable:
        with self.house.storage.reading() as conn:
            table = self.house.tables.get(conn, table_id)
        chosen = settings or table.settings
        game = check_options(table.property, table.game, chosen, self.house.game)

        def work(tx: Tx) -> FloorTable:
            self._require(tx, by, "table.open", table_id)
            self.house.check_rules(tx.conn, game.posting, chosen)
            self._check_uniform(tx.conn, msgspec.structs.replace(table, settings=chosen), game.posting)
            return self.house.tables.begin_opening(tx, table_id, chosen)

        step = f"begin-opening {written(settings)}"
        return await self._life(by.badge, "table.open", step, table_id, work, command)

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
        entries, seals = pages.drain()

        def work(tx: Tx) -> FloorTable:
            house.people.sign(tx, proof, "table.open", table_id, table.property)
            apart(house.tables.get(tx.conn, table_id), "table.open", proof.badge)
            house.check_rules(tx.conn, game.posting, table.settings)
            self._check_uniform(tx.conn, table, game.posting)
            opened = house.tables.open(tx, table_id, game.posting, journal)
            self._link_meter(tx, table, game.posting, proof.badge)
            journals.create(tx, journal, table_id, house.sources.now_us())
            kept_books.keep(tx, journal, *kept_books.of_posting(game.posting))
            journals.append(tx, journal, entries, seals)
            if bank:
                lines = ((accounts.house(table.property), -bank), (accounts.inventory(table_id), bank))
                house.ledger.post(tx, Group(kind="bank", by=proof.badge, lines=lines, table_id=table_id))
            return opened

        return await self._life(proof.badge, "table.open", "open", table_id, work, command)

    def _link_meter(self, tx: Tx, table: FloorTable, posting: Posting, by: str) -> None:
        """The table's progressive feeds a meter, which demo chips and money never share."""
        if posting.progressive:
            every = self.house.tables.everyone(tx.conn, table.property)
            demo = {one.id for one in every if one.settings.demo}
            self.house.progressives.ensure(tx, table.id, posting, by, demo)

    def _require(self, tx: Tx, by: Person, act: str, table_id: str) -> None:
        """Whoever acts at a table has a role at its property."""
        self.house.people.require(tx, by.badge, act, self.house.tables.place(tx.conn, table_id))

    async def _life(
        self, by: str, act: str, step: str, table_id: str, work: Callable[[Tx], FloorTable], command: str | None
    ) -> FloorTable:
        """Move a table on in its life; its clerk reads it again, and the floor is told."""
        house = self.house
        table = await house.command(by, act, table_id, f"{step} {table_id}", FloorTable, work, command)
        await house.forget(table_id)
        return await self._floor(table)

    def _driver(self, table: FloorTable, game: Game, journal: str, inventory: int) -> tuple[Driver, Pages]:
        house = self.house
        pages = Pages(journal, Head(0, START))
        chance = Chance(house.sources.entropy, SealedOrders(house.storage, pages))
        driver = Driver(
            game,
            seats=table.settings.seats or None,
            mode=table.mode,
            journal=pages,
            chance=chance if table.mode == "electronic" else None,
            clock=lambda: journals.to_text(house.sources.now_us()),
            name=table.id,
            inventory=inventory,
        )
        return driver, pages

    async def begin_closing(self, by: Person, table_id: str, command: str | None = None, seen: str = "") -> FloorTable:
        def work(tx: Tx) -> FloorTable:
            self._require(tx, by, "table.close", table_id)
            still(self.house.tables.get(tx.conn, table_id, lock=True), seen)
            return self.house.tables.begin_closing(tx, table_id)

        return await self._life(by.badge, "table.close", "begin-closing", table_id, work, command)

    async def require(self, by: Person, act: str, table_id: str) -> None:
        """Refuse, on the log, who may not do this at a table, before anything else is asked."""
        await self.house.do(by.badge, act, table_id, lambda tx: self._require(tx, by, act, table_id))

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
            journal, figures, last = table.pages.journal_id, _figures(table), table.driver.entry
            keeper.held = None  # closed, or seen from too far behind: either way it is read again

            def work(tx: Tx) -> FloorTable:
                house.people.sign(tx, proof, "table.close", table_id, table.table.property)
                apart(house.tables.get(tx.conn, table_id), "table.close", proof.badge)
                journals.close(tx, journal, house.sources.now_us(), *figures, at=last)
                return house.tables.close(tx, table_id)

            closed = await house.command(
                proof.badge, "table.close", table_id, f"close {table_id}", FloorTable, work, command
            )
        return await self._floor(closed)

    async def cancel(self, by: Person, table_id: str, command: str | None = None) -> FloorTable:
        def work(tx: Tx) -> FloorTable:
            self._require(tx, by, "table.open", table_id)
            return self.house.tables.cancel(tx, table_id)

        return await self._life(by.badge, "table.open", "cancel", table_id, work, command)

    async def change_options(
        self,
        proof: Proof,
        table_id: str,
        options: dict[str, Any],
        day: str = "",
        command: str | None = None,
        seen: str = "",
    ) -> FloorTable:
        """New limits or options between two rounds, signed: a new journal under the new posting; patrons keep chips."""
        house, by = self.house, proof.badge
        asked = f"options {table_id} {written(options)} {day}"
        known = house.answered(command, by, asked, FloorTable)
        if known is not None:
            return known
        keeper = house.keeper(table_id)
        async with keeper.lock:
            live = await keeper.current()
            table = live.table
            no_tournament(table)
            still(table, seen)
            if table.state != OPEN or not live.at_rest:
                raise Stale("A round is under way.", "Options change between rounds, with no wager on the layout.")
            settings = msgspec.structs.replace(table.settings, options=options, day=day or table.settings.day)
            game = check_options(table.property, table.game, settings, self.house.game)
            keeper.held = None  # from here on it is taken apart: whatever happens, it is read again
            renew = self._renewed(live, settings, game, by)

            def work(tx: Tx) -> FloorTable:
                house.people.sign(tx, proof, "table.limits", table_id, table.property)
                apart(table, "table.limits", by)
                house.check_rules(tx.conn, game.posting, settings)
                self._check_uniform(tx.conn, msgspec.structs.replace(table, settings=settings), game.posting)
                house.people.log(tx, by, "table.limits", table_id, "done", str(options))
                return renew(tx)

            changed = await house.command(by, "table.limits", table_id, asked, FloorTable, work, command)
        return await self._floor(changed)

    async def take_up(self, table_id: str, by: str, words: str) -> bool:
        """Deal on by the rules that are in force now, if the table is between two rounds; False: it is not yet."""
        house, keeper = self.house, self.house.keeper(table_id)
        async with keeper.lock:
            live = await keeper.current()
            table = live.table
            if table.state != OPEN or not live.at_rest:
                return False
            game = check_options(table.property, table.game, table.settings, house.game)
            if game.posting.rulebook.digest == live.driver.game.posting.rulebook.digest:
                return True
            keeper.held = None
            renew = self._renewed(live, table.settings, game, by)

            def work(tx: Tx) -> FloorTable:
                house.check_rules(tx.conn, game.posting, table.settings)
                house.people.log(tx, by, "table.limits", table_id, "done", words)
                return renew(tx)

            changed = await house.write(work)
        await self._floor(changed)
        return True

    def _renewed(self, live: Live, settings: Settings, game: Game, by: str) -> Callable[[Tx], FloorTable]:
        """The work that ends a table's journal and begins one under another posting; patrons keep their chips."""
        house, table = self.house, live.table
        journal = f"{table.id}.{table.openings + 1}"
        old, figures = live.pages.journal_id, _figures(live)
        seated = _seated(live)
        for position, _, _ in seated:
            live.driver.answer(By("manager", by), acts.Leave(position))
        old_entries, _ = live.pages.drain()
        driver, pages = self._driver(table, game, journal, live.driver.felt.accounts["inventory"])
        _carry(live, driver, By("manager", by), seated)
        entries, seals = pages.drain()
        settings = msgspec.structs.replace(settings, carried=sum(chips for _, _, chips in seated))

        def work(tx: Tx) -> FloorTable:
            self._link_meter(tx, table, game.posting, by)
            if old_entries:
                journals.append(tx, old, old_entries)
            journals.close(tx, old, house.sources.now_us(), *figures, at=live.driver.entry)
            journals.create(tx, journal, table.id, house.sources.now_us())
            kept_books.keep(tx, journal, *kept_books.of_posting(game.posting))
            journals.append(tx, journal, entries, seals)
            now = {"journal": journal, "openings": table.openings + 1, "settings": settings}
            return house.tables.change(tx, table, **now)

        return work

    # ---- what is the same at all tables

    def _check_uniform(self, conn: Connection, table: FloorTable, posting: Posting) -> None:
        """Refuse a table that would differ from another one where a clause keeps all of them the same."""
        if uniform.shared(posting.rulebook):
            for other in uniform.among(table, self.house.tables.everyone(conn, table.property)):
                uniform.check(table, posting, other, self.house.posting(other))

    async def change_everywhere(
        self, proofs: tuple[Proof, Proof], table_id: str, options: dict[str, Any], command: str | None = None
    ) -> list[FloorTable]:
        """What a clause keeps the same at all tables of a game, changed at all of them at once by two people: those
        that deal begin a new journal between two rounds, the others will open so."""
        house, (first, second) = self.house, proofs
        if first.badge == second.badge:
            raise Refused("Two people sign what changes at all tables.", "Another badge signs second.")
        with house.storage.reading() as conn:
            one = house.tables.get(conn, table_id)
            every = house.tables.everyone(conn, one.property)
        ours = [t for t in every if t.game == one.game and t.settings.demo == one.settings.demo]
        ours = [t for t in ours if not t.settings.tournament]
        subject, asked = f"{one.property}/{one.game}", f"everywhere {table_id} {written(options)}"
        known = house.answered(command, first.badge, asked, list[FloorTable])
        if known is not None:
            return known
        async with contextlib.AsyncExitStack() as locks:
            for table in sorted(ours, key=lambda t: t.id):
                await locks.enter_async_context(house.keeper(table.id).lock)
            works = [await self._everywhere(table, options, first.badge) for table in ours]

            def work(tx: Tx) -> list[FloorTable]:
                for proof in proofs:
                    house.people.sign(tx, proof, "table.limits", subject, one.property)
                house.people.log(tx, first.badge, "table.limits", subject, "done", f"everywhere: {options}")
                return [one_work(tx) for one_work in works]

            changed = await house.command(first.badge, "table.limits", subject, asked, list[FloorTable], work, command)
        for table in changed:
            await self._floor(table)
        return changed

    async def _everywhere(self, seen: FloorTable, options: dict[str, Any], by: str) -> Callable[[Tx], FloorTable]:
        """What changes one of the tables; refused while it can't be changed. Its lock is held."""
        house = self.house
        settings = msgspec.structs.replace(seen.settings, options=uniform.merged(seen, house.posting(seen), options))
        game = check_options(seen.property, seen.game, settings, self.house.game)
        if seen.state in (CLOSED, OPENING):
            return lambda tx: house.tables.change(tx, seen, settings=settings)
        keeper = house.keeper(seen.id)
        live = await keeper.current()
        if live.table.state != OPEN or not live.at_rest:
            raise Stale(f"{seen.id} has a round under way, or closes.", "All tables change together, between rounds.")
        keeper.held = None
        return self._renewed(live, settings, game, by)

    async def dealer_in(self, by: Person, table_id: str, badge: str, command: str | None = None) -> FloorTable:
        def work(tx: Tx) -> FloorTable:
            self._require(tx, by, "table.dealer", table_id)
            dealer, place = self.house.people.get(tx.conn, badge), self.house.tables.place(tx.conn, table_id)
            if not dealer.has("dealer", place) or not dealer.active:
                raise Refused(f"Badge {badge} is no dealer at {place}.", "A dealer deals.")
            return self.house.tables.dealer_in(tx, table_id, badge)

        return await self._life(by.badge, "table.dealer", f"dealer-in {badge}", table_id, work, command)

    async def dealer_out(self, by: Person, table_id: str, command: str | None = None) -> FloorTable:
        def work(tx: Tx) -> FloorTable:
            self._require(tx, by, "table.dealer", table_id)
            return self.house.tables.dealer_out(tx, table_id)

        return await self._life(by.badge, "table.dealer", "dealer-out", table_id, work, command)

    async def _floor(self, table: FloorTable) -> FloorTable:
        self.house.hub.publish(News("floor", "table", data=table.id))
        self.house.hub.publish(News(f"table:{table.id}", table.state))
        return table

    # ---- documents

    async def begin_document(
        self, proof: Proof, kind: str, table_id: str, data: dict[str, Any] | None = None, command: str | None = None
    ) -> Document:
        act, badge = FLOWS[kind].steps[0].act, proof.badge
        if FLOWS[kind].only or kind == stubs.STUB:  # who may comes before what is asked
            await self.house.do(
                badge,
                f"{kind}.begin",
                table_id,
                lambda tx: self.house.people.require(tx, badge, act, self.house.tables.place(tx.conn, table_id)),
            )
        if FLOWS[kind].only:
            raise Refused(f"A {FLOWS[kind].title.lower()} is begun by {FLOWS[kind].only}.", "It is not begun by hand.")
        if kind == stubs.STUB:
            return await self._count_stub(proof, table_id, data or {}, command)
        return await self._begin(proof, kind, table_id, data, command)

    async def _count_stub(self, proof: Proof, table_id: str, data: dict[str, Any], command: str | None) -> Document:
        """A count of the stub, held to the record; a wrong one ends the round under way as its clause says."""
        house = self.house
        known = house.answered(command, proof.badge, f"begin {stubs.STUB} {table_id} {written(data)}", Document)
        if known is not None:
            return known
        live = await house.table(table_id)
        held = stubs.held_to_record(live, data)
        document = await self._begin(proof, stubs.STUB, table_id, held, command, asked=data)
        if stubs.voids(await house.table(table_id), document):
            with house.storage.reading() as conn:
                by = house.people.get(conn, proof.badge)
            await self.answer(by, table_id, acts.Declared(stubs.WRONG))
        return document

    async def _begin(
        self,
        proof: Proof,
        kind: str,
        table_id: str,
        data: dict[str, Any] | None,
        command: str | None,
        asked: dict[str, Any] | None = None,
    ) -> Document:
        """A slip with its first line; `asked`: what was asked for, where the record has added to it."""
        house = self.house
        with house.storage.reading() as conn:
            place = "" if kind in OF_THE_HOUSE else house.tables.get(conn, table_id).property
        about = "" if kind in (*OF_THE_PROPERTY, *OF_THE_HOUSE) else table_id

        def work(tx: Tx) -> Document:
            self._check_dealer(tx, about, FLOWS[kind].steps[0].act, proof.badge)
            return house.documents.begin(tx, kind, place, about, proof, data)

        words = f"begin {kind} {table_id} {written(data if asked is None else asked)}"
        return self._told(await house.command(proof.badge, f"{kind}.begin", table_id, words, Document, work, command))

    async def sign_document(
        self,
        proof: Proof,
        document_id: str,
        step: str,
        data: dict[str, Any] | None = None,
        command: str | None = None,
        seen: str = "",
    ) -> Document:
        """The next line of a slip; `seen` is the state in which the person looked at it."""
        house = self.house

        def work(tx: Tx) -> Document:
            document = house.documents.get(tx.conn, document_id)
            line = FLOWS[document.kind].step(step)
            self._check_dealer(tx, document.table_id, line.act if line else "", proof.badge)
            return house.documents.sign(tx, document_id, step, proof, data, seen)

        asked = f"sign {document_id} {step} {written(data)}"
        document = self._told(
            await house.command(proof.badge, f"document.{step}", document_id, asked, Document, work, command)
        )
        if document.kind == "jackpot" and document.state == CONFIRMED:
            await self.house.forget(document.table_id)
            await self.house.go_on(document.table_id)  # the last win that held the table: its round goes on
        return document

    def _check_dealer(self, tx: Tx, table_id: str, act: str, badge: str) -> None:
        """What a dealer counts, inspects and goes through is at his own table, while one stands there; what takes
        somebody above a dealer is for another than who deals there."""
        table = self.house.tables.find(tx.conn, table_id) if table_id and act in PERMITS else None
        if table is None or not table.dealer:
            return
        if table.dealer == badge:
            if self.house.people.get(tx.conn, badge).may(act, table.property):  # who may not is told so instead
                apart(table, act, badge)
            return
        if act not in AT_THE_TABLE:
            return
        if self.house.people.get(tx.conn, badge).at(table.property).role == "dealer":
            raise Forbidden(f"Badge {table.dealer} deals at {table_id}.", "The dealer who stands there signs this.")

    async def void_document(
        self, proofs: tuple[Proof, Proof], document_id: str, reason: str, command: str | None = None, seen: str = ""
    ) -> Document:
        house, by = self.house, proofs[0].badge
        work = lambda tx: house.documents.void(tx, document_id, proofs, reason, seen)  # noqa: E731
        asked = f"void {document_id} {proofs[1].badge} {reason}"
        document = self._told(await house.command(by, "document.void", document_id, asked, Document, work, command))
        await house.forget(document.table_id)
        return document

    def _told(self, document: Document) -> Document:
        self.house.hub.publish(News("floor", "document", data=document.id))
        return document

    # ---- notices

    async def answer(
        self,
        by: Person,
        table_id: str,
        act: acts.Anything,
        number: int | None = None,
        command: str | None = None,
        said: str = "",
    ) -> Receipt:
        """An act at a table; the pit is told of an irregularity that was declared."""
        house = self.house
        receipt = await house.answer(table_id, by, act, number, command, said)
        if isinstance(act, acts.Declared):
            words = f"Irregularity declared: {act.when.replace('-', ' ')}"
            await house.write(lambda tx: house.notices.raise_in(tx, table_id, "declared", words, by.badge))
            house.hub.publish(News("floor", "notice", data=table_id))
        return receipt

    async def call_supervisor(self, by: Person, table_id: str, words: str, command: str | None = None) -> str:
        house = self.house

        def work(tx: Tx) -> str:
            self._require(tx, by, "table.call-supervisor", table_id)
            return house.notices.raise_in(tx, table_id, "call", words[:200] or "The supervisor is called.", by.badge)

        notice = await house.command(
            by.badge, "table.call-supervisor", table_id, f"call {table_id} {words}", str, work, command
        )
        house.hub.publish(News("floor", "notice", data=table_id))
        return notice

    async def settle_notice(self, by: Person, notice_id: str, command: str | None = None) -> None:
        house = self.house

        def work(tx: Tx) -> str:
            house.people.require_anywhere(tx, by.badge, "notice.settle")
            about = house.notices.settle(tx, notice_id, by.badge).table_id
            place = house.tables.place(tx.conn, about) or about  # of a room that names no table
            house.people.require(tx, by.badge, "notice.settle", place)
            return about

        table_id = await house.command(by.badge, "notice.settle", notice_id, f"settle {notice_id}", str, work, command)
        house.hub.publish(News("floor", "notice", data=table_id))

    # ---- wheels

    async def review_wheel(self, proof: Proof, table_id: str, command: str | None = None) -> "tuple[Document, Report]":
        """Assess every spin on record at a table; the rulebook says how many a review needs."""
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
        return await self._begin(proof, "wheel-review", table_id, data, command), report

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


def apart(table: FloorTable | None, act: str, badge: str) -> None:
    """Refuse what whoever deals at a table would sign there in another role: nobody supervises himself."""
    if table is not None and table.dealer == badge and act in PERMITS and not may("dealer", act):
        raise Forbidden(f"Badge {badge} deals at {table.id}.", "Somebody else signs this there, whatever his roles.")


def still(table: FloorTable, seen: str) -> None:
    """Refuse what was based on an opening of the table (or on limits) that has passed; empty: nothing was named."""
    if seen and seen != table.journal:
        now = f"It deals by journal {table.journal} now" if table.journal else "It is closed now"
        raise Stale(f"Table {table.id} has moved on from {seen}.", f"{now}. Look at it again.")


def _examine(outcomes: list[str], pockets: tuple[str, ...], table_id: str) -> "Report":
    from croupier.odds.randomness.battery import examine_wheel  # numpy is slow to import and seldom wanted here

    return examine_wheel(collections.Counter(pockets), outcomes, table_id)


def _figures(live: Live) -> tuple[int, int, int]:
    """Rounds, drop and win of a journal, for its cover."""
    return live.driver.felt.round - 1, live.drop_cents, live.win_cents


def _carry(old: Live, driver: Driver, by: By, seated: list[tuple[int, str, int]]) -> None:
    """Seat patrons again at the table as it deals from now on. A shoe that was dealt from by hand is shuffled anew."""
    shoes = old.driver.felt.shoes
    if isinstance(driver.pending, Shuffle) and shoes and old.driver.table.shoe.fresh:
        driver.answer(By("dealer", old.table.dealer), acts.Shuffled(old.driver.table.shoe.cut))
    for position, patron, chips in seated:
        driver.answer(by, acts.Sit(position, patron, chips))


def _seated(live: Live) -> list[tuple[int, str, int]]:
    """(position, patron, chips); a patron at two positions has his chips at the first."""
    seen: set[str] = set()
    seated = []
    for position in live.driver.felt.positions:
        if position.patron:
            chips = 0 if position.patron in seen else live.driver.table.chips(position.number)
            seen.add(position.patron)
            seated.append((position.number, position.patron, chips))
    return seated
