"""Tournaments on the floor: planned by a manager, approved by the office that the book names, entered for a fee, drawn
and ended by a supervisor, paid out.

Their tables are tables of the floor with journals of their own: acts arrive, are recorded and resumed as at any other
table. The chips on them are worth nothing and stand in no ledger; entry fees lie in the tournament's own account until
its places are paid.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.equipment.money import money
from croupier.house.people.gaming_day import local_date
from croupier.house.people.persons import Person, Proof
from croupier.house.poker_room.procedures.desk import PokerDesk
from croupier.house.record import accounts, journals
from croupier.house.record.commands.receipts import Command, Receipt
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Faulty, Forbidden, NotFound, Refused, Short, Stale
from croupier.house.record.faults import HEATS, TABLE, OutOfOrder
from croupier.house.record.journals import Head, Pages, SealedOrders
from croupier.house.record.news.hub import News
from croupier.house.record.writer import Tx
from croupier.house.tables import loading
from croupier.house.tables.absentees import next_for_absent
from croupier.house.tables.life import CLOSED, OPEN, Settings
from croupier.house.tables.options import check_options
from croupier.house.tournaments.table import store as tournament_store
from croupier.house.tournaments.table.out_of_order import BrokenHeats
from croupier.house.tournaments.table.play import Heat, Purse, Stand, groups_of, heat_of, options_of, seat, turns_of
from croupier.house.tournaments.table.rules import Approved, Plan, book_of, unstated
from croupier.house.tournaments.table.rules import asked as rules_of
from croupier.house.tournaments.table.store import (
    CALLED_OFF,
    ENTERING,
    OVER,
    PAID,
    PLAYING,
    SUBMITTED,
    Seated,
    Tournament,
)
from croupier.rounds import acts
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game
from croupier.rounds.journal import START
from croupier.rulebook import NotFound as NoRulebook

T = TypeVar("T")
RUN = "tournament.run"
ENTRIES_MAX = 2_000
FEE_CENTS_MAX = 1_000_000_00


class TournamentStanding(msgspec.Struct, frozen=True):
    """Where a tournament stands, for whoever looks."""

    tournament: Tournament
    entries: list[str]
    purse: int
    tables: list[Seated]
    places: list[str] = []


class Prize(msgspec.Struct, frozen=True):
    place: int
    name: str
    cents: int


class _Drawn(msgspec.Struct, frozen=True):
    """A table of the next stage, seated and ready to be written."""

    seated: Seated
    settings: Settings
    driver: Driver
    pages: Pages


class Tournaments:
    def __init__(self, house: PokerDesk) -> None:
        self.house = house
        closer = BrokenHeats(house.faults, house.storage, house.ledger, house.sources, house.tables)
        house.faults.closers[HEATS] = closer

    # ---- planning and entering

    async def plan(
        self, by: Person, name: str, plan: Plan, entry_cents: int, prizes: tuple[int, ...], command: str | None = None
    ) -> Tournament:
        """A tournament: its rules, its fee, each place's share of the purse. People may enter once the office that the
        book names has approved the rules, or at once where it names none."""
        house = self.house
        letters = name.replace("-", "")
        if not 0 < len(name) <= 24 or not letters.isalnum() or not name.isascii():
            raise Refused(f"{name!r} names no tournament.", "Letters, digits and hyphens, at most 24.")
        if not 0 <= entry_cents <= FEE_CENTS_MAX or any(share <= 0 for share in prizes) or sum(prizes) > 100:
            raise Refused("The prizes are shares of the purse.", "Percent by place, 100 together at most.")
        try:
            wrong, rules = unstated(plan), rules_of(book_of(plan))
        except (NoRulebook, ValueError) as error:
            raise Refused(str(error)) from None
        if plan.approved is not None:
            wrong.append(f"whoever plans it does not state the approval: the office signs it (clause {rules.clause})")
        if wrong:
            raise Faulty(name, wrong)
        settings = Settings(day=plan.on or "", options=options_of(plan), tournament=name)
        game = check_options(plan.property, plan.game, settings, self.house.game)
        state = SUBMITTED if rules.approved_by else ENTERING
        made = Tournament(name, plan, entry_cents, prizes, state, 0, house.sources.now_us())
        work = using(self._plan_in, by, name, plan, game, made)
        asked = f"plan {name} {written((plan, entry_cents, prizes))}"
        return await self._do(by.badge, "tournament.plan", name, asked, Tournament, work, command)

    def _plan_in(self, tx: Tx, by: Person, name: str, plan: Plan, game: Game, made: Tournament) -> Tournament:
        house = self.house
        house.people.require(tx, by.badge, "tournament.plan", plan.property)
        house.check_rules(tx.conn, game.posting, Settings())
        tournament_store.add(tx, made)
        house.people.log(tx, by.badge, "tournament.plan", name, "done", f"{plan.property}/{plan.game}")
        return made

    async def approve(self, proof: Proof, name: str, reference: str = "", command: str | None = None) -> Tournament:
        """The office that the book names approves the rules of a tournament as they were planned, and signs."""
        asked = f"approve {name} {reference}"
        work = using(self._approve_in, proof, name, reference)
        return await self._do(proof.badge, "approval.decide", name, asked, Tournament, work, command)

    def _approve_in(self, tx: Tx, proof: Proof, name: str, reference: str) -> Tournament:
        house = self.house
        house.people.require_anywhere(tx, proof.badge, "approval.decide")
        found = tournament_store.get(tx.conn, name, lock=True)
        person = house.people.sign(tx, proof, "approval.decide", name, found.plan.property)
        if found.state != SUBMITTED:
            raise Stale(f"{name} is {found.state.replace('-', ' ')}.", "Rules are approved once, before entries.")
        if person.badge == tournament_store.planned_by(tx.conn, name):
            raise Forbidden(f"Badge {person.badge} planned {name}.", "Somebody else approves it for the office.")
        rules, today = rules_of(book_of(found.plan)), local_date(tx.conn, house.sources.now_us())
        given = Approved(rules.approved_by, today, reference.strip()[:120])
        plan = msgspec.structs.replace(found.plan, approved=given)
        house.people.log(tx, person.badge, "approval.decide", name, "done", f"approved by the {given.by}")
        return tournament_store.approve(tx, found, plan, house.sources.now_us())

    async def enter(self, by: Person, name: str, command: str | None = None) -> int:
        """An entry; its number. The fee moves from the patron's credit into the purse."""
        house = self.house
        work = using(self._enter_in, by, name)
        number = await self._do(by.badge, "cage.own", name, f"enter {name}", int, work, command)
        house.hub.publish(News(f"patron:{by.badge}", "balance"))
        return number

    def _enter_in(self, tx: Tx, by: Person, name: str) -> int:
        house = self.house
        house.people.require_anywhere(tx, by.badge, "cage.own")
        found = tournament_store.get(tx.conn, name, lock=True)
        house.people.require(tx, by.badge, "cage.own", found.plan.property)
        there = tournament_store.entries(tx.conn, name)
        house.procedures.welcome(tx.conn, found.plan.property, by.badge)
        if found.state == SUBMITTED:
            rules = rules_of(book_of(found.plan))
            words = f"The rules of {name} are not approved yet."
            raise Stale(words, f"The {rules.approved_by} approves them first.", rules.clause)
        if found.state != ENTERING:
            raise Stale(f"{name} has begun.", "Entries are closed.")
        if by.badge in there or len(there) >= ENTRIES_MAX:
            raise Refused(f"Badge {by.badge} can't enter again.", "One entry a participant.")
        if found.entry_cents:
            house.ledger.open(tx, accounts.patron(by.badge))
            has, fee = house.ledger.balance_in(tx, accounts.patron(by.badge)), money(found.entry_cents)
            if has < found.entry_cents:
                raise Short(f"You have {money(has)} with the house.", f"The fee is {fee}: buy in at the cage first.")
            Purse(house.ledger, name).collect(tx, by.badge, accounts.patron(by.badge), found.entry_cents)
        entry = tournament_store.next_entry(tx.conn, name)
        tournament_store.add_entry(tx, name, entry, by.badge, house.sources.now_us())
        return entry

    async def withdraw(self, by: Person, name: str, command: str | None = None) -> int:
        """An entry is taken back before the first table is drawn; what goes back from the purse."""
        house = self.house
        work = using(self._withdraw_in, by, name)
        back = await self._do(by.badge, "cage.own", name, f"withdraw {name}", int, work, command)
        house.hub.publish(News(f"patron:{by.badge}", "balance"))
        return back

    def _withdraw_in(self, tx: Tx, by: Person, name: str) -> int:
        house = self.house
        house.people.require_anywhere(tx, by.badge, "cage.own")
        found = tournament_store.get(tx.conn, name, lock=True)
        house.people.require(tx, by.badge, "cage.own", found.plan.property)
        if found.state != ENTERING:
            raise Stale(f"{name} has begun.", "Entries stand.")
        tournament_store.remove_entry(tx, name, by.badge)
        if found.entry_cents:
            purse = Purse(house.ledger, name)
            purse.pay(tx, by.badge, accounts.patron(by.badge), found.entry_cents, "tournament-withdrawal")
        house.people.log(tx, by.badge, "cage.own", name, "done", "entry withdrawn")
        return found.entry_cents

    # ---- playing

    async def draw(self, proof: Proof, name: str, command: str | None = None, seen: int | None = None) -> list[Seated]:
        """The next stage, signed: tables drawn by lot, opened and seated together. `seen` is the stage that was looked
        at."""
        house, by = self.house, proof.badge
        known = house.answered(command, by, f"draw {name}", list[Seated])
        if known is not None:
            return known
        with house.storage.reading() as conn:
            found = tournament_store.get(conn, name)
            if seen is not None and seen != found.stage:
                raise Stale(f"{name} is at stage {found.stage}.", "Look at it again.")
            names = self._left(found, tournament_store.entries(conn, name), tournament_store.tables(conn, name))
        if len(names) < 2:
            raise Stale(f"{name} needs no further table.", "At least two participants play.")
        groups = groups_of(names, found.plan.seats, house.sources.entropy)
        drawn = [self._drawn(found, number, group) for number, group in enumerate(groups, 1)]
        work = using(self._draw_in, proof, found, names, [(one, one.pages.drain()) for one in drawn])
        return await self._do(by, RUN, name, f"draw {name}", list[Seated], work, command)

    def _draw_in(
        self,
        tx: Tx,
        proof: Proof,
        found: Tournament,
        names: list[str],
        drawn: list[tuple[_Drawn, journals.Drained]],
    ) -> list[Seated]:
        house, plan, name, stage = self.house, found.plan, found.id, found.stage + 1
        house.people.sign(tx, proof, RUN, name, plan.property)
        house.check_rules(tx.conn, drawn[0][0].driver.game.posting, Settings())
        now = house.sources.now_us()
        tournament_store.change(tx, found, now, state=PLAYING, stage=stage)
        if found.state == ENTERING and tournament_store.entries(tx.conn, name) != names:
            raise Stale(f"Somebody entered {name} or withdrew at this moment.", "Draw again, with everybody.")
        for one, begins in drawn:
            table_id, journal = one.seated.table_id, one.pages.journal_id
            added = house.tables.add(tx, table_id, plan.property, plan.game, "electronic", "Tournaments", one.settings)
            house.tables.change(tx, added, state=OPEN, journal=journal, openings=1)
            loading.begin(tx, table_id, journal, one.driver.game.posting, *begins, now)
            tournament_store.add_table(tx, one.seated)
        house.people.log(tx, proof.badge, RUN, name, "done", f"stage {stage} drawn")
        return [one.seated for one, _ in drawn]

    def _left(self, found: Tournament, entries: list[str], tables: list[Seated]) -> list[str]:
        """Who plays in the next stage."""
        if found.state == ENTERING:
            return entries
        last = [table for table in tables if table.stage == found.stage]
        if found.state != PLAYING or any(table.heat is None for table in last):
            raise Stale(f"{found.id} is {found.state}, stage {found.stage}.", "Every table of the stage ends first.")
        return [name for table in last if table.heat for name in table.heat.advanced]

    def _drawn(self, found: Tournament, number: int, names: list[str]) -> _Drawn:
        house, plan, stage = self.house, found.plan, found.stage + 1
        table_id = f"{found.id}-{stage}-{number}"
        settings = Settings(
            title=f"{plan.name}, stage {stage}, table {number}",
            day=plan.on or "",
            options=options_of(plan),
            seats=len(names),
            tournament=found.id,
        )
        game = check_options(plan.property, plan.game, settings, self.house.game)
        pages = Pages(f"{table_id}.1", Head(0, START))
        driver = Driver(
            game,
            seats=len(names),
            mode="electronic",
            journal=pages,
            chance=Chance(house.sources.entropy, SealedOrders(house.storage, pages)),
            clock=lambda: journals.to_text(house.sources.now_us()),
            name=table_id,
        )
        seat(driver, plan, names)
        button = 1 + int(house.sources.entropy.below(len(names)))
        seated = Seated(table_id, found.id, stage, number, tuple(names), button, house.sources.now_us())
        return _Drawn(seated, settings, driver, pages)

    async def go_on(self, proof: Proof, name: str, table_id: str, entry: int) -> Receipt:
        """A supervisor signs for a participant who is away: the least wager, the close, the decision without a cost.

        `entry` is the last of the journal that was looked at: has anything been done meanwhile, this very act sent
        before included, nothing is done.
        """
        house = self.house
        self._check_table(name, table_id)
        live = await house.table(table_id)
        if live.turns is None:
            raise Refused(f"Table {table_id} is in no tournament.", "A supervisor rules on it at the table.")
        if entry != live.driver.entry:
            raise Stale("The table has gone on.", "Nobody is waited for any more.")
        answer, number = next_for_absent(live), live.driver.number
        if answer is None:
            raise Stale("Nobody is waited for.", "The table goes on or ends by itself.")

        with house.storage.reading() as conn:
            person = house.people.get(conn, proof.badge)

        def sign(tx: Tx) -> None:
            words = f"for who is away: {type(answer).__name__.lower()}"
            house.people.sign(tx, proof, RUN, table_id, live.table.property)
            house.people.log(tx, proof.badge, RUN, table_id, "done", words)

        if isinstance(answer, acts.Close):
            doing = house.close_wagers(table_id, number, sign)
        else:
            command = Command(house.sources.new_command(), person, answer, number)
            doing = house.act(command, table_id, sign)
        return await house.answering(proof.badge, RUN, table_id, doing)

    async def end_table(self, proof: Proof, name: str, table_id: str, command: str | None = None) -> Heat:
        """A table has reached its limit, signed: its standings, and who goes on. The last table of all ends the
        tournament."""
        house, by = self.house, proof.badge
        self._check_table(name, table_id)
        known = house.answered(command, by, f"end {table_id}", Heat)
        if known is not None:
            return known
        keeper = house.keeper(table_id)
        async with keeper.lock:
            keeper.held = None  # the last round may have been played at another server
            live = await keeper.current()
            turns = turns_of(live)
            if turns is None:
                raise Refused(f"Table {table_id} is in no tournament.", "Close it from the pit.")
            if not turns.over:
                raise Stale("This table still plays.", "It ends at its limit.")
            stands, journal = turns.standings(), live.pages.journal_id
            rounds = turns.played
            work = self._ending(proof, table_id, stands, journal, rounds)
            heat = await self._do(by, RUN, table_id, f"end {table_id}", Heat, work, command)
            keeper.held = None
        house.hub.publish(News(f"table:{table_id}", CLOSED))
        return heat

    def _check_table(self, name: str, table_id: str) -> None:
        with self.house.storage.reading() as conn:
            if self.house.tables.get(conn, table_id).settings.tournament != name:
                raise NotFound(f"{name} has no table {table_id}.")

    def _ending(
        self, proof: Proof, table_id: str, stands: list[Stand], journal: str, rounds: int
    ) -> Callable[[Tx], Heat]:
        house = self.house
        with house.storage.reading() as conn:
            seated = tournament_store.at_table(conn, table_id)
            found = tournament_store.get(conn, seated.tournament)
            count = len(tournament_store.tables(conn, found.id, found.stage))
        heat = heat_of(found.plan, stands, seated.stage, seated.number, count, house.sources.entropy)
        return using(self._end_in, proof, table_id, heat, journal, rounds, found.id if count == 1 else "")

    def _end_in(self, tx: Tx, proof: Proof, table_id: str, heat: Heat, journal: str, rounds: int, decided: str) -> Heat:
        """`decided`: the tournament that is over with this table."""
        house = self.house
        house.people.sign(tx, proof, RUN, table_id, house.tables.place(tx.conn, table_id))
        now = house.sources.now_us()
        tournament_store.end_table(tx, table_id, heat)
        journals.close(tx, journal, now, rounds, 0, 0)
        table = house.tables.get(tx.conn, table_id, lock=True)
        house.tables.change(tx, table, state=CLOSED, journal="")
        if decided:
            tournament_store.change(tx, tournament_store.get(tx.conn, decided, lock=True), now, state=OVER)
        house.people.log(tx, proof.badge, RUN, table_id, "done", f"ended: {heat.standings[0].name} leads")
        return heat

    # ---- paying

    async def pay(self, proof: Proof, name: str, command: str | None = None) -> list[Prize]:
        """Pay the places with a manager's signature; what is left of the purse is the house's."""
        house = self.house
        work = using(self._pay_in, proof, name)
        prizes = await self._do(proof.badge, "tournament.pay", name, f"pay {name}", list[Prize], work, command)
        for prize in prizes:
            house.hub.publish(News(f"patron:{prize.name}", "balance"))
        return prizes

    def _pay_in(self, tx: Tx, proof: Proof, name: str) -> list[Prize]:
        house = self.house
        house.people.require_anywhere(tx, proof.badge, "tournament.pay")
        found = tournament_store.get(tx.conn, name, lock=True)
        person = house.people.sign(tx, proof, "tournament.pay", name, found.plan.property)
        if found.state != OVER:
            raise Stale(f"{name} is {found.state}.", "Prizes are paid when it is over, once.")
        places = self._places(tournament_store.tables(tx.conn, name))
        purse = Purse(house.ledger, name)
        house.ledger.open(tx, purse.account)
        held = house.ledger.balance_in(tx, purse.account)
        prizes = [Prize(n, who, held * share // 100) for n, (who, share) in enumerate(zip(places, found.prizes), 1)]
        for prize in prizes:
            house.ledger.open(tx, accounts.patron(prize.name))
            if prize.cents:
                purse.pay(tx, person.badge, accounts.patron(prize.name), prize.cents)
        left = held - sum(prize.cents for prize in prizes)
        if left:
            purse.pay(tx, person.badge, accounts.house(found.plan.property), left)
        tournament_store.change(tx, found, house.sources.now_us(), state=PAID)
        return prizes

    async def call_off(self, proof: Proof, name: str, reason: str, command: str | None = None) -> int:
        """A manager calls it off before it is decided: every fee goes back, every table closes. What goes back.

        No rulebook speaks of it, so nobody is paid by a place that he has not reached.
        """
        house, asked = self.house, f"call-off {name} {reason}"
        known = house.answered(command, proof.badge, asked, int)
        if known is not None:
            return known
        if not reason.strip():
            raise Refused("To call it off takes a reason.", "Write why.")
        with house.storage.reading() as conn:
            found = tournament_store.get(conn, name)
            entered = tournament_store.entries(conn, name)
            open_ = [table.table_id for table in tournament_store.tables(conn, name) if table.heat is None]
        if found.state not in (SUBMITTED, ENTERING, PLAYING):
            raise Stale(
                f"{name} is {found.state.replace('-', ' ')}.", "Only one that is not decided can be called off."
            )
        async with contextlib.AsyncExitStack() as held:
            playing: list[tuple[str, str, int, int | None]] = []
            for table_id in sorted(open_):
                keeper = house.keeper(table_id)
                await held.enter_async_context(keeper.lock)
                keeper.held = None  # it may have gone on at another server
                try:
                    live = await keeper.current()
                except OutOfOrder:  # it can't be read: its journal ends where it is
                    with house.storage.reading() as conn:
                        playing.append((table_id, house.tables.get(conn, table_id).journal, 0, None))
                    continue
                played = live.turns.played if live.turns is not None else 0
                playing.append((table_id, live.pages.journal_id, played, live.driver.entry))
                keeper.held = None
            work = using(self._call_off_in, proof, found, entered, playing, reason)
            back = await self._do(proof.badge, "tournament.pay", name, asked, int, work, command)
        for table_id in open_:
            house.faults.forget(TABLE, table_id)
        for topic in (*(f"table:{table_id}" for table_id in open_), *(f"patron:{badge}" for badge in entered)):
            house.hub.publish(News(topic, CLOSED if topic.startswith("table:") else "balance"))
        return back

    def _call_off_in(
        self,
        tx: Tx,
        proof: Proof,
        found: Tournament,
        entered: list[str],
        open_: list[tuple[str, str, int, int | None]],
        reason: str,
    ) -> int:
        house = self.house
        person = house.people.sign(tx, proof, "tournament.pay", found.id, found.plan.property)
        now = house.sources.now_us()
        tournament_store.change(tx, found, now, state=CALLED_OFF)
        if tournament_store.entries(tx.conn, found.id) != entered:
            raise Stale(f"Somebody entered {found.id} or withdrew at this moment.", "Call it off again.")
        for table_id, journal, rounds, last in open_:
            journals.close(tx, journal, now, rounds, 0, 0, at=last)
            house.tables.change(tx, house.tables.get(tx.conn, table_id, lock=True), state=CLOSED, journal="")
        purse = Purse(house.ledger, found.id)
        for badge in entered if found.entry_cents else ():
            purse.pay(tx, person.badge, accounts.patron(badge), found.entry_cents, "tournament-refund")
        house.people.log(tx, person.badge, "tournament.pay", found.id, "done", f"called off: {reason}"[:200])
        return found.entry_cents * len(entered)

    # ---- looking

    def standing(self, name: str) -> TournamentStanding:
        house = self.house
        with house.storage.reading() as conn:
            found = tournament_store.get(conn, name)
            tables = tournament_store.tables(conn, name)
            balances = house.ledger.balances_of(conn, [Purse(house.ledger, name).account])
            entries = tournament_store.entries(conn, name)
        places = self._places(tables) if found.state in (OVER, PAID) else []
        return TournamentStanding(found, entries, sum(balances.values()), tables, places)

    async def all(self, states: tuple[str, ...] = ()) -> list[Tournament]:
        return [found for found, _ in await self.counted(states)]

    async def counted(self, states: tuple[str, ...] = ()) -> list[tuple[Tournament, int]]:
        """Every tournament, or those in these states, with how many have entered."""

        def read() -> list[tuple[Tournament, int]]:
            with self.house.storage.reading() as conn:
                counts = tournament_store.entry_counts(conn)
                return [(found, counts.get(found.id, 0)) for found in tournament_store.all_of(conn, states)]

        return await asyncio.to_thread(read)

    def _places(self, tables: list[Seated]) -> list[str]:
        heat = tables[-1].heat
        assert heat is not None, "the last table has ended"
        return [stand.name for stand in heat.standings]

    async def _do(
        self, by: str, act: str, subject: str, asked: str, gives: type[T], work: Callable[[Tx], T], command: str | None
    ) -> T:
        house = self.house
        done = await house.command(by, act, subject, asked, gives, work, command)
        house.hub.publish(News("floor", "tournament", data=subject))
        return done
