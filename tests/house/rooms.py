"""A poker room for tests: a real house, seeded chance, a clock moved by hand, players who are programs."""

import random
from typing import Any

from croupier.demo import poker_players as room_bots
from croupier.house.people.persons import Person
from croupier.house.poker_room.clockwork import RoomClock
from croupier.house.poker_room.lists import state as lists
from croupier.house.poker_room.lists.desk import ListDesk
from croupier.house.poker_room.lists.must_moves import Moves
from croupier.house.poker_room.room import PokerRoom
from croupier.house.poker_room.spread import Spread
from croupier.house.poker_room.table import acts
from croupier.house.poker_room.table.acts import Plan
from croupier.house.poker_room.table.game import Game
from croupier.house.record import accounts
from croupier.house.record.commands.receipts import Receipt
from croupier.poker import Stakes, no_limit

from .crew import PASSWORD
from .houses import Floor

PLACE = "horseshoe-baltimore"
TABLE = "PK-1"


class Room(Floor):
    """A floor with a poker room; `rng` decides for the players."""

    def __init__(self, url: str, *args: Any, **options: Any) -> None:
        super().__init__(url, *args, **options)
        self.rng = random.Random(str(options.get("seed", "room")))
        self.wake()

    def staff(self) -> None:
        super().staff()
        self.house.people.add_demo([(f"player-{n}", f"Player {n}", "player") for n in range(4, 16)], PASSWORD)

    def wake(self) -> None:
        """A server that has just started: it knows nothing but the record."""
        self.room = PokerRoom(self.house)
        self.spread = Spread(self.room)
        self.desk = ListDesk(self.room)
        self.ticker = RoomClock(self.room, self.spread, self.desk)
        self.moves = Moves(self.desk, self.spread)

    async def game(
        self, stakes: Stakes | None = None, form: str = "holdem", table: str = TABLE, place: str = PLACE, **plan: Any
    ) -> None:
        mode = plan.pop("mode", "electronic")
        demo = plan.pop("demo", False)
        plan = {"pause_s": 0, "least": 100_00, "most": 300_00} | plan
        chosen = Plan(form=form, stakes=stakes or no_limit(1_00, 3_00), **plan)
        await self.spread.open(self.person("supervisor-1"), table, place, chosen, mode=mode, demo=demo)

    async def sit(self, table_id: str, badge: str, position: int, chips: int = 200_00) -> None:
        settings = (await self.room.table(table_id)).table.settings
        await self.fund(badge, chips, PLACE, demo=settings.demo)
        await self.room.act(table_id, self.person(badge), acts.Sit(position, chips))

    async def seat(self, *players: int, table: str = TABLE, cents: int = 200_00) -> None:
        """player-N at seat N."""
        for number in players:
            await self.sit(table, f"player-{number}", number, cents)

    async def live(self, table: str = TABLE) -> Game:
        return (await self.room.table(table)).game

    async def do(self, who: str | Person, act: acts.Anything, number: int | None = None, table: str = TABLE) -> Receipt:
        person = self.person(who) if isinstance(who, str) else who
        return await self.room.act(table, person, act, number)

    async def turn(self, verb: str, to: int = 0, table: str = TABLE, **more: Any) -> Receipt:
        """Whoever is to act does this."""
        game = await self.live(table)
        patron = game.table.seats[game.turn].name
        return await self.do(patron, acts.Play(game.turn, verb, to, **more), game.number, table)

    async def step(self, table: str = TABLE, dealer: str = "") -> bool:
        """One decision of whoever is waited for, as a program takes it; False if nobody is."""
        game = await self.live(table)
        hand = game.table.hand
        seats = [game.turn] if game.turn else list(game.table.order) if hand and hand.phase == "runs" else []
        for seat in seats:
            act = room_bots.decision(game, seat, self.rng)
            if act is not None and seat in game.table.seats:
                await self.do(game.table.seats[seat].name, act, game.number, table)
                return True
        return False

    async def play(self, table_id: str = TABLE, rounds: int = 1, dealer: str = "") -> None:
        """So many hands, by programs."""
        last = (await self.live(table_id)).table.hands + rounds
        for _ in range(rounds * 400):
            game = await self.live(table_id)
            if game.table.hands >= last and not game.playing:
                return
            if not game.playing:
                await self.ticker.table(table_id)
            elif not await self.step(table_id):
                raise AssertionError(f"nobody acts at {game.table.hand and game.table.hand.phase}")
        raise AssertionError("the hands never ended")

    async def ask(self, who: str, act: lists.Anything, place: str = PLACE) -> int:
        return await self.desk.act(place, self.person(who), act)

    async def waiting(self, place: str = PLACE) -> list[str]:
        return [name.patron for name in (await self.desk.current(place)).names]

    def books(self, game: Game, table: str = TABLE, place: str = PLACE) -> None:
        """The ledger says what the table says, to the cent."""
        from croupier.house.poker_room.table.chips_in_play import account

        with self.storage.reading() as conn:
            balances = self.house.ledger.balances(conn)
        assert sum(balances.values()) == 0
        for name, cents in game.balances().items():
            if name != "tokes":
                assert balances.get(account(name, table, place), 0) == cents, name

    def purse(self, badge: str) -> int:
        with self.storage.reading() as conn:
            return self.house.ledger.balance(conn, accounts.patron(badge))
