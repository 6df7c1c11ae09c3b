"""What a page shows, as plain data: no rule, no secret, nothing to look up.

Adapters fill these from the table and the house; templates and drawings read nothing else. A view
holds only what its reader may see: a card that he may not see is `None`.
"""

import builtins

import msgspec


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all views: frozen, by keyword."""


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


class Hand(View, frozen=True, kw_only=True):
    cards: tuple[int | None, ...] = ()
    label: str = ""
    kind: str = ""  # "", own, won, lost, push, void
    sideways: bool = False  # the last card was drawn to a doubled wager
    dim: bool = False  # out of the round: bust, folded, dead
    rows: tuple[int, ...] = ()  # cards a row where a hand lies in several (pai gow)


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


class Reason(View, frozen=True, kw_only=True):
    """One line of the Why panel: a wager and how it ended."""

    title: str
    state: str  # won, lost, push, play, void
    amount: str = ""
    sentence: str = ""
    terms: str = ""
    clauses: tuple[str, ...] = ()


class ReasonRound(View, frozen=True, kw_only=True):
    title: str
    note: str = ""
    amount: str = ""
    kind: str = ""
    reasons: tuple[Reason, ...] = ()


class Shown(View, frozen=True, kw_only=True):
    """What every page of a signed-in person carries in its bar."""

    role: str = ""
    name: str = ""
    initials: str = ""
    badge: str = ""
    balance: int | None = None
    demo: bool = False
    chips: str = ""  # what the balance is called where it is no money


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


class StationView(View, frozen=True, kw_only=True):
    table: str
    game: str
    title: str
    property: str
    property_title: str
    limits: str
    number: int  # the journal entry that this view shows
    family: str  # seven, roulette, craps, baccarat, big-six
    me: Shown
    status: str = ""
    status_icon: str = "clock"
    status_kind: str = "info"
    position: int = 0
    round: int = 0
    request: int = 0
    seats: tuple[Seat, ...] = ()
    dealer: Hand = Hand()
    dealer_label: str = "Dealer"
    places: tuple[tuple[str, Hand], ...] = ()  # hands of the table: player's and banker's, a cross of cards
    common: tuple[int | None, ...] = ()
    common_label: str = ""
    lettering: tuple[str, ...] = ()
    band: str = ""
    spots: tuple[Spot, ...] = ()
    chips: tuple[Chips, ...] = ()  # layouts without seats: roulette, craps, big six
    actions: tuple[Action, ...] = ()
    not_now: tuple[str, ...] = ()  # what may not be chosen at this moment, and why
    wagering: bool = False
    closed_words: tuple[str, str] = ("", "")
    denominations: tuple[int, ...] = (100, 500, 2500, 10000, 50000, 100000)
    chip: int = 500
    on_table: int = 0
    on_table_note: str = ""
    take_back: str = ""
    same_wagers: str = ""
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
    point: int = 0
    shooter: bool = False
    meters: tuple[tuple[str, int, str], ...] = ()
    watching: bool = False
    arrange: tuple[int, ...] = ()  # cards to set apart, and how many
    arrange_count: int = 0
    question: str = ""
    said: tuple[str, ...] = ()  # result first, then each of the reader's wagers
    alert: str = ""
    facts: tuple[tuple[str, str], ...] = ()  # the Table tab
    tournament: TournamentStrip | None = None  # at a table of a tournament

    @builtins.property
    def kinds(self) -> list[Spot]:
        """One spot a kind of wager: Place once, not once a number."""
        seen: dict[str, Spot] = {}
        for spot in self.spots:
            seen.setdefault(spot.wager.partition(":")[0], spot)
        return list(seen.values())


# The lobby


class House(View, frozen=True, kw_only=True):
    name: str
    title: str
    note: str
    current: bool = False


class MeterView(View, frozen=True, kw_only=True):
    name: str
    title: str
    cents: int
    note: str = ""
    tables: str = ""
    main: bool = False


class TableCard(View, frozen=True, kw_only=True):
    """A table as the lobby offers it."""

    table: str
    game: str
    title: str
    family: str
    limits: str
    note: str = ""
    seats: int = 7
    taken: int = 0
    seats_note: str = ""
    action: str = "sit"  # sit, watch, closed, deal
    waits: str = ""  # what a closed table waits for
    link: str = ""
    demo: bool = False
    point: int = 0


class Filter(View, frozen=True, kw_only=True):
    id: str
    title: str
    count: int
    current: bool = False


class TournamentCard(View, frozen=True, kw_only=True):
    """A tournament in a list."""

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


class LobbyView(View, frozen=True, kw_only=True):
    me: Shown
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
    tournaments: tuple[TournamentCard, ...] = ()  # those that may be entered or are played
    poker_room: str = ""  # what is played there, where the property has one
    open_only: bool = False
    sort: str = "lowest limit"


# The dealer's screen


class Step(View, frozen=True, kw_only=True):
    title: str
    state: str  # done, now, next


class CardKey(View, frozen=True, kw_only=True):
    card: int
    lies: str = ""  # where it lies, if it can't be keyed
    said: str = ""  # the same read aloud


class DealerSeat(View, frozen=True, kw_only=True):
    position: int
    title: str = ""
    taken: bool = False
    active: bool = False
    tag: str = ""
    tag_kind: str = ""
    hands: tuple[Hand, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    note: str = ""
    note_kind: str = ""
    missing: int = 0  # cards still to be keyed


class Payout(View, frozen=True, kw_only=True):
    position: int
    lines: tuple[tuple[str, str, str], ...]  # what, clause, amount
    cut: tuple[tuple[int, int], ...] = ()  # denomination, count


class IrregularityView(View, frozen=True, kw_only=True):
    when: str
    title: str
    ruling: str
    clause: str
    possible: bool = True
    why: str = ""
    by: str = "dealer"


class RulingView(View, frozen=True, kw_only=True):
    when: str
    title: str
    says: str
    clause: str
    lines: tuple[tuple[str, str], ...] = ()
    note: str = ""
    button: str = "Declare"
    danger: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    positions: tuple[int, ...] = ()


class DealerView(View, frozen=True, kw_only=True):
    table: str
    game: str
    family: str
    title: str
    property_title: str
    mode: str
    limits: str
    number: int
    request: int
    me: Shown
    round: int = 0
    due: str = ""
    steps: tuple[Step, ...] = ()
    where: str = ""
    asks: str = ""
    note: str = ""
    clause: str = ""
    kind: str = ""  # cards, dice, spin, decide, do, betting, shuffle, peek, amount, arrange, meter, wait
    keys: tuple[tuple[CardKey, ...], ...] = ()
    may_be_down: bool = False
    count: int = 1
    keyed: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()
    pockets: tuple[str, ...] = ()
    undo: str = ""
    undo_why: str = ""
    dealer: DealerSeat | None = None
    seats: tuple[DealerSeat, ...] = ()
    irregularities: tuple[IrregularityView, ...] = ()
    ruling: RulingView | None = None
    payouts: tuple[Payout, ...] = ()
    rulebook_link: str = ""
    called: str = ""
    joker: CardKey | None = None
    alert: str = ""
    offers: tuple[tuple[str, str], ...] = ()  # wagers that may be marked while they are open


# The pit


class Tile(View, frozen=True, kw_only=True):
    table: str
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
    state: str = "next"  # done, now, next
    number: int = 0


class SlipView(View, frozen=True, kw_only=True):
    id: str
    title: str
    table: str
    subtitle: str
    state: str
    seen: str = ""  # the state as the record names it, for what is signed on the strength of it
    state_kind: str = "info"
    lines: tuple[SlipLine, ...] = ()
    signatures: tuple[Signature, ...] = ()
    total: int = 0
    agrees: str = ""
    agrees_kind: str = "pos"
    counted: int | None = None
    step: str = ""
    step_title: str = ""
    step_button: str = ""
    may_sign: bool = False
    why_not: str = ""
    needs_chips: bool = False
    needs_cents: bool = False
    needs_choice: tuple[str, str, tuple[str, ...]] | None = None
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
    me: Shown
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
    table: str = ""
    may_open: bool = False
    may_add: bool = False
    may_audit: bool = False
    houses: tuple[tuple[str, str], ...] = ()  # properties with tables


# Audit


class EntryView(View, frozen=True, kw_only=True):
    number: int
    icon: str
    title: str
    note: str = ""
    at: str = ""
    kind: str = ""
    settles: bool = False


class SettledView(View, frozen=True, kw_only=True):
    wager: str
    state: str
    words: str
    odds: str
    clause: str
    stake: str
    paid: str


class AuditView(View, frozen=True, kw_only=True):
    me: Shown
    table: str
    title: str
    subtitle: str
    round: int
    journal: str
    entries: tuple[EntryView, ...]
    at: int  # the entry shown
    first: int
    last: int
    before: int = 0
    after: int = 0
    felt: StationView | None = None
    settled: tuple[SettledView, ...] = ()
    agrees: str = ""
    agrees_kind: str = "pos"
    chain: str = ""
    chain_note: str = ""
    chain_ok: bool = True
    previous: str = ""
    this: str = ""
    proofs: tuple[tuple[str, str, str], ...] = ()  # what, words, kind
    clause: str = ""
    clause_title: str = ""
    pay_rows: tuple[tuple[str, str, bool], ...] = ()
    clause_note: str = ""
    rulebook_link: str = ""
    ledger: tuple[tuple[str, str], ...] = ()
    ledger_sum: str = "$0.00"
