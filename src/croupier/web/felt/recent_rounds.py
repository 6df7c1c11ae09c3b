"""The last rounds of a table as they were recorded: what the Why panel and the settled chips on the felt show."""

import bisect
from typing import Any

import msgspec

from croupier.house.record import journals
from croupier.house.record.database.storage import Reading, Storage
from croupier.house.tables.own_history import Owner, owner, owners
from croupier.house.tables.round_index import Row, found_rounds, later
from croupier.rounds.acts import Bet, Landed, Take, Thrown, Undone
from croupier.rounds.events import Ruled, Settled, Voided
from croupier.rounds.journal import Entry

KEPT = 14
BEFORE = 200  # entries before the oldest round shown that may belong to it


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
    told: dict[tuple[str, str], Any] = {}  # what was said of it to whom, in which time zone, until more is recorded

    @property
    def settled(self) -> list[Settled]:
        return [e for e in self.events if isinstance(e, Settled)]

    def of(self, patron: str) -> list[Settled]:
        """What was settled for one patron, wherever he sat and whoever sits there now."""
        return [e for e, owner in zip(self.events, self.whose) if isinstance(e, Settled) and patron and owner == patron]


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
            last = max(upto, rows[-1]["entry"]) if rows else upto
            looked, known = self._seats.get(journal, (0, []))
            came = owners(conn, journal, last, after=looked) if last > looked else []
            seats = [*came, *known]
            self._seats[journal] = max(looked, last), seats
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
            current = played[0]
            current.told = {}
            current.laid, laid = [*current.laid, *laid], []
            current.events = [*current.events, *entry.events]
            current.whose = [*current.whose, *(_whose(seats, e, entry.number) for e in entry.events)]
            current.entries = [*current.entries, *(entry.number for _ in entry.events)]
            current.at_us, current.entry = at_us, entry.number
            current.fell = fell or current.fell
        return played[:KEPT]

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
            left.append(
                msgspec.structs.replace(
                    one, events=events, whose=whose, entries=entries, entry=entries[-1], laid=laid, told={}
                )
            )
    return left


def _whose(seats: list[Owner], event: Settled | Ruled | Voided, entry: int) -> str:
    return owner(seats, event.position, entry) if isinstance(event, Settled) else ""
