"""A sheet of numbers for people: words and tables that the command line prints, a page shows and a printer takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from croupier.equipment.cards import RANKS

if TYPE_CHECKING:  # what a sheet is made of loads compiled code
    from croupier.odds.protection.blackjack import Main
    from croupier.odds.protection.report import Guarded, Protection
    from croupier.odds.protection.seen import Seen
    from croupier.odds.strategy import Grid, Strategy
    from croupier.rulebook import Posting

INDICES_SHOWN = 48  # with the eighteen that everybody learns among them


class Columns(msgspec.Struct, frozen=True):
    """A table: headings, rows of text, and a word beneath it."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class Plot(msgspec.Struct, frozen=True):
    """What a page draws: one value a label and series, as bars beside each other or as lines."""

    title: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[float, ...]], ...]
    across: str = ""  # what the labels are
    bars: bool = True
    percent: bool = False
    set_apart: tuple[int, ...] = ()  # bars that stand for the other side, such as evenings that end behind


class Sheet(msgspec.Struct, frozen=True):
    """A page of words, tables and drawings."""

    title: str
    under: str
    words: tuple[str, ...] = ()
    tables: tuple[Columns, ...] = ()
    plots: tuple[Plot, ...] = ()


def percent(value: float, digits: int = 2) -> str:
    return f"{100 * value:+.{digits}f} %".replace("-", "\u2212")


def _hundredths(value: float) -> str:
    shown = f"{100 * value:+.3f}".replace("0.", ".", 1) if abs(value) < 0.01 else f"{100 * value:+.2f}"
    return shown.replace("-", "\u2212")


def _by_rank(effects: tuple[float, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Headings and a row of effects; the four ranks that count ten as one where they are alike."""
    tens = [place for place, rank in enumerate(RANKS) if rank in "TJQK"]
    alike = max(effects[place] for place in tens) - min(effects[place] for place in tens) < 1e-9
    shown = [place for place in range(len(RANKS)) if not (alike and place in tens[1:])]
    headings = tuple("T-K" if alike and place == tens[0] else RANKS[place] for place in shown)
    return headings, (tuple(_hundredths(effects[place]) for place in shown),)


# ------------------------------------------------------------------------------------- protection


def protection_sheet(posting: Posting, found: Protection) -> Sheet:
    """What protects a game, for a manager."""
    tables: list[Columns] = []
    if found.main is not None:
        tables.extend(_main(found.main, found.penetration))
    for wager in found.wagers:
        tables.extend(_wager(wager))
    tables.extend(_seen(found.seen))
    words: tuple[str, ...] = ()
    if found.main is not None or found.wagers:
        words = (
            f"The cutting card lies at {100 * found.penetration:.0f} % of the shoe.",
            "The effect of removal is what the player gains when one such card has left the full shoe.",
            "Units are of the wager; a counter wagers one from his trigger on, and sees every card that was dealt.",
            "The true count is the sum of a count's numbers over the cards gone, for each pack that is left.",
        )
    if found.seen:
        words = (
            *words,
            "A card that is seen: what the player wins or loses in units of the wager, at his best.",
        )
    under = f"{found.property}, approved {found.approved}"
    return Sheet(f"Protection of {posting.rulebook.title}", under, words, tuple(tables), tuple(_plots(found)))


def _plots(found: Protection) -> Iterator[Plot]:
    """What the count does to the main wager, and what each other wager gives a counter by the place of the cut."""
    if found.main is not None:
        rows = found.main.counts
        by_chart, at_best = tuple(row.by_chart for row in rows), tuple(row.with_insurance for row in rows)
        yield Plot(
            "Main wager by the Hi-Lo true count", tuple(f"{row.count:+d}" for row in rows),
            (("by the chart", by_chart), ("for the count, insured", at_best)), "true count", percent=True,
        )  # fmt: skip
    for each in found.wagers:
        cuts = tuple(f"{100 * row.penetration:.0f} %" for row in each.depths)
        wins = tuple(each.count_per_hour(row) for row in each.depths)
        name = f"{each.wager} ({each.table})" if each.table else each.wager
        yield Plot(f"{name}: units an hour by the better count", cuts, (("units", wins),), "cutting card", bars=False)
    for seen in found.seen:
        if seen.by_card:
            names, worth = zip(*seen.by_card)
            behind = tuple(place for place, value in enumerate(worth) if value < 0)
            title = f"{seen.wager}, by {seen.card}"
            yield Plot(title, names, (("worth", worth),), "card that is seen", percent=True, set_apart=behind)


def _seen(found: tuple[Seen, ...]) -> Iterator[Columns]:
    """One card too many: how the wager stands with it, and by which card it is."""
    if not found:
        return
    rows = tuple(
        (each.card, each.wager, percent(each.usual), _known(each), f"{100 * each.made:.1f} %") for each in found
    )
    headings = ("card that is seen", "wager", "usually", "with it", "wagered")
    yield Columns("One card seen", headings, rows, "Who has seen nothing that speaks for a wager does not make it.")
    for each in found:
        if each.by_card:
            names, worth = zip(*each.by_card)
            title = f"{each.wager}, by {each.card}, in %"
            yield Columns(title, tuple(names), (tuple(percent(value, 1).removesuffix(" %") for value in worth),))


def _known(seen: Seen) -> str:
    """What a wager is worth with the card known; how much of the gain is uncertain, where it was played out."""
    return percent(seen.known) + (f" (gain ± {100 * seen.interval:.3f})" if seen.interval else "")


def turning(count: float, above: bool) -> str:
    """From which true count on, or below which, another play is best; nought has no sign of its own."""
    return f"{round(count, 1) + 0.0:+.1f} {'or more' if above else 'or less'}"


def _main(main: Main, cut: float) -> list[Columns]:
    from croupier.odds.games.twentyone.hands import WORDS  # loads compiled code

    order = [*range(1, 10), 0]
    effects = (tuple(_hundredths(main.effects[value]) for value in order),)
    return [
        Columns("Main wager: effects of removal, in %", tuple(WORDS[value] for value in order), effects,
                f"{percent(main.expectation, 3)} from the full shoe"),
        Columns(
            f"Main wager by the Hi-Lo true count, cut at {100 * cut:.0f} %",
            ("true count", "rounds", "played by the chart", "played for the count", "and insured"),
            tuple(
                (f"{row.count:+d}", f"{100 * row.frequency:.2f} %",
                 *map(percent, (row.by_chart, row.at_best, row.with_insurance)))
                for row in main.counts
            ),
        ),
        Columns(
            "Plays that change with the count", ("hand", "against", "instead of", "play", "at true count"),
            tuple(
                (i.hand, i.up, i.usual, i.instead, turning(i.crossing, i.above)) for i in main.indices[:INDICES_SHOWN]
            ),
            "The true count has the hand and the up card in it. "
            + ("Insurance from no true count on" if main.insurance is None
               else f"Insurance from a true count of {main.insurance:+.1f}"),
        ),
        Columns(
            "What a counter makes of 100 rounds", ("units", "average wager", "win", "deviation"),
            tuple((r.name, f"{r.average:.2f}", f"{r.per_100:+.2f}", f"{r.deviation:.1f}") for r in main.ramps),
            "One unit below the count that gains, then two for each true count, up to the most.",
        ),
    ]  # fmt: skip


def _wager(found: Guarded) -> list[Columns]:
    name = " ".join(text for text in (found.wager, f"({found.table})" if found.table else "") if text)
    levels = tuple(each.count.name for each in found.counts)
    counts = tuple(
        (
            each.count.name, each.count.words(), f"{each.count.correlation:.4f}",
            "never" if each.trigger is None else f"{each.trigger:+d}",
            "" if each.trigger is None else percent(each.gain),
        )
        for each in found.counts
    )  # fmt: skip
    depths = tuple(
        (
            f"{100 * row.penetration:.0f} %", f"{100 * row.favourable:.2f} %", percent(row.gain), f"{row.per_shoe:.3f}",
            *(f"{units:.3f}" for units in row.by_count), f"{found.count_per_hour(row):.3f}",
        )
        for row in found.depths
    )  # fmt: skip
    safe = "no cut shown here makes it safe" if found.safe is None else f"safe with the cut at {100 * found.safe:.0f} %"
    return [
        Columns(
            f"{name}: effects of removal, in %", *_by_rank(found.effects),
            "; ".join(text for text in (f"{percent(found.expectation, 3)} from the full shoe", found.note) if text),
        ),
        Columns(
            f"{name}: best counts", ("count", "numbers", "correlation", "wager from", "worth then"), counts,
            f"The Hi-Lo count follows it with {found.hi_lo:+.2f}.",
        ),
        Columns(
            f"{name}: by the place of the cutting card",
            ("cut", "with the player", "by", "units a shoe, knowing all", *levels, "an hour by the better count"),
            depths, safe,
        ),
    ]  # fmt: skip


# ------------------------------------------------------------------------------------- strategies


def strategy_sheet(posting: Posting, found: Strategy, costs: int = 12) -> Sheet:
    """How to play a game, as a card that may be printed and laid beside the table."""
    book = posting.rulebook
    tables = [_grid(grid) for grid in found.grids]
    if found.costs and costs:
        rows = tuple((hand, best, other, f"{1000 * loss:.5f}") for hand, best, other, loss in found.costs[:costs])
        tables.append(Columns("The closest decisions", ("hand", "best", "instead", "costs per 1,000 wagers"), rows))
    return Sheet(f"How to play {book.title}", f"{book.property}, approved {book.approved}", found.rules, tuple(tables))


def _grid(grid: Grid) -> Columns:
    rows = tuple((row, *(grid.cells.get((row, column), "") for column in grid.columns)) for row in grid.rows)
    return Columns(grid.title, ("", *grid.columns), rows)
