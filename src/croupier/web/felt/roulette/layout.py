"""The roulette layout as it is drawn: felt, numbers, chips, the winner's mark, the wheel and the last results."""

from functools import lru_cache
from typing import Any

from croupier.equipment.wheels import ZEROS, colour
from croupier.web.draw import colours as c
from croupier.web.draw.chips import mark, patron_chip, ring, stack
from croupier.web.draw.marks import dolly
from croupier.web.draw.svg import group, n, path, rect, text
from croupier.web.draw.wheel import FILLS, roulette
from croupier.web.felt.area import WAITING, Area, hit, staked_by_wager
from croupier.web.felt.roulette.areas import ORDINALS, ROWS, Axes, areas, cell_of, rows, zero_boxes, zeros_of
from croupier.web.felt.roulette.house_wagers import house_areas
from croupier.web.felt.shown import Chips, StationView

COLUMN_ASIDE, COLUMN_ABOVE = 22.0, 24.0  # how far a column's odds give way to the chip that lies on them
ASIDE = 16.0  # in a low cell a chip straight up lies right of the middle, clear of one on the line above


def base(axes: Axes, *, zeros: int) -> str:
    """The printed layout without its numbers."""
    ink: dict[str, Any] = {"stroke": c.IVORY, "stroke_width": 1.6}
    parts = []
    for value in range(1, 37):
        u, v = cell_of(str(value))
        parts.append(rect(*axes.box(u, u + 1, v, v + 1), fill=FILLS[colour(str(value))], **ink))
    depth = axes.zero / axes.cell
    for v1, v2 in zero_boxes(zeros).values():
        x, y, wide, high = axes.box(-depth, 0, v1, v2)
        if axes.upright:
            left = 14 if v1 == 0 else 0
            right = 14 if v2 == 3 else 0
            d = (
                f"M{n(x)} {n(y + high)}V{n(y + left)}Q{n(x)} {n(y)} {n(x + left)} {n(y)}H{n(x + wide - right)}"
                f"Q{n(x + wide)} {n(y)} {n(x + wide)} {n(y + right)}V{n(y + high)}Z"
            )
        else:
            d = f"M{n(x + wide)} {n(y)}H{n(x + 18)}L{n(x)} {n(y + high / 2)}L{n(x + 18)} {n(y + high)}H{n(x + wide)}Z"
        parts.append(path(d, fill=FILLS["green"], stroke_linejoin="round", **ink))
    thick, deep, end = axes.dozens / axes.across, axes.evens / axes.across, axes.columns / axes.cell
    for place in range(3):
        parts.append(rect(*axes.box(ROWS, ROWS + end, place, place + 1), fill=c.BOX, fill_opacity=0.35, **ink))
        parts.append(rect(*axes.box(place * 4, place * 4 + 4, -thick, 0), fill=c.BOX, fill_opacity=0.35, **ink))
        parts.append(_word(axes, ("1st 12", "2nd 12", "3rd 12")[place], place * 4 + 2, -thick / 2, 16))
    for place, words in enumerate(("1 – 18", "EVEN", "RED", "BLACK", "ODD", "19 – 36")):
        fill = {"RED": FILLS["red"], "BLACK": FILLS["black"]}.get(words)
        box = axes.box(place * 2, place * 2 + 2, -thick - deep, -thick)
        paint = fill if fill and axes.upright else c.BOX
        parts.append(rect(*box, fill=paint, fill_opacity=0.35 if paint == c.BOX else 1, **ink))
        if fill and not axes.upright:
            x, y, wide, high = box
            mx, my = x + wide * 0.42, y + high / 2
            parts.append(
                path(
                    f"M{n(mx - 42)} {n(my)}L{n(mx)} {n(my - 19)}L{n(mx + 42)} {n(my)}L{n(mx)} {n(my + 19)}Z",
                    fill=fill,
                    stroke=c.IVORY,
                    stroke_width=1,
                )
            )
            parts.append(text(words, mx, my + 4.6, 13, font_weight=800, fill="#FFF"))
        else:
            parts.append(
                _word(
                    axes,
                    words,
                    place * 2 + (0.68 if axes.upright else 1),
                    -thick - deep / 2,
                    13 if axes.upright else 16,
                )
            )
    return "".join(parts)


def _word(axes: Axes, words: str, u: float, v: float, size: float) -> str:
    x, y = axes.at(u, v)
    turned = f"rotate(-90 {n(x)} {n(y)})" if axes.upright else None
    return text(words, x, y + size * 0.36, size, fill="#FFF", transform=turned)


def numbers(axes: Axes, chips: tuple[Chips, ...], *, zeros: int) -> str:
    """The printed numbers and the columns' odds; what lies under a chip stands beside it in its cell."""
    covered: set[str] = set()
    for stake in chips:
        kind, _, on = stake.wager.partition(":")
        if kind == "column":
            covered.add(stake.wager)
        # Upright cells are low and wide: a chip on the line below a number reaches into it too, one beside it does not.
        if kind == "straight" or (axes.upright and kind == "split" and not _in_one_row(on)):
            covered |= set(on.split("-"))
    return _numbers(axes, frozenset(covered), zeros)


def _in_one_row(split: str) -> bool:
    """Whether the two numbers of a split lie in the same row of three."""
    first, second = split.split("-")
    return not {first, second} & set(ZEROS) and abs(int(first) - int(second)) == 1


@lru_cache(maxsize=512)
def _numbers(axes: Axes, covered: frozenset[str], zeros: int) -> str:
    size = 21 if not axes.upright else 16
    parts = []
    depth = axes.zero / axes.cell
    for number, (v1, v2) in zero_boxes(zeros).items():
        x, y = axes.at(-depth / 2 if axes.upright else -depth / 2 + 0.06, (v1 + v2) / 2)
        if number in covered:
            x, y = (x - 44, y) if axes.upright else (x, y - 30)
        parts.append(text(number, x, y + size * 0.36, size, font_weight=800))
    for value in range(1, 37):
        u, v = cell_of(str(value))
        x, y, wide, high = axes.box(u, u + 1, v, v + 1)
        if str(value) in covered:
            parts.append(text(str(value), x + 8, y + 19, 15 if not axes.upright else 14, text_anchor="start"))
        else:
            parts.append(text(str(value), x + wide / 2, y + high / 2 + size * 0.36, size, font_weight=800))
    for place, ordinal in enumerate(ORDINALS):
        x, y = axes.at(ROWS + axes.columns / axes.cell / 2, place + 0.5)
        if f"column:{ordinal}" in covered:
            x, y = (x - COLUMN_ASIDE, y) if axes.upright else (x, y - COLUMN_ABOVE)
        parts.append(text("2 to 1", x, y + 13.5 * 0.36, 13.5))
    return group(*parts, fill="#FFF")


def chips(axes: Axes, stakes: tuple[Chips, ...], where: dict[str, Area]) -> str:
    """Every patron's chips; those of one place lie side by side."""
    parts = []
    seen: dict[str, int] = {}
    for stake in stakes:
        area = where.get(stake.wager)
        if area is None:
            continue
        nth = seen.get(stake.wager, 0)
        seen[stake.wager] = nth + 1
        x, y, r = area.x + nth * 9, area.y - nth * 7, axes.chip
        if axes.upright and area.wager.startswith("straight:") and area.wager[9:] not in ZEROS:
            x += ASIDE
        elif axes.upright and area.wager.startswith("column:"):
            x += COLUMN_ASIDE
        dim = stake.state == "lost"
        drawn = (
            patron_chip(stake.colour, stake.count, x, y, r, dim=dim)
            if stake.colour >= 0
            else stack(stake.amount, x, y, r, dim=dim)
        )
        if stake.state in ("won", "push"):
            drawn += ring(stake.state, x, y, r + 3)
        elif dim:
            drawn += mark("lost", x + r * 0.72, y - r * 0.72, 7)
        parts.append(
            group(
                drawn,
                class_="stake",
                data_wager=stake.wager,
                data_own="1" if stake.own else None,
                data_amount=stake.amount if stake.state in WAITING else None,
            )
        )
    return "".join(parts)


def winner(axes: Axes, result: str, *, zeros: int, lies: bool = False) -> str:
    """The cell of the result framed, the point marker beside its chip; `lies`: there is one straight up."""
    if result not in zero_boxes(zeros):
        u, v = cell_of(result)
        box = axes.box(u, u + 1, v, v + 1)
    else:
        v1, v2 = zero_boxes(zeros)[result]
        box = axes.box(-axes.zero / axes.cell, 0, v1, v2)
    x, y, wide, high = box
    frame = rect(x, y, wide, high, fill="none", stroke=c.ACCENT, stroke_width=3.4)
    if not axes.upright:
        return frame + dolly(x + wide * 0.8, y + high * 0.38, 28)
    if lies and result not in ZEROS:  # between the number and the chip
        return frame + dolly(x + wide * 0.33, y + high * 0.7, 18)
    return frame + dolly(x + wide * 0.8, y + high * 0.62, 22)


@lru_cache(maxsize=8)
def _by_wager(axes: Axes, zeros: int) -> dict[str, Area]:
    return {area.wager: area for area in reversed(areas(axes, zeros=zeros))}


def fragments(view: StationView, axes: Axes, prefix: str) -> dict[str, str]:
    """What a spin changes: numbers (a chip may cover one), chips and marker, wheel."""
    zeros = zeros_of(view.wheel)
    where = _by_wager(axes, zeros) | {area.wager: area for area in house_areas(view.spots, axes)}
    state = chips(axes, view.chips, where)
    if view.result:
        lies = any(stake.wager == f"straight:{view.result}" for stake in view.chips)
        state = winner(axes, view.result, zeros=zeros, lies=lies) + state
    return {
        f"{prefix}-numbers": group(
            numbers(axes, view.chips, zeros=zeros), id=f"{prefix}-numbers", data_entry=view.number, class_="quiet"
        ),
        f"{prefix}-chips": group(state, id=f"{prefix}-chips", data_entry=view.number, class_="quiet"),
    }


def hits(view: StationView, axes: Axes) -> str:
    staked = staked_by_wager(view.chips)
    spots = {s.wager: s for s in view.spots}
    zeros = zeros_of(view.wheel)
    made = []
    for row in [*rows(axes, zeros=zeros), house_areas(view.spots, axes)]:
        kinds = [(a, spots.get(a.wager) or spots.get(a.wager.partition(":")[0])) for a in row]
        cells = [hit(a, s, staked.get(a.wager, 0), brief=True, role="gridcell") for a, s in kinds if s]
        if cells:
            made.append(group("".join(cells), role="row"))
    words = f"{view.title} layout. Arrow keys move, Enter places the chip in hand."
    return group("".join(made), role="grid", aria_label=words)


def head(view: StationView) -> str:
    """Wheel, result and the last numbers: the upper part of the lying layout."""
    result = view.result or (view.last[0] if view.last else "")
    parts = [roulette(view.wheel, 196, 176, 156, result or None)]
    parts.append(text(view.result_title, 392, 48, 13.5, text_anchor="start", fill=c.IVORY))
    if result:
        fill = FILLS[colour(result)]
        parts.append(rect(392, 61, 112, 112, rx=12, fill=fill, stroke=c.ACCENT, stroke_width=2.4))
        parts.append(text(result, 448, 138, 62, font_weight=800, fill="#FFF"))
    else:
        parts.append(rect(392, 61, 112, 112, rx=12, fill=c.BOX, stroke=c.IVORY, stroke_opacity=0.5))
        parts.append(text("No spin yet", 524, 107, 30, font_weight=800, fill="#FFF", text_anchor="start"))
        said = "The number, and what was wagered and returned, will stand here."
        parts.append(text(said, 524, 137, 14, font_weight=600, fill=c.IVORY, text_anchor="start"))
    sizes = ((30, 800, "#FFF", 107), (14, 600, c.IVORY, 137), (14, 600, "#FFF", 162))
    for words, (size, weight, ink, y) in zip(view.result_words, sizes):
        parts.append(text(words, 524, y, size, font_weight=weight, fill=ink, text_anchor="start"))
    if view.last:
        said = f"Last {len(view.last[:14])} spins, newest first" if len(view.last) > 1 else "Last spin"
        parts.append(text(said, 392, 206, 12.5, text_anchor="start", fill=c.IVORY))
    for place, number in enumerate(view.last[:14]):
        x = 392 + place * 45
        parts.append(
            rect(
                x,
                218,
                38,
                36,
                rx=8,
                fill=FILLS[colour(number)],
                stroke=c.ACCENT if not place else c.IVORY,
                stroke_opacity=1 if not place else 0.35,
                stroke_width=2 if not place else 1,
            )
        )
        parts.append(text(number, x + 19, 241.5, 15, font_weight=800, fill="#FFF"))
    for place, (caption, amount, kind) in enumerate(view.totals):
        x = 392 + place * 150
        parts.append(text(caption, x, 276, 12.5, text_anchor="start", fill=c.IVORY))
        parts.append(
            text(
                amount,
                x,
                303,
                23,
                font_weight=800,
                text_anchor="start",
                fill={"won": c.WON, "lost": c.LOST}.get(kind, "#FFF"),
            )
        )
    return "".join(parts)
