"""Craps over HTTP to the cent: what a patron puts down, gets back and pays beside it is all in the ledger."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import func, select

from croupier.house.record import schema

from .lab import Lab, lab

CHIPS = 1_000_00
# A wager, what it is on, what is put down, and the vigorish beside it: 5 % of a Buy, 5 % of what a Lay can win.
WAGERS = (
    ("pass", "", 10_00, 0), ("buy", "4", 20_00, 1_00), ("buy", "9", 40_00, 2_00), ("lay", "10", 40_00, 1_00),
    ("lay", "6", 24_00, 1_00), ("place", "5", 10_00, 0), ("hardway", "8", 5_00, 0), ("field", "", 10_00, 0),
    ("horn", "", 4_00, 0),
)  # fmt: skip


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("craps"), "craps") as made:
        yield made


def balances(floor: Lab) -> dict[str, int]:
    found = floor.program("surveillance").get("/api/v1/audit/balances").json()
    assert found["sum"] == 0 and not found["wrong"]
    accounts: dict[str, int] = found["accounts"]
    return accounts


def groups(floor: Lab, table: str) -> Iterator[dict[str, Any]]:
    after = 0
    while (
        found := floor.program("surveillance")
        .get("/api/v1/audit/ledger", params={"table": table, "after": after})
        .json()
    ):
        yield from found
        after = found[-1]["number"]


def test_every_cent_of_a_shoot_is_in_the_ledger_vigorish_too(floor: Lab) -> None:
    client, badge = floor.guest()
    table = next(t["id"] for t in client.get("/api/v1/tables").json() if t["game"] == "craps")
    patron, layout, inventory = f"patron:{badge}@{table}", f"layout:{table}", f"inventory:{table}"

    def act(**given: Any) -> Any:
        return client.post(f"/api/v1/tables/{table}/acts", json={"act": given})

    chips = act(act="sit", position=1, patron=badge, chips=CHIPS).json()["balance"]
    before = now = balances(floor)
    beside = 0
    for nth in range(10):
        for wager, on, cents, vigorish in (WAGERS[0], WAGERS[nth % 9], WAGERS[(nth * 4 + 1) % 9]):
            answer = act(act="bet", position=1, wager=wager, amount=cents, on=on)
            if answer.is_success:  # what may not be wagered now is refused, and costs nothing
                left = answer.json()["balance"]
                assert chips - left == cents + vigorish, (wager, on)
                chips, beside = left, beside + vigorish
        assert client.post(f"/api/v1/tables/{table}/ready").is_success
        now = balances(floor)
        assert now[patron] + now[layout] + now[inventory] == CHIPS + before[inventory], nth
        chips = now[patron]
    found = list(groups(floor, table))
    assert all(sum(cents for _, cents in group["lines"]) == 0 for group in found)
    bets = [dict(group["lines"]) for group in found if group["kind"] == "bet"]
    assert sum(lines.get(inventory, 0) for lines in bets) == beside > 5_00, "vigorish goes to the table with the wager"
    row = schema.wager_result.c
    with floor.storage.reading() as conn:
        counted = conn.execute(select(func.sum(row.house), func.sum(row.net)).where(row.patron == badge)).one()
    won = now[inventory] - before[inventory]
    assert tuple(counted) == (won, -won), "the results count it as won by the table and paid by the patron"
