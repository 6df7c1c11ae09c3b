"""Poker tournaments on the floor: planned, registered for, played, paid; acts in the record, money in the ledger.

A tournament is its journal: whatever server looks at it plays the acts again and stands where they lead. An act is
applied, then written together with the money it moves, and only then answered; if writing fails nothing of it remains.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from sqlalchemy import Connection

from croupier.house.people.permissions import require
from croupier.house.people.persons import MACHINE, Person
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.record import kept_books
from croupier.house.record.aggregate import Act, Keeper, Spoiled
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import ABOUT, using
from croupier.house.record.errors import Faulty, Forbidden, Refused, Stale
from croupier.house.record.faults import TOURNAMENT
from croupier.house.record.journals import Head, Stored
from croupier.house.record.writer import Tx
from croupier.house.tables.life import Settings
from croupier.house.tournaments.poker import acts, store
from croupier.house.tournaments.poker.keeper import Done, EventBook, EventUnit, Live, Made, tell
from croupier.house.tournaments.poker.live.director_desk import DirectorDesk
from croupier.house.tournaments.poker.live.keyed_table import DealerKeys, KeyedTable
from croupier.house.tournaments.poker.out_of_order import BrokenTournaments
from croupier.house.tournaments.poker.plan import Plan, book_of, faults, room_of
from croupier.house.tournaments.poker.prizes.payouts import Payouts
from croupier.house.tournaments.poker.prizes.till import Till, purse
from croupier.house.tournaments.poker.rulings import declared
from croupier.house.tournaments.poker.state import OVER, REGISTERING
from croupier.house.tournaments.poker.store import Event
from croupier.poker.errors import Refused as NotPoker
from croupier.rulebook import BadOption, Posting
from croupier.rulebook import NotFound as NoRulebook

T = TypeVar("T")
NAME_CHARS_MAX = 24
BANK = "time-bank"  # a player's own word beside the verbs of a hand
RUN, DEAL, REGISTER, PLAY = "tournament.run", "event.deal", "event.register", "event.play"


class Applied(msgspec.Struct):
    """Acts that a tournament in memory has taken, and how it stood before: what is written, and what they cost."""

    was: Event
    before: dict[str, tuple[int, int]]  # bounties and chips cashed, by name
    entered: dict[str, int]
    done: list[acts.Any] = []
    entries: list[Stored] = []
    sealed: list[store.Sealed] = []
    state: str = ""
    at_us: int = 0


class PokerTournaments:
    def __init__(self, house: PokerDesk) -> None:
        self.house = house
        self.payouts = Payouts(house)
        self.director = DirectorDesk(self)
        self.dealers = DealerKeys(self)
        self._keepers: dict[str, Keeper[Live, EventUnit]] = {}
        house.faults.closers[TOURNAMENT] = BrokenTournaments(house.ledger, house.sources, self.live, self.forget)

    # ---- planning

    async def plan(
        self,
        by: Person,
        name: str,
        plan: Plan,
        options: dict[str, bool | int | str] | None = None,
        command: str | None = None,
    ) -> Event:
        """A structure sheet as the room posts it, with what the house chooses of the book's options."""
        house, chosen = self.house, options or {}
        if not 0 < len(name) <= NAME_CHARS_MAX or not name.replace("-", "").isalnum() or not name.isascii():
            raise Refused(f"{name!r} names no tournament.", f"Letters, digits and hyphens, at most {NAME_CHARS_MAX}.")
        posting = self._posting(plan, chosen)
        if wrong := faults(plan):
            raise Faulty(name, wrong)
        work = using(self._plan_in, by, name, plan, posting, chosen)
        return await house.command(
            by.badge, "tournament.plan", name, f"plan {name} {written((plan, chosen))}", Event, work, command
        )

    def _plan_in(
        self, tx: Tx, by: Person, name: str, plan: Plan, posting: Posting, chosen: dict[str, bool | int | str]
    ) -> Event:
        house = self.house
        house.people.require(tx, by.badge, "tournament.plan", plan.property)
        house.check_rules(tx.conn, posting, Settings())
        if plan.target:
            self._check_target(tx.conn, plan)
        made = store.add(tx, name, plan, chosen, REGISTERING, house.sources.now_us())
        kept_books.keep(tx, store.journal_of(name), posting.rulebook, room_of(plan.property, plan.on).book)
        house.ledger.open(tx, purse(name))
        house.people.log(tx, by.badge, "tournament.plan", name, "done", f"{plan.property} {plan.format}")
        return made

    def _posting(self, plan: Plan, options: dict[str, bool | int | str]) -> Posting:
        try:
            book = book_of(plan.property, plan.on)
            return Posting(book, dict(options))
        except (NoRulebook, BadOption, NotPoker, ValueError) as error:
            raise Refused(str(error)) from None

    def _check_target(self, conn: Connection, plan: Plan) -> None:
        target = store.get(conn, plan.target).plan
        if target.entry != plan.target_buy_in or target.property != plan.property:
            raise Refused(f"{plan.target} costs {target.entry} cents.", "A satellite wins whole entries.")

    # ---- looking

    def keeper(self, name: str) -> Keeper[Live, EventUnit]:
        if name not in self._keepers:
            self._keepers[name] = Keeper(self.house, EventBook(self.house, name))
        return self._keepers[name]

    async def forget(self, name: str) -> None:
        await self.keeper(name).forget()
        tell(self.house, name)

    def all(self, property_: str | None = None) -> list[Event]:
        with self.house.storage.reading() as conn:
            return store.all_of(conn, property_)

    async def live(self, name: str) -> Live:
        """The tournament as it stands on record; acts of other servers are played first."""
        return await self.keeper(name).look()

    # ---- acting

    async def register(
        self, by: Person, name: str, patron: str, card: str, command: str | None = None
    ) -> tuple[int, int]:
        """Staff register a player who shows his card; the seat that he drew. Also for coming in again."""
        if not card.strip():
            clause = (await self.live(name)).game.asked.clause("registration")
            raise Refused("The player has shown no card.", "Every player has one.", clause)

        def make(live: Live) -> Iterator[acts.Any]:
            self.may_enter(live.event.property, patron, card)
            self._check_standing(live, patron)
            live.game.check_card(card.strip(), patron)
            yield live.director.register(patron, card.strip())

        def seat(live: Live) -> tuple[int, int]:
            player = live.game.players[patron]
            return player.table, player.seat

        found: tuple[int, int] = await self.act(
            by, REGISTER, name, f"register {name} {patron} {card}", make, command, seat, tuple[int, int]
        )
        return found

    def may_enter(self, property_: str, badge: str, card: str = "") -> None:
        """A player of the house who is neither suspended nor barred; who has no account is known by his card."""
        with self.house.storage.reading() as conn:
            if badge.startswith(acts.WALK_IN):
                self.house.procedures.welcome(conn, property_, card.strip())
                return
            self.house.people.get(conn, badge)  # there is one
            self.house.procedures.welcome(conn, property_, badge)

    def _check_standing(self, live: Live, patron: str) -> None:
        """Who lost his chips comes in again; whose chips were taken from him as he was disqualified does not."""
        if patron in live.game.disqualified:
            words, clause = "Nothing more is sold to him in this one.", live.game.asked.clause("disqualified")
            raise Refused(f"{patron} is disqualified.", words, clause)

    async def withdraw(self, by: Person, name: str, patron: str, command: str | None = None) -> Done:
        return await self._one(by, REGISTER, name, acts.Withdraw(at_us=0, name=patron), command)

    async def rebuy(
        self,
        by: Person,
        name: str,
        patron: str,
        *,
        add_on: bool = False,
        held: int | None = None,
        command: str | None = None,
    ) -> Done:
        """`held` is what a player at a live table has left."""

        def make(live: Live) -> Iterator[acts.Any]:
            player = live.game.player(patron)
            self.may_enter(live.event.property, patron, player.card)
            self._check_standing(live, patron)
            place = live.director.seat() if not player.table else None
            yield acts.Rebuy(
                at_us=self._now(), name=patron, add_on=add_on, place=place, held=UNSET if held is None else held
            )

        asked = f"{'add-on' if add_on else 'rebuy'} {name} {patron}" + ("" if held is None else f" {held}")
        return await self.carried_out(by, REGISTER, name, asked, make, command)

    async def start(self, by: Person, name: str, command: str | None = None) -> Done:
        def make(live: Live) -> Iterator[acts.Any]:
            yield live.director.start()

        return await self.carried_out(by, RUN, name, f"start {name}", make, command)

    async def arrange(self, by: Person, name: str, command: str | None = None) -> Done:
        """Whatever is due and can be done now: tables broken, players moved, seats drawn again, chips raced off."""
        return await self.carried_out(by, DEAL, name, f"arrange {name}", self._arranging, command)

    def _arranging(self, live: Live) -> Iterator[acts.Any]:
        while (due := live.director.due()) is not None:
            yield due

    async def deal(
        self, by: Person, name: str, table: int, command: str | None = None, seen: int | None = None
    ) -> Done:
        """The next hand at a table, after what is due between hands."""
        known = self.house.answered(command, by.badge, f"deal {name} {table}", Done)
        if known is not None:
            return known
        found = await self.live(name)
        if not found.event.plan.live and found.director.due() is not None:  # at a live one nothing is done silently
            await self.arrange(by, name)

        def make(live: Live) -> Iterator[acts.Any]:
            yield live.director.deal(table)

        return await self.carried_out(by, DEAL, name, f"deal {name} {table}", make, command, seen)

    async def play(
        self,
        by: Person,
        name: str,
        table: int,
        verb: str,
        amount: int = 0,
        cards: tuple[int, ...] = (),
        *,
        patron: str = "",
        command: str | None = None,
        seen: int | None = None,
        turn: int | None = None,
    ) -> Done:
        """An act in a hand: a player's own, or keyed by the dealer for the player in turn.

        `turn` is the hand as it was seen (`State.turn`): unlike `seen`, the other tables may have gone on.
        """
        who = patron or by.badge

        def make(live: Live) -> Iterator[acts.Any]:
            if who != by.badge and not live.event.plan.live:
                clause = live.game.asked.room.clause("own-chips")
                raise Forbidden("A player acts for himself here.", "His clock acts for who does not.", clause)
            if turn is not None and turn != live.game.turn(table):
                raise Stale("The hand moved on before your act arrived.", "Nothing was taken.")
            if verb == BANK:
                yield acts.TimeBank(at_us=self._now(), table=table, name=who)
                return
            played = acts.Play(at_us=self._now(), table=table, name=who, verb=verb, amount=amount, cards=cards)
            if live.event.plan.live:
                KeyedTable(live.game, table).keep_to_it(played)
            yield played

        right = PLAY if who == by.badge else DEAL
        asked = f"play {name} {table} {who} {verb} {amount} {cards}"
        return await self.carried_out(by, right, name, asked, make, command, seen)

    async def rule(
        self,
        by: Person,
        name: str,
        table: int,
        when: str,
        seat: int = 0,
        choice: str = "",
        facts: dict[str, Any] | None = None,
        command: str | None = None,
    ) -> Done:
        """Declare an irregularity with its facts; the ruling is given and stands on record."""

        def make(live: Live) -> Iterator[acts.Any]:
            made = declared(live.game.felt(table), by.role, when, seat, choice, dict(facts or {}))
            yield msgspec.structs.replace(made, at_us=self._now())

        asked = f"rule {name} {table} {when} {seat} {choice} {facts}"
        return await self.carried_out(by, DEAL, name, asked, make, command)

    async def do(self, by: Person, name: str, act: acts.Any, command: str | None = None) -> Done:
        """What the floor decides or a director records: clock, penalty, a seat put right, who is out, a deal."""
        if isinstance(act, acts.Jump):
            return await self.director.jump(by, name, act.level, command)
        if isinstance(act, acts.Shift):
            act = msgspec.structs.replace(act, of_break=True)
        if isinstance(act, acts.Agree) and not (await self.live(name)).event.plan.live:
            act = acts.Propose(at_us=0, shares=act.shares)  # each player agrees himself
        # whoever stands at the table sees these
        seen = isinstance(act, acts.Bust | acts.Count | acts.Button | acts.Say | acts.Timed | acts.Dealt | acts.Push)
        right = REGISTER if isinstance(act, acts.CashOut) else DEAL if seen else RUN
        return await self._one(by, right, name, act, command)

    async def consent(self, by: Person, name: str, command: str | None = None) -> Done:
        """A player's own word on the division that is proposed."""
        return await self._one(by, PLAY, name, acts.Consent(at_us=0, name=by.badge), command)

    async def _one(self, by: Person, right: str, name: str, act: acts.Any, command: str | None) -> Done:
        def make(live: Live) -> Iterator[acts.Any]:
            yield msgspec.structs.replace(act, at_us=self._now())

        return await self.carried_out(by, right, name, f"{type(act).__name__} {name} {act}", make, command)

    def _now(self) -> int:
        return self.house.sources.now_us()

    async def carried_out(
        self, by: Person, right: str, name: str, asked: str, make: Made, command: str | None, seen: int | None = None
    ) -> Done:
        def where(live: Live) -> Done:
            return Done(name, live.event.acts, live.game.state)

        found: Done = await self.act(by, right, name, asked, make, command, where, Done, seen)
        return found

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
    ) -> Any:
        house = self.house
        known = house.answered(command, by.badge, asked, gives)
        if known is not None:
            return known

        def recall(look: bool) -> Any:  # sent twice at once: before any rule says no, its first answer
            return house.answered(command, by.badge, asked, gives)

        def apply(live: Live) -> EventUnit:
            try:
                work = self._prepared(live, by, right, make, answer, seen)
            except Refused as refused:
                if len(live.game.acts) != live.event.acts:  # half way: it is read again
                    raise Spoiled(refused) from refused
                raise
            return EventUnit(work=house.once(command, by.badge, asked, gives, work))

        doing = self.keeper(name).act(Act(command or "", recall, apply))
        return await house.answering(by.badge, right, name, doing)

    def _prepared(
        self, live: Live, by: Person, right: str, make: Made, answer: Callable[[Live], T], seen: int | None
    ) -> Callable[[Tx], T]:
        """Apply the acts here, and give the work that writes them."""
        house, was, game = self.house, live.event, live.game
        if by is not MACHINE:
            require(by.at(was.property).acting(right).role, right)
        if seen is not None and seen != was.acts:
            raise Stale(f"{was.id} has gone on to act {was.acts}.", "Look at it again.")
        made = Applied(
            was=was,
            before={p.name: (p.bounties, p.cashed) for p in game.players.values()},
            entered={p.name: p.entries for p in game.players.values()},
        )
        last = Head(was.acts, was.hash)
        for act in make(live):
            game.do(act)
            made.done.append(game.acts[-1])
            kept, orders = live.decks.hide(game.acts[-1], house.sources.entropy)
            made.sealed += orders
            made.entries.append(store.entry_after(last, by.badge, kept))
            last = Head(made.entries[-1].number, made.entries[-1].hash)
        made.state, made.at_us = game.state, house.sources.now_us()
        if made.entries:
            values = {"acts": last.number, "hash": last.hash, "state": made.state, "changed_us": made.at_us}
            live.event = msgspec.structs.replace(was, **values)
        return using(self._write_in, live, by, right, made, answer(live))

    def _write_in(self, tx: Tx, live: Live, by: Person, right: str, made: Applied, answer: T) -> T:
        house, was = self.house, made.was
        if by is not MACHINE:
            house.people.require(tx, by.badge, right, was.property)
        if made.entries:
            store.append(tx, was, made.entries, made.state, made.at_us, made.sealed)
            tx.tell(f"{ABOUT}{was.id}")
            self._money(tx, live, by.badge, made.done, made.before, made.entered)
            if made.state == OVER and was.state != OVER:
                self._finish(tx, live, by.badge, made.at_us)
            if not isinstance(made.done[-1], acts.Play | acts.Deal):
                names = ", ".join(type(act).__name__.lower() for act in made.done[:20])
                house.people.log(tx, by.badge, right, was.id, "done", names)
        return answer

    # ---- money

    def _money(
        self,
        tx: Tx,
        live: Live,
        by: str,
        done: list[acts.Any],
        before: dict[str, tuple[int, int]],
        entered: dict[str, int],
    ) -> None:
        """What these acts cost or pay: it follows from them alone."""
        house, plan = self.house, live.event.plan
        till = Till(house.ledger, live.event.id, plan)
        for act in done:
            if isinstance(act, acts.Undo):
                self._give_back(tx, till, by, [live.game.acts[number - 1] for number in act.acts], _sold(live))
            elif isinstance(act, acts.Register):
                till.enter(tx, by, act.name, act.card)
            elif isinstance(act, acts.Withdraw):
                till.give_back(tx, by, _last(_sold(live), act.name, 1)[0], _sold(live))
            elif isinstance(act, acts.Rebuy):
                till.buy(tx, by, act.name, plan.add_on if act.add_on else plan.rebuy)
            elif isinstance(act, acts.Cancel):
                for name, entries in entered.items():
                    for one in _last(_sold(live), name, entries):
                        till.give_back(tx, by, one, _sold(live))
        for player in live.game.players.values():
            bounties, cashed = before.get(player.name, (0, 0))
            if player.bounties < bounties:
                till.take_back(tx, by, player.name, bounties - player.bounties)
            elif player.bounties > bounties:
                till.pay(tx, "tournament-bounty", by, player.name, player.bounties - bounties)
            if player.cashed > cashed:
                till.pay(tx, "tournament-cash-out", by, player.name, player.cashed - cashed)

    def _give_back(self, tx: Tx, till: Till, by: str, undone: list[acts.Any], sold: list[acts.Register]) -> None:
        for act in undone:
            if isinstance(act, acts.Register):
                till.give_back(tx, by, act, sold)
            elif isinstance(act, acts.Rebuy):
                till.buy_back(tx, by, act.name, till.plan.add_on if act.add_on else till.plan.rebuy)

    def _finish(self, tx: Tx, live: Live, by: str, now: int) -> None:
        """It is over: the guarantee is made up, and every prize is due."""
        till, game = Till(self.house.ledger, live.event.id, live.event.plan), live.game
        overlay = game.pools().overlay
        if overlay:
            till.make_up(tx, by, overlay)
        prizes = game.prizes()
        held, due = till.balance(tx), sum(prize.cents for prize in prizes)
        assert held == due, f"{live.event.id} holds {held} cents and owes {due}"
        store.add_prizes(tx, live.event.id, prizes, {p.name: p.paid for p in game.players.values()}, now)


def _sold(live: Live) -> list[acts.Register]:
    return [act for act in live.game.acts if isinstance(act, acts.Register)]


def _last(sold: list[acts.Register], name: str, count: int) -> list[acts.Register]:
    """The last entries that a player has bought."""
    return [one for one in sold if one.name == name][-count:] if count else []
