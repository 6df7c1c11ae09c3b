"""Roulette: numbers, areas between them, chips in each patron's colour, a ball."""

from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from croupier.equipment.wheels import ZEROS, colour
from croupier.rounds.felt import Wager
from croupier.rounds.game import Game
from croupier.rulebook.posting import Posting
from croupier.web.draw import vignettes
from croupier.web.draw.svg import group, n, rect, text
from croupier.web.draw.wheel import FILLS, roulette, roulette_symbol
from croupier.web.felt.kinds.kind import Group
from croupier.web.felt.kinds.wheel import WheelFelt
from croupier.web.felt.roulette import layout
from croupier.web.felt.roulette.areas import LYING, UPRIGHT, zeros_of
from croupier.web.felt.roulette.house_wagers import house_boxes, room_for
from croupier.web.felt.shown import StationView, Surface
from croupier.web.felt.table_view import Look
from croupier.web.kit import words


class Roulette(WheelFelt):
    SURFACE = Surface(shared=True, words="wheel and layout", whole_phone=True, numbers=True)
    RESTS = "The ball rests in"
    PRINTED = True

    def group(self, game: type[Game]) -> Group:
        return Group(20, "roulette", "Roulette")

    def vignette(self, game: type[Game], point: int = 0) -> Markup:
        return vignettes.roulette()

    def note(self, posting: Posting, lettered: object) -> list[str]:
        return [words.plain(str(posting.get("wheel", "")))]

    def wheel(self, view: StationView) -> str:
        return roulette_symbol(view.wheel)

    def desk(self, view: StationView, parts: dict[str, str]) -> tuple[str, str]:
        drawn = (
            parts["f-head"]
            + layout.base(LYING, zeros=zeros_of(view.wheel))
            + house_boxes(view.spots, LYING)
            + parts["f-numbers"]
            + '<g id="f-lit"></g>'
            + layout.hits(view, LYING)
            + parts["f-chips"]
        )
        return f"0 0 1072 {n(700 + room_for(view.spots))}", drawn

    def desk_parts(self, view: StationView) -> dict[str, str]:
        head = group(layout.head(view), id="f-head", data_entry=view.number, class_="quiet")
        return {"f-head": head} | layout.fragments(view, LYING, "f")

    def phone(self, view: StationView, parts: dict[str, str]) -> str:
        printed = layout.base(UPRIGHT, zeros=zeros_of(view.wheel)) + house_boxes(view.spots, UPRIGHT)
        inside = printed + parts["p-numbers"] + layout.hits(view, UPRIGHT) + parts["p-chips"]
        return parts["p-line"] + self.phone_drawn(view, 390, 636 + room_for(view.spots), inside)

    def phone_parts(self, view: StationView) -> dict[str, str]:
        return self.phone_line(view) | layout.fragments(view, UPRIGHT, "p")

    def mark(self, view: StationView) -> str:
        drawn = roulette(view.wheel, 24, 24, 23, view.result or None)
        return f'<svg width="48" height="48" viewBox="0 0 48 48">{drawn}</svg>'

    def last(self, view: StationView) -> str:
        return "".join(
            f'<svg width="26" height="22" viewBox="0 0 26 22" role="img" aria-label="{number}">'
            f"{rect(0.5, 0.5, 25, 21, rx=5, fill=FILLS[colour(number)], stroke='#EFE9D6', stroke_opacity=0.4)}"
            f"{text(number, 13, 15.5, 12, font_weight=800, fill='#FFF')}</svg>"
            for number in view.last[:6]
        )

    def in_words(self, view: StationView) -> str:
        said = view.result_words[0]
        return said if view.result in said.lower().split(", ") else f"{view.result}, {said.lower()}"

    def motion(self, view: StationView) -> dict[str, Any] | None:
        turn = -view.wheel.index(view.result) * 360 / len(view.wheel) if view.result else 0
        return {"kind": "spin", "turn": turn} if view.result else None

    def coloured(self, look: Look, patron: str, stake: int) -> dict[str, Any]:
        shade, value = self._chips_of(look, patron)
        return {"colour": shade, "count": stake // value}

    def _chips_of(self, look: Look, patron: str) -> tuple[int, int]:
        """The colour of a patron's chips, and what one is worth: the least wager inside where nothing was marked."""
        chips = look.driver.felt.memo.get("chips", {}).get(patron, {})
        limits = look.posting.limits.get("straight")
        value: int = chips.get("value", 0) or (limits.least if limits else 100)
        return (chips["colour"] - 1) % 8 if chips.get("colour") else -1, value

    def extras(self, look: Look) -> dict[str, Any]:
        extras = super().extras(look)
        if look.position:
            extras["colour"], extras["chip_value"] = self._chips_of(look, look.by.name)
        return extras

    def described(self, look: Look, result: str) -> tuple[str, ...]:
        clause = look.posting.clause("betting" if look.driver.betting else "settlement")
        doing = "Losing wagers are collected first, then winners are paid"
        if look.driver.betting:
            doing = f"Wagers are open for spin {look.driver.felt.round:,}"
        return _number_words(result), _number_place(result), f"{doing}{' · ' + clause if clause else ''}"

    def in_order(self, results: Iterable[str]) -> list[str]:
        """As a layout has them: 00 over 0, then each column from the top."""

        def place(result: str) -> tuple[bool, int, int, str]:
            if not result.isdigit():
                return True, 0, 0, result
            number = int(result)
            return False, (number + 2) // 3, -number, str(9 - len(result))  # more zeros first

        return sorted(set(results), key=place)

    def waits(self, look: Look, wager: Wager) -> str:
        return "Waits for the ball."


def _number_words(number: str) -> str:
    if number in ZEROS:
        return f"Green, {number}"
    return f"{colour(number).capitalize()}, {'even' if int(number) % 2 == 0 else 'odd'}"


def _number_place(number: str) -> str:
    if number in ZEROS:
        return "Even-money wagers, dozens and columns lose"
    value = int(number)
    dozen = ("1st 12", "2nd 12", "3rd 12")[(value - 1) // 12]
    column = ("first", "middle", "last")[(value - 1) % 3]
    return f"{dozen} · {column} column · {'1 – 18' if value <= 18 else '19 – 36'}"


KIND = Roulette
