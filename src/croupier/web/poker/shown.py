"""What the poker room shows: its lists, its games and tournaments."""

from croupier.web.felt.shown import ShownPerson, View
from croupier.web.tournaments.shown import EventCard


class ListView(View, frozen=True, kw_only=True):
    game: str
    title: str
    stakes: str
    tables: tuple[str, ...] = ()
    players: int = 0
    seats_open: int = 0
    waiting: int = 0
    you: int = 0  # the reader's place
    called: str = ""  # where a seat is held for him
    names: tuple[tuple[str, str, str], ...] = ()  # place, patron, how he stands; for the list-person


class RoomRow(View, frozen=True, kw_only=True):
    table: str
    form: str
    title: str
    stakes: str
    forced: str  # ante $1, bring-in $2
    players: int
    seats: int
    free: int
    buy_in: str
    hands: int
    dealt: str = ""  # who deals, in words
    note: str = ""
    yours: bool = False
    door: str = ""  # what whoever works here does at the table
    open: bool = True
    broken: bool = False  # it is out of order
    why: str = ""  # and for what reason, where the reader may know


class RoomView(View, frozen=True, kw_only=True):
    me: ShownPerson
    house: str
    house_title: str
    houses: tuple[tuple[str, str], ...]
    rows: tuple[RoomRow, ...] = ()
    lists: tuple[ListView, ...] = ()
    floor: bool = False
    keeps_list: bool = False
    book: str = ""
    events: tuple[EventCard, ...] = ()  # tournaments to be entered or being played
    lists_out_of_order: bool = False
