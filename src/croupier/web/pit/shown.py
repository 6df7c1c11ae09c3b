"""What the pit shows: the tiles, the alerts and the slips."""

from croupier.web.felt.shown import ShownPerson, View


class Tile(View, frozen=True, kw_only=True):
    table: str
    pit: str = ""
    title: str
    state: str
    state_words: str
    game: str
    limits: str
    drop: int = 0
    win: int = 0
    pace: int = 0
    target: int = 0
    seats: int = 7
    taken: int = 0
    dealer: str = ""
    alert: str = ""
    alert_kind: str = ""
    alert_icon: str = ""
    more: int = 0
    lacks: str = ""
    button: str = ""
    link: str = ""
    current: bool = False


class SlipLine(View, frozen=True, kw_only=True):
    denomination: int
    count: int


class Signature(View, frozen=True, kw_only=True):
    title: str
    who: str
    at: str = ""
    note: str = ""  # who may sign it although he signed before
    state: str = "next"  # done, now, next
    number: int = 0


class SlipView(View, frozen=True, kw_only=True):
    id: str
    title: str
    table: str
    property: str
    subtitle: str
    state: str
    seen: str = ""  # the state as the record names it, for what is signed on the strength of it
    state_kind: str = "info"
    lines: tuple[SlipLine, ...] = ()
    signatures: tuple[Signature, ...] = ()
    total: int = 0
    agrees: str = ""
    agrees_kind: str = "pos"
    counted: tuple[str, int] | None = None  # by whom, and how much
    step: str = ""
    step_title: str = ""
    step_button: str = ""
    may_sign: bool = False
    why_not: str = ""
    needs_chips: bool = False
    needs_cents: bool = False
    needs_choice: tuple[str, str, tuple[tuple[str, str], ...]] | None = None  # the field, its caption, choices in words
    sharers: tuple[str, ...] = ()  # among whom a pool is shared, by half hours dealt
    ticked: tuple[str, ...] = ()  # what was gone through, one by one
    expected: tuple[tuple[int, int], ...] = ()  # denomination, count: what a count is held against
    note: str = ""
    voidable: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    denominations: tuple[int, ...] = ()


class Alert(View, frozen=True, kw_only=True):
    id: str
    table: str
    words: str
    kind: str
    stops: bool = False
    button: str = ""
    link: str = ""
    clause: str = ""


class PitView(View, frozen=True, kw_only=True):
    me: ShownPerson
    title: str
    property: str
    property_title: str
    day: str
    clock: str
    number: int = 0
    figures: tuple[tuple[str, str, str], ...] = ()
    alerts: tuple[Alert, ...] = ()
    tiles: tuple[Tile, ...] = ()
    slip: SlipView | None = None
    slips: tuple[tuple[str, str, str, str], ...] = ()  # id, title, table, state
    proposals: tuple[tuple[str, str, str], ...] = ()  # of the house and its staff: title, what it asks, page
    table: str = ""
    may_add: bool = False
    may_audit: bool = False
    houses: tuple[tuple[str, str], ...] = ()  # properties with tables
