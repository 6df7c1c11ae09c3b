"""A poker room for a demonstration: two games with programs at some of the seats, so that a visitor finds a table, and
two that are dealt by hand, so that a dealer finds one with patrons.

The programs play while somebody plays or looks; nobody's journal grows overnight.
"""

import asyncio
import contextlib
import random

import msgspec

from croupier.demo import poker_players as room_bots
from croupier.demo.poker_tournament import furnish_event
from croupier.demo.promotions import furnish_promotions
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.people.persons import Person
from croupier.house.poker_room.lists.acts import Join
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.room import BOT, PokerRoom
from croupier.house.poker_room.spread import Spread
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.acts import Plan
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.record.clock import SECOND_US
from croupier.house.record.loops import Loop
from croupier.house.tables.life import CLOSED, OPEN
from croupier.house.tables.pit.desk import Pit
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.poker import Stakes, fixed_limit, no_limit
from croupier.rounds.refusal import Refused

PLACE = "horseshoe-baltimore"
NAMES = ("Ada", "Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal")
LOOK_S = 0.25
THINK_US = SECOND_US * 4 // 5


class Table(msgspec.Struct, frozen=True):
    id: str
    plan: Plan
    bots: tuple[int, ...]  # which of the programs sit there
    chips: int


TABLES = (
    Table(
        "PK-201",
        Plan(form="holdem", stakes=no_limit(1_00, 3_00), seats=9, least=100_00, most=300_00, pause_s=5, think_s=20),
        (1, 2, 3, 4),
        200_00,
    ),
    Table(
        "PK-202",
        Plan(form="omaha-8", stakes=fixed_limit(4_00, 8_00), seats=9, most=400_00, pause_s=5, think_s=20, kill="full"),
        (5, 6, 7, 8),
        160_00,
    ),
)


class Dealt(msgspec.Struct, frozen=True):
    """A game with real cards: its dealer keys what falls, its patrons are names with demo chips."""

    id: str
    plan: Plan
    dealer: str
    patrons: tuple[tuple[int, str, int], ...]  # seat, name, chips


BY_HAND = (
    Dealt(
        "PK-203",
        Plan(form="holdem", stakes=no_limit(1_00, 3_00), seats=9, least=100_00, most=300_00, keyed=acts.HANDS),
        "dealer-5",
        (
            (1, "Rosa Keller", 216_00), (3, "Marc Tully", 180_00), (4, "Lena Brandt", 300_00),
            (5, "Greg Hollis", 240_00), (7, "Dora Santos", 120_00), (9, "Paul Weaver", 140_00),
        ),
    ),
    Dealt(
        "PK-204",
        Plan(
            form="stud", stakes=Stakes("fixed", 4_00, 8_00, ante=1_00, bring_in=2_00), seats=8, least=40_00,
            keyed=acts.HANDS,
        ),
        "dealer-6",
        ((1, "Nina Gray", 160_00), (2, "Hugo Tran", 120_00), (4, "Vera Lund", 200_00), (6, "Otis Beck", 90_00)),
    ),
)  # fmt: skip


# Who waits for what: programs for a game that is not spread yet, two for the stud table, where seats are open.
WANTED = {"omaha-pot-1-3": (8, 6, 5), "stud-fixed-4-8-ante-1": (2, 7)}


def bot(number: int) -> Person:
    return Person(f"{BOT}{number}", NAMES[number - 1], "player", True, False)


async def furnish_room(house: House, room: PokerRoom | None = None, events: PokerTournaments | None = None) -> int:
    """Open the games that are not open and seat the programs; how many tables were opened.

    A house that is open already has its `room` and `events`: what happens there is seen at once.
    """
    room = room or PokerRoom(house)
    spread, cage = Spread(room), Cage(house)
    people = [(bot(n).badge, bot(n).name, "player") for n in range(1, len(NAMES) + 1)]
    house.people.add_demo(people, house.sources.new_id())  # a password that nobody knows
    supervisor = Person("supervisor", "Supervisor 1", "supervisor", True, False)
    there = {table.id: table for table in room.tables()}
    opened = 0
    for table in TABLES:
        if table.id in there and there[table.id].state != CLOSED:
            continue
        await spread.open(supervisor, table.id, PLACE, table.plan, demo=True)
        opened += 1
        for seat, number in enumerate(table.bots, 1):
            person = bot(number)
            await cage.demo_chips(PLACE, person.badge, table.chips)
            await room.act(table.id, person, acts.Sit(2 * seat - 1, table.chips, name=person.name))
    for dealt in BY_HAND:
        if dealt.id not in there or there[dealt.id].state == CLOSED:
            await _deal_by_hand(room, spread, supervisor, dealt)
            opened += 1
    if opened:
        await _wait_for_a_game(room, supervisor)
    with contextlib.suppress(Refused):  # a house that may not have one goes without
        await furnish_event(events or PokerTournaments(house))
        await furnish_promotions(house, tuple(table.id for table in TABLES))
    return opened


async def _deal_by_hand(room: PokerRoom, spread: Spread, supervisor: Person, dealt: Dealt) -> None:
    """A table with its dealer in the box and its patrons in their seats, before the draw for the button."""
    await spread.open(supervisor, dealt.id, PLACE, dealt.plan, mode="dealer", demo=True)
    with contextlib.suppress(Refused):  # he may stand at another table
        await Pit(room.house).dealer_in(supervisor, dealt.id, dealt.dealer)
    for seat, name, cents in dealt.patrons:
        await room.act(dealt.id, supervisor, acts.Sit(seat, cents, name))


async def _wait_for_a_game(room: PokerRoom, supervisor: Person) -> None:
    """Programs on the list for another game than the one that they sit in: the board has names on it."""
    desk = room.gate if isinstance(room.gate, ListDesk) else ListDesk(room)
    for game, waiting in WANTED.items():
        for number in waiting:
            with contextlib.suppress(Refused):  # he waits already
                await desk.act(PLACE, supervisor, Join(game, bot(number).badge))


class Programs:
    """Plays the programs' hands, at a pace that people can follow."""

    def __init__(self, room: PokerRoom, seed: int | None = None) -> None:
        self._room = room
        self._cage = Cage(room.house)
        self._rng = random.Random(seed)
        self._loop = Loop("programs at poker")

    async def run(self) -> None:
        await self._loop.run(self.look, lambda: LOOK_S)

    async def look(self) -> int:
        """One act at most at each table; how many."""
        done = 0
        for table in await asyncio.to_thread(self._room.open_tables):
            if table.settings.demo and table.state == OPEN and table.mode == "electronic":
                with self._loop.apart(table.id):
                    live = await self._room.table(table.id)
                    done += self._room.watched(live) and await self._act(live)
        return done

    async def _act(self, live: RoomTable) -> bool:
        game, now = live.game, self._room.house.sources.now_us()
        if not game.playing:
            return await self._buy(live)
        if now - game.asked_us < THINK_US:
            return False
        for seat in game.table.order if not game.turn else [game.turn]:
            found = game.table.seats.get(seat)
            if found is None or not found.name.startswith(BOT):
                continue
            act = room_bots.decision(game, seat, self._rng)
            if act is not None:
                person = bot(int(found.name.removeprefix(BOT)))
                await self._room.act(live.table.id, person, act, game.number)
                return True
        return False

    async def _buy(self, live: RoomTable) -> bool:
        """A program that has lost all buys in again."""
        game = live.game
        for number, seat in game.table.seats.items():
            if seat.name.startswith(BOT) and seat.stack < game.plan.stakes.small * 2:
                person, cents = bot(int(seat.name.removeprefix(BOT))), max(game.least, 40 * game.plan.stakes.small)
                await self._cage.demo_chips(live.table.property, person.badge, cents)
                await self._room.act(live.table.id, person, acts.Buy(number, cents))
                return True
        return False
