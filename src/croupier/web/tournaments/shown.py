"""What the pages of the poker room's tournaments and promotions show, in words."""

from croupier.web.felt.shown import View


class EventCard(View, frozen=True, kw_only=True):
    """A tournament in a list."""

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


class Fact(View, frozen=True):
    term: str
    value: str
    clause: str = ""


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


class ClaimRow(View, frozen=True, kw_only=True):
    id: str
    table: str
    hand: str
    words: str
    clause: str
    when: str
    state: str
    state_words: str
    kind: str
    amount: int
    yours: bool = False
    holders: str = ""
    shares: tuple[tuple[str, str, int, bool], ...] = ()  # badge, as what, cents, taxable
    step: str = ""  # the signature that is waited for
    square: bool = False
    wants_winner: bool = False
    may_tie: bool = False
    drawn: bool = False  # it fell to somebody by lot


class PromotionCard(View, frozen=True, kw_only=True):
    id: str
    title: str
    kind: str
    house: str
    says: str
    clause: str
    book: str
    pays: str
    state: str
    state_words: str
    link: str
    where: str
    when: str
    qualifier: str
    leads: str = ""
    waiting: int = 0


class FundRow(View, frozen=True, kw_only=True):
    name: str
    title: str
    cents: int
    note: str
    clause: str
    game: str = ""  # the type of game whose fund it is
    demo: bool = False  # a fund of demo chips


class OfferRow(View, frozen=True, kw_only=True):
    """What the last hand of a table meets or lacks of a promotion."""

    promotion: str
    title: str
    words: str
    qualifies: bool
    missing: tuple[Fact, ...]


class PromotionView(View, frozen=True, kw_only=True):
    card: PromotionCard
    house_title: str
    facts: tuple[Fact, ...]
    claims: tuple[ClaimRow, ...]
    key: str
    posted: tuple[tuple[str, int], ...] = ()  # when, how much
    gathered: tuple[tuple[str, int, str], ...] = ()  # badge, minutes, what they earn
    quarters: tuple[str, ...] = ()
    scores: tuple[tuple[str, str], ...] = ()
    rows: str = ""
    columns: str = ""
    squares: dict[str, str] = {}
    searches: bool = False  # taxable winners are searched for support that they owe
    papers: tuple[str, ...] = ()  # printed where something is withheld
    reasons: tuple[str, ...] = ()  # why no search may be made
    grounds: tuple[str, ...] = ()  # on which what was drawn may be denied
    drawn: tuple[str, ...] = ()  # tables whose players wait for a card
