"""The seats of a poker tournament: taken, left, drawn again; the fields that formats need; stages that are done."""

from collections.abc import Iterator

from croupier.house.record.errors import Refused, Stale
from croupier.house.tournaments.poker.acts import Place
from croupier.house.tournaments.poker.plan import SHOOTOUT, SINGLE
from croupier.house.tournaments.poker.state import Felt, Player, State


class Seats(State):
    """What the acts of a tournament do to its tables."""

    def _by(self, rule: str) -> str:
        return self.asked.clause(rule)

    def _check_place(self, place: Place) -> None:
        number, seat = place
        felt = self.tables.get(number)
        if felt is None and (number != max(self.tables, default=0) + 1 or any(self._open_seats())):
            raise Refused(f"Table {number} is not open.", "", self._by("seats-drawn"))
        if not 1 <= seat <= self.plan.seats or (felt is not None and (seat in felt.table.seats or felt.done)):
            raise Refused(f"Seat {seat} of table {number} is not free.", "", self._by("seats-drawn"))

    def _open_seats(self) -> Iterator[bool]:
        return (felt.players < self.plan.seats for felt in self.tables.values())

    def _open(self, number: int, at_us: int, chip: int = 0) -> Felt:
        level = self.level(at_us)
        if level.is_break:
            level = next(x for x in self.plan.levels[self.level_index(at_us) :] if not x.is_break)
        felt = self.tables[number] = Felt(self.plan, self.asked, number, level, chip or self.chip(at_us))
        self.most_tables = max(self.most_tables, len(self.tables))
        return felt

    def _seat(self, player: Player, place: Place, chips: int, at_us: int, *, issue: bool = False) -> None:
        number, seat = place
        felt = self.tables.get(number) or self._open(number, at_us)
        player.table, player.seat = number, seat
        rest = 0 if self.plan.live else chips % felt.chip  # chips that were raced off at this table
        if rest:
            kept = chips - rest or felt.chip  # nobody is raced out
            if not issue:
                self.removed += chips - kept
            chips = kept
        felt.table.sit(seat, player.name, chips, moved=True)
        if seat in felt.opened:
            felt.opened.remove(seat)
        if issue:
            self.issued += chips

    def _unseat(self, player: Player) -> int:
        felt = self.tables[player.table]
        felt.total = 0  # the count of the table no longer holds
        chips = felt.table.leave(player.seat)
        felt.opened.append(player.seat)
        player.table = player.seat = 0
        return chips

    def _forget_out(self, name: str) -> None:
        """Who comes in again has no place yet."""
        self.out_at.pop(name, None)
        self.outs = [kept for group in self.outs if (kept := [one for one in group if one.name != name])]

    def _check_field(self) -> None:
        plan, entries = self.plan, len(self.left())
        if entries < 2:
            raise Refused("At least two play.", "", self._by("registration"))
        players = self.asked.number("single-table", "players")
        if plan.format == SINGLE and entries != players:
            raise Refused(f"A single table is played by {players}, not {entries}.", "", self._by("single-table"))
        if plan.format == SHOOTOUT:
            self._check_shootout(entries, players)
        least = self.asked.number("bracket", "players-least")
        if plan.advance and entries < least:
            raise Refused(f"A bracket begins with {least} players, not {entries}.", "", self._by("bracket"))

    def _check_shootout(self, entries: int, players: int) -> None:
        """Whole tables, and no more prizes than players who can have won two tables."""
        tables, won = entries // players, 0
        if entries % players or tables < 2:
            raise Refused("A shootout is made of whole single tables.", f"{players} at each.", self._by("shootout"))
        while tables > 1:
            tables = -(-tables // players)
            won += tables
        if len(self.paid()) > won:
            words = f"{len(self.paid())} places are paid, but {won} can have won two tables."
            raise Refused(words, "", self._by("shootout"))

    def _reseat(self, seats: dict[str, Place], at_us: int, full: int = 0) -> None:
        """Everybody named to a new seat at once; the other tables are closed."""
        full = full or self.plan.seats
        names = set(self.left())
        places = list(seats.values())
        if set(seats) != names or len(set(places)) != len(places) or any(not 1 <= s <= full for _, s in places):
            raise Refused("Everybody who is in draws one seat.", "", self._by("seats-drawn"))
        if not self.idle():
            raise Stale("Hands are being played.", "Seats are drawn between hands.", self._by("redraws"))
        stacks = {name: self._unseat(self.players[name]) for name in names}
        chip = min(felt.chip for felt in self.tables.values())
        self.tables.clear()
        for number in sorted({number for number, _ in places}):
            self._open(number, at_us, chip)
        for name, place in sorted(seats.items(), key=lambda item: item[1]):
            self._seat(self.players[name], place, stacks[name], at_us)

    def _rest_alone(self) -> None:
        """A player who drew no opponent goes on."""
        for felt in self.tables.values():
            felt.done = felt.players == 1 and len(self.tables) > 1

    def _end_stage(self, felt: Felt) -> None:
        if self.plan.staged and not felt.done and felt.players <= self.goal(felt) and len(self.tables) > 1:
            felt.done = True
            if felt.players == 1:
                self.players[felt.names()[0]].tables_won += 1
