"""A poker tournament for a demonstration: open for registration, filled and played by programs when a visitor is in.

The people of the demonstration run it: its clerk registers, its supervisor starts it, its dealer deals, each under his
own badge. It begins only when somebody has come, and is then played to its end, who stays or not; when one begins the
next is posted, and when it is over its prizes are checked, so that who won may sign for them.
"""

import asyncio
import random

from croupier.demo import poker_players as room_bots
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.people.permissions import require
from croupier.house.people.persons import Person
from croupier.house.poker_room.room import BOT
from croupier.house.record.clock import SECOND_US
from croupier.house.record.errors import Refused
from croupier.house.record.loops import Loop
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.desk import PokerTournaments
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.plan import Level, Plan
from croupier.house.tournaments.poker.prizes.payouts import Search, taxable
from croupier.house.tournaments.poker.state import OVER, PLAYING, REGISTERING
from croupier.house.tournaments.poker.store import CHECKED, DUE, Event
from croupier.house.tournaments.structure_sheets import plan_from

PLACE = "horseshoe-baltimore"
OWN = "DEMO-"  # tournaments that the programs play
PROGRAMS = 8
WAITING = 3  # programs that have registered before anybody comes
LOOK_S = 0.25
THINK_US = SECOND_US * 7 // 10
BETWEEN_US = 4 * SECOND_US  # after a hand, so that its end is seen
FILL_US = SECOND_US // 2  # from one registration to the next
BEGIN_US = 5 * SECOND_US  # when all have registered
AWAY_US = 240 * SECOND_US  # a player who does not act so long is away until he says that he is back
CLERK = Person("clerk", "Poker clerk", "clerk", True, False)
DEALER = Person("dealer", "Dealer 1", "dealer", True, False)
SUPERVISOR = Person("supervisor", "Supervisor 1", "supervisor", True, False)
MANAGER = Person("manager", "Manager", "manager", True, False)
CARD = "demonstration"
LEVELS = tuple(
    Level(4, blinds, chip=chip)
    for blinds, chip in (
        ((25, 50), 25),
        ((50, 100), 0),
        ((100, 200), 100),
        ((200, 400), 0),
        ((300, 600), 0),
        ((500, 1_000), 0),
        ((1_000, 2_000), 500),
        ((2_000, 4_000), 0),
    )
)


def programmed(tournament: str) -> bool:
    return tournament.startswith(OWN)


def demo_plan() -> Plan:
    return plan_from(
        name="Six-handed hold'em, short levels",
        property=PLACE,
        levels=LEVELS,
        chips=3_000,
        seats=6,
        think_s=30,
        prize=50_00,
        administration=6_00,
        house=4_00,
        late_minutes=4,
        reentry_minutes=4,
        most=40,
    )


async def furnish_event(desk: PokerTournaments) -> str:
    """One tournament open for registration, with a few programs in it; its name."""
    found = [event for event in desk.all(PLACE) if programmed(event.id)]
    there = next((event.id for event in found if event.state == REGISTERING), "")
    if not there:
        numbers = [int(event.id.removeprefix(OWN)) for event in found if event.id.removeprefix(OWN).isdecimal()]
        there = f"{OWN}{max(numbers, default=0) + 1}"
        await desk.plan(MANAGER, there, demo_plan(), command=f"post {there}")
    live = await desk.live(there)
    for number in range(1, WAITING + 1):
        if f"{BOT}{number}" not in live.game.players:
            await enter(desk, there, f"{BOT}{number}")
    return there


async def enter(desk: PokerTournaments, name: str, badge: str, command: str | None = None) -> tuple[int, int]:
    """The clerk of the demonstration registers somebody; a program is given the demo chips that it costs."""
    if badge.startswith(BOT):
        plan = (await desk.live(name)).event.plan
        await Cage(desk.house).demo_chips(plan.property, badge, plan.entry, command=f"chips {name} {badge}")
    return await desk.register(CLERK, name, badge, f"{CARD} {badge}", command)


class EventPrograms:
    """Runs the demonstration's tournaments at a pace that people can follow."""

    def __init__(self, desk: PokerTournaments, seed: int | None = None) -> None:
        self._desk, self._house = desk, desk.house
        self._rng = random.Random(seed)
        self._loop = Loop("programs in tournaments")
        self._settled: set[str] = set()  # tournaments whose prizes need nothing more from here
        self._since: dict[tuple[str, int], tuple[int, int]] = {}  # what was seen of a table, and since when

    async def run(self) -> None:
        await self._loop.run(self.look, lambda: LOOK_S)

    async def look(self) -> int:
        """What is due at every tournament of the demonstration; how many acts were done."""
        done = 0
        for event in await asyncio.to_thread(self._desk.all, PLACE):
            if not programmed(event.id):
                continue
            with self._loop.apart(event.id):
                done += await self._look(event)
        return done

    async def _look(self, event: Event) -> int:
        if event.state == OVER:
            return await self._pay(event)
        if event.state not in (REGISTERING, PLAYING):
            return 0
        live = await self._desk.live(event.id)
        if live.game.state == REGISTERING:
            return await self._fill(live)
        return await self._play(live)

    def _waited(self, live: Live, table: int, seen: int) -> int:
        """How long a table (0: the field) has stood as it does."""
        now, key = self._house.sources.now_us(), (live.event.id, table)
        known = self._since.get(key)
        if known is None or known[0] != seen:
            self._since[key] = (seen, now)
            return 0
        return now - known[1]

    # ---- before the start

    async def _fill(self, live: Live) -> int:
        """Once a visitor is in, programs take seats one after the other; then it begins."""
        players, name = live.game.players, live.event.id
        if not any(not badge.startswith(BOT) for badge in players):
            return 0
        waited = self._waited(live, 0, live.event.acts)
        lacking = [f"{BOT}{n}" for n in range(1, PROGRAMS + 1) if f"{BOT}{n}" not in players]
        if lacking and waited >= FILL_US:
            await enter(self._desk, name, lacking[0])
        elif not lacking and waited >= BEGIN_US:
            await self._desk.start(SUPERVISOR, name)
            await furnish_event(self._desk)  # the next visitor finds one to register for
        else:
            return 0
        return 1

    # ---- hands

    async def _play(self, live: Live) -> int:
        name, game = live.event.id, live.game
        if game.stopped_us:
            return 0  # somebody of the staff has stopped the clock
        done = 0
        for number in sorted(game.tables):
            felt = game.tables.get(number)
            if felt is None:
                continue
            waited = self._waited(live, number, game.turn(number))
            if late := _ran_out(live, number):  # whose clock has run out is away until he says that he is back
                await self._desk.do(SUPERVISOR, name, acts.Away(at_us=0, name=late, away=True))
                done += 1
            elif felt.hand is not None:
                done += await self._act(live, number, waited)
            elif waited >= BETWEEN_US and number in live.director.ready():
                await self._desk.deal(DEALER, name, number)
                done += 1
            elif waited >= BETWEEN_US and live.director.due() is not None:
                return done + int((await self._desk.arrange(DEALER, name)).acts > 0)
        return done

    async def _act(self, live: Live, number: int, waited: int) -> int:
        felt = live.game.tables[number]
        hand = felt.hand
        if hand is None:
            return 0
        badge = felt.table.seats[felt.table.order[hand.actor]].name
        name, turn = live.event.id, live.game.turn(number)
        if not badge.startswith(BOT):
            if waited < AWAY_US:
                return 0
            await self._desk.do(SUPERVISOR, name, acts.Away(at_us=0, name=badge, away=True))
            return 1
        if waited < THINK_US:
            return 0
        found = room_bots.bet(hand, hand.actor, 0, self._rng)
        person = Person(badge, badge, "player", True, False)
        await self._desk.play(person, name, number, found.verb, found.to, turn=turn)
        return 1

    # ---- after the end

    async def _pay(self, event: Event) -> int:
        """Every prize is checked; programs sign for theirs. What a visitor won waits for his own signature."""
        payouts, vouch = self._desk.payouts, self._house.people.vouch
        done = 0
        if event.id in self._settled:
            return 0
        with self._house.storage.reading() as conn:
            prizes = store.prizes(conn, event.id)
        asked = (await self._desk.live(event.id)).game.asked
        for prize in prizes:
            if prize.state == DUE:
                search = Search(identification=CARD, card=CARD, searched=taxable(prize, asked))
                await payouts.check(vouch(CLERK.badge), event.id, prize.number, search)
                done += 1
            elif prize.state == CHECKED and prize.patron.startswith(BOT) and not prize.withheld:
                await payouts.sign(vouch(prize.patron), event.id, prize.number, "receive", {"w2g": True})
                done += 1
        if not done:
            self._settled.add(event.id)
        return done


def _ran_out(live: Live, number: int) -> str:
    """The visitor whose time ran out in the hand under way and who still counts as present."""
    felt = live.game.tables[number]
    for ruled in felt.desk.rulings if felt.desk is not None else ():
        if ruled.when == "clock-expired" and 0 <= ruled.player < len(felt.table.order):
            seat = felt.table.seats.get(felt.table.order[ruled.player])
            player = live.game.players.get(seat.name) if seat is not None else None
            if player is not None and not player.away and not player.name.startswith(BOT):
                return player.name
    return ""


async def asked(
    desk: PokerTournaments, who: Person, name: str, act: str, command: str | None = None, *, here: bool
) -> None:
    """What a player asks for himself, done by the clerk of a demonstration; where none is `here`, staff do it."""
    live, badge = await desk.live(name), who.badge
    require(who.at(live.event.property).acting("event.play").role, "event.play")
    if not here:
        clause = live.game.asked.clause("registration")
        raise Refused("Staff register players.", "Show your card at the poker room's desk.", clause)
    if act == "enter":
        await enter(desk, name, badge, command)
    elif act == "withdraw":
        await desk.withdraw(CLERK, name, badge, command)
    elif act == "back":
        await back(desk, name, badge, command)
    else:
        await desk.rebuy(CLERK, name, badge, add_on=act == "add-on", command=command)


async def back(desk: PokerTournaments, name: str, badge: str, command: str | None = None) -> None:
    """A visitor who was away says that he is back."""
    await desk.do(SUPERVISOR, name, acts.Away(at_us=0, name=badge, away=False), command)


async def received(house: House, desk: PokerTournaments, name: str, number: int, badge: str, command: str) -> None:
    """A guest of the demonstration has no password: his session signs for his prize."""
    await desk.payouts.sign(house.people.vouch(badge), name, number, "receive", {"w2g": True}, command)
