"""A simulated month: tables played by programs without a house, and put on its record as if it had been there."""

import random
from collections.abc import Callable
from typing import Any

from sqlalchemy import insert

from croupier.equipment.entropy import SeededEntropy
from croupier.games import open_game
from croupier.games.twentyone.counting import is_soft, total
from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import DAY_US, HOUR_US, SECOND_US
from croupier.house.record.writer import Tx
from croupier.house.results import rows_from_journals
from croupier.house.tables.life import Settings
from croupier.rounds import acts, bots
from croupier.rounds.acts import By
from croupier.rounds.bots import Bot
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.journal import MemoryJournal
from croupier.rounds.requests import Request

from .houses import HOUSE, Floor

HI_LO = (1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1, -1)  # deuce to ace
Stake = Callable[[Driver, random.Random], int]


def flat(cents: int) -> Stake:
    return lambda driver, chance: cents


def at_whim(driver: Driver, chance: random.Random) -> int:
    """Somebody who changes his wager as the mood takes him, and stays with it for a while."""
    return chance.choice((10_00, 10_00, 25_00, 50_00, 100_00))


def by_the_count(driver: Driver, chance: random.Random) -> int:
    """One unit, and two more for each true count above one, up to eight."""
    shoe = driver.table.shoe
    decks = max((shoe.size - len(shoe.seen)) / 52, 0.5)
    true = sum(HI_LO[card >> 2] for card in shoe.seen) / decks
    return 25_00 * min(max(1, int(2 * true)), 8)


class Patron(Bot):
    """Plays by a few plain rules; what he stakes is his own affair."""

    def __init__(self, name: str, position: int, stake: Stake, wager: str = "") -> None:
        super().__init__(position, chips=5_000_000_00, seed=position)
        self.by, self._stake, self._wager = By("player", name), stake, wager

    def wagers(self, driver: Driver) -> list[acts.Bet]:
        cents = self._stake(driver, self.random)
        wager = self._wager or next(n for n, rule in driver.game.posting.wagers.items() if rule.kind == "base")
        return [acts.Bet(self.position, wager, cents)]

    def decide(self, driver: Driver, request: Request) -> acts.Act:
        names = [choice.name for choice in getattr(request, "choices", ())]
        if "stand" in names and "hit" in names:
            hand = driver.table.position(self.position).hands[request.hand]  # type: ignore[attr-defined]
            up = driver.felt.dealer.open_cards()[0] >> 2
            weak = up <= 4
            count = total(hand.cards)
            draws = count < 18 if is_soft(hand.cards) else count < (13 if weak else 17)
            if "double" in names and count in (10, 11) and up < 8:
                return acts.Chosen("double", self.position)
            return acts.Chosen("hit" if draws else "stand", self.position)
        for sound in ("wait", "play"):
            if sound in names:
                return acts.Chosen(sound, self.position)
        return super().decide(driver, request)


def played(game: str, patrons: list[Patron], rounds: int, seed: str, at_us: int, **options: Any) -> MemoryJournal:
    """The journal of one day at an electronic table."""
    now = [at_us]

    def clock() -> str:
        now[0] += 2 * SECOND_US
        return journals.to_text(now[0])

    journal = MemoryJournal()
    chance = Chance(SeededEntropy(seed))
    driver = Driver(open_game(HOUSE, game, None, options), seats=7, journal=journal, chance=chance, clock=clock)
    bots.play(driver, list(patrons), rounds)
    return journal


def file(floor: Floor, table: str, journal: MemoryJournal, opening: int) -> str:
    """Put a journal on the record, closed."""
    name = f"{table}.{opening}"

    def work(tx: Tx) -> None:
        found = list(journal.entries())
        head = journals.create(tx, name, table, journals.to_us(found[0].at))
        pages = journals.Pages(name, head)
        for entry in found:
            pages.append(entry)
        journals.append(tx, name, pages.waiting)
        journals.close(tx, name, journals.to_us(found[-1].at), 0, 0, 0)

    floor.house.writer.run(work)
    return name


async def add(floor: Floor, table: str, game: str) -> None:
    manager = floor.person("manager-1")
    await floor.pit.add_table(manager, table, HOUSE, game, "electronic", "Pit 1", Settings(bank=1_00, demo=True))


def fill(floor: Floor, names: list[str]) -> None:
    rows_from_journals.fill(floor.storage, floor.house.writer, names)


def counts(floor: Floor, tables: list[str], dealers: list[str], days: int, start_us: int, pays: str, seed: int) -> None:
    """Every table is dealt by three of the dealers each day and counted at its end; one of them pays too much."""
    chance = random.Random(seed)

    def work(tx: Tx) -> None:
        number = 0
        for day in range(days):
            for table in tables:
                at, short = start_us + day * DAY_US, 0
                for badge in chance.sample(dealers, 3):
                    hours = chance.choice((2, 3, 4))
                    number += 1
                    stint = {"id": f"s{number}", "table_id": table, "badge": badge, "in_us": at}
                    at += hours * HOUR_US
                    tx.conn.execute(insert(schema.dealer_stint).values(**stint, out_us=at))
                    short += sum(chance.choice((0, 25_00, 50_00)) for _ in range(hours)) if badge == pays else 0
                slip = chance.choice((0, 0, 0, 0, 0, 0, 0, 0, 5_00, -5_00))  # a chip in the wrong pile
                name = tx.conn.scalar(_account(table))
                row = (10_000 + number, at, name, 0, slip - short, "supervisor-1", "")
                tx.append(schema.balance_count, row)

    floor.house.writer.run(work)


def _account(table: str) -> Any:
    from sqlalchemy import select

    return select(schema.account.c.id).where(schema.account.c.name == accounts.inventory(table))
