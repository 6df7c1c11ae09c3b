"""A floor with everybody on it: two of each role, one property, one table."""

from typing import Any

from croupier.house.money.chips import check_known
from croupier.house.money.drop_count import Drop
from croupier.house.money.slips import Credit, Fill, TableCount
from croupier.house.money.toke_pool import Tokes
from croupier.house.papers.documents import Document, Documents
from croupier.house.papers.notices import Notices
from croupier.house.people.permissions import ROLES
from croupier.house.people.persons import People, Proof
from croupier.house.record import accounts
from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.ledger import Group, Ledger
from croupier.house.record.sealing import seals
from croupier.house.record.writer import Writer
from croupier.house.tables.equipment import Care
from croupier.house.tables.life import Settings, Tables
from croupier.rulebook import Posting, rulebook

HOUSE, TABLE, GAME = "hard-rock-cincinnati", "TCP-1", "three-card-poker"
PASSWORD = "five plain words on paper"
STAFF = [(f"{role}-{n}", f"{role.title()} {n}", role) for role in ROLES for n in (1, 2)]


class Crew:
    def __init__(self, storage: Storage, writer: Writer, sources: Sources, people: People) -> None:
        self.storage, self.writer, self.people = storage, writer, people
        self.ledger = Ledger(sources)
        self.notices = Notices(sources)
        self.posting = Posting(rulebook(HOUSE, GAME, "2020-01-01"), {"dealing": "hand"})
        self.care = Care(sources, self.notices, lambda table_id: self.posting)
        movement = (self.ledger, self.notices)
        counts = TableCount(*movement)
        effects: dict[str, Any] = {"fill": Fill(*movement), "credit": Credit(*movement), "drop": Drop(*movement)}
        effects |= {"opening": counts, "closing": counts, "tokes": Tokes(self.ledger)}
        effects |= dict.fromkeys(("cards", "dice", "wheel", "stub", "checklist"), self.care)
        self.documents = Documents(people, sources, effects, check_known)
        self.tables = Tables(sources, self.ledger, self.documents, self.care)
        people.add_demo(STAFF, PASSWORD)
        self.proof_cache: dict[str, Proof] = {}
        writer.run(lambda tx: self.tables.add(tx, TABLE, HOUSE, GAME, "dealer", "Pit 1", Settings()))
        lines = ((accounts.house(HOUSE), -1_000_000_00), (accounts.cage(HOUSE), 1_000_000_00))
        writer.run(lambda tx: self.ledger.post(tx, Group(kind="bank", by="system", lines=lines)))

    def proof(self, badge: str) -> Proof:
        return self.people.prove(badge, PASSWORD)

    def begin(self, kind: str, badge: str, data: dict[str, Any] | None = None) -> Document:
        proof = self.proof(badge)
        return self.writer.run(lambda tx: self.documents.begin(tx, kind, HOUSE, TABLE, proof, data))

    def sign(self, document: Document, step: str, badge: str, data: dict[str, Any] | None = None) -> Document:
        proof = self.proof(badge)
        return self.writer.run(lambda tx: self.documents.sign(tx, document.id, step, proof, data))

    def void(self, document: Document, one: str, other: str, reason: str = "a slip of the pen") -> Document:
        proofs = (self.proof(one), self.proof(other))
        return self.writer.run(lambda tx: self.documents.void(tx, document.id, proofs, reason))

    def fill(self, chips: dict[int, int]) -> Document:
        """A whole fill, signed by five people."""
        data = {"chips": chips}
        document = self.begin("fill", "supervisor-1", data)
        document = self.sign(document, "prepare", "cage-1", data)
        document = self.sign(document, "carry", "security-1")
        document = self.sign(document, "count", "dealer-1", data)
        return self.sign(document, "confirm", "supervisor-2")

    def balances(self, *names: str) -> list[int]:
        with self.storage.reading() as conn:
            assert self.ledger.audit(conn) == []
            assert seals.verify(conn) == []
            return [self.ledger.balance(conn, name) for name in names]

    def waiting(self) -> list[str]:
        with self.storage.reading() as conn:
            return [notice.kind for notice in self.notices.waiting(conn)]
