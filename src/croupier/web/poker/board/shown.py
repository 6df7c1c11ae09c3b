"""What the room's board and the screen in the room show, in words."""

from croupier.web.felt.shown import ShownPerson, View


class Disc(View, frozen=True, kw_only=True):
    """One seat of a table's drawing."""

    number: int
    x: int
    y: int
    state: str
    words: str
    title: str
    patron: str = ""


class Tile(View, frozen=True, kw_only=True):
    table: str
    brief: str
    title: str
    stakes: str
    state: str
    mode: str
    pill: str
    pill_kind: str = ""
    discs: tuple[Disc, ...] = ()
    middle: str = ""
    note: str = ""
    dealer: str = ""
    down: int = 0
    pays: str = ""
    main: str = ""
    feeds: str = ""
    current: bool = False
    seats_only: bool = False
    playing: bool = False
    in_play: int = 0
    extra: int = 0  # the seat of one player too many, while the game may start so
    half: bool = False  # half rake was granted
    held: tuple[tuple[str, int], ...] = ()  # chips that the floor keeps out of play, by the reason


class NameRow(View, frozen=True, kw_only=True):
    place: int
    patron: str
    initials: str
    source: str
    words: str
    kind: str = ""
    called: bool = False
    table: str = ""
    seat: int = 0
    first: bool = False
    away: bool = False
    current: bool = False


class GameList(View, frozen=True, kw_only=True):
    game: str
    brief: str
    title: str
    stakes: str
    spread: bool
    open: int
    longest: int
    enough: int = 0  # so many names and a new game is as good as full: who does not play loses his place
    tables: tuple[str, ...] = ()
    names: tuple[NameRow, ...] = ()


class StepRow(View, frozen=True, kw_only=True):
    """One step of an opening, with its button."""

    words: str
    note: str
    minutes: int
    verb: str
    kind: str
    patron: str
    table: str
    seat: int
    source: str
    clause: str
    waits: str
    counted: bool
    until: str
    electronic: bool


class Request(View, frozen=True, kw_only=True):
    words: str
    patron: str
    why: str


class OpeningTable(View, frozen=True, kw_only=True):
    table: str
    title: str
    stakes: str
    lacks: tuple[tuple[str, str], ...]
    dealer: str = ""
    rack: bool = False
    closing: bool = False
    decks: tuple[str, ...] = ()  # in play at a table that closes
    checks: tuple[str, ...] = ()  # what the checklist of this table has


class SlipRow(View, frozen=True, kw_only=True):
    id: str
    title: str
    kind: str
    step: str
    says: str
    may: bool
    deck: str = ""
    chips: bool = False


class BoardView(View, frozen=True, kw_only=True):
    me: ShownPerson
    house: str
    house_title: str
    day: str
    tiles: tuple[Tile, ...] = ()
    closed: tuple[str, ...] = ()
    lists: tuple[GameList, ...] = ()
    steps: tuple[StepRow, ...] = ()
    requests: tuple[Request, ...] = ()
    downs: tuple[tuple[str, str, int, str], ...] = ()
    push: str  # when dealers are pushed on next, where the book says
    dealers: tuple[tuple[str, str], ...] = ()
    opening: tuple[OpeningTable, ...] = ()
    slips: tuple[SlipRow, ...] = ()
    due: tuple[tuple[str, str, str], ...] = ()
    acts: tuple[tuple[str, str], ...] = ()  # when and what, the newest first
    undo: bool = False  # whether the newest may be taken back
    clock: str = ""
    seated: int = 0
    waiting: int = 0
    broken: bool = False
    table: str = ""
    seat: int = 0
    asked: dict[str, str] = {}  # the game that is to be spread, as its form takes it
    games: tuple[tuple[str, str], ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
    book: str = ""
    clauses: dict[str, str] = {}
    overrides: tuple[str, ...] = ()  # rulings that the floor may give otherwise than by the letter
    first: str = ""
    places: tuple[str, ...] = ()  # where a closed table's container waits
    container: tuple[str, ...] = ()  # what is done to it
    removal: tuple[str, ...] = ()  # what is done to a deck that goes
    signs: dict[str, bool] = {}  # whether the reader signs the first line of a slip
    inspected: tuple[str, ...] = ()  # what is ticked when a deck is inspected
    entry: int = 0


class ScreenList(View, frozen=True, kw_only=True):
    title: str
    names: tuple[str, ...]


class ScreenView(View, frozen=True, kw_only=True):
    """What everybody in the room may read: initials and places, never a badge."""

    house: str
    house_title: str
    called: tuple[tuple[str, str], ...] = ()
    paged: tuple[tuple[str, str], ...] = ()
    lists: tuple[ScreenList, ...] = ()
    jackpots: tuple[tuple[str, int], ...] = ()
    entry: int = 0
