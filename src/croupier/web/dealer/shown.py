"""What the dealer's screen shows: the step, the keys, the positions, irregularities and payouts."""

from croupier.web.felt.shown import Action, Hand, ShownPerson, Surface, View


class Step(View, frozen=True, kw_only=True):
    title: str
    state: str  # done, now, next


class CardKey(View, frozen=True, kw_only=True):
    card: int
    lies: str = ""  # where it lies, if it can't be keyed
    said: str = ""  # the same read aloud
    left: int = 1  # how many of it may still be keyed: a shoe of several decks has more than one


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
    patron: str = ""
    chips: str = ""  # what he has before him
    leaves: str = ""  # what he takes with him when the dealer colours him up; empty: not now


class Payout(View, frozen=True, kw_only=True):
    position: int
    lines: tuple[tuple[str, str, str], ...]  # what, clause, amount
    cut: tuple[tuple[int, int], ...] = ()  # denomination, count
    coin: str = ""  # what no chip of this property makes


class Follows(View, frozen=True, kw_only=True):
    """One line of what Enter would do."""

    icon: str
    words: str
    clause: str = ""
    kind: str = ""  # pos, warn: the colour of its sign
    place: tuple[str, str] = ("", "")  # the same in the place of the hand: Plays, Yes · 12.A


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
    refused: bool = False  # the table would not take it now: `note` says why
    choices: tuple[tuple[str, str, str], ...] = ()  # its name, what it says, what it moves
    decides: str = "supervisor"  # who chooses among them
    positions: tuple[int, ...] = ()
    position: int = 0  # whose hand it is about, once that is said
    signs: bool = False  # a supervisor gives badge and password here


class Offered(View, frozen=True, kw_only=True):
    """A wager that a dealer may mark for a patron without a station."""

    key: str
    title: str
    short: str  # what tells it from the others of its group: the number of a place bet
    also: str  # what it is called beside its title


class OfferGroup(View, frozen=True, kw_only=True):
    """Wagers of one name on several numbers, or such as stand beside each other in the book."""

    title: str = ""
    offers: tuple[Offered, ...]


class DealerView(View, frozen=True, kw_only=True):
    table: str
    game: str
    family: str
    surface: Surface
    title: str
    property_title: str
    mode: str
    limits: str
    journal: str
    number: int
    request: int
    me: ShownPerson
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
    count: int = 1  # cards of the hand, or dice
    place: str = ""  # where the keyed cards lie, as a key has room for: Dealer, Pos 3
    hand: str = ""  # whose hand is keyed: the dealer's
    last: str = ""  # what is asked when one card of the hand is missing
    follows: tuple[Follows, ...] = ()  # what Enter would do with the cards keyed so far
    keyed: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()
    pockets: tuple[tuple[str, str], ...] = ()  # where the ball or wheel may rest, and how that is said
    undo: str = ""
    undo_why: str = ""
    hands: tuple[DealerSeat, ...] = ()  # those of no position: the dealer's, or the Player's and the Banker's
    seats: tuple[DealerSeat, ...] = ()
    irregularities: tuple[IrregularityView, ...] = ()
    ruling: RulingView | None = None
    payouts: tuple[Payout, ...] = ()
    rulebook_link: str = ""
    called: str = ""
    codes: bool = False  # somebody of the house signs with a second factor
    joker: CardKey | None = None
    alert: str = ""
    offers: tuple[OfferGroup, ...] = ()  # wagers that may be marked while they are open
    coupons: tuple[tuple[str, str], ...] = ()  # wagers beside which a match play coupon is taken
    closing: bool = False
    demo: bool = False  # chips sold here are demo chips
    seating: bool = False  # whether the dealer may seat a patron who has no station
