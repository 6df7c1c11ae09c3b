"""An area of a layout that takes chips."""

from collections.abc import Iterable

import msgspec

from croupier.equipment.money import money, short_money
from croupier.web.draw.chips import cut, mark, pill, stack
from croupier.web.draw.svg import attributes, group
from croupier.web.felt.shown import Chips, Spot

WAITING = ("placed", "play")


class Area(msgspec.Struct, frozen=True, kw_only=True):
    wager: str
    name: str  # as it is read aloud
    shape: str  # markup of the hit shape; the stylesheet gives it its colour
    x: float  # where chips lie
    y: float
    r: float = 15.0
    covers: tuple[str, ...] = ()


def spoken(area: Area, spot: Spot | None, staked: int = 0, *, brief: bool = False) -> str:
    """`Split 17 and 20, pays 17 to 1, your wager 5 dollars`."""
    words = [area.name]
    if spot and spot.odds:
        words.append(f"pays {spot.odds}")
    if staked:
        words.append(f"your wager {money(staked)[1:].removesuffix('.00')} dollars")
    if spot and not spot.open and spot.why and not brief:
        words.append(f"not now: {spot.why}")
    return ", ".join(words)


def hit(
    area: Area, spot: Spot | None, staked: int = 0, *, extra: str = "", brief: bool = False, role: str = "button"
) -> str:
    """The focusable area. Where its chips lie travels with it, so that a tap shows at once.

    `brief` leaves out why it is closed, where all areas of a layout close together.
    """
    closed = spot is None or not spot.open
    values = {
        "class_": "area closed" if closed else "area",
        "role": role,
        "aria_label": spoken(area, spot, staked, brief=brief),
        "aria_disabled": "true" if closed else None,
        "data_wager": area.wager,
        "data_at": f"{area.x:.0f} {area.y:.0f} {area.r:.0f}",
        # The numbers of an inside wager stand in its name.
        "data_covers": " ".join(area.covers) if area.wager.partition(":")[2] != "-".join(area.covers) else None,
    }
    return f"<g{attributes(values)}>{area.shape}{extra}</g>"


def in_play(stakes: Iterable[Chips]) -> int:
    """What of these still waits for an outcome: an area is not read aloud with a wager that has ended."""
    return sum(stake.amount for stake in stakes if stake.state in WAITING)


def staked_by_wager(chips: tuple[Chips, ...]) -> dict[str, int]:
    """What the reader himself has on each area."""
    total: dict[str, int] = {}
    for stake in chips:
        if stake.own and stake.state in WAITING:
            total[stake.wager] = total.get(stake.wager, 0) + stake.amount
    return total


def stake_drawn(stake: Chips, x: float, y: float, r: float) -> str:
    """A stack in its box: the reader's own with its amount and how it ended, others' dim."""
    height = (min(len(cut(stake.amount)), 6) - 1) * 0.2 * r
    drawn = stack(stake.amount, x, y + height / 2, r, dim=stake.state == "lost" or not stake.own)
    if stake.own:
        drawn += pill(stake.note or short_money(stake.amount), x, y + r + 13 + height / 2, size=12)
        if stake.state in ("won", "lost", "push"):
            drawn += mark(stake.state, x - r * 0.8, y - r * 0.9 - height / 2, 8.5)
    return group(
        drawn,
        class_="stake",
        data_wager=stake.wager,
        data_own="1" if stake.own else None,
        data_amount=stake.amount if stake.state in WAITING else None,
    )
