"""How Casino War is drawn where it differs from other games dealt to seats: its heading and its picture in a lobby."""

from markupsafe import Markup

from croupier.rounds.game import Game
from croupier.web.draw import vignettes
from croupier.web.felt.kinds.kind import Group
from croupier.web.felt.kinds.seven import Seven


class WarFelt(Seven):
    def group(self, game: type[Game]) -> Group:
        return Group(70, game.NAME, game.TITLE)

    def vignette(self, game: type[Game], point: int = 0) -> Markup:
        return vignettes.cards(f"{game.PICTURE} 7h")  # a tie, and the first card of the war
