"""A record as long as a busy house makes it, played round by round, and how soon its pages answer.

    python -m bench.long_record FILE [ROUNDS]     # make it: SQLite, a million rounds
    python -m bench.long_record FILE again ROUNDS # write its first day again until there are so many: see repeated_days
    python -m bench.long_record FILE look         # ask its pages and print what each took

Every round is played by the house's own tables and written by its own writer: journaled, posted, indexed and sealed.
Only the disk is not waited for while it is made, and the clock is moved by hand: fifty tables, opened and closed
each day by a supervisor, a patron in the morning and another one in the evening. On the last day they stay open. A
record that was begun is gone on with.
"""

import asyncio
import gc
import random
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import argon2
from sqlalchemy import event, text

from bench import repeated_days
from bench.floor import PLACE
from croupier.cli.running.memory import settle
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.people.persons import MACHINE, Person
from croupier.house.record.clock import DAY_US, HOUR_US, HandClock, Sources, system_clock
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.database.storage import Storage
from croupier.house.tables.desk import CLOSE
from croupier.house.tables.life import CLOSING, OPEN, Settings
from croupier.house.tables.pit.desk import Pit
from croupier.rounds import acts

ROUNDS, DAYS, TABLES, PATRONS = 1_000_000, 10, 50, 400
OPEN_US = 10 * HOUR_US  # of a day
CHIPS = 1_000_000_00
AT_ONCE = 8  # rounds that a table is asked for together
GAMES = (  # what is wagered, on what, and what is decided
    ("three-card-poker", "ante", "", "play"),
    ("roulette", "straight", "17", ""),
    ("mini-midi-baccarat", "player", "", ""),
)
MANAGER, SUPERVISOR = "manager", "supervisor"
PASSWORD = "a long record"
PAGES = (
    "/", "/pit", "/audit", "/audit/log", "/audit/search?table=T-7", "/audit/search?patron=patron-7", "/audit/ledger",
    "/audit/ledger?account=inventory:T-7", "/audit/anchor", f"/results?house={PLACE}",
    f"/results/patrons?house={PLACE}", f"/api/v1/results/{PLACE}", "/api/v1/audit/rounds?patron=patron-7",
)  # fmt: skip


def _unsynced(storage: Storage) -> None:
    """What is made here can be made again."""

    @event.listens_for(storage.engine, "connect")
    def on_connect(raw: Any, _record: Any) -> None:
        raw.execute("PRAGMA synchronous=OFF").close()


def _person(badge: str, role: str = "player") -> Person:
    return Person(badge, badge, role, True, False)


class Years:
    """The house that is played at."""

    def __init__(self, path: Path) -> None:
        self.storage = Storage.file(path)
        _unsynced(self.storage)
        self.storage.migrate()
        self.clock = HandClock(system_clock() // DAY_US * DAY_US - DAYS * DAY_US)
        cheap = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        self.house = House(self.storage, Sources(self.clock), cheap)
        self.pit, self.cage, self.dice = Pit(self.house), Cage(self.house), random.Random(15)

    async def furnish(self) -> None:
        staff = [(MANAGER, "M", "manager"), (SUPERVISOR, "S", "supervisor"), ("auditor", "A", "auditor")]
        patrons = [(f"patron-{n}", f"Patron {n}", "player") for n in range(PATRONS)]
        self.house.people.add_demo(staff + patrons, PASSWORD)
        manager, settings = _person(MANAGER, "manager"), Settings(bank=100_000_000_00, demo=True)
        for n in range(TABLES):
            await self.pit.add_table(manager, f"T-{n}", PLACE, GAMES[n % 3][0], "electronic", "Pit", settings)

    async def go_on(self) -> int:
        """Finish and close what is open, whenever it was left; how many rounds there are, none in a new record."""
        with self.storage.reading() as conn:
            rounds, last_us = conn.execute(text("SELECT COUNT(*), MAX(at_us) FROM round_played")).one()
            opened = [table.id for table in self.house.tables.everyone(conn) if table.state in (OPEN, CLOSING)]
        if not rounds:
            await self.furnish()
            return 0
        self.clock.now_us = last_us
        for table_id in opened:
            driver = (await self.house.table(table_id)).driver
            patron = _person(driver.felt.positions[0].patron)
            if not driver.betting:
                await self.house.answer(table_id, patron, acts.Chosen("play", 1))
            for wager in list(driver.felt.wagers):
                await self.house.answer(table_id, patron, acts.Take(1, wager.kind, wager.on))
            await self.close(int(table_id[2:]))
        self.clock.now_us = last_us // DAY_US * DAY_US + DAY_US
        return int(rounds)

    async def open(self, number: int) -> None:
        await self.pit.begin_opening(_person(MANAGER, "manager"), f"T-{number}")
        await self.pit.open(self.house.people.vouch(SUPERVISOR), f"T-{number}")

    async def seat(self, number: int, patron: Person) -> None:
        await self.cage.demo_chips(PLACE, patron.badge, CHIPS)
        await self.house.answer(f"T-{number}", patron, acts.Sit(1, patron.badge, CHIPS))

    async def close(self, number: int) -> None:
        supervisor = _person(SUPERVISOR, "supervisor")
        await self.pit.begin_closing(supervisor, f"T-{number}")
        await self.pit.clear_seats(supervisor, f"T-{number}")
        await self.pit.close(self.house.people.vouch(SUPERVISOR), f"T-{number}")

    def rounds(self, number: int, patron: Person, count: int) -> list[Coroutine[Any, Any, Receipt]]:
        """The acts of some rounds, in turn; a table takes as many at once as there are."""
        _, wager, on, choice = GAMES[number % 3]
        house, table_id, wanted = self.house, f"T-{number}", []
        for _ in range(count):
            wanted.append(house.answer(table_id, patron, acts.Bet(1, wager, 10_00 * self.dice.randint(1, 3), on)))
            wanted.append(house._submit(Command(house.sources.new_id(), MACHINE, acts.Close()), table_id, CLOSE))
            if choice:
                wanted.append(house.answer(table_id, patron, acts.Chosen(choice, 1)))
        return wanted

    async def day(self, rounds: int, last: bool) -> None:
        start = self.clock.now_us
        self.clock.advance(10 * HOUR_US)
        await asyncio.gather(*(self.open(n) for n in range(TABLES)))
        patrons: list[Person] = []
        for done in range(0, rounds, AT_ONCE):
            if done in (0, rounds // 2 // AT_ONCE * AT_ONCE):
                for n in range(len(patrons)):
                    await self.house.answer(f"T-{n}", patrons[n], acts.Leave(1))
                patrons = [_person(f"patron-{n}") for n in self.dice.sample(range(PATRONS), TABLES)]
                await asyncio.gather(*(self.seat(n, patrons[n]) for n in range(TABLES)))
            count = min(AT_ONCE, rounds - done)
            await asyncio.gather(*(act for n in range(TABLES) for act in self.rounds(n, patrons[n], count)))
            self.clock.advance(count * OPEN_US // rounds)
        if not last:
            await asyncio.gather(*(self.close(n) for n in range(TABLES)))
        self.clock.now_us = start + DAY_US


async def make(path: Path, rounds: int) -> None:
    years = Years(path)
    before = done = await years.go_on()
    settle()
    each, start = -(-rounds // DAYS // TABLES), time.perf_counter()
    while done < rounds:
        last = done + each * TABLES >= rounds
        await years.day(each, last)
        gc.collect()
        done += each * TABLES
        print(f"{done:,} rounds, {(done - before) / (time.perf_counter() - start):,.0f} a second", flush=True)
    await years.house.stop()
    years.storage.close()


async def again(path: Path, rounds: int) -> None:
    """Write the first day again, which has been closed: a tenth of what it takes to play."""
    years = Years(path)
    start = time.process_time()
    for done in repeated_days.until(years.house, rounds):
        print(f"{done:,} rounds, {time.process_time() - start:,.0f} s of processor time", flush=True)
    await years.house.stop()
    years.storage.close()


def look(path: Path) -> None:
    """Ask the pages of such a record as an auditor does: the first time, and again."""
    from starlette.testclient import TestClient

    from croupier.web.app import create_app

    storage = Storage.file(path)
    storage.migrate()
    house = House(storage, hasher=argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    house.people.add_demo([("eye", "Eye", "manager")], PASSWORD)
    headers = {"authorization": f"Bearer {house.people.new_token('eye', 'bench')}"}
    names = ("round_played", "journal_entry", "posting", "seal")
    with storage.reading() as conn:
        rows = {name: conn.scalar(text(f"SELECT COUNT(*) FROM {name}")) for name in names}
    print("A long record:", ", ".join(f"{count:,} {name}" for name, count in rows.items()))
    print(f"{'seconds, of them processor: the first time, and again':>64}")
    with TestClient(create_app(house, demo=False, stop_house=False), headers=headers) as client:
        for page in PAGES:
            _asked(page, lambda page=page: client.get(page).status_code)
    _asked("all of it proved, then what is new", lambda: _proved(house))
    asyncio.run(house.stop())
    storage.close()


def _proved(house: House) -> str:
    proof = asyncio.run(house.proofs.latest(patience_s=3600))
    return "; ".join(proof.wrong) or "holds"


def _asked(about: str, what: Callable[[], Any]) -> None:
    """Print what it says, and how long it takes twice."""
    told = []
    for _ in range(2):
        start, spent = time.perf_counter(), time.process_time()
        said = str(what())
        told.append(f"{time.perf_counter() - start:8.2f} {time.process_time() - spent:6.2f}")
    print(f"{about[:42]:42} {' '.join(told)}  {said}", flush=True)


if __name__ == "__main__":
    if sys.argv[2:] == ["look"]:
        look(Path(sys.argv[1]))
    elif sys.argv[2:3] == ["again"]:
        asyncio.run(again(Path(sys.argv[1]), int(sys.argv[3])))
    else:
        asyncio.run(make(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS))
