"""A station put together: the felt of its game for desk and phone, and the fragments that change."""

import secrets
from collections.abc import Callable

import msgspec
from markupsafe import Markup, escape

from croupier.equipment.wheels import colour
from croupier.web.draw.svg import n, rect, text
from croupier.web.draw.wheel import FILLS, big_six_symbol, roulette, roulette_symbol
from croupier.web.felt import bigsix, board
from croupier.web.felt.craps import boxes as craps
from croupier.web.felt.craps import centre as proposition
from croupier.web.felt.craps import layout as dicefelt
from croupier.web.felt.roulette import layout as rl
from croupier.web.felt.roulette.areas import LYING, UPRIGHT, zeros_of
from croupier.web.felt.roulette.house_wagers import house_boxes, room_for
from croupier.web.felt.seven_spot import baccarat, phone
from croupier.web.felt.seven_spot import table as seven
from croupier.web.felt.shown import Spot, StationView
from croupier.web.kit import render

PARTS = "station_parts.html"


class Felt(msgspec.Struct, frozen=True):
    box: str
    desk: str
    phone: str


def wheel_symbol(view: StationView) -> str:
    """The wheel's drawing, placed once in the page."""
    if view.family not in ("roulette", "big-six") or not view.wheel:
        return ""
    drawn = roulette_symbol(view.wheel) if view.family == "roulette" else big_six_symbol(view.wheel)
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{drawn}</svg>'


def more_wagers(view: StationView) -> tuple[list[Spot], set[str]]:
    """What the sheet lists: every wager without a box on a phone's felt, and which of them have one on a desk's."""
    if view.family != "craps":
        return [], set()
    found = [spot for spot in view.spots if spot.wager not in dicefelt.boxed(view, craps.phone_ground(view.spots))]
    return found, {spot.wager for spot in found} - {spot.wager for spot in proposition.sheet(view.spots)}


def sheet(view: StationView) -> str:
    key = ("sheet", view.family, view.spots)
    return _once(key, view.number, lambda: render.macro(PARTS, "sheet", *sheet_parts(view), view.number))


def sheet_parts(view: StationView) -> tuple[list[tuple[int, list[Spot]]], list[tuple[str, Spot]], set[str]]:
    """Hops by their total; every other wager of the sheet with the number it is reached at."""
    listed, on_desk = more_wagers(view)
    hops: dict[int, list[Spot]] = {}
    rest = []
    for spot in listed:
        faces = spot.wager.removeprefix("hop:").split("-")
        if spot.wager.startswith("hop:") and len(faces) == 2:
            hops.setdefault(sum(map(int, faces)), []).append(spot)
        else:
            rest.append((craps.at_number(spot.wager), spot))
    return sorted(hops.items()), rest, on_desk


def felt_of(view: StationView) -> Felt:
    made = _desk(view)
    return Felt(made[0], made[1], _phone(view))


def _desk(view: StationView) -> tuple[str, str]:
    parts = felt_fragments(view)
    if view.family == "roulette":
        drawn = (
            parts["f-head"]
            + rl.base(LYING, zeros=zeros_of(view.wheel))
            + house_boxes(view.spots, LYING)
            + parts["f-numbers"]
            + '<g id="f-lit"></g>'
            + rl.hits(view, LYING)
            + parts["f-chips"]
        )
        return f"0 0 1072 {n(700 + room_for(view.spots))}", drawn
    if view.family == "craps":
        drawn = (
            dicefelt.base(view) + parts["f-closed"] + dicefelt.lettering(view) + dicefelt.hits(view) + parts["f-chips"]
        )
        return "0 0 1072 664", drawn
    if view.family == "big-six":
        return "0 0 1072 668", parts["f-head"] + bigsix.base(view) + bigsix.hits(view) + parts["f-chips"]
    if view.family == "board":
        return "0 0 1072 668", parts["f-head"] + board.base(view) + board.hits(view) + parts["f-chips"]
    if view.family == "baccarat":
        own = f"f-{view.position}"
        order = [k for k in parts if k != own] + ([own] if own in parts else [])
        return "0 0 1072 668", baccarat.base(view) + "".join(parts[k] for k in order)
    return "0 0 1072 668", seven.base(view) + "".join(parts[k] for k in seven.order(view, list(parts)))


def felt_fragments(view: StationView) -> dict[str, str]:
    """What changes on the desk's felt, by id."""
    if view.family == "roulette":
        head = f'<g id="f-head" data-entry="{view.number}" class="quiet">{rl.head(view)}</g>'
        return {"f-head": head} | rl.fragments(view, LYING, "f")
    if view.family == "craps":
        return dicefelt.fragments(view, "f")
    if view.family == "big-six":
        head = f'<g id="f-head" data-entry="{view.number}" class="quiet">{bigsix.head(view)}</g>'
        return {"f-head": head} | bigsix.fragments(view, "f")
    if view.family == "board":
        head = f'<g id="f-head" data-entry="{view.number}" class="quiet">{board.head(view)}</g>'
        return {"f-head": head} | board.fragments(view, "f")
    if view.family == "baccarat":
        return baccarat.fragments(view)
    return seven.fragments(view)


def _svg(width: float, height: float, inside: str, words: str) -> str:
    return (
        f'<svg class="whole flat felt-phone" viewBox="0 0 {n(width)} {n(height)}" role="group" '
        f'aria-label="{words}">{inside}</svg>'
    )


def _phone(view: StationView) -> str:
    parts = phone_fragments(view)
    words = f"{view.title} layout"
    if view.family == "roulette":
        printed = rl.base(UPRIGHT, zeros=zeros_of(view.wheel)) + house_boxes(view.spots, UPRIGHT)
        inside = printed + parts["p-numbers"] + rl.hits(view, UPRIGHT) + parts["p-chips"]
        return parts["p-line"] + _svg(390, 636 + room_for(view.spots), inside, words)
    if view.family == "craps":
        ground = craps.phone_ground(view.spots)
        inside = (
            dicefelt.base(view, ground)
            + parts["p-closed"]
            + dicefelt.lettering(view, ground)
            + dicefelt.hits(view, ground)
            + parts["p-chips"]
        )
        return parts["p-line"] + _svg(390, ground.bottom + 44, inside, words)  # with the odds below the line
    if view.family == "big-six":
        inside = bigsix.base(view, phone=True) + bigsix.hits(view, phone=True) + parts["p-chips"]
        return parts["p-line"] + _svg(bigsix.PW, bigsix.PH, inside, words)
    if view.family == "board":
        inside = board.base(view, phone=True) + board.hits(view, phone=True) + parts["p-chips"]
        return parts["p-line"] + _svg(board.PHONE_WIDE, board.phone_height(view), inside, words)
    return "".join(parts.values())


def phone_fragments(view: StationView) -> dict[str, str]:
    line = {"p-line": f'<div id="p-line" data-entry="{view.number}">{_line(view)}</div>'}
    if view.family == "roulette":
        return line | rl.fragments(view, UPRIGHT, "p")
    if view.family == "craps":
        return line | dicefelt.fragments(view, "p", craps.phone_ground(view.spots))
    if view.family == "big-six":
        return line | bigsix.fragments(view, "p", phone=True)
    if view.family == "board":
        return line | board.fragments(view, "p", phone=True)
    return phone.fragments(view)


def _line(view: StationView) -> str:
    """The status line of a phone: the wheel or dice small, what is asked, the last results."""
    if view.family == "roulette":
        drawn = roulette(view.wheel, 24, 24, 23, view.result or None)
        mark = f'<svg width="48" height="48" viewBox="0 0 48 48">{drawn}</svg>'
    elif view.family == "craps" and view.dice:
        mark = str(render.dice_picture(*view.dice, side=30))
    else:
        mark = ""
    last = (
        "".join(
            f'<svg width="26" height="22" viewBox="0 0 26 22" role="img" aria-label="{number}">'
            f"{rect(0.5, 0.5, 25, 21, rx=5, fill=FILLS[colour(number)], stroke='#EFE9D6', stroke_opacity=0.4)}"
            f"{text(number, 13, 15.5, 12, font_weight=800, fill='#FFF')}</svg>"
            for number in view.last[:6]
        )
        if view.family == "roulette"
        else ""
    )
    note = view.alert or view.dice_title or _rested(view)
    if view.point and not view.alert:
        note = f"{note} · the point is {view.point}"
    if view.shooter and not view.alert:
        note = f"{note} · you are the shooter"
    words = (
        f'<span class="grow"><strong>{escape(view.status)}</strong><br>'
        f'<span class="small t2">{escape(note)}</span></span>'
    )
    return f'<div class="spin-line">{mark}{words}<span class="last">{last}</span></div>'


def _rested(view: StationView) -> str:
    """`Spin 2 · 16, red, even`, `Spin 4 · $5`."""
    if not view.result or not view.result_words:
        return view.result_title
    said = view.result_words[0]
    fell = said
    if view.family == "roulette" and view.result not in said.lower().split(", "):
        fell = f"{view.result}, {said.lower()}"
    return f"{view.result_title.partition(' · ')[0]} · {fell}"


# What each part of a station hangs on: the same again is not rendered again, for whomever it is.
PARTS_OF: dict[str, tuple[str, ...]] = {
    "status": ("status", "status_icon", "status_kind"),
    "bar": (
        "table", "family", "dice", "dice_note", "dice_title", "point", "on_table", "on_table_note", "colour",
        "chip_value", "roll_sum", "off_note", "actions", "alert", "status", "setting", "arrange", "arrange_count",
        "hand_caption", "hand_title", "no_dealer", "instead", "band_note", "unattended",
    ),
    "tray": (
        "wagering", "family", "closed_words", "colour", "chip_value", "denominations", "chip", "same_wagers",
        "double", "clear", "take_back", "kept", "actions", "setting", "question",
    ),
    "leave": ("table", "position", "tournament", "leave", "stays"),
    "why": ("why", "rulebook_link", "setting"),
    "history": ("history", "rulebook_link"),
    "last": ("why", "alert", "status", "wagering", "deciding", "on_table"),
}  # fmt: skip
WITH_TOKEN = ("bar", "tray", "leave")
# Where the reader's token and the number of the request go: the same part serves all who see the same, and again when
# the table asks the same once more. Drawn anew by each process, so nobody's words can hold them.
TOKEN, REQUEST = secrets.token_hex(24), 10**17 + secrets.randbelow(10**17)
_kept: dict[tuple[object, ...], tuple[str, str]] = {}


def part(name: str, view: StationView, csrf: str) -> str:
    """One part as markup; kept by all that it shows."""
    key = (name, render.LOOK.get(), *[getattr(view, field) for field in PARTS_OF[name]])
    if name not in WITH_TOKEN:
        return _once(key, view.number, lambda: render.macro(PARTS, name, view))

    def made() -> str:
        return render.macro(PARTS, name, msgspec.structs.replace(view, request=REQUEST), TOKEN)

    return _once(key, view.number, made).replace(TOKEN, csrf).replace(str(REQUEST), str(view.request))


def _once(key: tuple[object, ...], entry: int, make: Callable[[], str]) -> str:
    """Markup that was made before for the same key, with only the journal's entry put in."""
    found = _kept.get(key)
    if found is None:
        if len(_kept) > 4096:
            _kept.clear()
        head, _, rest = make().partition(f'data-entry="{entry}"')
        found = _kept[key] = (head, rest)
    return f'{found[0]}data-entry="{entry}"{found[1]}'


def fragments(view: StationView, csrf: str, *, on_phone: bool = False) -> dict[str, str]:
    """Everything of a station that may change, by id; the socket sends what differs from what was sent last."""
    felt = phone_fragments(view) if on_phone else felt_fragments(view)
    made = felt | {f"s-{name}": part(name, view, csrf) for name in PARTS_OF}
    if view.family == "craps":
        made["sheet-list"] = sheet(view)
    if view.tournament is not None:
        made["s-strip"] = render.macro("tournament_parts.html", "strip", view)
    balance = ("balance", render.LOOK.get(), view.me)
    made["s-balance"] = _once(balance, view.number, lambda: render.macro("parts.html", "balance", view.me, view.number))
    return made


def page(view: StationView, look: object, csrf: str) -> str:
    return render.page(
        "station.html",
        view=view,
        look=look,
        csrf=csrf,
        felt=felt_of(view),
        default_theme="dark",
        wheel=Markup(wheel_symbol(view)),
        sheet=Markup(sheet(view)),
    )
