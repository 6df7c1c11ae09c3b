"""The odds of baccarat and its commission-free forms from their rulebooks.

Two doubtful clauses are computed under each reading: a Banker's six that would draw on 7 and 8 (a row that looks
shifted by one column), and a vigorish of so many per cent on a tied Banker wager (an option of some houses).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from croupier.odds.exact import Edge
from croupier.odds.games.baccarat import exact as baccarat
from croupier.odds.games.baccarat.exact import BankerPays, Coup, Draws
from croupier.odds.games.dice.exact import Vigorish
from croupier.odds.posting import Analyst, Axes, Figure, Table, table, tables
from croupier.rulebook import Posting

SIX = 6
DRAWING_TABLE = {"banker", "player", "tie"}  # wagers that a doubtful drawing table touches


def drawing_table(posting: Posting) -> Draws:
    return baccarat.drawing_table({int(total): thirds for total, thirds in posting["third-card"].items()})


def shifted(draws: Draws) -> Draws:
    """The drawing table with the row of a Banker's six moved by one column."""
    return frozenset((banker, third + 1 if banker == SIX else third) for banker, third in draws)


def banker_terms(posting: Posting, shown: Table) -> BankerPays:
    """How a Banker wager is settled by these rows; in a tournament no vigorish is charged."""
    tournament = bool(posting.get("tournament", False))
    rate = Fraction(0) if tournament else Fraction(int(posting["vigorish"]), 100)
    charge = Fraction(0) if tournament else Fraction(int(posting["tied-banker-vigorish"]), 100)
    return BankerPays(
        pays=shown.pays["win"],
        vigorish=Vigorish(rate=rate, always=False),
        on_six=shown.pays.get("win-six"),
        three_card_seven_pushes=shown.pays.get("win-three-card-seven") == 0,
        tie_charge=charge,
    )


def edges(posting: Posting, wager: str, shown: Table, counts: Mapping[Coup, int]) -> Iterator[tuple[str, Edge]]:
    """Every form of a wager with a note that tells it apart."""
    if wager == "banker":
        yield "", baccarat.banker(counts, banker_terms(posting, shown))
    elif wager == "player":
        yield "", baccarat.player(counts, shown.pays["win"])
    elif wager == "tie":
        yield "", baccarat.tie(counts, shown.pays["tie"])
    elif wager == "fortune-7":
        yield "", baccarat.fortune_seven(counts, shown.pays["banker-three-card-seven"])
    elif wager == "super-6":
        yield "", baccarat.super_six(counts, shown.pays["banker-six"])
    elif wager == "dragon-bonus":
        yield "on the Player", baccarat.dragon_bonus(counts, shown.pays, False)
        yield "on the Banker", baccarat.dragon_bonus(counts, shown.pays, True)


def figures(posting: Posting) -> Iterator[Figure]:
    decks, draws = int(posting["decks"]), drawing_table(posting)
    counts = baccarat.coups(decks, draws)
    for wager in posting.wagers:
        depends = ("decks", "tied-banker-vigorish") if wager == "banker" and _charged(posting) else ("decks",)
        for shown in tables(posting, wager):
            for note, edge in edges(posting, wager, shown, counts):
                words = "; ".join(part for part in (note, shown.note) if part)
                yield Figure(
                    wager=wager, table=shown.label, line=shown.line, edge=edge, depends=depends, note=words,
                    reading=_charged(posting) and wager == "banker",
                )  # fmt: skip
    if not _charged(posting):
        yield from _rounded(posting, counts)
    if _doubtful(posting):
        yield from _as_printed(posting, decks, draws)


def _doubtful(posting: Posting) -> bool:
    """Whether the drawing table itself had to be read; the other reading is shown for the usual shoe only."""
    touched = any(set(reading.touches) >= DRAWING_TABLE for reading in posting.rulebook.readings)
    return touched and posting["decks"] == posting.rulebook.settings["decks"].value and not _charged(posting)


def _charged(posting: Posting) -> bool:
    """Whether a tied Banker wager is charged; in a tournament no vigorish is."""
    return int(posting["tied-banker-vigorish"]) > 0 and not posting.get("tournament", False)


def _rounded(posting: Posting, counts: Mapping[Coup, int]) -> Iterator[Figure]:
    """The Banker wager with its vigorish rounded up to the coin of the table, where that coin shows."""
    unit = int(posting["vigorish-unit"])
    if unit <= 1 or not int(posting["vigorish"]) or posting.get("tournament", False):
        return
    shown = table(posting, "banker")
    terms = banker_terms(posting, shown)
    charge = Vigorish(rate=terms.vigorish.rate, always=False, unit_cents=unit, rounding="up")
    terms = msgspec.structs.replace(terms, vigorish=charge)
    stake = posting.limits["banker"].least + 1_00
    edge = baccarat.banker(counts, terms, stake)
    note = f"vigorish rounded up to {unit} cents; wager of ${stake // 100}"
    yield Figure(wager="banker", table=shown.label, line=shown.line, edge=edge, depends=("decks",), note=note)


def _as_printed(posting: Posting, decks: int, draws: Draws) -> Iterator[Figure]:
    other = baccarat.coups(decks, shifted(draws))
    note = "reading: with six the Banker draws on a third card of 7 or 8"
    for wager in posting.wagers:
        shown = table(posting, wager)
        for form, edge in edges(posting, wager, shown, other):
            words = f"{form}; {note}" if form else note
            yield Figure(
                wager=wager, table=shown.label, line=shown.line, edge=edge, depends=("decks",), note=words, reading=True
            )


AXES = ("decks", "tied-banker-vigorish", "tournament")
GAMES = ("mini-midi-baccarat", "rock-bac-w-super-6-commission-free", "dragon-bonus-baccarat-commission-free")
ANALYSTS: dict[str, tuple[Analyst, Axes]] = dict.fromkeys(GAMES, (figures, AXES))
