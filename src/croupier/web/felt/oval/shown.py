"""What an oval table shows: seats, pots, what is decided, the hand by street; of a cash game or a tournament."""

from croupier.web.felt.shown import ShownPerson, View


class PokerSeat(View, frozen=True, kw_only=True):
    number: int
    taken: bool = False
    you: bool = False
    name: str = ""
    chips: str = ""
    act: str = ""  # the last act of this street in words, or why the seat is not in the hand
    act_kind: str = ""  # how its strip looks: bet, call, all-in, fold, won
    marks: tuple[str, ...] = ()  # for who does not see the picture: to act, folded
    acting: bool = False
    playing: bool = False
    cards: tuple[str, ...] = ()
    bet: str = ""
    bet_cents: int = 0
    won: str = ""
    won_cents: int = 0


class PotShown(View, frozen=True, kw_only=True):
    name: str
    amount: str
    cents: int
    note: str = ""  # how many seats can win it, or who has
    front: bool = False  # still in front of the players
    pushed: bool = False


class Timer(View, frozen=True, kw_only=True):
    """The time of the player in turn."""

    left_ms: int
    of_ms: int
    words: str  # 18 s
    then: str  # what follows when it is up


class Bank(View, frozen=True, kw_only=True):
    """What a player may add to his time to think."""

    words: str
    runs: bool


class Preset(View, frozen=True, kw_only=True):
    title: str
    key: str
    cents: int
    words: str
    mark: int = 0  # where it lies on the slider, in thousandths
    apart: bool = False  # its figure stands clear of the one before it
    off: str = ""


class Ahead(View, frozen=True, kw_only=True):
    """What a player may choose before his turn."""

    call: int = 0  # cents that a call would cost if nothing changed
    words: str = ""


class Choice(View, frozen=True, kw_only=True):
    """One button of the action bar."""

    act: str
    title: str
    note: str = ""
    key: str = ""
    main: bool = False
    to: int = 0  # cents
    off: str = ""  # why it can't be pressed
    adds: int = 0  # cents that it costs
    adding: str = ""  # the same in words
    asks: bool = False  # it gives up what costs nothing: asked once


class Amount(View, frozen=True, kw_only=True):
    """A bet or raise of the player's own size."""

    verb: str
    least: int
    most: int
    step: int
    level: int = 0  # what lies in front of the player already
    stack: int = 0  # what he has behind
    big: int = 0  # the step of the up and down keys
    quick: tuple[Preset, ...] = ()
    range: str = ""  # from the least to the most, in words
    least_words: str = ""
    word: str = "Raise to"


class StreetLine(View, frozen=True, kw_only=True):
    """What one player did on a street, and his sum."""

    seat: int
    name: str
    did: str
    amount: str = ""
    you: bool = False


class Taken(View, frozen=True, kw_only=True):
    """What the house took on a street, or a ruling that was made there."""

    title: str
    words: str
    amount: str = ""
    clause: str = ""


class StreetShown(View, frozen=True, kw_only=True):
    title: str
    cards: str = ""
    sum: str = ""
    lines: tuple[StreetLine, ...] = ()
    taken: tuple[Taken, ...] = ()


class PastHand(View, frozen=True, kw_only=True):
    """A hand that is over, as everybody may know it."""

    at_us: int
    board: str
    lines: tuple[str, ...] = ()


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


class Queue(View, frozen=True, kw_only=True):
    """The list for the game of a table, as somebody reads it who looks for a seat."""

    game: str
    waiting: int
    own: int = 0  # his own place on it
    joins: bool = False
    alone: bool = False  # there is no other way to a seat: the floor gives them
    ahead: int = 0  # in hearing, before whom nobody sits down


class PokerView(View, frozen=True, kw_only=True):
    me: ShownPerson
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
    pots: tuple[PotShown, ...] = ()
    rake: str = ""
    drop: str = ""
    middle: str = ""
    hand: int = 0  # its number
    street: str = ""  # on which betting round it is
    hand_name: str = ""  # what the reader's cards make
    plays: tuple[tuple[int, ...], ...] = ()  # cards of each board that make it
    streets: tuple[str, ...] = ()  # the street of each card of the board
    family: str = "board"
    lettering: str = ""
    rules: str = ""
    dealer: str = ""
    timer: Timer | None = None
    story: tuple[StreetShown, ...] = ()  # the hand by street, newest first
    in_hand: bool = False  # the reader has a live hand
    ahead: Ahead | None = None
    stack: str = ""  # the reader's chips at the table
    leaves_with: str = ""  # all of them, with what plays from the next hand on
    coming: str = ""  # what plays from the next hand on
    queue: Queue | None = None
    wish: str = ""  # the other seat that he has asked for
    to_call: str = ""
    coin: str = "money"  # how a script writes an amount: money or chips
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
    bank: Bank | None = None  # his own, while it is his turn at a table that keeps the time
    resting: bool = False  # between two hands: what he may do needs no answer
    result: str = ""  # who has won what of the last hand
    clock: bool = False  # whether a player may ask for the clock on somebody else here
    why_no_clock: str = ""
    alert: str = ""
    said: tuple[str, ...] = ()
    deals: bool = False  # the reader deals here by hand
    takes_cash: bool = False  # and gives chips for cash
    owed: str = ""  # which card the dealer keys next
    owed_seat: int = 0
    floor: bool = False  # supervisor or manager
    demo: bool = False
    stakes_clause: str = ""  # under which only chips in front of a player play
    sat: str = ""  # sat down 12:40 with $300.00
    keyed: str = ""  # the badge for which a dealer keys
