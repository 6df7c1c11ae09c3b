"""The director's desk of a live tournament: walk-ins with receipts, proposals confirmed, acts taken back, deals tried.

What the book proposes (a move, a table broken, seats drawn again, a race, the end) is shown with a key and done only
when somebody confirms it; whoever would do otherwise says why.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection

from croupier.equipment.money import money
from croupier.house.people.persons import Person
from croupier.house.record.desk import Desk
from croupier.house.record.errors import NotFound, Refused, Stale
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.keeper import Done, Live, Made
from croupier.house.tournaments.poker.plan import Level, Plan, faults
from croupier.house.tournaments.poker.play import UNDONE, Depends, PokerTournament
from croupier.house.tournaments.poker.prizes import pools
from croupier.house.tournaments.poker.prizes.till import won_part
from croupier.house.tournaments.poker.state import PLAYING

RUN, REGISTER = "tournament.run", "event.register"
FOLLOWS = acts.Move | acts.Draw | acts.Round | acts.Race | acts.SameHand  # what an act that is undone takes with it
LABEL_MAX = 60


class Tournaments(Protocol):
    """Who carries out what the director decides."""

    @property
    def house(self) -> Desk: ...
    async def live(self, name: str) -> Live: ...
    def may_enter(self, property_: str, badge: str, card: str = "") -> None: ...
    async def carried_out(
        self, by: Person, right: str, name: str, asked: str, make: Made, command: str | None, seen: int | None = None
    ) -> Done: ...
    async def act(
        self,
        by: Person,
        right: str,
        name: str,
        asked: str,
        make: Made,
        command: str | None,
        answer: Callable[[Live], Any],
        gives: Any,
        seen: int | None = None,
    ) -> Any: ...


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What a player paid, what for, and where he sits."""

    tournament: str
    number: int  # of the act on record
    entry: str  # a badge, or the number of a walk-in
    name: str
    what: str  # entry, re-entry, rebuy, add-on
    table: int
    seat: int
    chips: int
    parts: tuple[tuple[str, int], ...]
    total: int
    at_us: int
    by: str = ""
    undone: bool = False
    won: int = 0  # of the total: what an entry that was won has paid


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What the book wants done now, as it would be done."""

    key: str
    what: str  # end, redraw, break, move, race
    act: acts.Any


def proposal(live: Live) -> Proposal | None:
    due = live.director.due()
    if due is None:
        return None
    plain = msgspec.json.encode(msgspec.structs.replace(due, at_us=0))
    key = hashlib.sha256(plain).hexdigest()[:16]
    broken = isinstance(due, acts.Draw) and due.broken
    names = {acts.Close: "end", acts.Move: "move", acts.Race: "race", acts.Draw: "break" if broken else "redraw"}
    return Proposal(key=key, what=names[type(due)], act=due)


class Reason(msgspec.Struct, frozen=True):
    """Why something is proposed, in a sentence, with the clauses."""

    says: str
    clauses: tuple[str, ...]


def reason(game: PokerTournament, found: Proposal) -> Reason:
    act, clause = found.act, game.asked.clause
    match act:
        case acts.Move():
            here = game.players[act.name].table
            says = (
                f"Table {act.place[0]} is short. {game.called(act.name)}, next big blind at table {here}, moves to its "
                f"worst place, seat {act.place[1]}, never the small blind."
            )
            return Reason(says, (clause("balancing"), clause("moved-player")))
        case acts.Draw(broken=0):
            tables = len({number for number, _ in act.seats.values()})
            what = "the final table" if tables == 1 else f"{tables} tables"
            return Reason(f"Seats are drawn again for {what}.", (clause("redraws"), clause("final-table")))
        case acts.Draw():
            says = f"Table {act.broken} breaks: its {len(act.seats)} players fit the open seats of the others."
            return Reason(says, (clause("breaking"),))
        case acts.Race():
            says = f"Table {act.table} races off its chips below {game.chip(game.now_us):,}."
            return Reason(says, (clause("chip-race"),))
    left = len(game.left())
    says = f"{game.called(game.left()[0])} has won." if left == 1 else f"All {left} who are left are paid alike."
    return Reason(f"It is over: {says}", (clause("payout-schedule"),))


class DirectorDesk:
    def __init__(self, desk: Tournaments) -> None:
        self._desk = desk

    # ---- entries

    async def walk_in(self, by: Person, name: str, label: str, card: str, command: str | None = None) -> Receipt:
        """Somebody without an account pays in cash, shows his card and draws a seat."""
        label, card = label.strip(), card.strip()
        clause = (await self._desk.live(name)).game.asked.clause("registration")
        if not card or not 0 < len(label) <= LABEL_MAX:
            raise Refused("A walk-in has a name and a card.", f"A name of up to {LABEL_MAX} letters.", clause)

        def make(live: Live) -> Iterator[acts.Any]:
            self._desk.may_enter(live.event.property, acts.WALK_IN, card)
            live.game.check_card(card)
            yield live.director.walk_in(label, card)

        def answer(live: Live) -> Receipt:
            return receipt(live.event.id, live.game, live.event.acts, by.badge)

        asked = f"walk-in {name} {label} {card}"
        found: Receipt = await self._desk.act(by, REGISTER, name, asked, make, command, answer, Receipt)
        return msgspec.structs.replace(found, won=(await self.receipt(name, found.number)).won)

    async def receipt(self, name: str, number: int) -> Receipt:
        """The receipt of an entry, a rebuy or an add-on, by the number of its act."""
        live = await self._desk.live(name)
        with self._desk.house.storage.reading() as conn:
            lines = store.journal(conn, name, number - 1, 1) if 0 < number <= len(live.game.acts) else []
            won = self._won(conn, name, live.game, number) if lines else 0
        if not lines:
            raise NotFound(f"{name} has no receipt {number}.")
        return msgspec.structs.replace(receipt(name, live.game, number, lines[0].by), won=won)

    def _won(self, conn: Connection, name: str, game: PokerTournament, number: int) -> int:
        act, sold = game.acts[number - 1], [one for one in game.acts if isinstance(one, acts.Register)]
        return won_part(self._desk.house.ledger, conn, name, sold, act) if isinstance(act, acts.Register) else 0

    # ---- what is proposed

    async def confirm(self, by: Person, name: str, key: str, command: str | None = None) -> Done:
        """Do what was proposed, exactly as it was shown."""

        def make(live: Live) -> Iterator[acts.Any]:
            found = proposal(live)
            if found is None or found.key != key:
                raise Stale("What is proposed has changed.", "Look at it again. Nothing was done.")
            yield found.act

        return await self._desk.carried_out(by, RUN, name, f"confirm {name} {key}", make, command)

    async def break_table(self, by: Person, name: str, table: int, reason: str, command: str | None = None) -> Done:
        """A table that the floor breaks out of its order, with a reason."""

        def make(live: Live) -> Iterator[acts.Any]:
            if not reason.strip():
                clause = live.game.asked.clause("breaking")
                raise Refused("Why this table breaks now is said.", "The order was posted.", clause)
            yield live.director.broken(table, reason)

        return await self._desk.carried_out(by, RUN, name, f"break {name} {table} {reason}", make, command)

    async def race(
        self, by: Person, name: str, table: int, odd: dict[str, int] | None = None, command: str | None = None
    ) -> Done:
        """Race off a table's small chips; `odd` is how many of them each player has shown."""

        def make(live: Live) -> Iterator[acts.Any]:
            yield live.director.race(table, odd)

        return await self._desk.carried_out(by, RUN, name, f"race {name} {table} {odd}", make, command)

    async def jump(self, by: Person, name: str, level: int, command: str | None = None) -> Done:
        """Play goes on at a level from its beginning; one that runs already is not begun anew by a second press."""

        def make(live: Live) -> Iterator[acts.Any]:
            game, now = live.game, self._desk.house.sources.now_us()
            if game.state == PLAYING and level == game.level_index(now) + 1:
                words = "Its time is changed by the minute. Nothing was done."
                raise Stale(f"Line {level} of the sheet is played already.", words, game.asked.clause("levels"))
            yield acts.Jump(at_us=now, level=level)

        return await self._desk.carried_out(by, RUN, name, f"jump {name} {level}", make, command)

    async def alter(self, by: Person, name: str, levels: tuple[Level, ...], command: str | None = None) -> Done:
        """Other levels after the one that is played, as the book lets a sheet have them."""

        def make(live: Live) -> Iterator[acts.Any]:
            game, now = live.game, self._desk.house.sources.now_us()
            kept = game.plan.levels[: game.level_index(now) + 1]
            wrong = faults(msgspec.structs.replace(game.plan, levels=(*kept, *levels)))
            if wrong:
                raise Refused(f"These levels may not be played: {'; '.join(wrong)}")
            yield acts.Alter(at_us=now, levels=levels)

        return await self._desk.carried_out(by, RUN, name, f"alter {name} {levels}", make, command)

    # ---- taking back

    async def undo(self, by: Person, name: str, number: int = 0, command: str | None = None) -> Done:
        """Take back one act (0: the last one) with the moves that followed from it; what it paid goes back too."""

        def make(live: Live) -> Iterator[acts.Any]:
            numbers: tuple[int, ...] = (number or last_undoable(live.game),)
            for _ in range(len(live.game.acts)):
                try:
                    live.game.without(numbers)
                    break
                except Depends as depends:
                    if not isinstance(depends.act, FOLLOWS):
                        raise
                    numbers = tuple(sorted({*numbers, depends.number}))
            yield acts.Undo(at_us=self._desk.house.sources.now_us(), acts=numbers)

        return await self._desk.carried_out(by, RUN, name, f"undo {name} {number}", make, command)


def last_undoable(game: PokerTournament) -> int:
    """The number of the last act that may be taken back; 0 for none."""
    for number in range(len(game.acts), 0, -1):
        act = game.acts[number - 1]
        if isinstance(act, UNDONE) and number not in game.undone:
            return number
        if not isinstance(act, UNDONE | acts.Undo):
            return 0
    return 0


def receipt(tournament: str, game: PokerTournament, number: int, by: str) -> Receipt:
    plan, act = game.made_of[0], game.acts[number - 1]
    if not isinstance(act, acts.Register | acts.Rebuy):
        raise NotFound(f"{tournament} has no receipt {number}.", "Entries, rebuys and add-ons have one.")
    place = act.place or (0, 0)
    parts: tuple[tuple[str, int], ...]
    if isinstance(act, acts.Register):
        earlier = (
            one
            for n, one in enumerate(game.acts[: number - 1], 1)
            if isinstance(one, acts.Register) and one.name == act.name and n not in game.undone
        )
        what, chips, parts = "re-entry" if any(earlier) else "entry", plan.chips, entry_parts(plan)
    else:
        what = "add-on" if act.add_on else "rebuy"
        chips = plan.add_on_chips if act.add_on else plan.rebuy_chips
        parts = (("Prize pool", plan.add_on if act.add_on else plan.rebuy),)
    player = game.players.get(act.name)
    if place == (0, 0) and player is not None:
        place = (player.table, player.seat)
    return Receipt(
        tournament=tournament,
        number=number,
        entry=act.name,
        name=player.label or act.name if player is not None else act.name,
        what=what,
        table=place[0],
        seat=place[1],
        chips=chips,
        parts=parts,
        total=sum(cents for _, cents in parts),
        at_us=act.at_us,
        by=by,
        undone=number in game.undone,
    )


def entry_parts(plan: Plan) -> tuple[tuple[str, int], ...]:
    """Where the money of an entry goes."""
    parts = (
        ("Prize pool", plan.prize - plan.bounty),
        ("Bounty", plan.bounty),
        ("Administration fee", plan.administration),
        ("House fee", plan.house),
        ("Bad beat fund", plan.bad_beat),
        ("Special hands fund", plan.special_hands),
    )
    return tuple((words, cents) for words, cents in parts if cents)


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A deal as it would be: nothing is agreed."""

    how: str
    shares: dict[str, int]
    stacks: dict[str, int]
    sum: int
    keeps: int  # what everybody has for the lowest place that is left
    allowed: bool
    clause: str


def tried(
    game: PokerTournament,
    how: str,
    stacks: dict[str, int] | None = None,
    players: int = 0,
    sums: dict[str, int] | None = None,
) -> Trial:
    """What everybody who is left would get: even, by chips, by the chances of each place (icm), or `sums` of their own.

    With `players`: what so many would get if they were the last, whoever they will be; their stacks are named 1, 2, 3.
    """
    clause, left = game.asked.clause("deals"), game.left()
    if not game.entries or not left:
        raise Stale("Nobody is in.", "A deal is among those who are left.", clause)
    if players:
        if players not in foreseeable(game):
            raise Refused("A deal is among those who are left.", f"{len(left)} are.", clause)
        given = stacks or foreseen_stacks(game, players)
        if {*given} != {str(place) for place in range(1, players + 1)}:
            raise Refused(f"Stacks are told of all {players}.", f"They are named 1 to {players}.", clause)
    else:
        given = {name: game.stack(name) for name in left} | (stacks or {})
        if set(given) != set(left):
            raise Refused("Stacks are told of those who are left.", "", clause)
    return _trial(game, how, given, sums or {})


def foreseeable(game: PokerTournament) -> range:
    """For how many players, whoever they will be, a deal may be tried."""
    return range(2, min(pools.ICM_MOST, len(game.left())) + 1)


def foreseen_stacks(game: PokerTournament, players: int) -> dict[str, int]:
    """The largest stacks of now in their proportion, grown to all chips in play."""
    largest = sorted((game.stack(name) for name in game.left()), reverse=True)[:players]
    whole, most = game.in_play(), max(1, sum(largest))
    grown = {str(place): stack * whole // most for place, stack in enumerate(largest, 1)}
    grown["1"] += whole - sum(grown.values())
    return grown


def _trial(game: PokerTournament, how: str, given: dict[str, int], sums: dict[str, int]) -> Trial:
    clause = game.asked.clause("deals")
    if how not in (pools.EVEN, pools.OWN) and (apart := sum(given.values()) - game.in_play()):
        more = "too many" if apart > 0 else "too few"
        words = f"The stacks make {sum(given.values()):,}, {abs(apart):,} {more}."
        raise Refused(words, f"{game.in_play():,} chips are in play.", clause)
    paid = [cents for cents, _ in game.paid()][: len(given)]
    paid += [0] * (len(given) - len(paid))
    if how == pools.OWN:
        pools.check_sums(sums, given, sum(paid), clause)
    shares = dict(sums) if how == pools.OWN else pools.divided(how, paid, given)
    assert sum(shares.values()) == sum(paid), f"{money(sum(paid))} are divided"
    allowed = bool(game.asked.value("deals"))
    return Trial(how=how, shares=shares, stacks=given, sum=sum(paid), keeps=paid[-1], allowed=allowed, clause=clause)
