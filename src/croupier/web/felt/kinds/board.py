"""A board of boxes drawn from the rulebook's wagers: for games with dice or a wheel that no other felt is made for."""

from typing import Any

from markupsafe import Markup

from croupier.rounds.felt import Wager
from croupier.rounds.game import Game
from croupier.web.draw import vignettes
from croupier.web.draw.svg import group
from croupier.web.felt import board
from croupier.web.felt.kinds.kind import Group
from croupier.web.felt.kinds.shared_layout import SharedLayout
from croupier.web.felt.shown import StationView
from croupier.web.felt.table_view import Look
from croupier.web.kit import words

HEADINGS = {"dice": Group(60, "dice", "Dice"), "wheels": Group(61, "wheels", "Wheels")}
OTHERS = Group(80, "others", "Other games")


class Board(SharedLayout):
    def group(self, game: type[Game]) -> Group:
        return HEADINGS.get(game.FAMILY, OTHERS)

    def vignette(self, game: type[Game], point: int = 0) -> Markup:
        return vignettes.board("dice" in game.EQUIPMENT)

    def desk(self, view: StationView, parts: dict[str, str]) -> tuple[str, str]:
        return "0 0 1072 668", parts["f-head"] + board.base(view) + board.hits(view) + parts["f-chips"]

    def desk_parts(self, view: StationView) -> dict[str, str]:
        head = group(board.head(view), id="f-head", data_entry=view.number, class_="quiet")
        return {"f-head": head} | board.fragments(view, "f")

    def phone(self, view: StationView, parts: dict[str, str]) -> str:
        inside = board.base(view, phone=True) + board.hits(view, phone=True) + parts["p-chips"]
        return parts["p-line"] + self.phone_drawn(view, board.PHONE_WIDE, board.phone_height(view), inside)

    def phone_parts(self, view: StationView) -> dict[str, str]:
        return self.phone_line(view) | board.fragments(view, "p", phone=True)

    def extras(self, look: Look) -> dict[str, Any]:
        over = look.over
        number = over.round if over else look.driver.felt.round
        what = "dice " if "dice" in look.game.EQUIPMENT else ""
        fell = (words.plain(f"{what}{self.fell(over.fell)}"),) if over and over.fell else ()
        return {"result_title": f"Round {number:,}", "result_words": fell}

    def waits(self, look: Look, wager: Wager) -> str:
        return f"Waits for {'the dice' if 'dice' in look.game.EQUIPMENT else 'what falls'}."


KIND = Board
