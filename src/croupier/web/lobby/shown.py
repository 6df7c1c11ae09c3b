"""What the lobby shows: properties, meters, tables, tournaments."""

from markupsafe import Markup

from croupier.web.felt.kinds.kind import Group
from croupier.web.felt.meters import MeterView
from croupier.web.felt.shown import ShownPerson, View
from croupier.web.tournaments.shown import TableTournamentCard


class House(View, frozen=True, kw_only=True):
    name: str
    title: str
    note: str
    current: bool = False


class TableCard(View, frozen=True, kw_only=True):
    """A table as the lobby offers it."""

    table: str
    game: str
    title: str
    vignette: Markup
    group: Group  # under which of the lobby's headings it stands
    limits: str
    note: str = ""
    seats: int = 7
    taken: int = 0
    seats_note: str = ""
    action: str = "sit"  # sit, watch, closed, deal, broken
    waits: str = ""  # what a closed table waits for
    link: str = ""
    demo: bool = False


class Filter(View, frozen=True, kw_only=True):
    id: str
    title: str
    count: int
    current: bool = False


class LastSeat(View, frozen=True, kw_only=True):
    table: str
    title: str
    seated: bool  # he sits there now; otherwise he sat there last


class LobbyView(View, frozen=True, kw_only=True):
    me: ShownPerson
    houses: tuple[House, ...]
    house: House
    summary: str
    day: str
    days: tuple[str, ...] = ()
    meters: tuple[MeterView, ...] = ()
    filters: tuple[Filter, ...] = ()
    tables: tuple[TableCard, ...] = ()
    number: int = 0
    house_note: str = ""
    demo_link: str = ""
    books: tuple[tuple[str, str, str], ...] = ()  # rules in force on that day
    tournaments: tuple[TableTournamentCard, ...] = ()  # those that may be entered or are played
    poker_room: str = ""  # what is played there, where the property has one
    sort: str = "lowest limit"
