"""An HTML report that stands alone: all lines as tables, and plots of edges, outcomes, strategies and meters."""

from __future__ import annotations

import html
import io
from contextlib import suppress
from itertools import groupby
from typing import Any

from croupier.odds.exact import Edge
from croupier.odds.games import progressives as progressive_odds
from croupier.odds.lines import Line
from croupier.odds.posting import open_posting
from croupier.odds.report.page_style import full_width, page
from croupier.odds.report.text import edge_text, fraction_text, percent
from croupier.odds.strategy import Grid, strategy_of
from croupier.rulebook import Rulebook, properties

BARS_MOST = 30
OUTCOMES_MOST = 40
RARE = 50  # times rarer than the likeliest outcome: invisible on a plain scale


def as_html(books: list[Rulebook], lines: list[Line]) -> str:
    shelf = {(book.property, book.game, str(book.approved)): book for book in books}
    parts = []
    for key, group in groupby(lines, key=lambda line: (line.property, line.game, line.approved)):
        parts.append(_section(shelf[key], list(group)))
    title = "Odds: " + ", ".join(dict.fromkeys(property_title(book.property) for book in books))
    lead = "House edge as a share of the initial wager; element of risk as a share of all the money staked."
    return page(title, lead, "".join(parts))


def property_title(name: str) -> str:
    found = properties().get(name)
    return found.title if found else name


def _section(book: Rulebook, lines: list[Line]) -> str:
    posting = open_posting(book)
    plots = [plot(_edges, lines, "House edge by wager, as posted first")]
    main = next((line for line in lines if line.edge is not None and line.edge.distribution), None)
    if main is not None and main.edge is not None:
        plots.append(plot(outcomes, main.edge, f"Outcomes of {main.wager} ({main.conditions or main.pay_table})"))
    with suppress(ValueError):  # a game without charts
        plots += [plot(_heat, grid, f"Strategy: {grid.title}") for grid in strategy_of(posting).grids]
    meters = list(progressive_odds.linked(posting))
    if meters:
        plots.append(plot(_meters, meters, "House edge of the progressives by meter"))
    place = html.escape(property_title(book.property))
    heading = f"{html.escape(book.title)} <small>{place}, approved {book.approved}</small>"
    return f"<h2>{heading}</h2>{''.join(plots)}{_table(lines)}{_readings(book)}"


def _table(lines: list[Line]) -> str:
    heads = ("wager", "pay table", "conditions", "house edge", "exact", "hits", "pushes", "deviation", "risk")
    numeric = set(heads[3:]) - {"exact"}
    head = "".join(f"<th{' class=n' if h in numeric else ''}>{h}</th>" for h in heads)
    rows = []
    for line in lines:
        edge = line.edge
        cells = ["", "", "", ""]
        if edge is not None:
            cells = [
                percent(float(edge.hit), 3), percent(float(edge.push), 3), f"{edge.standard_deviation:.4g}",
                percent(float(edge.element_of_risk), 4),
            ]  # fmt: skip
        words = [line.wager, line.pay_table, line.conditions]
        text = "".join(f"<td>{html.escape(word)}</td>" for word in words)
        text += f"<td class=n>{edge_text(line, 6)}</td><td>{fraction_text(line)}</td>"
        text += "".join(f"<td class=n>{cell}</td>" for cell in cells)
        rows.append(f"<tr{' class=reading' if line.reading else ''}>{text}</tr>")
    return f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"


def _readings(book: Rulebook) -> str:
    touched = [reading for reading in book.readings if reading.touches]
    if not touched:
        return ""
    items = "".join(
        f"<li>{html.escape(r.gap)} Read as: {html.escape(r.read_as)} <small>({html.escape(r.because)})</small></li>"
        for r in touched
    )
    return f"<details><summary>How unclear clauses are read</summary><ul>{items}</ul></details>"


# ---------------------------------------------------------------------------------------- plots


def plot(draw: Any, what: Any, caption: str) -> str:
    """One figure as inline SVG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    with pyplot.rc_context({"svg.fonttype": "none", "font.size": 9, "svg.hashsalt": "croupier"}):
        figure = draw(pyplot, what)
        out = io.StringIO()
        figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
        pyplot.close(figure)
    return f"<figure>{full_width(out.getvalue())}<figcaption>{html.escape(caption)}</figcaption></figure>"


def _edges(pyplot: Any, lines: list[Line]) -> Any:
    seen: dict[str, float] = {}
    for line in lines:
        if line.edge is not None and not line.reading:
            plainly = line.pay_table.lower().startswith(line.wager[:4])
            name = line.wager if plainly else f"{line.wager}, {line.pay_table}"
            seen.setdefault(name, 100 * float(line.edge.house_edge))
    names = list(seen)[:BARS_MOST]
    figure, axes = pyplot.subplots(figsize=(12, 0.6 + 0.26 * len(names)))
    values = [seen[name] for name in names]
    axes.barh(range(len(names)), values, color=["#b3392f" if value > 0 else "#2f7d4f" for value in values])
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(0, color="#333", linewidth=0.8)
    axes.set_xlabel("house edge, %")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def outcomes(pyplot: Any, edge: Edge) -> Any:
    """The likeliest results of a wager; where some are rare, on a scale that shows them too."""
    rows = sorted(sorted(edge.distribution, key=lambda row: -row[1])[:OUTCOMES_MOST])
    chances = [100 * float(chance) for _, chance in rows]
    figure, axes = pyplot.subplots(figsize=(12, 3))
    axes.bar(range(len(rows)), chances, color="#2c5d8f")
    axes.set_xticks(range(len(rows)), [f"{float(net):+g}" for net, _ in rows], rotation=60)
    if max(chances) > RARE * min(chances):
        axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("net result, in initial wagers")
    axes.set_ylabel("chance, %")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def _heat(pyplot: Any, grid: Grid) -> Any:
    """What the choice is worth over the next best: pale cells are close."""
    import numpy as np

    margins = np.array([[grid.margins.get((row, c), 0.0) for c in grid.columns] for row in grid.rows])
    figure, axes = pyplot.subplots(figsize=(1 + 0.42 * len(grid.columns), 0.8 + 0.3 * len(grid.rows)))
    top = float(np.quantile(margins, 0.9)) or 1.0
    image = axes.imshow(margins, aspect="auto", cmap="YlGn", vmin=0, vmax=top)
    axes.set_xticks(range(len(grid.columns)), grid.columns)
    axes.set_yticks(range(len(grid.rows)), grid.rows)
    axes.xaxis.tick_top()
    for i, row in enumerate(grid.rows):
        for j, column in enumerate(grid.columns):
            ink = "white" if margins[i, j] > 0.6 * top else "black"
            axes.text(j, i, grid.cells.get((row, column), ""), ha="center", va="center", fontsize=8, color=ink)
    figure.colorbar(image, ax=axes, label="worth over the next best choice, in wagers", shrink=0.8)
    return figure


def _meters(pyplot: Any, meters: list[progressive_odds.Linked]) -> Any:
    figure, axes = pyplot.subplots(figsize=(12, 4))
    for one in meters:
        curve = one.curve()
        label = f"{one.name}, ${one.stake // 100}" + (f" ({one.note})" if one.note else "")
        axes.plot([cents / 100 for cents, _ in curve], [100 * edge for _, edge in curve], label=label)
    axes.axhline(0, color="#333", linewidth=0.8)
    axes.set_xlabel("meter, $")
    axes.set_ylabel("house edge, %")
    axes.legend(fontsize=7, frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return figure
