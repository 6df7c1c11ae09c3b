"""What people and machines answer: each answer is one act of one person, typed before any rule sees it."""

import msgspec


class By(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Who acts: a role, and who in it (a patron's name, a badge)."""

    role: str  # player, dealer, supervisor, manager, chance
    name: str = ""


class Act(msgspec.Struct, frozen=True, tag_field="act", tag=str.lower, omit_defaults=True, gc=False):
    pass


# While wagers are open; who comes, buys chips and goes, at any moment between two rounds


class Sit(Act, frozen=True):
    position: int
    patron: str
    chips: int = 0


class Buy(Act, frozen=True):
    position: int
    chips: int


class Leave(Act, frozen=True):
    position: int


class Bet(Act, frozen=True):
    position: int
    wager: str
    amount: int
    on: str = ""


class Take(Act, frozen=True):
    """A wager taken back, whole (amount 0) or in part."""

    position: int
    wager: str
    on: str = ""
    amount: int = 0


class Coupon(Act, frozen=True):
    """A match play coupon laid beside a wager: its number, and the amount it is made out for."""

    position: int
    wager: str
    number: int
    amount: int


class Call(Act, frozen=True):
    """Words that change how a wager or the round stands: `off`, `on`, `pass-dice`."""

    position: int
    word: str
    wager: str = ""
    on: str = ""


class Close(Act, frozen=True):
    pass


# What falls


class Fall(Act, frozen=True):
    """A card; -1 where it lies face down and nobody has seen it."""

    card: int


class Falls(Act, frozen=True):
    cards: tuple[int, ...]


AS_THE_CLAUSE_SAYS = -1  # a cut that the dealer confirms without having counted the cards above it


class Shuffled(Act, frozen=True):
    """Cards shuffled. An electronic shuffler seals the new order and opens the seal of the last one."""

    cut: int = 0
    commitment: str = ""
    salt: str = ""
    order: str = ""
    cover: int = 0  # cards above the cover card where the stack was cut; 0: nobody said; `AS_THE_CLAUSE_SAYS`


class Thrown(Act, frozen=True):
    faces: tuple[int, ...]


class Landed(Act, frozen=True):
    pocket: str


class Saw(Act, frozen=True):
    """What the card reader showed."""

    yes: bool


class Reads(Act, frozen=True):
    """What a meter shows, in cents."""

    cents: int


# What people decide


class Chosen(Act, frozen=True):
    name: str
    position: int = 0


class Staked(Act, frozen=True):
    amount: int
    position: int = 0


class Arranged(Act, frozen=True):
    """Cards set apart from a hand: the two of a pai gow low hand, cards thrown away."""

    cards: tuple[int, ...]
    position: int = 0


class Done(Act, frozen=True):
    pass


# What stands beside the round


class Opened(Act, frozen=True):
    """The first entry of a journal: under which rules, with which options, the table deals."""

    table: str
    property: str
    game: str
    approved: str
    rulebook: str  # digest of the rulebook file
    posting: str  # digest of the rulebook with its options
    options: dict[str, str]
    mode: str
    chance: str
    inventory: int
    version: str


class Declared(Act, frozen=True):
    when: str
    position: int = 0


class Undone(Act, frozen=True):
    entry: int


Answer = (
    Sit
    | Buy
    | Leave
    | Bet
    | Take
    | Coupon
    | Call
    | Close
    | Fall
    | Falls
    | Shuffled
    | Thrown
    | Landed
    | Saw
    | Reads
    | Chosen
    | Staked
    | Arranged
    | Done
)
Anything = Answer | Opened | Declared | Undone
BETTING = (Bet, Take, Coupon, Call, Sit, Buy, Leave)
SEATING = (Sit, Buy, Leave)
FACTS = (Fall, Falls, Shuffled, Thrown, Landed, Saw)
