"""The last rounds of a table as they were recorded: what the Why panel and the settled chips on the felt show."""

import bisect
from typing import Any

import msgspec

from croupier.house.record import journals
from croupier.house.record.database.storage import Reading, Storage
from croupier.house.tables.own_history import Owner, owner, owners
from croupier.house.tables.round_index import Row, found_rounds, later
from croupier.rounds.acts import Bet, Landed, Sit, Take, Thrown, Undone
from croupier.rounds.events import Ruled, Settled, Voided
from croupier.rounds.journal import Entry, decode

KEPT = 14
BEFORE = 200  # entries before the oldest round shown that may belong to it
LATER = "SELECT round, entry FROM round_played WHERE journal_id = ? AND entry > ? ORDER BY entry"
BETWEEN = "SELECT at_us, payload FROM journal_entry WHERE journal_id = ? AND number > ? AND number <= ? ORDER BY number"


class Played(msgspec.Struct):
    """One round's recorded endings, in the order they came."""

    round: int
    at_us: int
    entry: int
    events: list[Settled | Ruled | Voided] = []
    fell: str = ""  # dice or ball
    whose: list[str] = []  # who sat at the position of each event when it came
    entries: list[int] = []  # of each event
    laid: list[tuple[int, str, Bet | Take]] = []  # what was put down and taken back before it: entry, by whom, what
    told: dict[object, Any] = {}  # what was said of it to whom, until more is recorded
    ended: dict[str, list[Settled]] = {}  # what was settled for whom

    def __post_init__(self) -> None:
        self.told, self.ended = {}, {}
        for event, patron in zip(self.events, self.whose):
            if type(event) is Settled and patron:
                self.ended.setdefault(patron, []).append(event)

    @property
    def settled(self) -> list[Settled]:
        return [e for e in self.events if type(e) is Settled]

    def of(self, patron: str) -> list[Settled]:
        """What was settled for one patron, wherever he sat and whoever sits there now."""
        return self.ended.get(patron, [])


class Recent:
    """Kept for each journal and extended as it grows, so that a look costs one small query a round."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._known: dict[str, tuple[int, list[Played]]] = {}
        # Of each journal who sat down where, the latest first, and up to which entry that was looked for.
        self._seats: dict[str, tuple[int, list[Owner]]] = {}

    def rounds(self, journal: str, entry: int) -> list[Played]:
        """The last rounds up to the entry at which something was settled or taken back last, the newest first."""
        upto, played = self._known.get(journal, (0, []))
        if upto != entry:
            played = self._read(journal, upto, entry, list(played))
            if len(self._known) > 512:
                self._known.clear()
                self._seats.clear()
            self._known[journal] = (entry, played)
        return played

    def _read(self, journal: str, after: int, upto: int, played: list[Played]) -> list[Played]:
        """Entries with endings since the last look. A round's row names the last entry of the act that ended it."""
        known = bool(played) and journal in self._seats
        rows, read = self._at_hand(journal, after, upto) if known else ([], [])
        if not rows or any(type(entry.act) is Undone for _, entry in read):
            with self._storage.reading() as conn:
                rows = later(conn, journal, after) if played else []  # nearly always one round more
                read = self._entries(conn, journal, after, upto, rows) if played else []
                if not played or any(type(entry.act) is Undone for _, entry in read):
                    rows = [r for r in found_rounds(conn, journal=journal, limit=KEPT * 4) if r["entry"] > after]
                    rows.sort(key=lambda r: int(r["entry"]))
                if not rows and not played:
                    return played
                since = after or max(0, rows[0]["entry"] - BEFORE)
                read = read or self._entries(conn, journal, since, upto, rows)
                self._know_seats(conn, journal, since)
        seats = self._sat_down(journal, read)
        ends = [int(r["entry"]) for r in rows]
        fell = ""
        laid: list[tuple[int, str, Bet | Take]] = []
        for at_us, entry in read:
            if isinstance(entry.act, Bet | Take):
                laid.append((entry.number, owner(seats, entry.act.position, entry.number), entry.act))
            if isinstance(entry.act, Thrown):
                fell = "-".join(map(str, entry.act.faces))
            elif isinstance(entry.act, Landed):
                fell = entry.act.pocket
            elif isinstance(entry.act, Undone):
                played = _without(played, entry.act.entry)
                laid = [lay for lay in laid if lay[0] < entry.act.entry]
            if not entry.events or not ends or entry.number > ends[-1]:
                continue
            row = rows[bisect.bisect_left(ends, entry.number)]
            if not played or played[0].round != row["round"]:
                played.insert(0, Played(row["round"], at_us, entry.number))
            before = played[0]
            played[0] = Played(
                before.round,
                at_us,
                entry.number,
                events=[*before.events, *entry.events],
                fell=fell or before.fell,
                whose=[*before.whose, *(_whose(seats, e, entry.number) for e in entry.events)],
                entries=[*before.entries, *(entry.number for _ in entry.events)],
                laid=[*before.laid, *laid],
            )
            laid = []
        return played[:KEPT]

    def _at_hand(self, journal: str, after: int, upto: int) -> tuple[list[Row], list[tuple[int, Entry]]]:
        """The round that has ended since the last look and its entries, where the database answers at once."""
        found = self._storage.at_hand(LATER, journal, after)
        if not found or not all(type(number) is int and type(entry) is int for number, entry in found):
            return [], []
        rows: list[Row] = [{"round": number, "entry": entry} for number, entry in found]
        stored = self._storage.at_hand(BETWEEN, journal, after, max(upto, rows[-1]["entry"]))
        if not stored or not all(type(at_us) is int and type(payload) is bytes for at_us, payload in stored):
            return [], []
        return rows, [(at_us, decode(payload)) for at_us, payload in stored]

    def _know_seats(self, conn: Reading, journal: str, upto: int) -> None:
        """Who sat down where before what is read now."""
        looked, known = self._seats.get(journal, (0, []))
        if looked < upto:
            self._seats[journal] = upto, [*owners(conn, journal, upto, after=looked), *known]

    def _sat_down(self, journal: str, read: list[tuple[int, Entry]]) -> list[Owner]:
        """Who sat down where, the latest first; what came since the last look is among what was read."""
        looked, known = self._seats.get(journal, (0, []))
        sat = [(one.number, one.act) for _, one in reversed(read) if one.number > looked]
        seats = [*((number, act.position, act.patron) for number, act in sat if isinstance(act, Sit)), *known]
        self._seats[journal] = max(looked, read[-1][1].number if read else 0), seats
        return seats

    @staticmethod
    def _entries(conn: Reading, journal: str, after: int, upto: int, rows: list[Row]) -> list[tuple[int, Entry]]:
        """What was recorded after an entry, up to the last that was settled, and when."""
        last = max(upto, rows[-1]["entry"]) if rows else upto
        return [(one.at_us, one.entry) for one in journals.entries(conn, journal, after=after, upto=last)]


def _without(played: list[Played], first: int) -> list[Played]:
    """The rounds without what was taken back: everything from an entry on."""
    left = []
    for one in played:
        kept = sum(number < first for number in one.entries)
        if kept:
            events, whose, entries = one.events[:kept], one.whose[:kept], one.entries[:kept]
            laid = [lay for lay in one.laid if lay[0] < first]
            left.append(Played(one.round, one.at_us, entries[-1], events, one.fell, whose, entries, laid))
    return left


def _whose(seats: list[Owner], event: Settled | Ruled | Voided, entry: int) -> str:
    return owner(seats, event.position, entry) if isinstance(event, Settled) else ""
