"""A live tournament as its director runs it: by the API, and by his page."""

import re
from typing import Any

from croupier.house.record.clock import SECOND_US

from .lab import Lab

API = "/api/v1/poker-tournaments"
ROOM = "horseshoe-baltimore"
LEVELS = [
    {"minutes": 20, "blinds": [100, 200], "chip": 100},
    {"minutes": 10},
    {"minutes": 20, "blinds": [500, 1_000], "ante": 500, "chip": 500},
    {"minutes": 20, "blinds": [1_000, 2_000], "ante": 1_000},
]
SHEET = {
    "name": "Wednesday",
    "property": ROOM,
    "structure": "ante",
    "prize": 12_000,
    "administration": 2_000,
    "house": 1_000,
    "chips": 20_000,
    "levels": LEVELS,
    "late_minutes": 20,
    "reentry_minutes": 20,
    "live": True,
}


class Desk:
    """A director with his tournament."""

    def __init__(self, floor: Lab, name: str, players: int, **sheet: Any) -> None:
        self.floor, self.name, self.path = floor, name, f"{API}/{name}"
        self.director, self.clerk = floor.program("supervisor"), floor.program("clerk")
        made = floor.program("manager").post(API, json=SHEET | sheet | {"id": name})
        assert made.status_code == 201, made.text
        for number in range(1, players + 1):
            self.walk_in(number)

    def walk_in(self, number: int) -> Any:
        body = {"name": f"Ann Player{number}", "card": f"TR-{self.name}-{number}", "command": f"w-{self.name}-{number}"}
        answers = [self.clerk.post(f"{self.path}/walk-ins", json=body) for _ in range(2)]
        assert answers[0].status_code == 201 and answers[0].json() == answers[1].json(), answers[0].text
        return answers[0].json()

    def send(self, path: str, **body: Any) -> Any:
        return self.director.post(f"{self.path}/{path}", json=body)

    def did(self, what: str, **body: Any) -> Any:
        answer = self.send("decisions", what=what, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, what: str, **body: Any) -> str:
        answer = self.send("decisions", what=what, **body)
        assert answer.status_code in (409, 422), answer.text
        return str(answer.json()["error"])

    def board(self) -> Any:
        return self.director.get(self.path).json()

    def seats(self, table: int) -> dict[str, str]:
        found = next(one for one in self.board()["tables"] if one["table"] == table)
        return {seat: about["name"] for seat, about in found["seats"].items()}

    def start(self) -> None:
        assert self.send("start").status_code == 200

    def confirm_all(self) -> list[str]:
        """What the book proposes, one after the other."""
        done = []
        while (found := self.director.get(f"{self.path}/proposal").json()) is not None:
            answer = self.send("proposal", key=found["key"])
            assert answer.status_code == 200, answer.text
            done.append(found["what"])
        return done

    def minutes(self, count: int) -> None:
        self.floor.clock.advance(count * 60 * SECOND_US)

    def books(self) -> dict[str, int]:
        found = self.floor.program("surveillance").get("/api/v1/audit/balances").json()
        assert (found["sum"], found["wrong"]) == (0, [])
        return dict(found["accounts"])


class Page:
    """A director who has nothing but the page: he reads what it shows and presses what it offers."""

    def __init__(self, floor: Lab, name: str) -> None:
        self.client, self.path = floor.browser("supervisor"), f"/poker-tournaments/{name}"
        self.token = self.client.headers.pop("x-csrf")

    def press(self, act: str, **form: str) -> Any:
        return self.client.post(f"{self.path}/{act}", data={"csrf": self.token, "desk": "1", **form})

    def did(self, act: str, **form: str) -> str:
        answer = self.press(act, **form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def text(self) -> str:
        answer = self.client.get(f"{self.path}/desk")
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def seated(self) -> dict[int, list[str]]:
        tables = re.findall(r'id="dt-(\d+)"(.*?)</section>', self.text(), re.S)
        return {int(number): re.findall(r'name="patron" value="([^"]+)"', html) for number, html in tables}

    def everybody(self) -> list[str]:
        return [name for names in self.seated().values() for name in names]

    def confirm_all(self) -> int:
        done = 0
        while (found := re.search(r'name="key" value="([0-9a-f]+)"', self.text())) is not None:
            self.did("confirm", key=found[1])
            done += 1
        return done
