"""Promotions that are not won by one hand: football squares, splash pots, hours played, seats drawn by lot."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from croupier.equipment.cards import card_name
from croupier.house.money import purses
from croupier.house.money.poker_funds import SPECIAL_HANDS, fund
from croupier.house.people.persons import Person
from croupier.house.poker_room.table import visits
from croupier.house.promotions import store, tables_on_record
from croupier.house.promotions.denials import check_none_waits
from croupier.house.promotions.desk import Promotions
from croupier.house.promotions.rules import BANKROLL, FREEROLL, HIGH_CARD, HOT_SEAT, SPLASH, SQUARES, Finding
from croupier.house.promotions.store import CALLED, DENIED, PAID, RUNNING, Claim, Item, Promotion
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused, Stale
from croupier.house.record.writer import Tx
from croupier.house.tournaments.poker.prizes.till import voucher
from croupier.house.tournaments.poker.seating import shuffled

T = TypeVar("T")
DRAWN = (HOT_SEAT, HIGH_CARD)
TABLE_DRAWN = "table-"
MINUTES_A_DAY = 24 * 60
CHOSEN = "chosen"
SCORE_MAX = 1_000
DECK = 52


class Board(msgspec.Struct, frozen=True):
    """The squares: digits of rows (visitors) and columns (home), empty until they are drawn, and who holds which."""

    rows: str
    columns: str
    squares: dict[str, str]  # "row-column", from 0: the patron


class PromotionGames:
    def __init__(self, promotions: Promotions) -> None:
        self.promotions, self.house = promotions, promotions.house

    def _get(self, tx: Tx, by: Person, name: str, *kinds: str) -> Promotion:
        made = self.promotions.held_by(tx, by, "promotion.run", name)
        if made.kind not in kinds or made.state != RUNNING:
            raise Refused(f"{name} is {made.kind}, {made.state}.", f"This is for {' or '.join(kinds)}, while it runs.")
        return made

    def _clause(self, tx: Tx, made: Promotion) -> str:
        return self.promotions.books.today(tx.conn, made.property).settings[made.kind].clause

    # ---- football squares

    async def number_board(self, by: Person, name: str, command: str | None = None) -> Board:
        """Rows and columns are numbered by lot, once."""
        return await self._do(by, name, f"number {name}", Board, using(self._number_board_in, by, name), command)

    def _number_board_in(self, tx: Tx, by: Person, name: str) -> Board:
        self._get(tx, by, name, SQUARES)
        now = self.house.sources.now_us()
        for side in ("rows", "columns"):
            digits = "".join(map(str, shuffled(range(10), self.house.sources.entropy)))
            store.add_item(tx, Item(name, f"digits-{side}", digits, 0, now))
        return board(store.items(tx.conn, name))

    async def choose(self, by: Person, claim_id: str, row: int, column: int, command: str | None = None) -> Board:
        """A player who made the hand takes a free square; one a player."""
        work = using(self._choose_in, by, claim_id, row, column)
        return await self._do(by, claim_id, f"choose {claim_id} {row} {column}", Board, work, command)

    def _choose_in(self, tx: Tx, by: Person, claim_id: str, row: int, column: int) -> Board:
        claim = store.claim(tx.conn, claim_id, lock=True)
        made = self._get(tx, by, claim.promotion, SQUARES)
        if claim.state != CALLED:
            raise Stale(f"The claim is {claim.state}.", "A hand wins one square.")
        if not (0 <= row < 10 and 0 <= column < 10):
            raise Refused("Rows and columns are numbered from 0 to 9.", "", self._clause(tx, made))
        taken = store.items(tx.conn, made.id, "square-")
        owners = {item.patron for item in taken}
        holder = next((name for name in claim.finding.holders if name not in owners), "")
        if not holder:
            raise Refused("The player has a square.", "One each.", self._clause(tx, made))
        now = self.house.sources.now_us()
        store.add_item(tx, Item(made.id, f"square-{row}-{column}", holder, 0, now))
        store.change_claim(tx, claim, now, state=CHOSEN)
        return board(store.items(tx.conn, made.id))

    async def score(
        self, by: Person, name: str, quarter: str, home: int, visitors: int, command: str | None = None
    ) -> Claim | None:
        """The score after a quarter: the square of both last digits wins, if somebody holds it."""
        work = using(self._score_in, by, name, quarter, home, visitors)
        return await self._do(by, name, f"score {name} {quarter} {home} {visitors}", Claim | None, work, command)

    def _score_in(self, tx: Tx, by: Person, name: str, quarter: str, home: int, visitors: int) -> Claim | None:
        made = self._get(tx, by, name, SQUARES)
        known = self.promotions.books.today(tx.conn, made.property).settings[SQUARES].value["pays-at"]
        if quarter not in known or not (0 <= home < SCORE_MAX and 0 <= visitors < SCORE_MAX):
            raise Refused(f"A score is after {', '.join(known)}.", "", self._clause(tx, made))
        found = board(store.items(tx.conn, name))
        if not found.rows:
            raise Stale("The board is not numbered.", "That is drawn first.", self._clause(tx, made))
        score = home * SCORE_MAX + visitors
        store.add_item(tx, Item(name, f"quarter-{quarter}", "", score, self.house.sources.now_us()))
        at = f"{found.rows.index(str(visitors % 10))}-{found.columns.index(str(home % 10))}"
        holder = found.squares.get(at, "")
        return self._won(tx, made, holder, f"{quarter}: {home} to {visitors}") if holder else None

    # ---- tables and seats by lot

    async def splash(self, by: Person, name: str, tables: tuple[str, ...], command: str | None = None) -> Claim:
        """One of the tables that play is drawn: its next pot has the amount on top."""
        work = using(self._splash_in, by, name, tables)
        return await self._do(by, name, f"splash {name} {' '.join(tables)}", Claim, work, command)

    def _splash_in(self, tx: Tx, by: Person, name: str, tables: tuple[str, ...]) -> Claim:
        made = self._get(tx, by, name, SPLASH)
        check_none_waits(store.claims(tx.conn, name), self._clause(tx, made))
        playing = sorted(set(tables) & set(made.terms.tables))
        if not playing:
            raise Refused("None of these tables takes part.", "Designated tables are drawn.", self._clause(tx, made))
        tables_on_record.check_time(made, self.house.sources.now_us(), self._clause(tx, made))
        tables_on_record.check_drawn(self.house, tx.conn, made, playing, self._clause(tx, made))
        drawn = playing[self.house.sources.entropy.below(len(playing))]
        claim = self._won(tx, made, "", f"splash pot at {drawn}", drawn)
        self.house.notices.raise_in(tx, drawn, "promotion", f"{made.id} is added to the next pot.", by.badge)
        return claim

    async def pot_won(self, by: Person, claim_id: str, patron: str, command: str | None = None) -> Claim:
        """Who won the pot that was splashed; where players split it, all of them."""
        work = using(self._pot_won_in, by, claim_id, patron)
        return await self._do(by, claim_id, f"pot {claim_id} {patron}", Claim, work, command)

    def _pot_won_in(self, tx: Tx, by: Person, claim_id: str, patron: str) -> Claim:
        claim = store.claim(tx.conn, claim_id, lock=True)
        made = self._get(tx, by, claim.promotion, SPLASH)
        if claim.finding.holders or claim.state in (PAID, DENIED):
            raise Stale("The winner of that pot is known.", "It is keyed once.")
        won = tables_on_record.pot_winners(
            self.house, tx.conn, claim.table_id, patron, claim.began_us, self._clause(tx, made)
        )
        finding = msgspec.structs.replace(claim.finding, holders=won)
        now = self.house.sources.now_us()
        store.change_claim(tx, claim, now, finding=msgspec.json.encode(finding))
        return store.claim(tx.conn, claim_id)

    async def seat(self, by: Person, name: str, patrons: tuple[str, ...], command: str | None = None) -> Claim:
        """One of the players who sit is drawn."""
        work = using(self._seat_in, by, name, patrons)
        return await self._do(by, name, f"seat {name} {' '.join(patrons)}", Claim, work, command)

    def _seat_in(self, tx: Tx, by: Person, name: str, patrons: tuple[str, ...]) -> Claim:
        made = self._get(tx, by, name, HOT_SEAT)
        check_none_waits(store.claims(tx.conn, name), self._clause(tx, made))
        sitting = sorted(set(patrons))
        if not sitting:
            raise Refused("Nobody sits there.", "Players are drawn.", self._clause(tx, made))
        tables_on_record.check_time(made, self.house.sources.now_us(), self._clause(tx, made))
        tables_on_record.check_sitting(self.house, tx.conn, made, sitting, self._clause(tx, made))
        known = not tables_on_record.players(self.house, tx.conn, made)
        for badge in sitting:
            tables_on_record.check_paid(self.house, tx.conn, badge, known=known)
        winner = sitting[self.house.sources.entropy.below(len(sitting))]
        return self._won(tx, made, winner, made.kind.replace("-", " "))

    # ---- the highest card of a table drawn by lot

    async def draw_tables(
        self, by: Person, name: str, tables: tuple[str, ...], count: int = 1, command: str | None = None
    ) -> list[str]:
        """So many of the tables that play take part, drawn by lot."""
        asked = f"tables {name} {count} {' '.join(tables)}"
        return await self._do(by, name, asked, list[str], using(self._draw_tables_in, by, name, tables, count), command)

    def _draw_tables_in(self, tx: Tx, by: Person, name: str, tables: tuple[str, ...], count: int) -> list[str]:
        made = self._get(tx, by, name, HIGH_CARD)
        undealt = [i.patron for i in store.items(tx.conn, name, TABLE_DRAWN) if not i.amount]
        if undealt:
            words = f"{', '.join(undealt)} was drawn, and has no cards yet."
            raise Stale(words, "Its players get theirs before other tables are drawn.", self._clause(tx, made))
        playing = sorted(set(tables) & set(made.terms.tables))
        if not 0 < count <= len(playing):
            words = f"{len(playing)} of these tables take part."
            raise Refused(words, "As many as are drawn, of those that are designated.", self._clause(tx, made))
        tables_on_record.check_time(made, self.house.sources.now_us(), self._clause(tx, made))
        tables_on_record.check_drawn(self.house, tx.conn, made, playing, self._clause(tx, made))
        drawn = list(shuffled(playing, self.house.sources.entropy)[:count])
        now, before = self.house.sources.now_us(), len(store.items(tx.conn, name, TABLE_DRAWN))
        for number, table in enumerate(drawn, before + 1):
            store.add_item(tx, Item(name, f"{TABLE_DRAWN}{number:04d}", table, 0, now))
            words = f"{made.id}: every player gets a card, the highest wins."
            self.house.notices.raise_in(tx, table, "promotion", words, by.badge)
        return drawn

    async def high_card(
        self,
        by: Person,
        name: str,
        table: str,
        seated: tuple[str, ...],
        cards: dict[str, int],
        command: str | None = None,
    ) -> list[Claim]:
        """A card for every player of a drawn table, keyed or dealt by the house; the highest win, equal ranks share."""
        asked = f"cards {name} {table} {sorted(cards.items())}"
        work = using(self._high_card_in, by, name, table, seated, cards)
        return await self._do(by, name, asked, list[Claim], work, command)

    def _high_card_in(
        self, tx: Tx, by: Person, name: str, table: str, seated: tuple[str, ...], cards: dict[str, int]
    ) -> list[Claim]:
        made = self._get(tx, by, name, HIGH_CARD)
        waiting = [i for i in store.items(tx.conn, name, TABLE_DRAWN) if i.patron == table and not i.amount]
        if not waiting:
            raise Stale(
                f"{table} was not drawn, or its cards are known.",
                "Tables are drawn first.",
                self._clause(tx, made),
            )
        dealt = cards or self._dealt(seated)
        if set(dealt) != set(seated) or len(set(dealt.values())) != len(dealt) or not seated:
            words = f"Every player of {table} gets one card of the deck."
            raise Refused(words, f"{len(seated)} are seated there.", self._clause(tx, made))
        store.gather(tx, msgspec.structs.replace(waiting[0], amount=len(dealt), at_us=self.house.sources.now_us()))
        return [
            self._won(tx, made, "", f"high card {card_name(card)}", table, holders, amount)
            for holders, card, amount in places(dealt, made.terms.prizes or (made.terms.amount,))
        ]

    def _dealt(self, seated: tuple[str, ...]) -> dict[str, int]:
        """One card each off a shuffled deck."""
        return dict(zip(sorted(seated), shuffled(range(DECK), self.house.sources.entropy)))

    # ---- hours played

    async def played(self, by: Person, name: str, patron: str, minutes: int, command: str | None = None) -> int:
        """Minutes at promotional tables are added to a player's; all he has then."""
        work = using(self._played_in, by, name, patron, minutes)
        return await self._do(by, name, f"played {name} {patron} {minutes}", int, work, command)

    def _played_in(self, tx: Tx, by: Person, name: str, patron: str, minutes: int) -> int:
        made = self._get(tx, by, name, BANKROLL, FREEROLL)
        tables_on_record.check_paid(self.house, tx.conn, patron)
        self.house.procedures.welcome(tx.conn, made.property, patron)
        if not 0 < minutes <= MINUTES_A_DAY:
            raise Refused("Minutes of a day are added.", f"1 to {MINUTES_A_DAY}.", self._clause(tx, made))
        total = minutes + sum(i.amount for i in store.items(tx.conn, name, "played-") if i.patron == patron)
        tables_on_record.check_minutes(self.house, tx.conn, made, total, self._clause(tx, made))
        return store.gather(tx, Item(name, f"played-{patron}", patron, minutes, self.house.sources.now_us()))

    async def from_visits(self, by: Person, name: str, command: str | None = None) -> dict[str, int]:
        """Minutes by the visits on record, within the promotion's time and at its tables; never fewer than keyed.

        Counted again it says the same, and adds nothing.
        """
        return await self._do(by, name, f"hours {name}", dict[str, int], using(self._from_visits_in, by, name), command)

    def _from_visits_in(self, tx: Tx, by: Person, name: str) -> dict[str, int]:
        made = self._get(tx, by, name, BANKROLL, FREEROLL)
        now, terms = self.house.sources.now_us(), made.terms
        from_us, to_us = terms.from_us, min(terms.to_us or now, now)
        if to_us <= from_us:
            raise Stale("Its time has not begun.", "Hours within it count.", self._clause(tx, made))
        found = visits.within(tx.conn, made.property, from_us, to_us, tables=terms.tables)
        keyed = {item.patron: item.amount for item in store.items(tx.conn, name, "played-")}
        for row in visits.hours(found, from_us, to_us):
            more = row.minutes - keyed.get(row.patron, 0)
            if more > 0:
                key = f"played-{row.patron}"
                keyed[row.patron] = store.gather(tx, Item(name, key, row.patron, more, now))
        return keyed

    async def drawing(self, by: Person, name: str, command: str | None = None) -> Claim:
        """One of all tickets is drawn; a player has one for each full time played."""
        return await self._do(by, name, f"drawing {name}", Claim, using(self._drawing_in, by, name), command)

    def _drawing_in(self, tx: Tx, by: Person, name: str) -> Claim:
        made = self._get(tx, by, name, BANKROLL)
        check_none_waits(store.claims(tx.conn, name), self._clause(tx, made))
        found = tickets(made, store.items(tx.conn, name, "played-"))
        if not sum(found.values()):
            raise Stale("Nobody has a ticket.", "Time played earns them.", self._clause(tx, made))
        drawn = self.house.sources.entropy.below(sum(found.values()))
        for patron, count in sorted(found.items()):
            if drawn < count:
                return self._won(tx, made, patron, "ticket drawn")
            drawn -= count
        raise AssertionError("one of the tickets was drawn")

    async def free_entry(self, by: Person, name: str, patron: str, command: str | None = None) -> int:
        """A player who has played long enough gets his entry: the fund pays the buy-in. What it is worth."""
        work = using(self._free_entry_in, by, name, patron)
        return await self._do(by, name, f"entry {name} {patron}", int, work, command)

    def _free_entry_in(self, tx: Tx, by: Person, name: str, patron: str) -> int:
        made = self._get(tx, by, name, FREEROLL)
        minutes = {item.patron: item.amount for item in store.items(tx.conn, name, "played-")}.get(patron, 0)
        if minutes < made.terms.minutes or not made.terms.target:
            raise Refused(f"{patron} has {minutes} minutes.", f"It takes {made.terms.minutes}.", self._clause(tx, made))
        tables_on_record.check_paid(self.house, tx.conn, patron)
        self.house.procedures.welcome(tx.conn, made.property, patron)
        purses.check_prize(tx.conn, patron, self.promotions.pays(tx.conn, made))
        store.add_item(tx, Item(name, f"entry-{patron}", patron, made.terms.amount, self.house.sources.now_us()))
        source = fund(made.property, SPECIAL_HANDS, made.terms.game, bool(made.terms.demo))
        target = voucher(made.terms.target, patron)
        self.house.ledger.open(tx, source, target)
        self.house.ledger.move(tx, "promotion-entry", by.badge, source, target, made.terms.amount, memo=name)
        return made.terms.amount

    # ---- both

    def _won(
        self,
        tx: Tx,
        made: Promotion,
        patron: str,
        words: str,
        table: str = "",
        holders: tuple[str, ...] = (),
        amount: int = 0,
    ) -> Claim:
        holders = holders or ((patron,) if patron else ())
        finding = Finding(kind=made.kind, clause=self._clause(tx, made), holders=holders, words=words)
        return self.promotions.add(tx, made, finding, None, amount or made.terms.amount, table)

    async def _do(
        self, by: Person, subject: str, asked: str, gives: Any, work: Callable[[Tx], T], command: str | None
    ) -> T:
        return await self.promotions.do(by.badge, "promotion.run", subject, asked, gives, work, command)


def board(items: list[Item]) -> Board:
    digits = {item.key: item.patron for item in items if item.key.startswith("digits-")}
    squares = {item.key.removeprefix("square-"): item.patron for item in items if item.key.startswith("square-")}
    return Board(digits.get("digits-rows", ""), digits.get("digits-columns", ""), squares)


def places(cards: dict[str, int], prizes: tuple[int, ...]) -> list[tuple[tuple[str, ...], int, int]]:
    """(who, a card of theirs, cents) for each prize: suits do not count, so equal ranks share the prizes of their
    places."""
    found, place = [], 0
    for rank in sorted({card >> 2 for card in cards.values()}, reverse=True):
        tied = tuple(sorted(name for name, card in cards.items() if card >> 2 == rank))
        cents = sum(prizes[place : place + len(tied)])
        if cents:
            found.append((tied, cards[tied[0]], cents))
        place += len(tied)
    return found


def tickets(made: Promotion, played: list[Item]) -> dict[str, int]:
    """Tickets by patron."""
    return {item.patron: item.amount // made.terms.minutes for item in played if made.terms.minutes}
