"""What protects a game: for each wager dealt from a shoe its effects of removal, its best counts, and a safe cut; for
games of decisions, and for the first card of a shoe, what somebody gains who sees one card too many.
"""

from __future__ import annotations

import msgspec

from croupier.odds.cache import remembered
from croupier.odds.games.baccarat.exact import coups, drawing_table
from croupier.odds.games.twentyone.books import rules_of
from croupier.odds.posting import BadInput
from croupier.odds.protection import blackjack, depth
from croupier.odds.protection.counts import HI_LO, best_counts, correlation
from croupier.odds.protection.depth import Depth, Followed
from croupier.odds.protection.seen import Seen, seen_cards
from croupier.odds.protection.shoes import by_rank, effects
from croupier.odds.protection.wagers import Watched, insurance_pays, watched
from croupier.rulebook import Posting

LEVELS = (1, 2)
MAIN = "blackjack"
USUAL_CUT = 0.75
TWENTY_ONE_CARDS = 2.7  # cards that a hand of twenty-one takes, the dealer's too
SAFE_WIN = 0.1  # units an hour below which nobody sits down for a wager
ROUNDS_AN_HOUR = 60


class Guarded(msgspec.Struct, frozen=True):
    """A wager with all that a counter could know of it. Amounts in units of the wager."""

    wager: str
    table: str
    note: str
    decks: float
    expectation: float
    effects: tuple[float, ...]  # from deuce to ace
    hi_lo: float  # how closely the count of the main game follows it
    counts: tuple[Followed, ...]
    depths: tuple[Depth, ...]
    cards_a_round: float
    safe: float | None  # the deepest cut at which the best count wins less than SAFE_WIN an hour
    kind: str  # the wager as the rulebook names it, wherever on the layout it lies

    def per_hour(self, per_shoe: float, penetration: float, rounds: int = ROUNDS_AN_HOUR) -> float:
        """Units an hour from units a shoe, at so many rounds an hour and no time between shoes."""
        a_shoe = penetration * self.decks * 52 / self.cards_a_round
        return per_shoe * rounds / a_shoe if a_shoe else 0.0

    def count_per_hour(self, row: Depth, rounds: int = ROUNDS_AN_HOUR) -> float:
        """What the better of the counts wins an hour with the cut of this row."""
        return self.per_hour(max((*row.by_count, 0.0)), row.penetration, rounds)


class Protection(msgspec.Struct, frozen=True):
    """A game as somebody sees it who counts: its main wager if it has decisions, and all others."""

    property: str
    game: str
    approved: str
    penetration: float
    main: blackjack.Main | None
    wagers: tuple[Guarded, ...]
    asked: str = ""
    seen: tuple[Seen, ...] = ()


def protect(posting: Posting, wager: str = "", players: int = 1, samples: int = depth.SAMPLES) -> Protection:
    """Every wager of a posting that is dealt from a shoe, or the one that is named; counted once and kept."""
    found = [each for each in watched(posting) if not wager or each.wager == wager]
    twentyone = "soft-17" in posting.settings
    seen = () if wager else _seen(posting)
    if not found and not seen and not (twentyone and wager in ("", MAIN)):
        offered = ", ".join(dict.fromkeys([*([MAIN] if twentyone else []), *(each.wager for each in watched(posting))]))
        words = f"it has {offered}" if offered else "none of its wagers is dealt from a shoe that is played down"
        raise BadInput(f"{wager or posting.rulebook.game}: nothing to count there; {words}")
    book, cards, cut = posting.rulebook, _cards_a_round(posting, players), cut_of(posting)

    def kept(each: Watched) -> Guarded:
        asked = [book.digest, canonical_options(posting), each.name, each.table, each.note, players, samples]
        return remembered("protect", lambda *_: _guarded(each, cards, samples), asked, code=__name__)

    main = None
    if twentyone and wager in ("", MAIN):
        asked = (rules_of(posting), cut, insurance_pays(posting))
        main = remembered("protect-main", blackjack.main_wager, *asked, code=__name__)
    return Protection(book.property, book.game, str(book.approved), cut, main, tuple(map(kept, found)), wager, seen)


def _seen(posting: Posting) -> tuple[Seen, ...]:
    asked = [posting.rulebook.digest, canonical_options(posting)]
    return remembered("protect-seen", lambda *_: seen_cards(posting), asked, code=__name__)


def canonical_options(posting: Posting) -> list[tuple[str, str]]:
    return sorted((name, str(value)) for name, value in posting.chosen.items())


def cut_of(posting: Posting) -> float:
    """How deep the cutting card lies, as a share of the shoe, where the rulebook lets the house say."""
    if posting.get("penetration") is not None:
        return int(posting["penetration"]) / 100
    bottom = posting.get("cutting-card-from-bottom")
    return 1 - int(bottom) / (52 * int(posting["decks"])) if bottom is not None else USUAL_CUT


def _cards_a_round(posting: Posting, players: int) -> float:
    """Cards that a round takes on average: two hands of baccarat, or the players' hands and the dealer's."""
    if "third-card" not in posting.settings:
        return TWENTY_ONE_CARDS * (players + 1)
    rows = {int(total): str(thirds) for total, thirds in posting["third-card"].items()}
    ends = coups(int(posting["decks"]), drawing_table(rows))
    whole = sum(ends.values())
    return sum((coup.player_cards + coup.banker_cards) * ways for coup, ways in ends.items()) / whole


def _guarded(wager: Watched, cards: float, samples: int) -> Guarded:
    gains = effects(wager.value, wager.shoe, wager.suits)
    weights = by_rank(wager.shoe)
    found = depth.sample(wager, samples=samples)
    best = [count for level in LEVELS for count in best_counts(gains, weights, level)]
    counts = tuple(depth.follow(count, wager.shoe, found) for count in best)
    rows = tuple(depth.by_depth(wager, found, counts, cards))
    made = Guarded(
        wager=wager.name, table=wager.table, note=wager.note, decks=float(wager.shoe.sum()) / 52,
        expectation=wager.value(wager.shoe), effects=tuple(float(gain) for gain in gains),
        hi_lo=correlation(HI_LO, gains, weights), counts=counts, depths=rows, cards_a_round=cards, safe=None,
        kind=wager.wager,
    )  # fmt: skip
    calm = [row.penetration for row in rows if made.count_per_hour(row) < SAFE_WIN]
    return msgspec.structs.replace(made, safe=max(calm) if calm else None)
