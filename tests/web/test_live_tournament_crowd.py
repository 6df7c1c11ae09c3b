"""Five hundred and forty entries on sixty tables, run to the last prize over HTTP; desk and wall are looked at."""

from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.record.clock import SECOND_US

from .lab import lab
from .live_event import Desk

LEVELS = [{"minutes": 20, "blinds": [100 * size, 200 * size], "chip": 100} for size in range(1, 31)]
ENTRIES = 540


class Crowd:
    """The director of a large field: a few knock-outs from one look at the board, then what the book proposes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.confirmed: dict[str, int] = {}

    def asked(self, method: str, path: str, **given: Any) -> Any:
        answer = getattr(self.desk.director, method)(path, **given)
        assert answer.status_code < 300, (path, given, answer.text[:300])
        return answer

    def proposals(self) -> None:
        path = f"{self.desk.path}/proposal"
        while (found := self.asked("get", path).json()) is not None:
            self.asked("post", path, json={"key": found["key"]})
            self.confirmed[found["what"]] = self.confirmed.get(found["what"], 0) + 1

    def fullest(self, board: dict[str, Any]) -> list[str]:
        """One player of each of the fullest tables, so that a few knock-outs follow from one look."""
        tables = sorted(board["tables"], key=lambda table: -len(table["seats"]))
        most = len(tables[0]["seats"])
        return [next(iter(one["seats"].values()))["name"] for one in tables if len(one["seats"]) == most and most > 1][
            : max(1, min(6, board["left"] - 60))
        ]


@pytest.mark.slow
def test_five_hundred_entries_are_run_over_http_to_the_last_prize(tmp_path: Any) -> None:
    with lab(tmp_path, "big-six") as floor:
        desk = Desk(floor, "CROWD", 0, seats=9, structure="non-ante", levels=LEVELS, late_minutes=20, most=600)
        crowd = Crowd(desk)
        for number in range(1, ENTRIES + 1):
            body = {"name": f"Ann Player{number}", "card": f"C-{number}"}
            assert desk.clerk.post(f"{desk.path}/walk-ins", json=body).status_code == 201
        desk.start()
        board = desk.board()
        assert (board["entries"], len(board["tables"])) == (ENTRIES, 60)
        again = 0
        director = floor.browser("supervisor")
        while board["state"] != "over":
            if board["hand_for_hand"] and board["round_open"]:
                desk.did("round")
            for gone in crowd.fullest(board):
                crowd.asked("post", f"{desk.path}/decisions", json={"what": "out", "patron": gone})
                if again < 20 and board["left"] < ENTRIES - 10:
                    assert (
                        desk.clerk.post(f"{desk.path}/entries", json={"patron": gone, "card": gone}).status_code == 201
                    )
                    again += 1
            floor.clock.advance(60 * SECOND_US)
            crowd.proposals()
            if board["acts"] % 7 == 0:
                assert director.get("/poker-tournaments/CROWD/desk").status_code == 200
                assert director.get("/poker-tournaments/CROWD/wall").status_code == 200
            board = desk.board()
        assert (board["entries"], len(board["places"])) == (ENTRIES + 20, ENTRIES)
        assert crowd.confirmed["break"] >= 50 and crowd.confirmed["end"] == 1
        prizes = desk.director.get(f"{desk.path}/prizes").json()
        assert sum(prize["cents"] for prize in prizes) == board["entries"] * 12_000
        number = prizes[0]["number"]
        shown = {"password": PASSWORD, "identification": "MD licence", "card": "C", "searched": True}
        assert desk.send(f"prizes/{number}/check", **shown).status_code == 201
        paid = desk.send(f"prizes/{number}/steps/receive", password=PASSWORD, w2g=True)
        assert paid.status_code == 200, paid.text
        assert desk.books()["tournament:CROWD"] == board["entries"] * 12_000 - prizes[0]["cents"]
