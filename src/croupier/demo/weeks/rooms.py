"""What happens in a simulated house beside the pit: poker, its lists, promotions, tickets, the staff list."""

import contextlib

from croupier.demo import poker_players as room_bots
from croupier.demo.weeks.asking import Asking
from croupier.equipment.cards import parse_cards
from croupier.house.cage.tickets import Ticket
from croupier.house.money.poker_funds import BAD_BEAT, SPECIAL_HANDS
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.acts import Plan
from croupier.house.poker_room.table.live import RoomTable
from croupier.house.promotions import store as promotions
from croupier.house.promotions.denials import Denial
from croupier.house.promotions.rules import HandFacts, Seat
from croupier.house.promotions.store import CALLED, DENIED, PAID, VERIFIED, Claim, Terms
from croupier.house.record.clock import day_of
from croupier.house.record.commands.repeated import unseen
from croupier.house.tables.life import CLOSED, OPEN
from croupier.poker import fixed_limit, no_limit
from croupier.poker.book.stakes import Stakes
from croupier.rounds.refusal import Refused

PLACE = "horseshoe-baltimore"
ON_PAPER = "PK-PAPER"  # a table whose hands the record does not know: its dealer keys them
TABLES = {
    "PK-1": Plan(form="holdem", stakes=no_limit(1_00, 3_00), seats=6, least=100_00, most=800_00, pause_s=0),
    "PK-2": Plan(form="omaha-8", stakes=fixed_limit(4_00, 8_00), seats=5, most=800_00, pause_s=0, kill="full"),
    "PK-3": Plan(
        form="stud", stakes=Stakes("fixed", 4_00, 8_00, ante=1_00, bring_in=2_00), seats=5, most=800_00, pause_s=0
    ),
}
GAMES = ["holdem-no-1-3", "omaha-8-fixed-4-8", "stud-fixed-4-8-ante-1"]
REGULARS = 20  # the first of the patrons play poker
TURNS_TO_CLOSE = 300
JACKPOT = "BAD-BEAT"
BOARD = tuple(parse_cards("7s 7h 8s 9s Kd"))
BEATEN, BEATS = tuple(parse_cards("7d 7c")), tuple(parse_cards("Js Ts"))
NEW_PEOPLE, NEW_PASSWORD = 30, "a password of five words"


class Rooms(Asking):
    held: list[Ticket]  # tickets in somebody's pocket

    # ---- the poker room

    async def open_poker(self) -> None:
        there = {table.id: table.state for table in self.at.room.tables()}
        for name, plan in TABLES.items():
            if there.get(name, CLOSED) == CLOSED:
                await self.spread(name, plan)

    async def spread(self, name: str, plan: Plan) -> None:
        supervisor = self.person("supervisor-1")
        await self.ask(lambda server, c: server.spread.open(supervisor, name, PLACE, plan, command=c))

    async def poker_table(self) -> RoomTable:
        tables = [table.id for table in self.at.room.open_tables(PLACE) if table.state == OPEN]
        if not tables:
            raise Refused("no poker table is open")
        return await self.at.room.table(self.pick(tables))

    async def poker_hand(self) -> None:
        """Several turns at one table."""
        table_id = (await self.poker_table()).table.id
        for _ in range(2 + self.dice.below(8)):
            await self.poker_turn(table_id)

    async def poker_turn(self, table_id: str) -> None:
        """Whoever is waited for acts; if nobody is, what the room does by itself."""
        game = (await self.at.room.table(table_id)).game
        hand = game.table.hand
        seats = [game.turn] if game.turn else list(game.table.order) if hand and hand.phase == "runs" else []
        for seat in seats:
            act = room_bots.decision(game, seat, self.rng)
            if act is not None and seat in game.table.seats:
                await self.at_poker(table_id, game.table.seats[seat].name, act, game.number)
                return
        await self.at.room_clock.table(table_id)

    async def at_poker(self, table: str, badge: str, act: acts.Anything, number: int | None = None) -> None:
        person = self.person(badge)
        await self.ask(lambda server, c: server.room.act(table, person, act, number, c))

    async def poker_seats(self) -> None:
        """Somebody comes, or does what people do at a seat that they have."""
        live = await self.poker_table()
        game, table, badge = live.game, live.table.id, self.pick(self.patrons[:REGULARS])
        seat = game.seat_of(badge)
        if seat:
            await self.at_poker(table, badge, self.idea(seat))
        elif game.free:
            cents = (100 + self.dice.below(300)) * 100
            chosen = game.free[self.dice.below(len(game.free))]
            await self.money(PLACE, badge, cents)
            await self.at_poker(table, badge, acts.Sit(chosen, cents))

    def idea(self, seat: int) -> acts.Anything:
        ideas: tuple[acts.Anything, ...] = (
            acts.Leave(seat),
            acts.Out(seat),
            acts.Back(seat, post=True),
            acts.Back(seat),
            acts.Buy(seat, (1 + self.dice.below(200)) * 100),
            acts.Toke(seat, 1_00),
            acts.Post(seat),
            acts.Straddle(seat, 6_00),
            acts.Play(seat, "fold"),
            acts.Clock(),
        )
        return ideas[self.dice.below(len(ideas))]

    async def poker_lists(self) -> None:
        person = self.person(self.pick(self.patrons[:REGULARS]))
        act = lists.Withdraw() if self.once_in(3) else lists.Join(self.pick(GAMES))
        await self.ask(lambda server, c: server.lists.act(PLACE, person, act, c))

    async def poker_clock(self) -> None:
        """What the room does by itself, at all tables."""
        await self.at.room_clock.look()
        await self.at.moves.look()

    async def close_poker(self) -> None:
        """At the end of a day hands are played out and tables closed."""
        for table in self.at.room.open_tables(PLACE):
            with contextlib.suppress(Refused):
                await self.close_one(table.id)

    async def close_one(self, table_id: str) -> None:
        supervisor = self.person("supervisor-2")
        await self.ask(lambda server, c: server.spread.close(supervisor, table_id, c))
        for _ in range(TURNS_TO_CLOSE):
            if self.at.room.floor_table(table_id).state == CLOSED:
                return
            with contextlib.suppress(Refused):
                await self.poker_turn(table_id)

    # ---- promotions

    async def promotion(self) -> None:
        """The bad beat: its fund is seeded, a hand is called, verified, seen and paid, or denied."""
        if JACKPOT not in {made.id for made in self.at.promotions.all(PLACE)}:
            await self.post_jackpot()
            return
        with self.storage.reading() as conn:
            waiting = [claim for claim in promotions.claims(conn, JACKPOT) if claim.state not in (PAID, DENIED)]
        if waiting:
            await self.settle_claim(waiting[0])
            return
        await self.fund_jackpot(BAD_BEAT)
        facts, dealer = self.bad_beat(), self.person("dealer-1")
        await self.ask(lambda server, c: server.promotions.claim(dealer, JACKPOT, facts, c))

    async def post_jackpot(self) -> None:
        await self.fund_jackpot(BAD_BEAT)
        await self.fund_jackpot(SPECIAL_HANDS)
        manager, terms = self.person("manager-1"), Terms(kind=BAD_BEAT, tables=(*TABLES, ON_PAPER))
        await self.ask(lambda server, c: server.promotions.plan(manager, JACKPOT, PLACE, terms, c))

    async def fund_jackpot(self, fund: str) -> None:
        both = self.proof("manager-1"), self.proof("administrator-1")
        await self.ask(lambda server, c: server.promotions.seed(both, PLACE, fund, 1_000_00, c))

    async def settle_claim(self, claim: Claim) -> None:
        if claim.state == CALLED and self.once_in(5):
            proof, why = self.proof("manager-2"), Denial("the camera shows another card")
            await self.ask(lambda server, c: server.promotions.deny(proof, claim.id, why, c))
        elif claim.state == CALLED:
            proof = self.proof("supervisor-1")
            await self.ask(lambda server, c: server.promotions.verify(proof, claim.id, c))
        elif claim.state == VERIFIED:
            proof = self.proof("surveillance-1")
            await self.ask(lambda server, c: server.promotions.sign(proof, claim.id, "surveil", None, c))
        else:
            found = claim.finding
            proof, data = self.proof("cage-1"), {"w2g": [*found.holders, *found.winners, *found.others]}
            await self.ask(lambda server, c: server.promotions.sign(proof, claim.id, "pay", data, c))

    def bad_beat(self) -> HandFacts:
        badges, now = self.patrons[:4], self.clock()
        shown = (Seat(name=badges[0], cards=BEATEN), Seat(name=badges[1], cards=BEATS))
        folded = tuple(Seat(name=badge, folded=True) for badge in badges[2:])
        number = f"{self.day}{self.report.steps:06d}"
        day, seats = day_of(now), (*shown, *folded)
        return HandFacts(
            table=ON_PAPER, hand=number, day=day, pot=60_00, board=BOARD, seats=seats, began_us=now, tabled_us=now
        )

    # ---- tickets and people

    async def ticket(self) -> None:
        """Credit becomes a ticket; one that somebody holds becomes credit again, whoever brings it."""
        badge = self.pick(self.patrons[:REGULARS])
        person = self.person(badge)
        if self.held and not self.once_in(3):
            code = self.held.pop(self.dice.below(len(self.held))).code
            await self.ask(lambda server, c: server.stations.take_ticket(person, code, c))
            return
        cents = min(self.at.cage.balance(badge), (1 + self.dice.below(50)) * 100)
        if cents:
            printed = await self.ask(lambda server, c: server.stations.print_ticket(person, PLACE, cents, c), unseen)
            self.held.append(printed)

    async def staff_list(self) -> None:
        """Somebody new, a role, a password, a dismissal, a wrong guess."""
        admin, people = self.person("administrator-1"), self.house.people
        badge = f"new-{1 + self.dice.below(NEW_PEOPLE)}"
        with self.storage.reading() as conn:
            there = {one.badge for one in people.everybody(conn)}
        if badge not in there:
            people.add(admin, badge, "Somebody New", "player", NEW_PASSWORD)
            return
        match self.dice.below(4):
            case 0:
                people.set_role(admin, badge, self.pick(["dealer", "clerk", "cage"]))
            case 1:
                people.reset_password(admin, badge)
            case 2:
                people.set_active(admin, badge, self.once_in(2))
            case _:
                people.sign_in(badge, "not the password")
