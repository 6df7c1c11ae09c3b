"""What the pit shows: the tiles, the alerts and the slips."""

from croupier.web.felt.shown import ShownPerson, View
from croupier.web.slips.shown import SlipView


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
