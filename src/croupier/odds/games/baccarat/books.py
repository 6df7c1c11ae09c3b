"""The odds of baccarat and its commission-free forms from their rulebooks.

Two doubtful clauses are computed under each reading: a Banker's six that would draw on 7 and 8 (a row that looks
shifted by one column), and a vigorish of so many per cent on a tied Banker wager (an option of some houses).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from croupier.games.baccarat.game import third_cards
from croupier.odds.analysis import Analysis, later
from croupier.odds.exact import Edge
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.baccarat.exact import BANKER, Charges, Coup, Draws
from croupier.odds.games.dice.exact import Vigorish
from croupier.odds.posting import Figure, Table, game_under, part, table, tables
from croupier.rulebook import Posting

SIX = 6
DRAWING_TABLE = {"banker", "player", "tie"}  # wagers that a doubtful drawing table touches


def drawing_table(posting: Posting) -> Draws:
    return baccarat.drawing_table({int(total): thirds for total, thirds in third_cards(posting).items()})


def shifted(draws: Draws) -> Draws:
    """The drawing table with the row of a Banker's six moved by one column."""
    return frozenset((banker, third + 1 if banker == SIX else third) for banker, third in draws)


def charges_of(posting: Posting, unit: int = 0) -> Charges:
    """What a Banker wager is charged, rounded up to a coin of so many cents if given; in a tournament nothing."""
    free = bool(posting.get("tournament", False))
    rates = (Fraction(0 if free else int(posting[name]), 100) for name in ("vigorish", "tied-banker-vigorish"))
    return Charges(*(Vigorish(rate=rate, always=False, unit_cents=unit, rounding="up") for rate in rates))


def edges(posting: Posting, wager: str, shown: Table, counts: Mapping[Coup, int]) -> Iterator[tuple[str, Edge]]:
    """Every form of a wager by what it is on."""
    charges = charges_of(posting) if wager == BANKER else None
    for on in game_under(posting).selections(wager):
        yield on, baccarat.edge_of(counts, wager, on, shown.nets, charges)


def figures(posting: Posting) -> Iterator[Figure]:
    decks, draws = int(posting["decks"]), drawing_table(posting)
    counts = baccarat.coups(decks, draws)
    for wager in posting.wagers:
        yield from part(posting, wager, _wager(posting, wager, counts))
    if not _charged(posting):
        yield from part(posting, BANKER, _rounded(posting, counts))
    if _doubtful(posting):
        yield from _as_printed(posting, decks, draws)


def _wager(posting: Posting, wager: str, counts: Mapping[Coup, int]) -> Iterator[Figure]:
    charged, depends = wager == BANKER and _charged(posting), _depends(posting, wager)
    for shown in tables(posting, wager):
        for on, edge in edges(posting, wager, shown, counts):
            yield Figure(
                wager=wager, table=shown.label, line=shown.line, edge=edge, depends=depends, on=(on,) if on else (),
                note="; ".join(filter(None, (on_words(on), shown.note))), reading=charged,
            )  # fmt: skip


def on_words(on: str) -> str:
    return f"on the {on.capitalize()}" if on else ""


def _depends(posting: Posting, wager: str) -> tuple[str, ...]:
    return ("decks", "tied-banker-vigorish") if wager == BANKER and _charged(posting) else ("decks",)


def _doubtful(posting: Posting) -> bool:
    """Whether the drawing table itself had to be read: the other reading is shown beside it."""
    return any(set(reading.touches) >= DRAWING_TABLE for reading in posting.rulebook.readings)


def _charged(posting: Posting) -> bool:
    """Whether a tied Banker wager is charged; in a tournament no vigorish is."""
    return int(posting["tied-banker-vigorish"]) > 0 and not posting.get("tournament", False)


def _rounded(posting: Posting, counts: Mapping[Coup, int]) -> Iterator[Figure]:
    """The Banker wager with its vigorish rounded up to the coin of the table, where that coin shows."""
    unit = int(posting["vigorish-unit"])
    charged = BANKER in posting.wagers and int(posting["vigorish"]) and not posting.get("tournament", False)
    if unit <= 1 or not charged:
        return
    shown = table(posting, BANKER)
    stake = posting.limits[BANKER].least + 1_00
    edge = baccarat.edge_of(counts, BANKER, "", shown.nets, charges_of(posting, unit), stake)
    note = f"vigorish rounded up to {unit} cents; wager of ${stake // 100}"
    yield Figure(wager="banker", table=shown.label, line=shown.line, edge=edge, depends=("decks",), note=note)


def _as_printed(posting: Posting, decks: int, draws: Draws) -> Iterator[Figure]:
    other = baccarat.coups(decks, shifted(draws))
    note = "reading: with six the Banker draws on a third card of 7 or 8"
    for wager in posting.wagers:
        shown = table(posting, wager)
        for on, edge in edges(posting, wager, shown, other):
            yield Figure(
                wager=wager, table=shown.label, line=shown.line, edge=edge, depends=_depends(posting, wager),
                on=(on,) if on else (), note="; ".join(filter(None, (on_words(on), note))), reading=True,
            )  # fmt: skip


AXES = ("decks", "tied-banker-vigorish", "tournament")
MINI_MIDI_BACCARAT = Analysis(figures=figures, axes=AXES, simulator=later("simulate.games:Baccarat"))
ROCK_BAC_W_SUPER_6_COMMISSION_FREE = DRAGON_BONUS_BACCARAT_COMMISSION_FREE = MINI_MIDI_BACCARAT
SEEN = later("protection.seen:first_cards")
JOINT = later("games.baccarat.joint:coups")
