"""What the pages of tournaments show, in words."""

from croupier.web.felt.shown import Fact, View


class TableTournamentCard(View, frozen=True, kw_only=True):
    """A tournament at house tables in a list."""

    id: str
    name: str
    property: str
    game: str
    state: str
    state_words: str
    kind: str
    fee: int
    note: str
    prizes: str
    link: str


class EventCard(View, frozen=True, kw_only=True):
    """A poker tournament in a list."""

    id: str
    name: str
    house: str
    game: str
    state: str
    state_words: str
    kind: str  # of the state's pill
    entry: int  # cents
    note: str
    prize: str
    link: str
    yours: bool = False


class Share(View, frozen=True):
    """One player's part of a division of the prizes that is proposed."""

    name: str
    cents: str
    you: bool
    agrees: bool


class LevelRow(View, frozen=True, kw_only=True):
    title: str
    minutes: int
    blinds: str
    chip: str = ""
    now: bool = False
    past: bool = False
    rests: bool = False


class SeatRow(View, frozen=True, kw_only=True):
    seat: int
    badge: str  # for staff; empty for everybody else
    name: str
    chips: int
    mine: bool = False
    button: bool = False
    note: str = ""


class EventTable(View, frozen=True, kw_only=True):
    number: int
    link: str
    rows: tuple[SeatRow, ...]
    state: str  # playing, waiting, done
    note: str = ""
    mine: bool = False
    may_deal: bool = False


class PlaceRow(View, frozen=True, kw_only=True):
    """A place: what it pays, and who has it."""

    place: str
    names: str = ""
    pays: int = 0
    kind: str = ""
    mine: bool = False


class PrizeRow(View, frozen=True, kw_only=True):
    number: int
    place: int
    name: str
    cents: int
    kind: str
    state: str
    state_words: str
    taxable: bool
    search: str
    withheld: int
    claim: str
    signed: str
    step: str = ""  # the signature that is waited for
    step_words: str = ""
    mine: bool = False


class EventView(View, frozen=True, kw_only=True):
    card: EventCard
    house_title: str
    book: str
    book_words: str
    acts: int
    key: str  # what the forms hang on; another key: look again
    facts: tuple[Fact, ...]
    levels: tuple[LevelRow, ...]
    level: str
    blinds: str
    then: str
    ends_s: int
    runs: bool
    clock_words: str
    entries: int
    left: int
    chips: int
    average: int
    pool: int
    pools: tuple[Fact, ...]
    tables: tuple[EventTable, ...]
    places: tuple[PlaceRow, ...]
    outs: tuple[PlaceRow, ...]
    due: tuple[Fact, ...]  # what is to be done before the next hands
    breaking: str
    registers: bool
    why_closed: str
    players: tuple[tuple[str, str], ...]  # badge and words, for the forms of the staff
    seated: tuple[tuple[str, str], ...]
    again: tuple[tuple[str, str, str], ...]  # who is out and may come in again: badge, words, card
    penalties: tuple[str, ...]
    clauses: dict[str, str]
    entered: bool = False
    my_table: int = 0
    my_seat: int = 0
    my_chips: int = 0
    rebuys: bool = False
    add_ons: bool = False
    window: bool = False
    may_window: bool = False
    deals: bool = False
    agree_cents: int = 0
    proposed: tuple[Share, ...] = ()  # how the prizes would be divided, once everybody agrees
    stopped: bool = False
    hands: int = 0
    programs: bool = False  # played by the demonstration's programs
    prizes: tuple[PrizeRow, ...] = ()
    live: bool = False  # real cards
