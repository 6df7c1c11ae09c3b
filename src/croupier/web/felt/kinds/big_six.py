"""Big six: a wheel of insignia and a box for each."""

from markupsafe import Markup

from croupier.rounds.felt import Wager
from croupier.rounds.game import Game
from croupier.web.draw import vignettes
from croupier.web.draw.svg import group
from croupier.web.draw.wheel import big_six_symbol
from croupier.web.felt import bigsix
from croupier.web.felt.kinds.kind import Group
from croupier.web.felt.kinds.wheel import WheelFelt
from croupier.web.felt.shown import StationView
from croupier.web.felt.table_view import Look


class BigSix(WheelFelt):
    RESTS = "The wheel rests at"
    LANDED = "clapper", "on"

    def group(self, game: type[Game]) -> Group:
        return Group(50, "big-six", "Big Six")

    def vignette(self, game: type[Game], point: int = 0) -> Markup:
        return vignettes.big_six_table()

    def wheel(self, view: StationView) -> str:
        return big_six_symbol(view.wheel)

    def desk(self, view: StationView, parts: dict[str, str]) -> tuple[str, str]:
        return "0 0 1072 668", parts["f-head"] + bigsix.base(view) + bigsix.hits(view) + parts["f-chips"]

    def desk_parts(self, view: StationView) -> dict[str, str]:
        head = group(bigsix.head(view), id="f-head", data_entry=view.number, class_="quiet")
        return {"f-head": head} | bigsix.fragments(view, "f")

    def phone(self, view: StationView, parts: dict[str, str]) -> str:
        inside = bigsix.base(view, phone=True) + bigsix.hits(view, phone=True) + parts["p-chips"]
        return parts["p-line"] + self.phone_drawn(view, bigsix.PW, bigsix.PH, inside)

    def phone_parts(self, view: StationView) -> dict[str, str]:
        return self.phone_line(view) | bigsix.fragments(view, "p", phone=True)

    def fell(self, fell: str) -> str:
        return bigsix.fell_words(fell)

    def waits(self, look: Look, wager: Wager) -> str:
        return "Waits for the wheel."


KIND = BigSix
