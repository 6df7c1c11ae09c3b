"""What one person proposes and another confirms or declines: what waits, what was decided, and the no."""

from typing import ClassVar

from croupier.house.papers.documents import VOID, Document, strike
from croupier.house.people.persons import Proof
from croupier.house.record.desk import using
from croupier.house.record.errors import Stale
from croupier.house.record.writer import Tx
from croupier.house.tables.desk import TableDesk


class Proposals:
    KIND: ClassVar[str]  # of the document that is proposed
    CONFIRMS: ClassVar[str]  # what whoever confirms or declines may do

    def __init__(self, house: TableDesk) -> None:
        self._desk = house

    def waiting(self) -> list[Document]:
        """Proposals without their second signature, the latest first."""
        with self._desk.storage.reading() as conn:
            return self._desk.documents.find(conn, kind=self.KIND, state="proposed")

    def decided(self, limit: int = 20) -> list[Document]:
        with self._desk.storage.reading() as conn:
            found = self._desk.documents.find(conn, kind=self.KIND, limit=limit)
        return [document for document in found if document.state in ("confirmed", VOID)]

    async def decline(self, proof: Proof, document_id: str, command: str | None = None) -> Document:
        """Whoever may confirm may also say no; the proposal stays on record, void."""
        asked, work = f"{self.KIND} decline {document_id}", using(self._decline_in, proof, document_id)
        return await self._desk.command(proof.badge, self.CONFIRMS, document_id, asked, Document, work, command)

    def _decline_in(self, tx: Tx, proof: Proof, document_id: str) -> Document:
        house = self._desk
        person = house.people.sign(tx, proof, self.CONFIRMS, document_id)
        self._expect(tx, document_id)
        strike(tx, house.sources.now_us(), document_id, person, "declined")
        return house.documents.get(tx.conn, document_id)

    def _expect(self, tx: Tx, document_id: str) -> None:
        document = self._desk.documents.get(tx.conn, document_id, lock=True)
        if document.kind != self.KIND or document.state != "proposed":
            raise Stale(f"The {document.label} is {document.state}.", "Only a proposal that waits is answered.")
