"""What the pages of promotions show."""

from croupier.web.felt.shown import Fact, View


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
