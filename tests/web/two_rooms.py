"""A poker room without racks of its own, over HTTP: spread, furnished with decks, opened, played at."""

import itertools
from typing import Any

from croupier.demo.furnish import PASSWORD
from croupier.house.record import accounts
from croupier.house.record.ledger import Group
from croupier.house.tables.equipment import checklist

from .hand_dealt import Dealer
from .lab import Lab

YEARS_US = 365 * 24 * 3_600 * 1_000_000
NO_LIMIT = {"form": "holdem", "limit": "no", "small": 300, "blinds": [100, 300]}
BANK = {"500": 200}
SHOWN = ["spread-face-up", "washed", "stacked", "shuffled"]
INSPECTED = {
    "horseshoe-cleveland": ["suit-and-order", "backs", "jokers-cancelled"],
    "oneida": ["sorted", "inspected"],
}
_numbers = itertools.count(1)


class Room:
    """One property's room; every helper is one or two requests."""

    def __init__(self, floor: Lab, place: str) -> None:
        self.floor, self.place = floor, place
        self.base = f"/api/v1/procedures/{place}"
        self._clients: dict[str, Any] = {}
        lines = ((accounts.house(place), -100_000_00), (accounts.cage(place), 100_000_00))

        async def bank() -> None:
            def work(tx: Any) -> None:
                floor.house.ledger.open(tx, *accounts.of_property(place))
                floor.house.ledger.post(tx, Group(kind="bank", by="system", lines=lines))

            await floor.house.write(work)

        floor.do(bank)

    # ---- requests

    def program(self, badge: str) -> Any:
        """Somebody's client, kept: making one costs more than most requests."""
        if badge not in self._clients:
            self._clients[badge] = self.floor.program(badge)
        return self._clients[badge]

    def ask(self, by: str, path: str, status: int = 200, **body: Any) -> Any:
        answer = self.program(by).post(path, json=body)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json() if status != 204 else None

    def get(self, badge: str, path: str, status: int = 200) -> Any:
        answer = self.program(badge).get(self.base + path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def slip(self, badge: str, kind: str, table: str = "", status: int = 201, **data: Any) -> Any:
        """A slip with its first signature."""
        about = {"kind": kind, "table": table, "password": PASSWORD, **data}
        return self.ask(badge, f"{self.base}/slips", status, **about)

    def line(self, badge: str, slip: Any, step: str, status: int = 200, **data: Any) -> Any:
        return self.ask(badge, f"{self.base}/slips/{slip['id']}/{step}", status, password=PASSWORD, **data)

    def refused(self, badge: str, kind: str, table: str = "", **data: Any) -> tuple[str, str]:
        """What a slip is refused with, and by which clause."""
        answer = self.slip(badge, kind, table, 422, **data)
        return answer["error"], answer["clause"]

    def line_refused(self, badge: str, slip: Any, step: str, **data: Any) -> tuple[str, str]:
        answer = self.line(badge, slip, step, 422, **data)
        return answer["error"], answer["clause"]

    def balance(self, *names: str) -> list[int]:
        with self.floor.storage.reading() as conn:
            assert self.floor.house.ledger.audit(conn) == []
            return [self.floor.house.ledger.balance(conn, name) for name in names]

    def notices(self, table: str) -> list[str]:
        found = self.program("supervisor").get("/api/v1/notices", params={"table": table}).json()
        return [one["words"] for one in found]

    # ---- cards

    def deck(self, back: str = "red", **about: Any) -> str:
        """A deck that came into the room; its label."""
        label = f"D-{self.place[:3]}-{next(_numbers)}"
        about = {"label": label, "back": back, "maker": "Best Cards", "password": PASSWORD} | about
        self.ask("supervisor", f"{self.base}/decks", 201, **about)
        return label

    def inspected(self, table: str, back: str = "red") -> str:
        label = self.deck(back)
        slip = self.slip("dealer", "deck", table, deck=label, items=INSPECTED[self.place])
        assert self.line("supervisor", slip, "verify")["state"] == "verified"
        return label

    def shown(self, table: str, *players: str, **changed: Any) -> Any:
        about = {"players": list(players), "items": SHOWN, "cut": 12} | changed
        return self.slip("dealer", "deck-shown", table, **about)

    # ---- a table

    def spread(self, table: str, **game: Any) -> dict[str, Any]:
        given = {"id": table, "property": self.place, "mode": "dealer", **NO_LIMIT, **game}
        return dict(self.ask("supervisor", "/api/v1/room/tables", 201, **given))

    def free_dealer(self, table: str) -> None:
        """The dealer leaves the table where he stood; the next is this one."""
        last = getattr(self.floor, "dealt_at", "")
        if last:
            self.ask("supervisor", f"/api/v1/tables/{last}/life", act="dealer-out")
        self.floor.dealt_at = table  # type: ignore[attr-defined]

    def papers(self, table: str) -> None:
        """The count, the checklist and the dealer of any table that opens; a dealer stands at one."""
        self.free_dealer(table)
        self.ask("supervisor", f"/api/v1/tables/{table}/life", act="dealer-in", badge="dealer")
        signed = {"table": table, "password": PASSWORD}
        slip = self.ask("dealer", "/api/v1/documents", 201, kind="opening", chips=BANK, **signed)
        path = f"/api/v1/documents/{slip['id']}/steps/verify"
        self.ask("supervisor", path, chips=BANK, password=PASSWORD)
        posting = self.floor.house.posting_of(table)
        items = list(checklist(posting)) if posting else []
        self.ask("dealer", "/api/v1/documents", 201, kind="checklist", items=items, **signed)

    def open(self, table: str, **game: Any) -> list[str]:
        """A table open with two inspected decks; their labels."""
        self.spread(table, **game)
        self.papers(table)
        labels = [self.inspected(table, back) for back in ("red", "blue")]
        assert self.spread(table, **game)["state"] == "open"
        return labels

    def seat(self, table: str, *seats: int, cents: int = 200_00) -> list[str]:
        """Patrons who walk in and pay in cash; their names."""
        names = []
        for number in seats:
            names.append(f"walk-in-{next(_numbers)}")
            act = {"act": "sit", "seat": number, "cents": cents, "patron": names[-1], "cash": True}
            self.ask("supervisor", f"/api/v1/room/tables/{table}/acts", act=act)
        return names

    def leave(self, table: str, *seats: int) -> None:
        for number in seats:
            self.ask("dealer", f"/api/v1/room/tables/{table}/acts", act={"act": "leave", "seat": number})

    def deal(self, table: str, status: int = 200) -> Any:
        """The dealer begins a hand, drawing for the button where the room does."""
        path = f"/api/v1/room/tables/{table}"
        asked = self.program("dealer").get(path).json()["dealing"]["next"]
        drawn = {str(seat): card for seat, card in zip(asked.get("seats", ()), ("As", "Kd", "Qc", "Jh"))}
        act = {"act": "deal", **({"drawn": drawn} if asked["do"] == "draw-button" else {})}
        return self.ask("dealer", f"{path}/acts", status, act=act)

    def hand(self, table: str) -> None:
        """A hand of hold'em that everybody gives up."""
        Dealer(self.program("dealer"), f"/api/v1/room/tables/{table}", "holdem", table, _fold).hand()


def _fold(dealer: Dealer, found: dict[str, Any]) -> str:
    return "fold" if found["fold"] and found["call"] else "check" if found["check"] else "call"
