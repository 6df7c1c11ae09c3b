"""Sheets about money: how an evening ends, what coupons are worth, what an hour wins."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.odds.money.answering import FoundEvening, FoundHour
from croupier.odds.money.coupons import Worth
from croupier.odds.money.hour import Hour
from croupier.odds.money.questions import AskedEvening, AskedHour
from croupier.odds.report.sheets import Columns, Plot, Sheet
from croupier.rulebook import Rulebook

COUPONS_DRAWN = 16


def _signed(value: float, digits: int = 4) -> str:
    return f"{value:+,.{digits}f}".replace("-", "\u2212")


def _share(value: float, digits: int = 2) -> str:
    return f"{100 * value:.{digits}f} %"


def _under(book: Rulebook) -> str:
    return f"{book.property}, approved {book.approved}"


def evening_sheet(book: Rulebook, asked: AskedEvening, found: FoundEvening) -> Sheet:
    """An evening for whoever plays it."""
    end = found.evening
    said = " + ".join(f"{units:g} {name}" for units, name in zip(found.units, found.wagers))
    words = [
        f"{asked.rounds:,} rounds of {said}, {found.method}; amounts in units of the first wager.",
        f"Ahead {_share(end.ahead)}, even {_share(end.even)}, behind {_share(end.behind)}.",
    ]
    if end.ruin is not None and end.ruin_ever is not None:
        never = f"{_share(end.ruin_ever, 4)} if the play never ends"
        words.append(f"A bankroll of {asked.bankroll:g} is lost within these rounds in {_share(end.ruin, 4)}, {never}.")
    if asked.rebate:
        whole = _signed(end.mean + end.rebate)
        words.append(f"{asked.rebate:g} % of a loss given back is worth {_signed(end.rebate)}: {whole} in all.")
    words.append(
        f"Kelly's share of a bankroll is {_share(end.kelly, 4)}."
        if end.kelly
        else "No share of a bankroll makes it grow: the wager is with the house."
    )
    quantiles = Columns(
        "Where it ends", tuple(f"{100 * share:.0f} %" for share, _ in end.quantiles),
        (tuple(_signed(units, 2) for _, units in end.quantiles),),
        f"In so many of a hundred evenings it ends there or below. Mean {_signed(end.mean)}"
        + (f" (± {found.within:,.4f}, as it was played out)" if found.within else "")
        + f", deviation {end.deviation:,.4f}.",
    )  # fmt: skip
    tables = [quantiles]
    pairs = [(first, second) for first in range(len(found.wagers)) for second in range(first)]
    if pairs:
        rows = tuple(
            (
                f"{found.wagers[second]}, {found.wagers[first]}",
                _signed(found.covariance[first][second]),
                _signed(found.correlation(first, second)),
            )
            for first, second in pairs
        )
        tables.append(Columns("How the wagers hang together", ("wagers", "covariance", "correlation"), rows))
    behind = tuple(at for at, (low, _, _) in enumerate(found.steps) if low < 0)
    drawn = Plot(
        "How likely it ends where", tuple(f"{low:+.3g}".replace("-", "\u2212") for low, _, _ in found.steps),
        (("evenings", tuple(chance for _, _, chance in found.steps)),), "units won or lost", percent=True,
        set_apart=behind,
    )  # fmt: skip
    return Sheet(f"An evening of {book.title}", _under(book), tuple(words), tuple(tables), (drawn,))


def coupon_sheet(book: Rulebook, found: Sequence[Worth]) -> Sheet:
    """Coupons on every wager, the best use first."""
    rows = tuple(
        (w.wager, w.table, w.conditions, *(_share(float(x), 4) for x in (w.free_bet, w.match_play, w.with_wager)))
        for w in found
    )
    headings = ("wager", "pay table", "under", "free bet", "match play", "with its wager")
    words = (
        "Shares of the coupon's face, as long as it takes to be decided; a coupon stays on a push.",
        "A match play coupon lies beside a wager of its amount and is paid even money; a free bet is paid as a wager "
        "would be, and is itself not given back.",
    )
    drawn = found[:COUPONS_DRAWN]
    series = (
        ("free bet", tuple(float(w.free_bet) for w in drawn)),
        ("match play", tuple(float(w.match_play) for w in drawn)),
    )
    plot = Plot("What a coupon is worth", tuple(w.wager for w in drawn), series, "wager", percent=True)
    return Sheet(f"Coupons at {book.title}", _under(book), words, (Columns("Best use first", headings, rows),), (plot,))


def hour_sheet(book: Rulebook, asked: AskedHour, found: FoundHour) -> Sheet:
    """An hour of a table, as it is and as it would be."""
    difference = float(found.after.win - found.before.win) / 100
    words = [f"The difference is {_signed(difference, 2)} dollars an hour."]
    if found.after.offered < 1:
        words.append(f"The wager is offered in {_share(float(found.after.offered), 2)} of the rounds.")
    if found.even_if_stay is not None:
        share = _share(float(found.even_if_stay), 1) if found.even_if_stay <= 1 else "more than all"
        words.append(f"The hour wins what it won before if {share} of those below {asked.least:g} dollars stay.")
    named = (("as posted", found.before), ("changed", found.after))
    headings = ("", "players", "wagered", "house edge", "win", "give or take")
    table = Columns("An hour, in dollars", headings, tuple(_row(name, each) for name, each in named),
                    "Give or take: one standard deviation, each wager taken as a chance of its own.")  # fmt: skip
    plot = Plot(
        "Win an hour, in dollars", tuple(name for name, _ in named),
        (
            ("win", tuple(float(each.win) / 100 for _, each in named)),
            ("give or take", tuple(each.deviation / 100 for _, each in named)),
        ),
    )  # fmt: skip
    return Sheet(f"An hour of {book.title}", _under(book), tuple(words), (table,), (plot,))


def _row(name: str, each: Hour) -> tuple[str, ...]:
    dollars = (f"{float(each.handle) / 100:,.2f}", f"{float(each.win) / 100:,.2f}", f"{each.deviation / 100:,.2f}")
    return name, f"{float(each.players):g}", dollars[0], _share(float(each.edge), 4), dollars[1], dollars[2]
