"""What a page shows, as plain data: no rule, no secret, nothing to look up.

Adapters fill these from the table and the house; templates and drawings read nothing else. A view
holds only what its reader may see: a card that he may not see is `None`.
"""

import builtins

import msgspec


class View(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """Base of all views: frozen, by keyword; drawings are kept by them, so each is hashed once."""


class Spot(View, frozen=True, kw_only=True):
    """A betting area as this reader may use it now."""

    wager: str
    title: str
    odds: str = ""
    clause: str = ""
    least: int = 0
    most: int = 0
    step: int = 100
    open: bool = False
    why: str = ""  # why it may not be used now, with the clause
    reading: str = ""  # what is said where the area rests on a reading
    rows: tuple[tuple[str, str], ...] = ()  # outcome and odds, where the layout prints several


class Chips(View, frozen=True, kw_only=True):
    """One stake on the layout."""

    wager: str
    amount: int
    position: int = 0
    state: str = "play"  # placed, play, won, lost, push, void
    paid: int = 0  # what lies beside the stake after settlement
    own: bool = False
    colour: int = -1  # a patron's non-value colour, or -1 for value chips
    count: int = 0  # number of non-value chips
    note: str = ""  # "Odds $30"
    works: str = ""  # "on" or "off", where a wager may be called so
    call: str = ""  # what calling it means, for the marker
    last: str = ""  # what the last roll did to a wager that stands: "+$21"


class Hand(View, frozen=True, kw_only=True):
    cards: tuple[int | None, ...] = ()
    label: str = ""
    kind: str = ""  # "", own, won, lost, push, void
    sideways: bool = False  # the last card was drawn to a doubled wager
    dim: bool = False  # out of the round: bust, folded, dead
    over: bool = False  # its cards count more than 21
    rows: tuple[int, ...] = ()  # cards a row where a hand lies in several (pai gow)
    packs: int = 0  # of another patron's closed hand that is parted: one while he sets it, then two
    number: int = 0  # among the hands of a position that has split
    acting: bool = False  # this hand is decided now
    stakes: tuple[int, ...] = ()  # what lies on a split hand: the wager, and what doubled it
    outcome: str = ""  # how a split hand ended: won, lost, push, void
    pill: str = ""  # its amount in words


class Seat(View, frozen=True, kw_only=True):
    position: int
    taken: bool = False
    own: bool = False
    acting: bool = False
    name: str = ""
    hands: tuple[Hand, ...] = ()
    chips: tuple[Chips, ...] = ()
    pill: str = ""
    pill_kind: str = ""
    note: str = ""


class Action(View, frozen=True, kw_only=True):
    """A decision or another button: always shown, never silent about why not."""

    id: str
    title: str
    cost: str = ""
    key: str = ""
    open: bool = True
    why: str = ""
    icon: str = ""
    kind: str = ""  # main, danger, quiet
    needs_amount: bool = False
    least: int = 0
    most: int = 0
    step: int = 100
    default: int = 0


class Against(View, frozen=True, kw_only=True):
    """One hand of several, beside the dealer's that it was held to."""

    name: str
    yours: str
    dealers: str
    outcome: str  # won, lost, copy (which is the dealer's)
    cards: tuple[str, str] = ("", "")  # of both, while they lie there


class Reason(View, frozen=True, kw_only=True):
    """One line of the Why panel: a wager and how it ended."""

    title: str
    state: str  # won, lost, push, play, on or off (at craps), turn (to be decided), void
    amount: str = ""
    sentence: str = ""
    terms: str = ""
    clauses: tuple[str, ...] = ()
    against: tuple[Against, ...] = ()  # hand by hand, where several are held to the dealer's


class ReasonRound(View, frozen=True, kw_only=True):
    title: str
    note: str = ""
    amount: str = ""
    kind: str = ""
    reasons: tuple[Reason, ...] = ()


class Fact(View, frozen=True):
    """One line of a list of facts, with the clause that states it."""

    term: str
    value: str
    clause: str = ""


class ShownPerson(View, frozen=True, kw_only=True):
    """What every page of a signed-in person carries in its bar."""

    role: str = ""
    name: str = ""
    initials: str = ""
    badge: str = ""
    balance: int | None = None
    demo: bool = False  # the table that he sits at deals for demo chips
    seated: bool = False
    chips: str = ""  # what the balance is called where it is no money
    leads: tuple[str, ...] = ()  # the pages of staff and patrons that the bar and the menu lead to


class TournamentStrip(View, frozen=True, kw_only=True):
    """What a station at a tournament's table says of it."""

    name: str
    link: str
    chips: int
    left: str
    place: str
    turn: str
    my_turn: bool = False
    over: bool = False


class Setting(View, frozen=True, kw_only=True):
    """Seven cards to be parted: what each way is called, and which the house would choose."""

    cards: tuple[int, ...]
    ways: tuple[tuple[str, str, str, bool], ...]  # the Low cards, Low and High by name, whether it is a foul
    house: tuple[int, ...]
    clause: str = ""
    cause: str = ""  # of the house way, and where it stands
    house_clause: str = ""


class Surface(View, frozen=True, kw_only=True):
    """What the page around a layout goes by."""

    shared: bool = False  # one layout for all patrons, without seats
    words: str = "layout. Arrow keys move, Enter places the chip in hand."  # read aloud after the table's title
    more: str = ""  # the button to the wagers that have no box on a phone
    calls: bool = False  # wagers are called on and off
    whole_phone: bool = False  # the layout takes the place of a phone's tabs
    numbers: bool = False  # results are keyed on numbers that lie as the layout prints them
    hint: str = "Press and hold, or key I, for its odds and clause."


class StationView(View, frozen=True, kw_only=True):
    table: str
    game: str
    title: str
    property: str
    property_title: str
    limits: str = ""
    number: int  # the journal entry that this view shows
    journal: str = ""  # whose entries they are: another begins as limits or rules change
    family: str  # the kind of its felt: `felt.kinds.of`
    surface: Surface = Surface()
    me: ShownPerson
    status: str = ""
    status_icon: str = "clock"
    status_kind: str = "info"
    position: int = 0
    round: int = 0
    request: int = 0
    seats: tuple[Seat, ...] = ()
    dealer: Hand = Hand()
    dealer_label: str = "Dealer"
    dealer_note: str = ""  # beside closed cards: when and how they are set
    places: tuple[tuple[str, Hand], ...] = ()  # hands of the table: player's and banker's, a cross of cards
    common: tuple[int | None, ...] = ()
    common_label: str = ""
    common_lines: tuple[tuple[str, int, int], ...] = ()  # lines of a cross: name, its first card and its last
    lettering: tuple[str, ...] = ()
    band: str = ""
    band_note: str = ""  # why what the band offers is not to be had now
    spots: tuple[Spot, ...] = ()
    chips: tuple[Chips, ...] = ()  # layouts without seats: roulette, craps, big six
    actions: tuple[Action, ...] = ()
    wagering: bool = False
    closed_words: tuple[str, str] = ("", "")
    no_dealer: bool = False  # the table is dealt by hand and nobody does
    unattended: str = ""  # in a demonstration: the dealer whose screen nobody has open
    instead: str = ""  # another table of the game, where that is so
    alone: bool = False  # a station: it shows its own place and none of the others
    denominations: tuple[int, ...] = (100, 500, 2500, 10000, 50000, 100000)
    chip: int = 500
    on_table: int = 0
    on_table_note: str = ""
    take_back: str = ""
    kept: str = ""  # why nothing of the reader's, or not all, may be taken back
    short: str = ""  # why the same can't be wagered again
    same_wagers: str = ""
    double: str = ""
    clear: str = ""
    leave: str = ""  # what leaving takes down first
    stays: str = ""  # why one can't leave now
    why: tuple[ReasonRound, ...] = ()
    history: tuple[ReasonRound, ...] = ()
    rulebook_note: str = ""
    rulebook_link: str = ""
    shoe: tuple[str, str, float] | None = None
    discards: str = ""
    wheel: tuple[str, ...] = ()
    result: str = ""
    result_title: str = ""
    result_words: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    totals: tuple[tuple[str, str, str], ...] = ()  # (caption, amount, kind)
    colour: int = -1
    chip_value: int = 500
    dice: tuple[int, int] | None = None
    dice_title: str = ""
    dice_note: str = ""
    roll_sum: tuple[tuple[str, str], ...] = ()  # what the last roll did to the reader's wagers: words and kind
    off_note: str = ""  # "$30.00 of it off"
    point: int = 0
    shooter: bool = False
    decision_keys: tuple[tuple[str, str], ...] = ()
    meters: tuple[tuple[str, int, str], ...] = ()
    watching: bool = False
    arrange: tuple[int, ...] = ()  # cards to set apart, and how many
    arrange_count: int = 0
    setting: Setting | None = None  # the own hand while it is set
    question: str = ""
    hand_caption: str = ""  # "Hand 3 of 3", where a position has several
    hand_title: str = ""  # "11 against 6"
    said: tuple[str, ...] = ()  # result first, then each of the reader's wagers
    alert: str = ""
    deciding: bool = False  # the table waits for the reader's own decision
    facts: tuple[tuple[str, str], ...] = ()  # the Table tab
    tournament: TournamentStrip | None = None  # at a table of a tournament

    @builtins.property
    def kinds(self) -> list[Spot]:
        """One spot a kind of wager: Place once, not once a number."""
        seen: dict[str, Spot] = {}
        for spot in self.spots:
            seen.setdefault(spot.wager.partition(":")[0], spot)
        return list(seen.values())
