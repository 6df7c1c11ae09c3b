"""A table of a live tournament whose hands are keyed, as its dealer works it: the next step, the pots, what he may
take back. The steps within a hand are those of every poker dealer; what comes between hands is the tournament's."""

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from croupier.house.people.persons import Person
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.poker_room.table.dealers_steps import DealersStep, asked_now, in_hand, made, pots_of
from croupier.house.poker_room.table.out_of_turn import keep_to_it
from croupier.house.poker_room.table.refusals import chips
from croupier.house.record.clock import SECOND_US
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.keeper import Done, Live, Made
from croupier.house.tournaments.poker.play import UNDONE, PokerTournament
from croupier.house.tournaments.poker.state import PLAYING, Felt
from croupier.poker import Room, Table
from croupier.poker.hand_words import told
from croupier.poker.records import UNKNOWN
from croupier.poker.rulings.desk import Desk
from croupier.poker.view import PUBLIC, common, record_for, visible

DEAL, CALL = "event.deal", "table.call-supervisor"
OF_HAND = acts.Deal | acts.Play | acts.Dealt | acts.Push | acts.Say | acts.Declare | acts.Timed
RECORDS_MAX = 200


class KeyedTable:
    """One table, read; nothing here changes it."""

    def __init__(self, game: PokerTournament, number: int) -> None:
        self.game, self.felt = game, game.felt(number)
        self.table: Table = self.felt.table
        self.room: Room = self.felt.room

    @property
    def playing(self) -> bool:
        return self.felt.hand is not None

    @property
    def turn(self) -> int:
        hand = self.felt.hand
        return self.table.order[hand.actor] if hand is not None and hand.actor >= 0 else 0

    @property
    def desk(self) -> Desk | None:
        return self.felt.desk

    def place_of(self, seat: int) -> int:
        return self.table.order.index(seat) if self.table.hand is not None and seat in self.table.order else -1

    def coin(self, amount: int) -> str:
        return chips(amount)

    def name_at(self, seat: int) -> str:
        """The player at a seat, as the record names him."""
        there = self.table.seats.get(seat)
        if there is None:
            raise Refused(f"Nobody sits in seat {seat}.")
        return there.name

    def keep_to_it(self, act: acts.Play) -> None:
        """Refuse another act than the one that its player is held to."""
        player = self.game.players.get(act.name)
        if player is not None:
            keep_to_it(self, player.seat, act.verb, act.amount)

    # ---- what is to be done

    def step(self, now_us: int) -> DealersStep:
        hand = self.felt.hand
        return in_hand(self, hand) if hand is not None else self._between(now_us)

    def _between(self, now_us: int) -> DealersStep:
        try:
            self.game.may_be_dealt(self.felt, now_us)
        except Refused as refused:
            return DealersStep("wait", refused.wrong, refused.expected, clause=refused.clause)
        if self.felt.redeal:
            return DealersStep("deal", "Deal the hand again", "The button stays; limits stay; nobody new is dealt in.")
        level = self.game.level(now_us)
        forced = [f"blinds {' and '.join(self.coin(blind) for blind in level.blinds)}"] if level.blinds else []
        forced += [f"ante {self.coin(level.ante)}"] if level.ante else []
        return DealersStep("deal", "Deal the next hand", f"With {', '.join(forced)}." if forced else "")

    # ---- what can be taken back

    def last_keyed(self) -> int:
        """The number of the last act of this table's hand that its dealer may take back; 0 for none."""
        game = self.game
        for number in range(len(game.acts), 0, -1):
            act = game.acts[number - 1]
            if number in game.undone or not isinstance(act, OF_HAND) or act.table != self.felt.number:
                continue
            if isinstance(act, acts.Timed) and not act.up:
                continue  # the clock stops when what followed it is taken back
            return number if isinstance(act, UNDONE) else 0
        return 0

    def undo_words(self) -> str:
        """Undo raise to 1,200, seat 4; nothing where nothing can be taken back."""
        number = self.last_keyed()
        if not number:
            return ""
        act = self.game.acts[number - 1]
        match act:
            case acts.Deal():
                return "Undo the deal"
            case acts.Push():
                return "Undo the push"
            case acts.Dealt(seat=seat):
                return "Undo the board" if seat == 0 else "Undo the cards" if seat < 0 else f"Undo seat {seat}'s card"
            case acts.Play(name=name, verb=verb, amount=amount):
                pass
            case acts.Say(name=name, says=says, amount=said):
                verb, amount = says or "chips", said or 0
            case _:
                return ""
        player = self.game.players.get(name)
        if player is not None and player.seat:
            amount = made(self.table.hand, self.place_of(player.seat), amount)
        where = f", seat {player.seat}" if player is not None and player.seat else ""
        to = "" if verb == "bet" else " to"
        return f"Undo {verb.replace('-', ' ')}{f'{to} {self.coin(amount)}' if amount else ''}{where}"

    def why_no_undo(self) -> str:
        if self.table.hand is None:
            return "No hand has been dealt."
        return "A ruling was given: it is corrected by another ruling, not taken back."

    def number(self) -> int:
        """The act after which the hand stands as it does; taking one back counts too."""
        for number in range(len(self.game.acts), 0, -1):
            act = self.game.acts[number - 1]
            if isinstance(act, acts.Undo) or (isinstance(act, OF_HAND) and act.table == self.felt.number):
                return number
        return 0


def dealing(table: KeyedTable, now_us: int) -> dict[str, Any]:
    """All that the dealer's screen and a dealer's program ask for, as the cash room tells it."""
    undo, hand = table.undo_words(), table.felt.hand
    return {
        "keyed": "hands",
        **asked_now(table, table.step(now_us)),
        "pots": pots_of(table, hand) if hand is not None else [],
        "taken": {"rake": 0, "drop": 0, "rake_most": 0, "drop_most": 0, "clause": "", "drop_clause": ""},
        "undo": undo,
        "why_no_undo": "" if undo else table.why_no_undo(),
        "in_play": 0,
        "games": [],
        "number": table.number(),
    }


def keyed_view(live: Live, number: int, now_us: int) -> dict[str, Any]:
    """A keyed table as its dealer sees it, in the words of a cash table; amounts are chips."""
    game = live.game
    game.tick(now_us)
    table = KeyedTable(game, number)
    felt, positions, level = table.felt, table.table.positions, game.level(now_us)
    seats = max(game.plan.seats, *felt.table.seats, 0)
    return {
        "table": f"{live.event.id} {number}",
        "property": live.event.property,
        "rulebook": f"{felt.room.book.property}/{felt.room.book.game}",
        "title": game.plan.name,
        "form": table.table.form.key,
        "big": max(level.blinds, default=0),
        "buy_in": {"least": 0, "most": 0},
        "seats": [_seat(table, seat) for seat in range(1, seats + 1)],
        "button": positions.button,
        "blinds": list(positions.blinds) if table.table.stakes.blinds and positions.big >= 0 else [],
        "has_blinds": bool(table.table.stakes.blinds),
        "hand": _hand(table),
        "hands": table.table.hands,
        "playing": table.playing,
        "time_due": 0,
        "number": table.number(),
        "turn": table.turn,
        "timer": timer(felt, now_us),
        "clock_ms": max(0, felt.clock_us - now_us) // 1000 if felt.clock_us else None,
        "dealing": dealing(table, now_us),
        "demo": False,
        "state": "open" if game.state == PLAYING else game.state,
    }


def timer(felt: Felt, now_us: int) -> dict[str, Any] | None:
    """How long the player in turn still has once the clock was called on him."""
    if felt.hand is None or not felt.clock_us:
        return None
    seconds = felt.desk.clock if felt.desk is not None and felt.desk.clock else felt.room.value("clock-seconds", 0)
    left_ms = max(0, felt.clock_us - now_us) * 1000 // SECOND_US
    return {"left_ms": left_ms, "of_ms": int(seconds) * 1000, "bank_s": 0, "bank": True}


def _seat(table: KeyedTable, number: int) -> dict[str, Any]:
    seat, game = table.table.seats.get(number), table.game
    if seat is None:
        return {"seat": number, "taken": False}
    player, hand, place = game.players[seat.name], table.table.hand, table.place_of(number)
    dealt = hand is not None and place >= 0
    stack = game.stack(seat.name)
    return {
        "seat": number,
        "taken": True,
        "name": game.called(seat.name),
        "patron": seat.name,
        "chips": stack,
        "behind": stack,
        "status": "out" if player.away or player.penalty else "in",
        "missed": 0,
        "posting": False,
        "busted": False,
        "in_hand": bool(dealt and table.playing and hand and hand.alive[place]),
        "bet": hand.bets[place] if dealt and hand and table.playing else 0,
        "cards": visible(hand, place, PUBLIC) if dealt and hand and (hand.alive[place] or hand.shown[place]) else [],
        "won": hand.won[place] if dealt and hand and hand.over else 0,
    }


def _hand(table: KeyedTable) -> dict[str, Any] | None:
    hand, order = table.table.hand, table.table.order
    if hand is None:
        return None
    records = []
    for record in hand.records[-RECORDS_MAX:]:
        seen = record_for(record, PUBLIC)
        if seen.get("player", -1) >= 0:
            seen["seat"] = order[seen.pop("player")]
        records.append(seen)
    return {
        "number": table.table.hands,
        **common(hand),
        "over": hand.over,
        "order": list(order),
        "records": records,
        "told": told(hand, PUBLIC),
    }


# ---- what its dealer keys


class Events(Protocol):
    """Who carries out what a dealer keys."""

    @property
    def house(self) -> PokerDesk: ...
    async def live(self, name: str) -> Live: ...
    async def carried_out(
        self, by: Person, right: str, name: str, asked: str, make: Made, command: str | None, seen: int | None = None
    ) -> Done: ...


class DealerKeys:
    """The dealer's own door to a keyed table: every key is an act upon the hand as he saw it."""

    def __init__(self, events: Events) -> None:
        self._events = events

    async def key(
        self, by: Person, name: str, act: acts.Any, seen: int | None = None, command: str | None = None
    ) -> Done:
        """`seen` is the table's number (`KeyedTable.number`) when he pressed the key."""

        def make(live: Live) -> Iterator[acts.Any]:
            now_us = live.director.now_us()
            assert isinstance(act, OF_HAND)
            table = KeyedTable(live.game, act.table)
            if seen is not None and seen != table.number():
                raise Stale("The hand moved on before your key arrived.", "Nothing was taken.")
            if isinstance(act, acts.Play):
                table.keep_to_it(act)
            made = _thrown(act) if isinstance(act, acts.Play) else act
            yield msgspec.structs.replace(made, at_us=now_us)

        return await self._events.carried_out(by, DEAL, name, f"key {name} {act}", make, command)

    async def take_back(self, by: Person, name: str, table: int, command: str | None = None) -> Done:
        """The last thing that was keyed at this table, back to the deal; never a ruling."""

        def make(live: Live) -> Iterator[acts.Any]:
            at = KeyedTable(live.game, table)
            number = at.last_keyed()
            if not number:
                raise Stale(at.why_no_undo())
            live.game.without((number,))
            yield acts.Undo(at_us=live.director.now_us(), acts=(number,))

        return await self._events.carried_out(by, DEAL, name, f"take back {name} {table}", make, command)

    async def call_floor(self, by: Person, name: str, table: int, command: str | None = None) -> str:
        """Somebody of the floor is asked to come to a table."""
        house, live = self._events.house, await self._events.live(name)
        live.game.felt(table)  # there is such a table
        place = live.event.property
        says = f"{name}: the dealer of table {table} calls the floor."
        work = using(self._call_floor_in, by, place, says)
        notice = await house.command(by.badge, CALL, name, f"call {name} {table}", str, work, command)
        house.hub.publish(News("floor", "notice", data=place))
        return notice

    def _call_floor_in(self, tx: Tx, by: Person, place: str, says: str) -> str:
        house = self._events.house
        house.people.require(tx, by.badge, CALL, place)
        return house.notices.raise_in(tx, place, "call", says, by.badge)


def _thrown(act: acts.Play) -> acts.Play:
    """Cards thrown away at a draw lie face down: how many is all that anybody sees."""
    if act.verb != "draw" or not act.amount:
        return act
    return msgspec.structs.replace(act, amount=0, cards=(UNKNOWN,) * act.amount)
