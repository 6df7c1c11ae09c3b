"""What the odds commands read and print: cards and counts from the command line, charts and runs to the terminal."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli import Mistake
from croupier.equipment.cards import parse_cards

if TYPE_CHECKING:  # each of these loads compiled code, and a command needs one of them at most
    from croupier.odds.advise import Advice
    from croupier.odds.randomness.battery import Report
    from croupier.odds.simulate.bankroll import Sessions
    from croupier.odds.simulate.run import Run
    from croupier.odds.strategy import Strategy

COLOURS = {
    "S": "red", "H": "green", "Dh": "yellow", "Ds": "yellow", "P": "cyan", "R": "magenta", "Rh": "magenta",
    "Rs": "magenta", "Z": "blue",
    "fold": "red", "check": "dim",
}  # fmt: skip
OUTCOMES_SHOWN = 14
STEP = 1000  # draws between two looks at the bar


def cards_of(text: str | None) -> tuple[int, ...]:
    try:
        return tuple(parse_cards(text or ""))
    except ValueError as error:
        raise Mistake(str(error)) from None


def card_of(text: str, flag: str) -> int:
    cards = cards_of(text)
    if len(cards) != 1:
        raise Mistake(f"{flag} {text!r}: expected one card, such as 10d, not {len(cards)}")
    return cards[0]


def numbers_of(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() for word in words):
        raise Mistake(f"--bets {text}: expected whole numbers of Antes, such as 3,1")
    return tuple(int(word) for word in words)


MOST_COUNTED = 10**15


def count_of(text: str, flag: str) -> int:
    """A whole number written as a person writes it: 1e9, 250_000, 1,000,000."""
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise Mistake(f"{flag} {text!r}: no number; write it as 1e9 or 250000") from None
    if not number.is_finite() or number != number.to_integral_value() or number < 1:
        raise Mistake(f"{flag} {text}: expected a whole number of at least 1")
    if number > MOST_COUNTED:
        raise Mistake(f"{flag} {text}: expected at most {MOST_COUNTED:.0e}, which is beyond any lifetime")
    return int(number)


# ----------------------------------------------------------------------------------- strategies


def show_strategy(found: Strategy, costs: int) -> None:
    out = Console()
    for grid in found.grids:
        table = Table(
            title=grid.title, title_justify="left", box=None, padding=(0, 1), pad_edge=False, collapse_padding=True
        )
        table.add_column("")
        for column in grid.columns:
            table.add_column(column, justify="center")
        for row in grid.rows:
            letters = [grid.cells.get((row, column), "") for column in grid.columns]
            table.add_row(row, *(Text(letter, style=COLOURS.get(letter, "")) for letter in letters))
        out.print(table)
        out.print()
    for words in found.rules:
        out.print(words)
    if found.costs and costs:
        table = Table(title="The closest decisions", title_justify="left", box=None, pad_edge=False)
        for heading in ("hand", "best", "instead", "costs per 1,000 wagers"):
            table.add_column(heading)
        for hand, choice, other, loss in found.costs[:costs]:
            table.add_row(hand, choice, other, f"{1000 * loss:.5f}")
        out.print()
        out.print(table)


def show_advice(advice: Advice) -> None:
    table = Table(box=None, pad_edge=False)
    played = bool(advice.within)
    for heading in ("choice", "worth", "costs", *(("within",) if played else ())):
        table.add_column(heading, justify="left" if heading == "choice" else "right")
    for choice in sorted(advice.values, key=lambda name: -float(advice.values[name])):
        best = choice == advice.best
        worth = f"{float(advice.values[choice]):+.6f}"
        more = (f"± {advice.within[choice]:.6f}",) if played else ()
        table.add_row(choice, worth, "" if best else f"{advice.cost(choice):.6f}", *more, style="bold" if best else "")
    Console().print(table)
    if played:
        Console().print("Played by the game's engine from this spot, since nobody has analysed it; 99 % intervals.")


# ----------------------------------------------------------------------------------- simulations


def run_plain(run: Run, sessions: Sessions) -> dict[str, Any]:
    """A run as JSON."""
    from croupier.odds.simulate.bankroll import QUANTILES

    return {
        "property": run.spec.property,
        "game": run.spec.game,
        "approved": run.spec.approved,
        "options": dict(run.spec.options),
        "players": run.spec.players,
        "rounds": run.rounds,
        "unit": run.unit,
        "seed": run.seed,
        "shards": run.shards,
        "wagers": [
            {
                "wager": wager.name,
                "conditions": wager.note,
                "method": "simulated",
                "house_edge": float(wager.edge.house_edge),
                "interval": wager.edge.interval,
                "hit_frequency": float(wager.edge.hit),
                "push_frequency": float(wager.edge.push),
                "standard_deviation": wager.edge.standard_deviation,
                "element_of_risk": float(wager.edge.element_of_risk),
                "outcomes": [[str(net), float(chance)] for net, chance in wager.edge.distribution],
            }
            for wager in run.wagers
        ],
        "table": None if run.table is None else {"mean": run.table[0], "standard_deviation": run.table[1]},
        "sessions": {
            "wager": run.main.name,
            "rounds": sessions.rounds,
            "bankroll": sessions.bankroll,
            "risk_of_ruin": sessions.risk_of_ruin,
            "risk_of_ruin_interval": sessions.ruin_interval,
            "results": dict(zip(map(str, QUANTILES), sessions.results)),
            "drawdowns": dict(zip(map(str, QUANTILES), sessions.drawdowns)),
        },
    }


def show_run(run: Run, sessions: Sessions) -> None:
    from croupier.odds.report.text import Footnotes

    out = Console()
    speed = run.rounds / run.seconds if run.seconds else 0
    resumed = f", {run.resumed} shards from before" if run.resumed else ""
    out.print(
        f"{run.spec.game} at {run.spec.property}, approved {run.spec.approved}: {run.rounds:,} {run.unit} in "
        f"{run.seconds:.1f} s ({speed / 1e6:.2f} million a second), seed {run.seed}, {run.shards} shards{resumed}"
    )
    table, notes = Table(box=None, pad_edge=False), Footnotes()
    for heading in ("wager", "house edge", "99 % interval", "hits", "pushes", "deviation", ""):
        table.add_column(heading, justify="left" if heading in ("wager", "") else "right", no_wrap=True)
    for wager in run.wagers:
        edge = wager.edge
        table.add_row(
            wager.name, f"{100 * float(edge.house_edge):.4f} %", f"± {100 * (edge.interval or 0):.4f} %",
            f"{100 * float(edge.hit):.3f} %", f"{100 * float(edge.push):.3f} %", f"{edge.standard_deviation:.4g}",
            notes.number(wager.note),
        )  # fmt: skip
    out.print(table)
    notes.print(out)
    if run.table is not None:
        out.print(
            f"The whole table ({run.spec.players} players) nets {run.table[0]:+.5f} wagers a round, deviation "
            f"{run.table[1]:.5g}."
        )
    _show_outcomes(out, run)
    _show_sessions(out, run, sessions)


def _show_outcomes(out: Console, run: Run) -> None:
    rows = sorted(run.main.edge.distribution, key=lambda row: -row[1])
    table = Table(title=f"Outcomes of {run.main.name}", title_justify="left", box=None, pad_edge=False)
    table.add_column("nets", justify="right")
    table.add_column("share", justify="right")
    table.add_column("")
    for net, chance in sorted(rows[:OUTCOMES_SHOWN]):
        table.add_row(f"{float(net):+g}", f"{100 * float(chance):.4f} %", "█" * round(40 * float(chance)))
    rest = sum(float(chance) for _, chance in rows[OUTCOMES_SHOWN:])
    if rest:
        table.add_row("others", f"{100 * rest:.4f} %", "")
    out.print(table)


def _show_sessions(out: Console, run: Run, sessions: Sessions) -> None:
    from croupier.odds.simulate.bankroll import QUANTILES

    out.print(
        f"Sessions of {sessions.rounds:,} with {sessions.bankroll:g} wagers on {run.main.name}: ruined "
        f"{100 * sessions.risk_of_ruin:.2f} % ± {100 * sessions.ruin_interval:.2f} %"
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("of all sessions")
    for share in QUANTILES:
        table.add_column(f"{100 * share:g} %", justify="right")
    table.add_row("result at most", *(f"{value:+g}" for value in sessions.results))
    table.add_row("drawdown at most", *(f"{value:g}" for value in sessions.drawdowns))
    out.print(table)


# ------------------------------------------------------------------------------------ randomness


def examined(
    file: str | None, kind: str, property: str | None, column: str | None, confidence: float, size: int
) -> list[Report]:
    """What the battery says of a file, or of the tables' own machines."""
    from croupier.odds.randomness import battery

    if not 0 < confidence < 1:
        raise Mistake(f"--confidence {confidence}: expected a number between 0 and 1")
    if kind not in battery.KINDS:
        raise Mistake(f"--kind {kind}: expected one of {', '.join(battery.KINDS)}")
    named = [f"--{name}" for name, given in (("column", column), ("property", property)) if given]
    named += ["--kind"] if kind != "auto" else []
    if file is None and named:
        raise Mistake(
            f"{named[0]} is said of a file of outcomes; name the file, or leave it out for the tables' machines"
        )
    try:
        if file is None:
            return machines(size, confidence)
        sections = None
        if kind == "big-six" or property:
            if property is None:
                raise Mistake("a Big Six record needs the wheel of its property: --property NAME")
            from croupier.rulebook import rulebook

            sections = rulebook(property, "big-six").settings["sections"].value
        return [battery.examine_file(file, kind, sections, column, confidence)]
    except (ValueError, UnicodeDecodeError) as error:
        raise Mistake(f"{file}: {error}" if file and file not in str(error) else str(error)) from None


def machines(size: int, confidence: float) -> list[Report]:
    """The very shuffle, dice and wheel that electronic tables use, on the system's entropy."""
    import numpy as np

    from croupier.equipment.dice import throw
    from croupier.equipment.entropy import SystemEntropy, shuffled
    from croupier.equipment.wheels import spin
    from croupier.odds.catalogue import progress
    from croupier.odds.randomness import battery

    entropy, deck = SystemEntropy(), list(range(52))
    wheel = battery.roulette_sections(True)
    pockets = tuple(wheel)
    with progress(11 * size, True, "shuffles") as step:

        def drawn(words: str, done: int, count: int, draw: Callable[[], Any]) -> list[Any]:
            found = []
            for number in range(count):
                found.append(draw())
                if number % STEP == 0:
                    step(done + number, 11 * size, words)
            return found

        shuffles = np.array(drawn("shuffles", 0, size, lambda: shuffled(deck, entropy)))
        rolls = np.array(drawn("throws", size, 5 * size, lambda: throw(entropy)))
        spins = drawn("spins", 6 * size, 5 * size, lambda: spin(entropy, pockets))
    return [
        battery.examine_shuffles(shuffles, "the tables' shuffle", confidence),
        battery.examine_dice(rolls, "the tables' dice", confidence),
        battery.examine_wheel(wheel, spins, "the tables' wheel", confidence),
    ]
