"""Who offers the better game, and by how much: one game across properties and versions of their rulebooks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from croupier.odds import catalogue
from croupier.odds.lines import Line, tournament_tables
from croupier.odds.report.text import Footnotes, says_the_same
from croupier.rulebook import rulebooks

if TYPE_CHECKING:
    from rich.console import Console

MOST_SAID = 5  # differences that are said in a sentence, the largest first


class Offer(msgspec.Struct, frozen=True):
    """What one rulebook offers on a wager."""

    property: str
    approved: str
    pay_table: str
    edge: float
    behind: float  # how much more it costs than the best offer, per initial wager


class Comparison(msgspec.Struct, frozen=True):
    """One wager under the same conditions everywhere it is offered, the best offer first."""

    wager: str
    conditions: str
    offers: tuple[Offer, ...]

    @property
    def spread(self) -> float:
        return self.offers[-1].behind


def compare(game: str, on: str | None = None, *, every: bool = False, workers: int | None = None) -> list[Comparison]:
    """All wagers of a game that anybody offers; as posted by default, or under every option.

    What a tournament pays is in chips that nobody can buy or cash: it is no offer beside the game's own.
    """
    books = rulebooks(None, game, on)
    played_for = {
        (book.property, str(book.approved), wager, label) for book in books for wager, label in tournament_tables(book)
    }
    lines = catalogue.lines(books, every=every, workers=workers, packed=True)
    return compared(x for x in lines if (x.property, x.approved, x.wager, x.pay_table) not in played_for)


def compared(lines: Iterable[Line]) -> list[Comparison]:
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        if line.edge is not None and not line.reading:
            groups.setdefault((line.wager, line.same), []).append(line)
    found = []
    for (wager, conditions), offered in groups.items():
        ranked = sorted(offered, key=lambda line: (line.edge.house_edge if line.edge else 0, line.property))
        best = float(ranked[0].edge.house_edge) if ranked[0].edge else 0.0
        offers = []
        for line in ranked:
            edge = float(line.edge.house_edge) if line.edge else 0.0
            offers.append(Offer(line.property, line.approved, line.pay_table, edge, edge - best))
        found.append(Comparison(wager, conditions, tuple(offers)))
    return found


def plain(comparisons: list[Comparison]) -> list[dict[str, object]]:
    """As `--json` prints it."""
    return [
        {
            "wager": row.wager,
            "conditions": row.conditions,
            "offers": [msgspec.structs.asdict(offer) for offer in row.offers],
        }
        for row in comparisons
    ]


def show(game: str, comparisons: list[Comparison], *, whole: bool = False) -> None:
    """Where the houses differ, the best offer first; what costs the same everywhere in a line a wager, or `whole`."""
    from rich.console import Console

    console = Console()
    alike = [] if whole else [row for row in comparisons if not row.spread]
    if listed := comparisons if whole else [row for row in comparisons if row.spread > 0]:
        _show_offers(console, game, listed)
    if alike:
        _show_alike(console, game, alike)
    apart = [row for row in comparisons if row.spread > 0]
    for row in sorted(apart, key=lambda row: -row.spread)[:MOST_SAID]:
        best, worst = row.offers[0], row.offers[-1]
        console.print(
            f"{row.wager}: {best.property} ({best.pay_table}) is better than {worst.property} ({worst.pay_table}) "
            f"by {100 * row.spread:.4f} % of the wager.",
            markup=False,
            highlight=False,
        )


def _show_offers(console: Console, game: str, rows: list[Comparison]) -> None:
    """Each wager with the houses that offer it; what is said of them stands under the table."""
    from rich.table import Table

    notes = Footnotes()
    grid = Table(title=f"{game}: the better offer first", title_justify="left", box=None, pad_edge=False)
    for heading in ("wager, property", "approved"):
        grid.add_column(heading, no_wrap=True)
    for heading in ("house edge", "costs more"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True)
    for row in rows:
        grid.add_row(f"[bold]{row.wager}[/bold]", "", "", "", notes.number(row.conditions))
        for offer in row.offers:
            more = f"+{100 * offer.behind:.4f} %" if offer.behind > 0 else "best" if row.spread > 0 else ""
            note = "" if says_the_same(offer.pay_table, row.wager) else notes.number(offer.pay_table)
            grid.add_row(f"  {offer.property}", offer.approved, f"{100 * offer.edge:.4f} %", more, note)
    console.print(grid)
    notes.print(console)


def _show_alike(console: Console, game: str, rows: list[Comparison]) -> None:
    """A line for each wager and for those who offer it in the same ways: its edges, from the least to the most."""
    from rich.table import Table

    console.print(f"{game}: the same at all who offer it so; --all lists each way", style="italic")
    grid = Table(box=None, pad_edge=False)
    grid.add_column("wager", no_wrap=True)
    grid.add_column("house edge", no_wrap=True)
    grid.add_column("ways", no_wrap=True, justify="right")
    grid.add_column("offered by")
    places = {offer.property for row in rows for offer in row.offers}
    offered: dict[tuple[str, tuple[str, ...]], list[Comparison]] = {}
    for row in rows:
        offered.setdefault((row.wager, tuple(sorted({offer.property for offer in row.offers}))), []).append(row)
    order = list(dict.fromkeys(row.wager for row in rows))
    for (wager, houses), found in sorted(offered.items(), key=lambda item: order.index(item[0][0])):
        edges = [offer.edge for row in found for offer in row.offers]
        least, most = f"{100 * min(edges):.4f}", f"{100 * max(edges):.4f}"
        grid.add_row(
            wager,
            f"{least} %" if least == most else f"{least} to {most} %",
            str(len(found)),
            f"all {len(houses)}" if set(houses) == places and len(houses) > 1 else ", ".join(houses),
        )
    console.print(grid)
