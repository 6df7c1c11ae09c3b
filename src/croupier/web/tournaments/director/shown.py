"""What the director's desk shows, in words."""

from croupier.house.tournaments.poker.wall import Wall
from croupier.web.felt.shown import View


class DeskSeat(View, frozen=True, kw_only=True):
    number: int
    patron: str = ""  # empty: an open seat
    label: str = ""
    full: str = ""  # the whole name, for the dialog
    chips: str = ""
    button: bool = False
    moving: bool = False
    arrives: str = ""
    note: str = ""


class DeskTable(View, frozen=True, kw_only=True):
    number: int
    seats: tuple[DeskSeat, ...]
    count: str
    mark: str = ""
    kind: str = ""  # neg: stopped, info: gives a player, pos: hands are keyed
    keyed: bool = False
    others: str = ""  # badges at the table, for a bounty


class OutRow(View, frozen=True, kw_only=True):
    place: str
    label: str
    patron: str
    table: int
    at: str
    undo: int = 0


class Slip(View, frozen=True, kw_only=True):
    """One seat of a table that breaks, or of a redraw."""

    label: str
    table: int
    seat: int


class Due(View, frozen=True, kw_only=True):
    """What is proposed, with its reason."""

    key: str
    what: str
    title: str
    says: str
    clauses: tuple[str, ...]
    button: str
    mover: str = ""
    mover_label: str = ""
    origin: str = ""
    target: str = ""
    target_seat: int = 0
    slips: tuple[Slip, ...] = ()
    race: tuple[tuple[int, str, str, int], ...] = ()  # seat, patron, label, odd chips
    race_table: int = 0


class PayRow(View, frozen=True, kw_only=True):
    place: str
    share: str
    prize: str


class DirectorView(View, frozen=True, kw_only=True):
    id: str
    link: str
    acts: int
    name: str
    title: str
    clock: Wall
    resting: bool  # a break that was called, not one of the sheet
    blinds: str
    blinds_note: str
    then: str
    at: str  # the house's time
    ends: str
    level_words: str
    figures: tuple[tuple[str, str, str, str], ...]  # caption, figure, note, clause
    alert: str
    alert_kind: str
    more: tuple[str, ...]
    due: Due | None
    tables: tuple[DeskTable, ...]
    outs: tuple[OutRow, ...]
    same_hand: tuple[tuple[str, str, int], ...]  # patron, label, stack
    breaking: tuple[int, ...]
    breaking_note: str
    pays: tuple[PayRow, ...]
    pays_note: str
    registers: bool
    registers_note: str
    why_closed: str  # why nobody is registered any more
    parts: tuple[tuple[str, int], ...]
    entry: int
    entry_chips: str
    open_seats: int
    reenters: tuple[tuple[str, str, str], ...]  # who, in words, and his card
    last_table: int  # how many are left at the last table, of whom a deal may be tried; 0 before
    bounty: bool
    round_open: bool
    undo: str
    rebuys: bool  # what the sheet sells at all
    add_ons: bool
    sales: str  # whether it is sold now
    levels: str  # the coming ones, as they are typed
    penalties: tuple[str, ...]
    clauses: dict[str, str]
    book: str
    csrf: str
    clock_words: str
    next_line: int  # of the sheet, from 1 on; 0: the last level is played
