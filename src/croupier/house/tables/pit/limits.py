"""Limits and options changed between two rounds: at one table, at all of a game, or as rules come into force."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from croupier.equipment.money import money
from croupier.house.people.persons import Proof
from croupier.house.record import journals
from croupier.house.record.commands.repeated import written
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.writer import Tx
from croupier.house.tables import across_tables, loading
from croupier.house.tables.life import CLOSED, OPEN, OPENING, FloorTable, Settings, no_tournament
from croupier.house.tables.live import Live
from croupier.house.tables.options import check_options
from croupier.house.tables.pit.every_act import PitDesk, apart, still
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.game import Game
from croupier.rounds.requests import Shuffle
from croupier.rulebook import Posting

ANNOUNCED = "payout-limit-notice"  # the procedure by which a payout limit is told to the players


class Ending(msgspec.Struct):
    """A table's journal that ends as another begins: its last entries, its figures, and what it was dealt by."""

    journal: str
    figures: tuple[int, int, int]
    posting: Posting
    entries: list[journals.Stored] = []
    at: int = 0  # the last entry


class Limits(PitDesk):
    async def change_options(
        self,
        proof: Proof,
        table_id: str,
        options: dict[str, Any],
        day: str = "",
        command: str | None = None,
        seen: str = "",
    ) -> FloorTable:
        """New limits or options between two rounds, signed: a new journal under the new posting; patrons keep chips."""
        house, by = self.house, proof.badge
        asked = f"options {table_id} {written(options)} {day}"
        known = house.answered(command, by, asked, FloorTable)
        if known is not None:
            return known
        await self.require(proof, "table.limits", table_id)
        keeper = house.keeper(table_id)
        async with keeper.lock:
            live = await keeper.current()
            table = live.table
            no_tournament(table)
            still(table, seen)
            check_between_rounds(live)
            settings = msgspec.structs.replace(table.settings, options=options, day=day or table.settings.day)
            game = check_options(table.property, table.game, settings, self.house.game)
            keeper.held = None  # from here on it is taken apart: whatever happens, it is read again
            renewed = self._renewed(live, settings, game, by)
            work = using(self._change_options_in, proof, table, settings, game, renewed)
            changed = await house.command(by, "table.limits", table_id, asked, FloorTable, work, command)
        return await self._floor(changed)

    def _change_options_in(
        self,
        tx: Tx,
        proof: Proof,
        table: FloorTable,
        settings: Settings,
        game: Game,
        renewed: Callable[[Tx], FloorTable],
    ) -> FloorTable:
        people = self.house.people
        people.sign(tx, proof, "table.limits", table.id, table.property)
        apart(table, "table.limits", proof.badge)
        self._check_uniform(tx.conn, msgspec.structs.replace(table, settings=settings), game.posting)
        people.log(tx, proof.badge, "table.limits", table.id, "done", str(settings.options))
        return renewed(tx)

    async def take_up(self, table_id: str, by: str, words: str) -> bool:
        """Deal on by the rules that are in force now, if the table is between two rounds; False: it is not yet."""
        house, keeper = self.house, self.house.keeper(table_id)
        async with keeper.lock:
            live = await keeper.current()
            table = live.table
            if why_not_now(live):
                return False
            game = check_options(table.property, table.game, table.settings, house.game)
            if game.posting.rulebook.digest == live.driver.game.posting.rulebook.digest:
                return True
            keeper.held = None
            renew = self._renewed(live, table.settings, game, by)
            work = using(self._take_up_in, table_id, by, words, renew)
            changed = await house.write(work)
        await self._floor(changed)
        return True

    def _take_up_in(self, tx: Tx, table_id: str, by: str, words: str, renew: Callable[[Tx], FloorTable]) -> FloorTable:
        tx.alone()
        self.house.people.log(tx, by, "table.limits", table_id, "done", words)
        return renew(tx)

    def _renewed(self, live: Live, settings: Settings, game: Game, by: str) -> Callable[[Tx], FloorTable]:
        """The work that ends a table's journal and begins one under another posting; patrons keep their chips."""
        table = live.table
        journal = f"{table.id}.{table.openings + 1}"
        ends = Ending(live.pages.journal_id, figures_of(live), live.driver.game.posting)
        seated, said = _seated(live), live.driver.game.said(live.driver.table)
        for position, _, _ in seated:
            live.driver.answer(By("manager", by), acts.Leave(position))
        ends.entries, _ = live.pages.drain()
        ends.at = live.driver.entry
        driver, pages = self._driver(table, game, journal, live.driver.felt.accounts["inventory"])
        _carry(live, driver, By("manager", by), seated)
        for call in said:
            driver.answer(By("manager", by), call)
        settings = msgspec.structs.replace(settings, carried=sum(chips for _, _, chips in seated))
        return using(self._renew_in, table, game.posting, settings, ends, journal, pages.drain(), by)

    def _renew_in(
        self,
        tx: Tx,
        table: FloorTable,
        posting: Posting,
        settings: Settings,
        ends: Ending,
        journal: str,
        begins: journals.Drained,
        by: str,
    ) -> FloorTable:
        house = self.house
        house.check_rules(tx.conn, posting, settings)
        self._link_meter(tx, table, posting, by)
        told = posting.rulebook.procedure(ANNOUNCED)
        if told is not None:
            for words in _lowered(ends.posting, posting):
                house.notices.raise_in(tx, table.id, "payout-limit", words, by, told.clause)
        if ends.entries:
            journals.append(tx, ends.journal, ends.entries)
        journals.close(tx, ends.journal, house.sources.now_us(), *ends.figures, at=ends.at)
        loading.begin(tx, table.id, journal, posting, *begins, house.sources.now_us())
        now = {"journal": journal, "openings": table.openings + 1, "settings": settings}
        return house.tables.change(tx, table, **now)

    async def change_everywhere(
        self, proofs: tuple[Proof, Proof], table_id: str, options: dict[str, Any], command: str | None = None
    ) -> list[FloorTable]:
        """What a clause keeps the same at all tables of a game, changed at all of them at once by two people: those
        that deal begin a new journal between two rounds, the others will open so."""
        house, (first, second) = self.house, proofs
        if first.badge == second.badge:
            raise Refused("Two people sign what changes at all tables.", "Another badge signs second.")
        with house.storage.reading() as conn:
            one = house.tables.get(conn, table_id)
            every = house.tables.everyone(conn, one.property)
        ours = [t for t in every if t.game == one.game and t.settings.demo == one.settings.demo]
        ours = [t for t in ours if not t.settings.tournament]
        subject, asked = f"{one.property}/{one.game}", f"everywhere {table_id} {written(options)}"
        known = house.answered(command, first.badge, asked, list[FloorTable])
        if known is not None:
            return known
        async with contextlib.AsyncExitStack() as locks:
            for table in sorted(ours, key=lambda t: t.id):
                await locks.enter_async_context(house.keeper(table.id).lock)
            works = [await self._everywhere(table, options, first.badge) for table in ours]
            work = using(self._change_everywhere_in, proofs, subject, one.property, f"everywhere: {options}", works)
            changed = await house.command(first.badge, "table.limits", subject, asked, list[FloorTable], work, command)
        for table in changed:
            await self._floor(table)
        return changed

    def _change_everywhere_in(
        self,
        tx: Tx,
        proofs: tuple[Proof, Proof],
        subject: str,
        place: str,
        words: str,
        works: list[Callable[[Tx], FloorTable]],
    ) -> list[FloorTable]:
        people = self.house.people
        for proof in proofs:
            people.sign(tx, proof, "table.limits", subject, place)
        people.log(tx, proofs[0].badge, "table.limits", subject, "done", words)
        return [work(tx) for work in works]

    async def _everywhere(self, seen: FloorTable, options: dict[str, Any], by: str) -> Callable[[Tx], FloorTable]:
        """What changes one of the tables; refused while it can't be changed. Its lock is held."""
        house = self.house
        settings = msgspec.structs.replace(
            seen.settings, options=across_tables.merged(seen, house.posting(seen), options)
        )
        game = check_options(seen.property, seen.game, settings, self.house.game)
        if seen.state in (CLOSED, OPENING):
            return lambda tx: house.tables.change(tx, seen, settings=settings)
        keeper = house.keeper(seen.id)
        live = await keeper.current()
        check_between_rounds(live)
        keeper.held = None
        return self._renewed(live, settings, game, by)


def check_between_rounds(live: Live) -> None:
    """Refuse to change what hangs at a table but between two rounds, with nothing on the layout and nothing owed:
    under another posting nobody would settle it as it was wagered. A shuffle that is awaited is between rounds."""
    if why := why_not_now(live):
        raise Stale(*why)


def why_not_now(live: Live) -> tuple[str, str] | None:
    """What keeps limits and options from being changed at this moment, and what is done about it."""
    name, owed = live.table.id, live.driver.game.outstanding(live.driver.table)
    if live.table.state != OPEN:
        return f"{name} is {live.table.state}.", "Limits and options change at an open table."
    if not live.may_close:
        lies = "Wagers lie on the layout" if live.driver.betting else "A round is under way"
        return f"{lies} at {name}.", "Limits and options change between rounds, with no wager on the layout."
    if owed:
        return f"{money(owed)} is owed at {name}.", "It is collected at the next shuffle, or as the player leaves."
    return None


def _lowered(old: Posting, new: Posting) -> Iterator[str]:
    """Payout limits that go down with another posting, each with what is to be done about it."""
    before = {limit.name: limit.cents for limit in old.ceilings}
    for limit in new.ceilings:
        was = before.get(limit.name)
        if was is None or limit.cents < was:
            usual = "no limit" if was is None else money(was)
            yield f"The payout limit goes down from {usual} to {money(limit.cents)}: announce it and change the sign."


def _carry(old: Live, driver: Driver, by: By, seated: list[tuple[int, str, int]]) -> None:
    """Seat patrons again at the table as it deals from now on. A shoe that was dealt from by hand is shuffled anew,
    and so is one whose shuffle was awaited."""
    ready = old.driver.felt.shoes and old.driver.table.shoe.fresh and not isinstance(old.driver.pending, Shuffle)
    if isinstance(driver.pending, Shuffle) and ready:
        driver.answer(By("dealer", old.table.dealer), acts.Shuffled(old.driver.table.shoe.cut))
    for position, patron, chips in seated:
        driver.answer(by, acts.Sit(position, patron, chips))


def _seated(live: Live) -> list[tuple[int, str, int]]:
    """(position, patron, chips); a patron at two positions has his chips at the first."""
    seen: set[str] = set()
    seated = []
    for position in live.driver.felt.positions:
        if position.patron:
            chips = 0 if position.patron in seen else live.driver.table.chips(position.number)
            seen.add(position.patron)
            seated.append((position.number, position.patron, chips))
    return seated


def figures_of(live: Live) -> tuple[int, int, int]:
    """Rounds, drop and win of a journal, for its cover."""
    return live.driver.felt.round - 1, live.drop_cents, live.win_cents
