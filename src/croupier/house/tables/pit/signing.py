"""Slips begun and signed at tables, and acts there that the pit is told of."""

from typing import Any

from croupier.house.money.progressives import CONFIRMED
from croupier.house.papers.documents import FLOWS, Document
from croupier.house.people.persons import Person, Proof
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables import stubs
from croupier.house.tables.own_table import check_dealer, sign_next
from croupier.house.tables.pit.every_act import PitDesk
from croupier.rounds import acts

OF_THE_HOUSE = ("staff", "house")  # those that take a role everywhere, wherever they are begun
OF_A_TRAY = ("fill", "credit")  # what brings chips to a table and takes them away
OF_THE_PROPERTY = ("tokes",)  # slips begun at a table that are about the whole house: they name none


class Signing(PitDesk):
    async def begin_document(
        self, proof: Proof, kind: str, table_id: str, data: dict[str, Any] | None = None, command: str | None = None
    ) -> Document:
        if kind not in FLOWS:
            raise Refused(f"There is no document {kind!r}.", f"There are {', '.join(FLOWS)}.")
        act, badge = FLOWS[kind].steps[0].act, proof.badge
        if FLOWS[kind].only or FLOWS[kind].desk or kind == stubs.STUB:  # who may comes before what is asked
            await self.house.do(
                badge,
                f"{kind}.begin",
                table_id,
                lambda tx: self.house.people.require(tx, badge, act, self.house.tables.place(tx.conn, table_id)),
            )
        if FLOWS[kind].only:
            raise Refused(f"A {FLOWS[kind].title.lower()} is begun by {FLOWS[kind].only}.", "It is not begun by hand.")
        if FLOWS[kind].desk:
            raise Refused(f"The slip {FLOWS[kind].title.lower()!r} is begun at {FLOWS[kind].desk}.", "Not at the pit.")
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
        work = using(self._begin_in, proof, kind, place, about, data)
        words = f"begin {kind} {table_id} {written(data if asked is None else asked)}"
        return self._told(await house.command(proof.badge, f"{kind}.begin", table_id, words, Document, work, command))

    def _begin_in(
        self, tx: Tx, proof: Proof, kind: str, place: str, about: str, data: dict[str, Any] | None
    ) -> Document:
        house, act = self.house, FLOWS[kind].steps[0].act
        check_dealer(house, tx, about, act, proof.badge)
        if kind in OF_A_TRAY:
            house.people.require(tx, proof.badge, act, place)
            self._check_tray(about)
            house.procedures.check_moves(house.tables.get(tx.conn, about))
        return house.documents.begin(tx, kind, place, about, proof, data)

    def _check_tray(self, table_id: str) -> None:
        """Refuse chips for a platform whose patrons wager at stations: it has no tray to put them in."""
        posting = self.house.posting_of(table_id)
        if posting is not None and posting.get("wagers-at") == "station":
            words = "Patrons buy in at their stations, and are paid there."
            raise Refused(f"{table_id} has no chip tray.", words, posting.clause("wagers-at"))

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
        work = using(sign_next, house, document_id, step, proof, data, seen)
        asked = f"sign {document_id} {step} {written(data)}"
        document = self._told(
            await house.command(proof.badge, f"document.{step}", document_id, asked, Document, work, command)
        )
        if document.kind == "jackpot" and document.state == CONFIRMED:
            await self.house.forget(document.table_id)
            await self.house.go_on(document.table_id)  # the last win that held the table: its round goes on
        return document

    async def void_document(
        self, proofs: tuple[Proof, Proof], document_id: str, reason: str, command: str | None = None, seen: str = ""
    ) -> Document:
        house, by = self.house, proofs[0].badge
        work = using(house.documents.void, document_id, proofs, reason, seen)
        asked = f"void {document_id} {proofs[1].badge} {reason}"
        document = self._told(await house.command(by, "document.void", document_id, asked, Document, work, command))
        await house.forget(document.table_id)
        return document

    def _told(self, document: Document) -> Document:
        self.house.hub.publish(News("floor", "document", data=document.id))
        return document

    async def answer(
        self,
        by: Person,
        table_id: str,
        act: acts.Anything,
        number: int | None = None,
        command: str | None = None,
        said: str = "",
    ) -> Receipt:
        """An act at a table, as a person sends it: no foul is set at a station, and the pit is told of an irregularity
        that was declared."""
        house = self.house
        sent = Command(command or house.sources.new_command(), by, act, number, said)
        if isinstance(act, acts.Arranged):
            if command and (known := house.recalled(sent, table_id, look=True)) is not None:
                return known  # the hands are settled since, or the table has closed
            (await house.table(table_id)).check_set(act)
        if not isinstance(act, acts.Declared):
            return await house.act(sent, table_id)
        words = f"Irregularity declared: {act.when.replace('-', ' ')}"

        def tell(tx: Tx) -> None:
            house.notices.raise_in(tx, table_id, "declared", words, by.badge)

        receipt = await house.act(sent, table_id, tell)
        house.hub.publish(News("floor", "notice", data=table_id))
        return receipt
