"""Programs at the house tables of a demonstration: a visitor finds games under way and meters that run.

They play while somebody looks, at a pace that people can follow; nobody's journal grows overnight. A person at their
table is waited for: they wager beside him and never have the cards dealt before he has wagered.
"""

import contextlib
import time

import msgspec

from croupier.demo import players
from croupier.equipment.cards import SIX, rank_of
from croupier.equipment.entropy import SystemEntropy
from croupier.equipment.shoe import UNSEEN
from croupier.games.twentyone import counting as twentyone
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.people.persons import Person
from croupier.house.poker_room.room import BOT
from croupier.house.record.loops import Loop
from croupier.house.tables.life import CLOSING, OPEN
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Amount, Arrange, Decide, Together

PLACE = "hard-rock-cincinnati"
NAMES = (
    "Ida", "Jon", "Kit", "Lou", "Mia", "Ned", "Ola", "Pim", "Quin", "Rex", "Sam", "Tess", "Una", "Vic", "Wes", "Xia",
)  # fmt: skip
FIRST = 21  # the badges below are those of the programs at poker
LOOK_S = 0.5
THINK_S = 1.0  # between two acts at a table that somebody looks at
IDLE_S = 6.0  # and at one of which only the lobby tells
CHIPS = 1_000_00
LOW = 100_00
LINE = ("pass", "dont-pass")
SPOTS = 3  # wagers of one program on a layout that all share
DRAWS_TO = 17
STIFF = 12  # a hand that may break is stood on against a dealer's deuce to six


class Seats(msgspec.Struct, frozen=True):
    table: str
    programs: tuple[int, ...]  # which of them, from 0
    positions: tuple[int, ...]


SEATS = (
    Seats("BJ-101", (0, 1), (2, 6)),
    Seats("BJ-102", (2, 3, 4), (1, 3, 5)),
    Seats("RO-101", (5, 6), (2, 4)),
    Seats("CR-101", (7, 8), (3, 5)),
    Seats("BAC-101", (9, 10, 11), (1, 4, 6)),
    Seats("TCP-101", (12, 13), (2, 5)),
    Seats("UTH-101", (14, 15), (3, 4)),
)


def program(number: int) -> Person:
    return Person(f"{BOT}{FIRST + number}", NAMES[number], "player", True, False)


async def seat_programs(house: House) -> int:
    """Give the programs their badges and chips and seat those who sit nowhere; how many sat down."""
    people = [(program(n).badge, program(n).name, "player") for n in range(len(NAMES))]
    house.people.add_demo(people, house.sources.new_id())  # a password that nobody knows
    with house.storage.reading() as conn:
        open_ = {
            table.id for table in house.tables.everyone(conn, PLACE) if table.state == OPEN and table.settings.demo
        }
    cage, sat = Cage(house), 0
    for seats in SEATS:
        if seats.table not in open_:
            continue
        live = await house.table(seats.table)
        there = {p.patron for p in live.driver.felt.positions}
        for number, position in zip(seats.programs, seats.positions):
            person = program(number)
            if person.badge in there:
                continue
            with contextlib.suppress(Refused):  # the place may be taken, the round not over: there is another day
                await cage.demo_chips(PLACE, person.badge, CHIPS)
                await house.answer(seats.table, person, acts.Sit(position, person.badge, CHIPS))
                sat += 1
    return sat


class TablePrograms:
    """Plays the programs' rounds at the house tables."""

    def __init__(self, house: House) -> None:
        self._house, self._cage = house, Cage(house)
        self._entropy = SystemEntropy()
        self._acted: dict[str, float] = {}
        self._loop = Loop("programs at tables")

    async def run(self) -> None:
        await self._loop.run(self.look, lambda: LOOK_S)

    async def look(self) -> int:
        """One act at most at each table whose time has come; how many."""
        done = 0
        for seats in SEATS:
            pause = self._pause(seats.table)
            if pause is not None and time.monotonic() - self._acted.get(seats.table, 0.0) >= pause:
                with self._loop.apart(seats.table):
                    done += await self._act(seats)
                    self._acted[seats.table] = time.monotonic()
        return done

    def _pause(self, table_id: str) -> float | None:
        """How long is thought between two acts; None where nobody looks."""
        hub = self._house.hub
        if hub.listening(f"table:{table_id}"):
            return THINK_S
        return IDLE_S if hub.listening("floor") else None

    async def _act(self, seats: Seats) -> bool:
        live = await self._house.table(seats.table)  # one that is closed is passed over
        mine = {p.number: p.patron for p in live.driver.felt.positions if p.patron.startswith(BOT)}
        if not mine or live.held:
            return False
        if live.driver.betting:
            return await self._wager(live, mine)
        return await self._decide(live, mine)

    async def _wager(self, live: Live, mine: dict[int, str]) -> bool:
        """Chips, then a wager, then ready: one of them for one program."""
        driver, table_id = live.driver, live.table.id
        people = {p.patron for p in driver.felt.positions if p.patron and p.patron not in mine.values()}
        if people & live.ready:  # somebody would have the cards: what lies there is enough
            return await self._all_ready(live, mine)
        for position, badge in mine.items():
            person = _person(badge)
            staked = driver.table.wagers(position=position)
            if live.table.state == CLOSING and not staked:
                await self._house.answer(table_id, person, acts.Leave(position))
                return True
            if driver.table.chips(position) < LOW and not staked:
                await self._cage.demo_chips(live.table.property, badge, CHIPS)
                await self._house.answer(table_id, person, acts.Buy(position, CHIPS))
                return True
            if live.table.state == OPEN and badge not in live.ready:
                bet = _on_the_line(driver, position)
                if bet is None and self._wants(driver, position):
                    bet = players.wager(self._entropy, driver, position)
                if bet is not None:
                    bet = _whole_chips(driver, bet)
                    await self._house.answer(table_id, person, bet, driver.number)
                    return True
        wagering = {driver.table.position(n).patron for n in driver.table.betting_positions()}
        if people and not people & wagering:
            return False  # he is waited for
        for badge in mine.values():
            if badge in wagering and badge not in live.ready:
                await self._house.ready(table_id, _person(badge), driver.number)
                return True
        return False

    async def _all_ready(self, live: Live, mine: dict[int, str]) -> bool:
        """Nobody waits for a program: who has no wager places one, and nobody wants another."""
        driver, number = live.driver, live.driver.number
        for position, badge in mine.items():
            bare = not driver.table.wagers(position=position) and driver.table.chips(position) >= LOW
            bet = _on_the_line(driver, position) or players.wager(self._entropy, driver, position) if bare else None
            if bet is not None and live.table.state == OPEN:
                await self._house.answer(live.table.id, _person(badge), _whole_chips(driver, bet), number)
        wagering = {driver.table.position(n).patron for n in driver.table.betting_positions()}
        waiting = [badge for badge in mine.values() if badge in wagering and badge not in live.ready]
        for badge in waiting:
            await self._house.ready(live.table.id, _person(badge), number)
        return bool(waiting)

    def _wants(self, driver: Driver, position: int) -> bool:
        """A wager of the game itself first, then now and then one beside it."""
        staked = driver.table.wagers(position=position)
        rules = driver.game.posting.wagers
        if not any(rules[wager.kind].kind == "base" for wager in staked):
            return True
        return len(staked) < SPOTS and self._entropy.below(3) == 0

    async def _decide(self, live: Live, mine: dict[int, str]) -> bool:
        asked = live.driver.pending
        parts = asked.parts if isinstance(asked, Together) else (asked,)
        for part in parts:
            if isinstance(part, Decide | Amount | Arrange) and part.position in mine:
                answer = _by_the_count(live.driver, part) or players.decision(self._entropy, live.driver, part)
                if answer is not None:
                    person = _person(mine[part.position])
                    await self._house.answer(live.table.id, person, answer, live.driver.number)
                    return True
        return False


def _person(badge: str) -> Person:
    return program(int(badge.removeprefix(BOT)) - FIRST)


def _on_the_line(driver: Driver, position: int) -> acts.Bet | None:
    """At craps nobody shoots without a wager on the line: it is made as soon as it may be."""
    if any(wager.kind in LINE for wager in driver.table.wagers(position=position)):
        return None
    offers = (offer for offer in driver.game.offers(driver.table, position) if offer.wager == LINE[0])
    return next((acts.Bet(position, LINE[0], offer.least) for offer in offers if not offer.blocked), None)


def _whole_chips(driver: Driver, bet: acts.Bet) -> acts.Bet:
    """Players wager the least and its multiples rather than odd dollars."""
    least = driver.game.offer(driver.table, bet.position, bet.wager, bet.on).least
    rounded = msgspec.structs.replace(bet, amount=bet.amount // least * least)
    return rounded if rounded.amount and driver.can(acts.By("player", _seated(driver, bet)), rounded) else bet


def _seated(driver: Driver, bet: acts.Bet) -> str:
    return driver.table.position(bet.position).patron


def _by_the_count(driver: Driver, asked: Decide | Amount | Arrange) -> acts.Answer | None:
    """At twenty-one nobody draws to twenty: hands are stood on from seventeen, and stiff ones against a weak dealer."""
    if driver.game.HANDS != "twenty-one" or not isinstance(asked, Decide):
        return None
    names = {choice.name for choice in asked.choices if not choice.blocked}
    if not {"hit", "stand"} <= names:
        return None
    position = driver.table.position(asked.position)
    count = twentyone.total(position.hands[asked.hand].cards)
    up = next((card for card in driver.felt.dealer.cards if card != UNSEEN), None)
    weak = up is not None and rank_of(up) <= SIX
    stands = count >= DRAWS_TO or (count >= STIFF and weak)
    return acts.Chosen("stand" if stands else "hit", asked.position)
