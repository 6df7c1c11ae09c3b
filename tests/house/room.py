"""Baltimore's poker room with everybody in it: a rack, a cart, money in the cage."""

from typing import Any

from croupier.house.money.chips import cut
from croupier.house.papers.documents import Document
from croupier.house.poker_room.procedures.desk import RoomDesk
from croupier.house.record import accounts
from croupier.house.record.ledger import Group

from .houses import Floor

PLACE, TABLE, CART = "horseshoe-baltimore", "P-12", "CART-1"
PAR = 1_500_00
CONTAINER = ["locked", "marked", "slip-visible"]


class Room:
    """The room's people, by badge: every act is signed as the floor signs it."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.house = floor, floor.house
        self.desk = RoomDesk(floor.house)
        self.parts = floor.house.procedures

    async def furnish(self) -> "Room":
        lines = ((accounts.house(PLACE), -1_000_000_00), (accounts.cage(PLACE), 1_000_000_00))

        def bank(tx: Any) -> None:
            self.house.ledger.open(tx, *accounts.of_property(PLACE))
            self.house.ledger.post(tx, Group(kind="bank", by="system", lines=lines))

        await self.house.write(bank)
        await self.set(TABLE, "rack", PAR)
        return self

    async def set(self, name: str, kind: str, par: int, badge: str = "manager-1") -> None:
        await self.desk.set_bank(self.floor.proof(badge), PLACE, name, kind, par)

    async def begin(self, kind: str, badge: str, table: str = TABLE, **data: Any) -> Document:
        return await self.desk.begin(self.floor.proof(badge), PLACE, kind, table, data)

    async def sign(self, document: Document, step: str, badge: str, **data: Any) -> Document:
        return await self.desk.sign(self.floor.proof(badge), PLACE, document.id, step, data)

    async def open(self, dealer: str = "dealer-1", cents: int = PAR) -> Document:
        chips = cut(cents)
        slip = await self.begin("opening", dealer, chips=chips)
        return await self.sign(slip, "verify", "supervisor-1", chips=chips)

    async def close(self, dealer: str = "dealer-1", cents: int = PAR, **changed: Any) -> Document:
        chips = cut(cents)
        slip = await self.begin("closing", dealer, chips=chips, shift="swing")
        data = {"chips": chips, "container": "cage", "items": CONTAINER} | changed
        return await self.sign(slip, "verify", "supervisor-1", **data)

    async def sanction(self, badge: str, patron: str, kind: str, offence: str = "threats", hours: int = 0) -> Any:
        return await self.desk.sanction(self.floor.proof(badge), PLACE, patron, kind, offence, hours=hours)

    def balance(self, *names: str) -> list[int]:
        with self.floor.storage.reading() as conn:
            assert self.house.ledger.audit(conn) == []
            return [self.house.ledger.balance(conn, name) for name in names]

    def waiting(self) -> list[str]:
        with self.floor.storage.reading() as conn:
            return [notice.kind for notice in self.house.notices.waiting(conn)]
