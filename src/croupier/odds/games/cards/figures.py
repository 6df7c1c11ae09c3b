"""How a card game is reported: as a whole, each of its wagers alone, its side bets, and what a fold forfeits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from croupier.games.cards.cardgame import NOT_FOLDED
from croupier.odds.exact import Edge
from croupier.odds.posting import (
    PART,
    WHOLE,
    Figure,
    Table,
    Unanalysed,
    alternatives,
    part,
    table,
    tables,
)
from croupier.odds.simulate.tally import GameOdds
from croupier.rulebook import Posting


class Forfeit(msgspec.Struct, frozen=True):
    """What a line says of a fold that forfeits its wager: a condition of its edge, or worth saying only."""

    note: str = ""
    detail: str = ""


NONE_FOLDED = Forfeit(detail="a fold forfeits it, and no hand that it pays is folded")


def whole(posting: Posting, odds: GameOdds, together: str, names: dict[str, str] | None = None) -> Iterator[Figure]:
    """The game as one, and each of its wagers alone; `names` gives the book's wager for the analysis's."""
    first = next(iter(odds.wagers))
    base = (names or {}).get(first, first)
    shown = table(posting, base)
    choices = ", ".join(f"{name} {100 * float(share):.2f} %" for name, share in odds.choices.items())
    strategy = f"optimal play: {choices}" if choices else "optimal play"
    main = odds.main.given(strategy=strategy)
    yield Figure(wager=base, table=shown.label, line=shown.line, edge=main, of_game=WHOLE, note=together)
    for name, edge in odds.wagers.items():
        wager = (names or {}).get(name, name)
        if wager == "ante-bonus":
            bonus = table(posting, "ante", "bonus")
            yield Figure(
                wager="ante", table=bonus.label, line=bonus.line, edge=edge.given(strategy=strategy), of_game=PART,
                note="alone, as part of the game, per Ante",
            )  # fmt: skip
        elif wager in posting.wagers:
            shown = table(posting, wager)
            yield Figure(
                wager=wager, table=shown.label, line=shown.line, edge=edge.given(strategy=strategy), of_game=PART,
                note="alone, as part of the game, per initial wager",
            )  # fmt: skip


def decided(
    posting: Posting, wagers: tuple[str, ...], together: str, odds_of: Callable[[Posting], GameOdds], **more: Any
) -> Iterator[Figure]:
    """A game of decisions, under every choice of the pay tables that they hang on."""

    def found() -> Iterator[Figure]:
        for chosen, words in alternatives(posting, *wagers):
            for figure in whole(chosen, odds_of(chosen), together, **more):
                yield msgspec.structs.replace(figure, note=f"{figure.note}; {words}" if words else figure.note)

    yield from part(posting, wagers[0], found())


def side(
    posting: Posting,
    wager: str,
    edge_of: Callable[[Table], Edge],
    note: str = "",
    depends: tuple[str, ...] = (),
    *,
    beside: bool = False,
    forfeit: Callable[[], Forfeit] = Forfeit,
) -> Iterator[Figure]:
    """A wager that its own pay table decides, under every table the book allows."""

    def found() -> Iterator[Figure]:
        for shown in tables(posting, wager, beside=beside):
            lost = forfeit()
            yield Figure(
                wager=wager, table=shown.label, line=shown.line, edge=edge_of(shown), depends=depends,
                note="; ".join(filter(None, (note, lost.note, shown.note))), detail=lost.detail,
            )  # fmt: skip

    yield from part(posting, wager, found())


def if_folded(
    posting: Posting, wager: str, usual: bool, folds_paid: Callable[[], bool] = lambda: True
) -> Callable[[], Forfeit]:
    """What the lines of a side wager say of a fold: whether it forfeits the wager, as it does as a rule (`usual`) or
    not, and whether the best play folds hands that the wager pays."""
    forfeits = posting.get(f"fold-forfeits-{wager}", usual)
    if posting.get(f"{wager}-forfeit", "always") == "as-required" and posting.get(f"{wager}-version") == "free":
        forfeits = False
    return lambda: Forfeit() if not forfeits else Forfeit(note=NOT_FOLDED) if folds_paid() else NONE_FOLDED


def pays_any(posting: Posting, wager: str, names: Iterable[str]) -> bool:
    """Whether a side wager pays one of these hands."""
    if wager not in posting.wagers:
        return False
    nets = table(posting, wager).nets
    return any(nets.get(name, Fraction(-1)) > -1 for name in names)


Known = TypeVar("Known")


def known(posting: Posting, name: str, values: Mapping[str, Known]) -> Known:
    """What a rule's value means to the analysis; a value that it does not know is refused by name."""
    value = str(posting[name])
    if value not in values:
        raise Unanalysed(f"{name} {value}: the analysis knows {', '.join(values)}")
    return values[value]
