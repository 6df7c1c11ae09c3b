"""A station put together: the felt of its game for desk and phone, and the fragments that change."""

import secrets
from collections.abc import Callable
from operator import attrgetter

import msgspec
from markupsafe import Markup

from croupier.web.felt import kinds
from croupier.web.felt.kinds.kind import Felt, Sheet
from croupier.web.felt.shown import StationView
from croupier.web.kit import render
from croupier.web.kit.shared_pages import Made, Stamped, whole

PARTS = "station_parts.html"


def wheel_symbol(view: StationView) -> str:
    """The wheel's drawing, placed once in the page."""
    return kinds.of(view.family).symbol(view)


def sheet(view: StationView) -> str:
    return _sheet(view).at(view.number)


def _sheet(view: StationView) -> Stamped:
    key = ("sheet", view.family, view.spots)
    return _once(key, view.number, lambda: render.macro(PARTS, "sheet", *sheet_parts(view), view.number))


def sheet_parts(view: StationView) -> Sheet:
    """Hops by their total; every other wager with the number it is reached at; which of them a desk has a box for."""
    return kinds.of(view.family).sheet(view)


def felt_of(view: StationView) -> Felt:
    return kinds.of(view.family).felt(view)


def felt_fragments(view: StationView) -> dict[str, str]:
    """What changes on the desk's felt, by id."""
    return kinds.of(view.family).desk_parts(view)


def phone_fragments(view: StationView) -> dict[str, str]:
    return kinds.of(view.family).phone_parts(view)


# What each part of a station hangs on: the same again is not rendered again, for whomever it is.
PARTS_OF: dict[str, tuple[str, ...]] = {
    "status": ("status", "status_icon", "status_kind"),
    "bar": (
        "table", "surface", "dice", "dice_note", "dice_title", "point", "on_table", "on_table_note", "colour",
        "chip_value", "roll_sum", "off_note", "actions", "alert", "status", "setting", "arrange", "arrange_count",
        "hand_caption", "hand_title", "no_dealer", "instead", "band_note", "unattended",
    ),
    "tray": (
        "wagering", "surface", "closed_words", "colour", "chip_value", "denominations", "chip", "same_wagers",
        "double", "clear", "take_back", "kept", "short", "actions", "setting", "question",
    ),
    "leave": ("table", "position", "tournament", "leave", "stays"),
    "why": ("why", "rulebook_link", "setting"),
    "history": ("history", "rulebook_link"),
    "last": ("why", "alert", "status", "wagering", "deciding", "on_table"),
}  # fmt: skip
SHOWN_BY = {name: attrgetter(*fields) for name, fields in PARTS_OF.items()}
WITH_TOKEN = ("bar", "tray", "leave")
# Where the reader's token and the number of the request go: the same part serves all who see the same, and again when
# the table asks the same once more. Drawn anew by each process, so nobody's words can hold them.
TOKEN, REQUEST = secrets.token_hex(24), 10**17 + secrets.randbelow(10**17)
_kept: dict[tuple[object, ...], Stamped] = {}


def part(name: str, view: StationView, csrf: str) -> str:
    """One part as markup."""
    return _part(name, view, csrf).at(view.number)


def _part(name: str, view: StationView, csrf: str) -> Stamped:
    """One part, kept by all that it shows."""
    key = (name, render.LOOK.get(), SHOWN_BY[name](view))
    if name not in WITH_TOKEN:
        return _once(key, view.number, lambda: render.macro(PARTS, name, view))

    def made() -> str:
        return render.macro(PARTS, name, msgspec.structs.replace(view, request=REQUEST), TOKEN)

    head, rest = _once(key, view.number, made)
    return Stamped(head, rest.replace(TOKEN, csrf).replace(str(REQUEST), str(view.request)))


def _once(key: tuple[object, ...], entry: int, make: Callable[[], str]) -> Stamped:
    """Markup that was made before for the same key; what it shows of the journal's entry is put in where it is sent."""
    found = _kept.get(key)
    if found is None:
        if len(_kept) > 4096:
            _kept.clear()
        head, _, rest = make().partition(f'data-entry="{entry}"')
        found = _kept[key] = Stamped(head, rest)
    return found


def fragments(view: StationView, csrf: str, *, on_phone: bool = False) -> dict[str, str]:
    """Everything of a station that may change, by id."""
    return whole(made(view, csrf, on_phone=on_phone), view.number)


def made(view: StationView, csrf: str, *, on_phone: bool = False) -> Made:
    """The same for the socket, which sends what differs from what was sent last."""
    found: dict[str, str | Stamped] = {**(phone_fragments(view) if on_phone else felt_fragments(view))}
    found |= {f"s-{name}": _part(name, view, csrf) for name in PARTS_OF}
    if view.surface.more:
        found["sheet-list"] = _sheet(view)
    if view.tournament is not None:
        found["s-strip"] = render.macro("tournament_parts.html", "strip", view)
    balance = ("balance", render.LOOK.get(), view.me)
    found["s-balance"] = _once(
        balance, view.number, lambda: render.macro("parts.html", "balance", view.me, view.number)
    )
    return found


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
