"""A simulation as a page: each wager's edge with its interval, the outcomes, and what a bankroll goes through."""

from __future__ import annotations

import html
import itertools
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.odds.report.html import outcomes, plot, property_title
from croupier.odds.report.page_style import page
from croupier.odds.report.text import percent
from croupier.odds.simulate.bankroll import QUANTILES, Sessions
from croupier.odds.simulate.run import Run

PATHS_MOST = 4_000
STEPS_MOST = 20_000_000  # wagers that are drawn for the fan, all paths together
POINTS = 200


class Fan(msgspec.Struct, frozen=True):
    """Bankrolls along a session: at each point the quantiles of many paths."""

    at: NDArray[np.int64]
    quantiles: NDArray[np.float64]  # a row for each of QUANTILES


def run_as_html(run: Run, sessions: Sessions) -> str:
    spec = run.spec
    title = f"{spec.game.replace('-', ' ').capitalize()} at {property_title(spec.property)}: {run.rounds:,} {run.unit}"
    chosen = ", ".join(f"{name} {value}" for name, value in spec.options)
    lead = (
        f"Rules approved {spec.approved}{', ' + chosen if chosen else ''}; {spec.players} "
        f"player{'s' if spec.players > 1 else ''}; seed {run.seed}, {run.shards} shards. Edges are shares of the "
        "initial wager with the 99 % interval."
    )
    body = plot(_edges, run, "House edge with its 99 % interval")
    body += plot(outcomes, run.main.edge, f"Outcomes of {run.main.name}")
    if sessions.rounds:
        share = f"{percent(sessions.risk_of_ruin, 2)} ± {percent(sessions.ruin_interval, 2)}"
        words = (
            f"A bankroll of {sessions.bankroll:g} wagers on {run.main.name} over {sessions.rounds:,}: ruined {share}"
        )
        body += plot(_fan, fan(run, sessions), words)
    return page(title, lead, body + _table(run))


def fan(run: Run, sessions: Sessions) -> Fan:
    """Paths of the bankroll, drawn from the simulated outcomes; a path that cannot cover a wager stays where it is."""
    rounds = sessions.rounds
    paths = max(100, min(PATHS_MOST, STEPS_MOST // rounds))
    generator = np.random.default_rng(np.random.SeedSequence(run.seed, spawn_key=(run.shards + 1,)))
    nets = np.array([float(net) for net, _ in run.main.edge.distribution])
    chances = np.array([float(chance) for _, chance in run.main.edge.distribution])
    stops = np.unique(np.linspace(0, rounds, POINTS + 1).astype(np.int64))
    money = np.full(paths, float(sessions.bankroll))
    seen = [np.quantile(money, QUANTILES)]
    for first, last in itertools.pairwise(stops):
        for _ in range(first, last):
            money += np.where(money >= 1, generator.choice(nets, paths, p=chances / chances.sum()), 0.0)
        seen.append(np.quantile(money, QUANTILES))
    return Fan(stops, np.array(seen).T)


def _edges(pyplot: Any, run: Run) -> Any:
    names = [wager.name + (f", {wager.note}" if wager.note else "") for wager in run.wagers]
    values = [100 * float(wager.edge.house_edge) for wager in run.wagers]
    widths = [100 * (wager.edge.interval or 0.0) for wager in run.wagers]
    figure, axes = pyplot.subplots(figsize=(12, 0.8 + 0.26 * len(names)))
    axes.errorbar(values, range(len(names)), xerr=widths, fmt="o", color="#2c5d8f", capsize=3, markersize=4)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(0, color="#333", linewidth=0.8)
    axes.set_xlabel("house edge, %")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def _fan(pyplot: Any, found: Fan) -> Any:
    figure, axes = pyplot.subplots(figsize=(12, 3.2))
    middle = len(QUANTILES) // 2
    for lower in range(middle):
        upper = len(QUANTILES) - 1 - lower
        label = f"{100 * QUANTILES[lower]:g} to {100 * QUANTILES[upper]:g} %"
        axes.fill_between(
            found.at, found.quantiles[lower], found.quantiles[upper], alpha=0.2 + 0.15 * lower, color="#2c5d8f",
            linewidth=0, label=label,
        )  # fmt: skip
    axes.plot(found.at, found.quantiles[middle], color="#1c2430", label="middle")
    axes.axhline(0, color="#333", linewidth=0.8)
    axes.set_xlabel("rounds")
    axes.set_ylabel("bankroll, in wagers")
    axes.legend(fontsize=7, frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def _table(run: Run) -> str:
    heads = ("wager", "", "house edge", "99 % interval", "hits", "pushes", "deviation", "risk")
    head = "".join(f"<th{' class=n' if number > 1 else ''}>{name}</th>" for number, name in enumerate(heads))
    rows = []
    for wager in run.wagers:
        edge = wager.edge
        words = "".join(f"<td>{html.escape(word)}</td>" for word in (wager.name, wager.note))
        cells = (
            percent(float(edge.house_edge)), f"± {percent(edge.interval or 0.0)}", percent(float(edge.hit), 3),
            percent(float(edge.push), 3), f"{edge.standard_deviation:.4g}", percent(float(edge.element_of_risk)),
        )  # fmt: skip
        rows.append(f"<tr>{words}{''.join(f'<td class=n>{cell}</td>' for cell in cells)}</tr>")
    return f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
