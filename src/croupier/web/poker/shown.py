"""What the pages of the poker room show, in words: the table, what it asks of its reader, the room and its lists."""

from croupier.web.felt.shown import Shown, View
from croupier.web.tournaments.shown import EventCard


class PokerSeat(View, frozen=True, kw_only=True):
    number: int
    taken: bool = False
    you: bool = False
    name: str = ""
    chips: str = ""
    note: str = ""  # in the place of the chips: away, all in
    marks: tuple[str, ...] = ()  # for who does not see the picture: to act, folded
    acting: bool = False
    playing: bool = False
    cards: tuple[str, ...] = ()
    bet: str = ""
    bet_cents: int = 0
    won: str = ""


class Choice(View, frozen=True, kw_only=True):
    """One button of the action bar."""

    act: str
    title: str
    note: str = ""
    key: str = ""
    main: bool = False
    to: int = 0  # cents
    off: str = ""  # why it can't be pressed


class Amount(View, frozen=True, kw_only=True):
    """A bet or raise of the player's own size."""

    verb: str
    least: int
    most: int
    step: int
    quick: tuple[tuple[str, int], ...] = ()
    range: str = ""  # from the least to the most, in words


class LogLine(View, frozen=True, kw_only=True):
    words: str
    kind: str = ""
    clause: str = ""


class Declarable(View, frozen=True, kw_only=True):
    when: str
    title: str
    ruling: str
    clause: str
    by: str
    choices: tuple[str, ...] = ()


class PokerView(View, frozen=True, kw_only=True):
    me: Shown
    table: str
    title: str
    stakes: str
    house: str
    house_title: str
    book: str
    book_words: str
    entry: int
    path: str  # of the page
    number: int  # of the decision that is asked
    status: str
    status_note: str = ""
    seats: tuple[PokerSeat, ...] = ()
    button: int = 0
    boards: tuple[tuple[str, ...], ...] = ()
    pot: str = ""
    middle: str = ""
    may_sit: bool = False
    free: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    you: int = 0  # the reader's seat
    away: bool = False
    leaving: bool = False
    busted: bool = False
    choices: tuple[Choice, ...] = ()
    amount: Amount | None = None
    draws: tuple[tuple[int, str], ...] = ()  # own cards that may be thrown away
    why_no_raise: str = ""
    log: tuple[LogLine, ...] = ()
    clock_ms: int | None = None
    why_no_clock: str = ""
    alert: str = ""
    said: tuple[str, ...] = ()
    deals: bool = False  # the reader deals here by hand
    takes_cash: bool = False  # and gives chips for cash
    owed: str = ""  # which card the dealer keys next
    owed_seat: int = 0
    floor: bool = False  # supervisor or manager
    demo: bool = False
    keyed: str = ""  # the badge for which a dealer keys


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
    title: str
    stakes: str
    players: int
    seats: int
    free: int
    buy_in: str
    hands: int
    note: str = ""
    yours: bool = False
    open: bool = True
    broken: bool = False  # it is out of order
    why: str = ""  # and for what reason, where the reader may know


class RoomView(View, frozen=True, kw_only=True):
    me: Shown
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
