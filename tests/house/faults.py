"""Kills a working house at random instants and looks at what is left.

Run as a process of its own: it forks a child that plays at full speed and reports each command when it is
sent and when it is acknowledged, kills it without warning, checks the record, and lets the next child go on,
sending again what was never acknowledged.
"""

import asyncio
import json
import os
import random
import select
import signal
import sys
import time
import traceback
from typing import Any

from sqlalchemy import select as select_rows

from croupier.games import game_of
from croupier.house.house import House
from croupier.house.record import accounts, journals, schema
from croupier.house.record.commands.receipts import Command
from croupier.rounds import acts, refusal
from croupier.rounds.replay import replay

from .conftest import CHEAP
from .houses import HOUSE, Floor

TABLES = {"E-1": "three-card-poker", "E-2": "three-card-poker", "E-3": "roulette"}
CASH = "cage"
PATRON = "player-with-cash"
Sent = dict[str, Any]


def set_up(url: str) -> None:
    floor = Floor(url, hasher=CHEAP)

    async def whole() -> None:
        floor.staff()
        floor.house.people.add_demo([(PATRON, "With cash", "player")], "for tests only")
        for number, (table_id, game) in enumerate(TABLES.items(), 1):
            await floor.electronic(table_id, game)
            await floor.sit(table_id, f"player-{number}", 1, 100_000_00)
        await floor.house.stop()

    asyncio.run(whole())
    floor.storage.close()


def work(url: str, seed: int, again: list[Sent], pipe: int) -> None:
    """The child: play until killed."""
    floor = Floor(url, seed=f"child {seed}", hasher=CHEAP)

    def say(**words: Any) -> None:
        os.write(pipe, json.dumps(words).encode() + b"\n")

    async def send(sent: Sent) -> None:
        say(sent=sent)
        if sent["table"] == CASH:
            await floor.cage.buy_in(floor.person("cage-1"), HOUSE, PATRON, sent["amount"], sent["id"])
            say(acked=sent["id"])
            return
        act = acts.Bet(1, sent["wager"], sent["amount"], sent["on"])
        command = Command(sent["id"], floor.person(sent["by"]), act)
        try:
            await floor.house.act(command, sent["table"])
        except refusal.Refused:
            say(refused=sent["id"])
        else:
            say(acked=sent["id"])

    async def player(number: int, table_id: str) -> None:
        badge = f"player-{number}"
        for n in range(1_000_000):
            wager, on = ("pair-plus", "") if TABLES[table_id] == "three-card-poker" else ("straight", "17")
            await send(
                {
                    "id": f"{seed}-{table_id}-{n}",
                    "table": table_id,
                    "by": badge,
                    "wager": wager,
                    "amount": 5_00,
                    "on": on,
                }
            )
            table = await floor.house.table(table_id)
            if table.driver.betting and table.driver.felt.wagers:
                await floor.house.close_wagers(table_id)

    async def slips() -> None:
        for n in range(1_000_000):
            await floor.fill("E-1")
            await send({"id": f"{seed}-{CASH}-{n}", "table": CASH, "amount": 1_00})

    async def whole() -> None:
        for sent in again:
            await send(sent)
        await asyncio.gather(*(player(n, t) for n, t in enumerate(TABLES, 1)), slips())

    asyncio.run(whole())


def check(url: str, acked: set[str]) -> dict[str, int]:
    """What must hold after a kill; the numbers of entries."""
    floor = Floor(url, hasher=CHEAP)
    floor.check()
    with floor.storage.reading() as conn:
        done = set(conn.scalars(select_rows(schema.command.c.id)))
        lost = acked - done
        assert not lost, f"acknowledged and lost: {sorted(lost)[:3]}"
        balances = floor.house.ledger.balances(conn)
        for table_id in TABLES:
            entries = [stored.entry for stored in journals.entries(conn, f"{table_id}.1")]
            felt = replay(entries, game_of).felt
            assert balances[accounts.layout(table_id)] == sum(w.stake for w in felt.wagers)
            filled = sum(
                cents
                for group in floor.house.ledger.groups(conn, table_id=table_id, limit=1_000_000)
                if group.kind == "fill"
                for name, cents in group.lines
                if name == accounts.inventory(table_id)
            )
            assert balances[accounts.inventory(table_id)] == felt.accounts["inventory"] + filled
            patron = next(p.patron for p in felt.positions if p.patron)
            assert balances[accounts.at_table(patron, table_id)] == felt.accounts[f"patron:{patron}"]
            bets = [e for e in entries if isinstance(e.act, acts.Bet)]
            commands = {i for i in done if f"-{table_id}-" in i}
            assert len(bets) == len(commands), "every wager on record answers one command"
        groups = floor.house.ledger.groups(conn, limit=10_000_000)
        cashed = sum(
            1 for group in groups if group.kind == "cash-in" and max(cents for _, cents in group.lines) == 1_00
        )
        assert cashed == sum(1 for i in done if f"-{CASH}-" in i), "every exchange on record answers one command"
        found = {about.id: about.number for about in journals.of_table(conn)}
    _put_away(floor.house)
    return found


def _put_away(house: House) -> None:
    house.writer.close()
    house.storage.close()


def run(url: str, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    set_up(url)
    again: list[Sent] = []
    acked: set[str] = set()
    for number in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                work(url, number, again, writing)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        os.close(writing)
        lines = b""
        wanted = chance.randrange(16) if number % 5 else 0  # at work; else perhaps while it reads its tables
        while lines.count(b'"acked"') < wanted and select.select([reading], [], [], 20)[0]:
            part = os.read(reading, 1 << 16)
            if not part:  # the child has stopped by itself: said below
                break
            lines += part
        time.sleep(chance.uniform(0, 0.06))
        os.kill(child, signal.SIGKILL)
        while part := os.read(reading, 1 << 16):
            lines += part
        os.close(reading)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"the child stopped by itself ({status})"
        sent, seen = {s["id"]: s for s in again}, set()
        for line in lines.split(b"\n")[:-1]:
            words = json.loads(line)
            if "sent" in words:
                sent[words["sent"]["id"]] = words["sent"]
            else:
                seen.add(words.get("acked") or words["refused"])
                if "acked" in words:
                    acked.add(words["acked"])
        again = [s for i, s in sent.items() if i not in seen]
        if number % 5 == 4 or number == kills - 1:
            found = check(url, acked)
    print(json.dumps({"kills": kills, "acked": len(acked), "entries": sum(found.values())}))


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
