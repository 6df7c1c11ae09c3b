"""What a draft does: the figures of every wager before and after, and what they are worth at a stated pace."""

import msgspec
from markupsafe import Markup

from croupier.equipment.money import money
from croupier.rulebook.model import Rulebook
from croupier.web.draw.edge_bars import FLOOR, edge_bars, percent
from croupier.web.felt.outcome_words import caption
from croupier.web.kit.long_work.odds_desk import Odd, Row

SIDES = ("in force", "draft")


class Pace(msgspec.Struct, frozen=True):
    """How a game is played: what the expected win hangs on beside the edge."""

    rounds: int = 40  # an hour
    players: int = 4
    stake: int = 10_00  # cents on each wager
    hours: int = 4_000  # a year, all tables of the game together
    drop: int = 200_00  # cents that a player brings to the table in an hour

    def hold(self, edge: float) -> float:
        """The share of what players bring that the house keeps by a wager."""
        return edge * self.stake * self.rounds / self.drop

    def hourly(self, edge: float) -> int:
        return round(edge * self.stake * self.rounds * self.players)

    def yearly(self, edge: float) -> int:
        return round(edge * self.stake * self.rounds * self.players * self.hours)


class WagerEffect(msgspec.Struct, frozen=True):
    """One wager under one pay table, before and after."""

    title: str
    note: str
    before: Odd | None
    after: Odd | None
    hourly: str
    yearly: str
    bars: Markup
    warns: str = ""
    part: bool = False  # counted with the wager that it belongs to
    hold: str = ""
    held: str = ""  # before

    @property
    def same(self) -> bool:
        return self.before is not None and self.after is not None and self.before.figures == self.after.figures


def lines(before: list[Odd] | None, after: list[Odd], draft: Rulebook, pace: Pace) -> list[WagerEffect]:
    """Every wager that either version offers, in the draft's order."""
    old = {_key(odd): odd for odd in before or ()}
    new = {_key(odd): odd for odd in after}
    scale = max([abs(odd.figures[0]) for odd in [*old.values(), *new.values()] if odd.figures] or [0.1])
    made = []
    for key in [*new, *(key for key in old if key not in new)]:
        was, now = old.get(key), new.get(key)
        odd = now or was
        assert odd is not None
        rule = draft.wagers.get(odd.wager)
        title = rule.title if rule else odd.wager.replace("-", " ").capitalize()
        note = " · ".join(part for part in (odd.table if odd.table != title else "", odd.conditions) if part)
        one, two = _edge(was), _edge(now)
        gain = (two or 0.0) - (one or 0.0) if was or now else 0.0
        low = two is not None and two < FLOOR and not odd.part and one != two
        made.append(
            WagerEffect(
                title,
                note,
                was,
                now,
                "" if odd.part else money(pace.hourly(gain), sign=True),
                "" if odd.part else money(pace.yearly(gain), sign=True),
                edge_bars(one, two, scale, SIDES),
                f"Under {FLOOR:.2%}." if low else "",
                odd.part,
                "" if two is None or odd.part else percent(pace.hold(two)),
                "" if one is None or odd.part else percent(pace.hold(one)),
            )
        )
    return made


class RowFigure(msgspec.Struct, frozen=True):
    """One pay row as the editor's grid shows it."""

    table: str  # the address of its pay table
    outcome: str
    one_in: str
    back: str

    @property
    def words(self) -> str:
        """As the grid calls the hand."""
        return caption(self.outcome)


def row_figures(rows: list[Row]) -> list[RowFigure]:
    return [
        RowFigure(f"wagers.{row.wager}.pay-tables[{row.table}]", row.outcome, one_in(row.chance), percent(row.back))
        for row in rows
    ]


def one_in(chance: float) -> str:
    """In how many rounds a row is paid once; a tenth where it is often."""
    if not chance:
        return "never"
    return f"{1 / chance:,.1f}" if chance > 0.01 else f"{1 / chance:,.0f}"


def _key(odd: Odd) -> tuple[str, str, str]:
    return odd.wager, odd.table, odd.conditions


def _edge(odd: Odd | None) -> float | None:
    return odd.figures[0] if odd is not None and odd.figures else None
