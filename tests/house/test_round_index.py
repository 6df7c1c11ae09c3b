"""The index of rounds counts a round as a whole: every side bet settled on the way, nothing that was taken back."""

import random

import pytest
from sqlalchemy import insert

from croupier.house.record import journals, schema
from croupier.house.record.clock import MINUTE_US
from croupier.house.record.writer import Tx
from croupier.house.tables import round_index
from croupier.house.tables.live import Live
from croupier.house.tables.own_history import own_rounds
from croupier.house.tables.round_index import found_rounds
from croupier.rounds import acts, events

from .houses import Floor, run

SIDES = {"blackjack": 20_00, "trilux": 5_00, "bet-the-set": 5_00}


def settled_in(floor: Floor, journal: str) -> list[events.Settled]:
    """Everything that a journal says was settled."""
    with floor.storage.reading() as conn:
        stored = list(journals.entries(conn, journal))
    return [e for entry in stored for e in entry.entry.events if isinstance(e, events.Settled)]


def won(table: Live) -> int:
    """What the table has won from its players, by its own chips; what it paid to the dealers' pool is no player's."""
    return table.win_cents + table.driver.felt.accounts.get("toke-pool", 0)


def test_a_round_with_side_bets_is_one_row_with_all_that_was_staked_and_won(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.electronic(game="zombie-blackjack")
        await floor.sit("E-1", "player-1", 1)
        player = floor.person("player-1")
        for _ in range(4):
            for wager, cents in SIDES.items():
                await floor.house.answer("E-1", player, acts.Bet(1, wager, cents))
            await floor.play("E-1", 1)
        table = await floor.house.table("E-1")
        journal = table.pages.journal_id
        facts = settled_in(floor, journal)
        with floor.storage.reading() as conn:
            rows = found_rounds(conn, table_id="E-1")
            own = own_rounds(conn, "player-1")
            largest = max(row["staked"] for row in rows)
            assert [row["round"] for row in found_rounds(conn, table_id="E-1", limit=2)] == [
                row["round"] for row in rows[:2]
            ]
            assert {row["staked"] for row in found_rounds(conn, least_cents=largest)} == {largest}
        assert len(rows) == len({row["round"] for row in rows}) == 4
        assert all(row["staked"] >= sum(SIDES.values()) for row in rows)
        assert sum(row["house_net"] for row in rows) == won(table) == -sum(e.net for e in facts if e.to == "player")
        assert {e.wager for e in facts} >= set(SIDES)
        for figure in ("staked", "house_net", "most_won"):
            assert [row[figure] for row in own] == [row[figure] for row in rows], figure

    run(scenario, floor)


def test_what_a_dealer_took_back_counts_no_longer(floor: Floor) -> None:
    async def scenario(floor: Floor) -> None:
        await floor.by_hand(game="zombie-blackjack")
        await floor.sit("D-1", "player-1", 1)
        player = floor.person("player-1")
        for _ in range(3):
            for wager, cents in SIDES.items():
                await floor.house.answer("D-1", player, acts.Bet(1, wager, cents))
            await floor.play("D-1", 1)
            await floor.take_back("D-1")  # the last card was keyed wrongly
            for _ in range(200):
                if (await floor.house.table("D-1")).driver.betting:
                    break
                await floor.step("D-1")
        table = await floor.house.table("D-1")
        with floor.storage.reading() as conn:
            rows, own = found_rounds(conn, table_id="D-1"), own_rounds(conn, "player-1")
        assert sum(row["house_net"] for row in rows) == won(table)
        assert sum(row["house_net"] for row in own) == won(table)
        assert len(rows) == len({row["round"] for row in rows}) == 3

    run(scenario, floor)


def rows_of_many_rounds(floor: Floor) -> None:
    """Three hundred rounds at three tables, some settled by several answers, a minute between two rounds."""
    made = random.Random(8)
    rows = [
        {
            "journal_id": f"T-{table}.1",
            "entry": 10 * number + answer,
            "round": number,
            "at_us": MINUTE_US * (3 * number + table) + answer,
            "staked": made.choice((5_00, 25_00, 100_00)),
            "house_net": 0,
            "most_won": made.choice((0, 0, 0, 300_00)),
            "patrons": f" p{answer} ",
            "rulings": "",
        }
        for table in range(3)
        for number in range(1, 101)
        for answer in range(made.randint(1, 4))
    ]

    def added(tx: Tx) -> None:
        for table in range(3):
            journals.create(tx, f"T-{table}.1", f"T-{table}", 0)
        tx.conn.execute(insert(schema.round_played), rows)

    floor.house.writer.run(added)


@pytest.mark.parametrize("soon", [round_index.SOON, 20])
def test_a_search_by_amount_finds_the_latest_rounds_that_come_to_so_much_together(
    floor: Floor, soon: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_index, "SOON", soon)

    async def scenario(floor: Floor) -> None:
        rows_of_many_rounds(floor)
        floor.house.writer.run(lambda tx: journals.close(tx, "T-0.1", MINUTE_US, 100, 0, 0))
        for asked in ({}, {"table_id": "T-1"}, {"journal": "T-2.1"}, {"patron": "p2"}, {"from_us": 90 * MINUTE_US}):
            window = {} if "from_us" in asked else {"to_us": 200 * MINUTE_US}
            with floor.storage.reading() as conn:
                every = found_rounds(conn, **asked, **window, limit=1_000)
                for least in (25_00, 130_00, 260_00, 300_00, 1_000_00):
                    large = [row for row in every if max(row["staked"], row["most_won"]) >= least]
                    for limit in (1, 7, 1_000):
                        found = found_rounds(conn, **asked, **window, least_cents=least, limit=limit)
                        assert found == large[:limit], (asked, least, limit)

    run(scenario, floor)
