"""A table as one server holds it: its driver, what an act does and what it writes.

An act is applied to the driver first and then written as one unit: the journal's entries, the sealed orders,
the money that moved, the rounds for the search, the command's own answer. If the writing fails, the driver
is thrown away and the table is read again from its journal.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from croupier.house.money import purses
from croupier.house.money.progressives import (
    CONFIRMED,
    SETTLED,
    Jackpot,
    Progressives,
    Win,
    share_ppm,
)
from croupier.house.people.patron_names import check_patron
from croupier.house.people.permissions import WORDS
from croupier.house.people.persons import Person
from croupier.house.record import accounts, audit_log
from croupier.house.record.clock import Sources
from croupier.house.record.commands import receipts
from croupier.house.record.commands.receipts import Receipt
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Broken, Forbidden, Refused, Stale
from croupier.house.record.everyday import Everyday
from croupier.house.record.journals import Pages, SealedOrders, Stored
from croupier.house.record.ledger import Group, Ledger, merged
from croupier.house.record.writer import Tx
from croupier.house.tables import corrections, several_places, wager_rows
from croupier.house.tables.duties import NEW_DEALER
from croupier.house.tables.life import CLOSING, OPEN, FloorTable
from croupier.house.tables.table_accounts import TableAccounts, meter_behind
from croupier.house.tables.table_unit import Asked, TableUnit, Turns
from croupier.house.tables.wager_rows import WagerRows
from croupier.rounds import acts, events
from croupier.rounds import checkpoints as resume
from croupier.rounds.acts import By
from croupier.rounds.authority import at_stations
from croupier.rounds.chance import Chance
from croupier.rounds.driver import Driver
from croupier.rounds.requests import Betting, Card, Meter, Shuffle

CHECKPOINT_ENTRIES = 200
AT_TABLE = ("player", "dealer", "supervisor", "manager")
SLOT_SUPERVISOR = "slot-supervisor"
# Kinds of acts, looked up by type: half of what is done with one asks which it is, and `isinstance` of one of our
# structs takes ten times as long (they may be registered for others, as abstract classes are).
WAGERS = frozenset((acts.Bet, acts.Coupon, acts.Sit, acts.Buy))
PUTS_RIGHT = frozenset((acts.Undone, acts.Declared))
PUBLIC = frozenset(
    (events.Settled, events.Ruled, events.Voided, events.Noted, events.Placed, events.TakenDown, events.Fell)
)


class Ready:
    """Who wants no more wagers; with the next request everybody is asked anew."""

    def __init__(self) -> None:
        self._number = 0
        self._badges: set[str] = set()

    def at(self, number: int) -> set[str]:
        if number > self._number:
            self._number, self._badges = number, set()
        return self._badges if number == self._number else set()


class Live:
    def __init__(
        self, table: FloorTable, driver: Driver, pages: Pages, storage: Storage, sources: Sources, links: dict[str, str]
    ) -> None:
        self.table = table
        self.driver = driver
        self.pages = pages
        self.links = links
        self.held: tuple[Jackpot, ...] = ()  # wins that stop the table until they are verified
        self.said = Ready()
        self.turns: Turns | None = None  # in a tournament
        self.saved_at = driver.entry
        self.played_at = driver.entry  # nothing was settled, ruled or taken back after this entry
        self._leaving = ""
        self._round = driver.felt.round
        self._storage = storage
        self._results = WagerRows(pages.journal_id, driver.game.posting)
        self._accounts = TableAccounts(table, links)
        self._inventory, self._tokes = accounts.inventory(table.id), accounts.demo_tokes(table.property)
        driver.journal = pages
        driver.clock = lambda: pages.time(sources.now_us())
        if driver.table.electronic:
            driver.chance = Chance(sources.entropy, SealedOrders(storage, pages))

    # ---- acting

    def by(self, person: Person, act: acts.Anything | None = None) -> By:
        """As whom somebody acts here: in a role that he has at this property, as its dealer if he deals."""
        if person.roles or not person.role:  # else he has that one, everywhere
            person = person.at(self.table.property)
        if self.table.dealer == person.badge and person.has("dealer", self.table.property):
            return By("dealer", person.badge)
        rules = type(act) is acts.Declared or self.driver.ruling
        if person.role == SLOT_SUPERVISOR and rules and at_stations(self.driver.table):
            return By("supervisor", person.badge)  # he voids, corrects or resolves at a stadium's platform (003:7574)
        if person.role not in AT_TABLE:
            raise Forbidden(f"Acting at a table is not for {WORDS[person.role]}.", "Watch it instead.")
        if person.role == "dealer" and self.table.dealer != person.badge:
            who = f"Badge {self.table.dealer} deals here." if self.table.dealer else "Nobody deals here yet."
            raise Forbidden(who, "A supervisor brings another dealer in.")
        return By(person.role, person.badge)

    def apply(self, command: Asked, shown: Callable[[str], int]) -> TableUnit:
        """Do an act in memory; the unit to be written. Refused acts leave no trace."""
        self._may(command)
        if command.number is not None and command.number != self.driver.number:
            raise Stale("The table moved on before this arrived. Nothing was taken.")
        driver, act = self.driver, command.act
        before, undone, began = self._before(), 0, self._began(act)
        wrong = corrections.keyed(driver, act.entry or driver.last_keyed()) if type(act) is acts.Undone else ""
        rules, deals = driver.ruling, self._deals(act)
        by = self.by(command.by, act)
        self._leaving = _patron_at(driver, act.position) if type(act) is acts.Leave else ""
        if type(act) is acts.Declared:
            happened = driver.declare(by, act.when, act.position)
        elif type(act) is acts.Undone:
            corrections.check(driver, act.entry, command.signed)
            undone = driver.undo(by, act.entry or None).entry
            happened = []
        else:
            happened = driver.answer(by, act, command.number)
        self._acted(act)
        cancelled = self._no_longer_held()
        wins = [] if self.held else self._meters(happened, _as_it_stood(cancelled, shown) if cancelled else shown)
        unit = self._unit(command, before, happened, wins)
        unit.cancels, unit.undoes = tuple(jackpot.id for jackpot in cancelled), undone
        unit.undone_in, unit.deals = self._round, deals
        if undone:
            self.played_at = driver.entry
        unit.told = self._told(act, happened, rules, wrong)
        if began and any(type(e) is events.Voided for e in happened):
            unit.voids = began
        return unit

    def _told(
        self, act: acts.Anything, happened: Sequence[events.Happening], ruled: bool, wrong: str
    ) -> tuple[str, str] | None:
        """What the log of people says of a ruling or of a hand taken back: the act and its words."""
        if not ruled and type(act) not in PUTS_RIGHT:
            return None
        where = f"round {self._round} of {self.pages.journal_id}"
        if isinstance(act, acts.Undone):
            where = f"round {self.driver.felt.round} of {self.pages.journal_id}"  # what was kept is of that round
            return "table.undo", f"{where}: {wrong} was keyed wrong and is taken back with what followed"
        found = [e for e in happened if type(e) is events.Ruled]
        if not isinstance(act, acts.Declared) and not found:
            return None
        when = act.when if isinstance(act, acts.Declared) else found[-1].when
        last = found[-1] if found else None
        said = f"{last.says or last.ruling.replace('-', ' ')} ({last.clause})" if last else "The ruling follows."
        name = "table.declare" if isinstance(act, acts.Declared) else "table.rule"
        return name, f"{where}: {when.replace('-', ' ')}. {said}"

    def _deals(self, act: acts.Anything) -> bool:
        """Whether a card comes out of the shoe where whoever has just taken it over would put one away first."""
        if type(act) is not acts.Fall or self.table.mode != "dealer":
            return False
        asked = isinstance(self.driver.pending, Card) and not self.driver.ruling
        return asked and NEW_DEALER in self.driver.declarable()

    def _began(self, act: acts.Anything) -> int:
        """The first entry of this round, where a ruling may void it and a meter may have been won in it."""
        if not self.links or not (isinstance(act, acts.Declared) or self.driver.ruling):
            return 0
        return next((number for number, _, _ in self.driver.standing().acts), 0)

    def _acted(self, act: acts.Anything) -> None:
        if self.turns is not None:
            self.turns.acted(act, self._round)

    def _no_longer_held(self) -> tuple[Jackpot, ...]:
        """Wins that an undo or a ruling has taken away; a ruling under way has decided nothing yet."""
        if not self.held or self.driver.ruling or self._still_won():
            return ()
        cancelled, self.held = self.held, ()
        return cancelled

    def _still_won(self) -> bool:
        """Whether the round still pays the very wins that were keyed in."""
        return isinstance(self.driver.pending, Meter) and _keyed(self.held) == self.percentage_wins(self.held[0].shown)

    def close_wagers(self, command: Asked, shown: Callable[[str], int]) -> TableUnit:
        """An electronic table closes its wagers by itself."""
        if command.number is not None and command.number != self.driver.number:
            raise Stale("The table moved on before this arrived. Nothing was taken.")
        if self.held:
            raise Stale("A jackpot waits to be verified.")
        if self.turns is not None:
            self.turns.check(acts.Close())
        before = self._before()
        happened = self.driver.answer(By("chance"), acts.Close(), command.number)
        self._acted(acts.Close())
        wins = self._meters(happened, shown)
        return self._unit(command, before, happened, wins)

    def pay_jackpots(self, command: Asked, shown: Callable[[str], int]) -> TableUnit:
        """The wins that hold the table are verified: the round goes on with what was locked for them."""
        if not self.verified:
            raise Stale("No verified jackpot waits here.")
        before = self._before()
        held, self.held = self.held, ()
        happened = self.driver.answer(By("supervisor", command.by.badge), acts.Reads(held[0].shown))
        if self._percentages(happened) != _keyed(held):
            raise Broken(f"table {self.table.id} would pay something else than the wins that were verified")
        wins = self._meters(happened, shown)
        return self._unit(command, before, happened, wins, held)

    @property
    def ready(self) -> set[str]:
        """Who wants no more wagers in this round."""
        return self.said.at(self.driver.number)

    @property
    def all_ready(self) -> bool:
        """Whether wagers are open and nobody who has one on the layout wants another."""
        table = self.driver.table
        wagering = {table.position(n).patron for n in table.betting_positions()}
        return self.driver.betting and bool(wagering) and not wagering - self.ready

    @property
    def verified(self) -> bool:
        """Whether wins hold the table, all of them are verified, and no ruling is being given."""
        if not self.held or not isinstance(self.driver.pending, Meter):
            return False
        return all(jackpot.state == CONFIRMED for jackpot in self.held)

    def _before(self) -> dict[str, int]:
        self._round = self.driver.felt.round
        return dict(self.driver.felt.accounts)

    def check_set(self, act: acts.Arranged) -> None:
        """Refuse hands that would be foul: nobody sends them from a station; where a dealer deals they lie there."""
        game, table = self.driver.game, self.driver.table
        if act.position and table.electronic and (why := game.set_wrong(table, act.position, act.cards)):
            expected = "High must be the higher hand: set other cards, or ask for the house way."
            raise Refused(f"{why[:1].upper()}{why[1:]}.", expected, game.posting.clause("setting"))

    def _may(self, command: Asked) -> None:
        act = command.act
        kind = type(act)
        if self.held and not self.driver.ruling and kind not in PUTS_RIGHT:
            raise Stale("A jackpot waits to be verified.", "A supervisor and surveillance sign it.")
        if kind is acts.Reads:
            raise Forbidden("Nobody keys a meter.", "It answers for itself.")
        if kind is acts.Opened:
            raise Forbidden("A table is opened from the pit.")
        if self.table.state == CLOSING and kind in WAGERS and (self.driver.seating or self.driver.late):
            raise Stale("This table is closing.", "No more wagers.")
        if self.table.state not in (OPEN, CLOSING):
            raise Stale(f"Table {self.table.id} is {self.table.state}.", "A supervisor opens it from the pit.")
        if type(act) is acts.Sit:
            check_patron(act.patron)
        if (type(act) is acts.Sit or type(act) is acts.Buy) and act.chips and command.by.role != "player":
            self._takes_cash()
        if type(act) is acts.Bet:
            several_places.check(self.driver, act)
        if self.turns is not None:
            if isinstance(act, acts.Coupon):
                raise Forbidden("No coupon is laid down in a tournament.", "Its chips are worth nothing outside.")
            self.turns.check(act)

    def _takes_cash(self) -> None:
        """Cash becomes chips where a box is under the table and two people count it; elsewhere credit would be made
        by one hand out of nothing. A station takes bills and tickets itself."""
        if at_stations(self.driver.table):
            clause = self.driver.table.posting.clause("wagers-at")
            raise Forbidden("Buy-ins are made at the station.", "The patron puts bills or a ticket in there.", clause)
        if self.driver.table.electronic:
            raise Forbidden("Nobody takes cash at an electronic table.", "The patron brings credit or a ticket.")

    def _meters(self, happened: list[events.Happening], shown: Callable[[str], int]) -> list[tuple[str, int, Win]]:
        """Let the meters answer for themselves, unless somebody wins a share: that waits for verification."""
        driver = self.driver
        while type(driver.pending) is Meter:
            name = meter_behind(self.links, driver.pending.name)
            reading = shown(name)
            wins = self.percentage_wins(reading)
            if wins:
                return [(name, reading, win) for win in wins]
            happened += driver.answer(By("chance"), acts.Reads(reading))
        return []

    def percentage_wins(self, reading: int) -> list[Win]:
        """What would be won off the meter if it showed this; tried on a copy of the table."""
        copy = resume.load(resume.save(self.driver), self.driver.game)
        return self._percentages(copy.answer(By("chance"), acts.Reads(reading)))

    def _percentages(self, happened: Iterable[events.Happening]) -> list[Win]:
        """The shares of a meter among what was settled."""
        position = self.driver.table.position
        return [
            Win(e.position, position(e.position).patron, e.wager, e.outcome, ppm, e.net)
            for e in happened
            if isinstance(e, events.Settled) and e.net > 0 and (ppm := share_ppm(e.odds)) is not None
        ]

    # ---- what an act writes

    def _unit(
        self,
        command: Asked,
        before: dict[str, int],
        happened: list[events.Happening],
        wins: list[tuple[str, int, Win]],
        paid: tuple[Jackpot, ...] = (),
    ) -> TableUnit:
        told = self.pages.told
        entries, seals = self.pages.drain()
        felt = self.driver.felt
        shown_events = [msgspec.to_builtins(e) for e in happened if type(e) in PUBLIC]
        chips = felt.accounts.get(f"patron:{command.by.badge}", 0)
        receipt = Receipt(self.driver.entry, self.driver.number, shown_events, chips)
        unit = TableUnit(command=command, receipt=receipt, entries=entries, seals=seals, wins=wins)
        unit.settles, unit.checkpoint = tuple([j.id for j in paid]), self._checkpoint()
        settled: list[events.Settled] = []
        ruled: list[events.Ruled] = []
        for e in happened:
            if type(e) is events.Settled:
                settled.append(e)
            elif type(e) is events.Ruled:
                ruled.append(e)
            elif type(e) is events.SentAway:
                unit.sent_away += (e,)
        if settled or ruled:
            self.played_at = self.driver.entry
            unit.rounds = [self._round_row(entries, settled, ruled)]
        if self.turns is not None:  # chips that are worth nothing stand in no ledger
            return unit
        unit.lines = tuple(self._accounts.lines(command, before, felt.accounts, paid, self._leaving))
        moved = {name for name, _ in unit.lines}
        act = command.act
        if type(act) is acts.Sit:
            unit.opens = (accounts.patron(act.patron), accounts.at_table(act.patron, self.table.id))
        elif type(act) is acts.Coupon:
            table = self.table.id
            unit.opens = (accounts.coupon_laid(table, act.number), accounts.coupons_paid(table))
        if self.table.settings.demo and self._tokes in moved:
            unit.opens = (*unit.opens, self._tokes)
        if settled and self.links:
            unit.stakes = self._stakes(settled)
        if settled or self._inventory in moved:
            times = {stored.number: stored.at_us for stored in entries}
            unit.results = self._results.of_act(self._round, happened, told, times, felt.positions, self.table.dealer)
        return unit

    def _checkpoint(self) -> tuple[int, bytes] | None:
        if self.driver.entry - self.saved_at < CHECKPOINT_ENTRIES:
            return None
        self.saved_at = self.driver.entry
        return self.saved_at, resume.save(self.driver)

    def _round_row(
        self, entries: list[Stored], settled: list[events.Settled], ruled: list[events.Ruled]
    ) -> tuple[Any, ...]:
        seats = {p.number: p.patron for p in self.driver.felt.positions}
        patrons = sorted({seats.get(e.position, "") for e in settled} - {""})
        stakes = {(e.position, e.wager, e.on, e.hand): e.stake for e in settled}
        staked = sum(stakes.values())
        net = -sum(e.net for e in settled if e.to == "player")
        most = max((e.net for e in settled), default=0)
        rulings = " ".join(sorted({e.when for e in ruled}))
        last = entries[-1]
        words = f" {' '.join(patrons)} "
        return (self.pages.journal_id, last.number, self._round, last.at_us, staked, net, most, words, rulings)

    def _stakes(self, settled: list[events.Settled]) -> dict[str, int]:
        """What went into each meter's games: progressive wagers are collected once, whatever they won before."""
        stakes: dict[str, int] = {}
        for e in settled:
            meter = self.links.get(e.wager)
            if meter and e.result == "lost":
                stakes[meter] = stakes.get(meter, 0) + e.stake
        return stakes

    def everyday(self, unit: TableUnit) -> Everyday:
        """What every act puts on record."""
        table_id, journal, command = self.table.id, self.pages.journal_id, unit.command
        by, group = command.by.badge, None
        if lines := merged(unit.lines):
            entry = unit.entries[-1].number
            about: dict[str, Any] = {"table_id": table_id, "journal": journal, "entry": entry}
            group = Group(kind=self._kind(command), by=by, lines=tuple(lines), **about)
        remembered = (command.id, command.filed(table_id), command.content(table_id), by, unit.at_us)
        rows = (unit.entries, unit.seals, unit.checkpoint, group, unit.rounds, unit.results)
        return Everyday(journal, *rows, remembered, receipts.kept(unit.receipt))

    def write(self, tx: Tx, unit: TableUnit, ledger: Ledger, progressives: Progressives) -> None:
        """Write a unit; may run more than once, so it changes nothing but the database."""
        table_id, journal, command = self.table.id, self.pages.journal_id, unit.command
        entry = unit.entries[-1].number
        by, act = command.by.badge, type(command.act).__name__
        about: dict[str, Any] = {"table_id": table_id, "journal": journal, "entry": entry}
        if unit.opens:
            ledger.open(tx, *unit.opens)
        seated = self._seated_by_dealer(command)
        if seated:
            purses.check_seated(tx, ledger, *seated, purses.DEMO if self.table.settings.demo else purses.MONEY)
        self.everyday(unit).write(tx, ledger)
        if unit.undoes:
            wager_rows.take_back(tx, journal, unit.undone_in, unit.undoes, unit.entries[-1])
        if unit.undoes and self.links:
            progressives.undone(tx, table_id, journal, unit.undoes, by)
        if unit.voids:
            progressives.voided(tx, table_id, journal, unit.voids, command.by)
        for jackpot_id in unit.settles:
            progressives.move(tx, jackpot_id, (CONFIRMED,), SETTLED)
        for jackpot_id in unit.cancels:
            progressives.cancel(tx, jackpot_id, command.by, f"{act}, entry {entry} of {journal}")
        for name, shown, win in unit.wins:
            progressives.key_in(tx, name, table_id, journal, entry, shown, win)
        for name, stake in unit.stakes.items():
            progressives.contribute(tx, name, stake, by, **about)
        if unit.told is not None:
            audit_log.log(tx, unit.at_us, by, unit.told[0], table_id, "done", unit.told[1])

    def _seated_by_dealer(self, command: Asked) -> tuple[str, str, int] | None:
        """(patron, table, cents) where staff seats somebody or sells him chips."""
        act = command.act
        if type(act) is not acts.Sit and type(act) is not acts.Buy:
            return None
        if command.by.role == "player" or self.turns is not None:
            return None
        patron = act.patron if type(act) is acts.Sit else _patron_at(self.driver, act.position)
        return patron, self.table.id, act.chips

    def brings(self, command: Asked) -> bool:
        """Whether a patron brings chips from his own credit with this act."""
        act = command.act
        if type(act) is not acts.Sit and type(act) is not acts.Buy:
            return False
        return command.by.role == "player" and self.turns is None and bool(act.chips)

    def paid_in_cash(self, command: Asked) -> Iterable[str]:
        """Whoever bought chips for cash from the dealer of a money table with this act."""
        seated = self._seated_by_dealer(command)
        return (seated[0],) if seated and seated[2] and not self.table.settings.demo else ()

    def _kind(self, command: Asked) -> str:
        """What an act is called in the ledger. Chips that staff sells fill a purse: with money, or at a demonstration's
        table with demo chips."""
        if self._seated_by_dealer(command):
            return purses.DEMO_CHIPS if self.table.settings.demo else purses.CASH_BUY
        return type(command.act).__name__.lower()

    # ---- figures for the pit

    @property
    def occupancy(self) -> int:
        return sum(1 for p in self.driver.felt.positions if p.patron)

    @property
    def drop_cents(self) -> int:
        return 0 if self.turns else self.driver.felt.accounts.get("drop", 0) - self.table.settings.carried

    @property
    def win_cents(self) -> int:
        felt = self.driver.felt.accounts
        return 0 if self.turns else felt.get("inventory", 0) - self.driver.opened.inventory + felt.get("drop", 0)

    @property
    def at_rest(self) -> bool:
        """Wagers are open and none lies on the layout: a moment to change what hangs at the table."""
        return isinstance(self.driver.pending, Betting) and not self.driver.felt.wagers

    @property
    def may_close(self) -> bool:
        """Between rounds with nothing on the layout, also while the cards are shuffled, cut or burned for the next."""
        between = self.driver.seating and not self.driver.ruling
        return (between or isinstance(self.driver.pending, Shuffle)) and not self.driver.felt.wagers


def _keyed(held: tuple[Jackpot, ...]) -> list[Win]:
    return [Win(j.position, j.patron, j.wager, j.outcome, j.share_ppm, j.amount) for j in held]


def _as_it_stood(cancelled: tuple[Jackpot, ...], shown: Callable[[str], int]) -> Callable[[str], int]:
    """The meter that a cancelled win goes back to shows again what it showed before."""
    before = {jackpot.meter: jackpot.shown for jackpot in cancelled}
    return lambda name: before[name] if name in before else shown(name)


def _patron_at(driver: Driver, position: int) -> str:
    positions = driver.felt.positions
    return positions[position - 1].patron if 1 <= position <= len(positions) else ""
