"""Baccarat: everybody wagers on the Player's and the Banker's hand, which lie before all."""

from typing import Any

from markupsafe import Markup

from croupier.rounds.game import Game
from croupier.web.draw import vignettes
from croupier.web.felt import hand_names
from croupier.web.felt.kinds.kind import Group
from croupier.web.felt.kinds.seven import Seven
from croupier.web.felt.seven_spot import baccarat, phone, table
from croupier.web.felt.seven_spot.roads import in_words
from croupier.web.felt.shown import Hand, StationView
from croupier.web.felt.table_view import Look
from croupier.web.kit import words


class Baccarat(Seven):
    def group(self, game: type[Game]) -> Group:
        return Group(40, "baccarat", "Baccarat")

    def vignette(self, game: type[Game], point: int = 0) -> Markup:
        return vignettes.baccarat()

    def desk(self, view: StationView, parts: dict[str, str]) -> tuple[str, str]:
        return "0 0 1072 668", baccarat.base(view) + "".join(parts[key] for key in table.order(view, list(parts)))

    def desk_parts(self, view: StationView) -> dict[str, str]:
        return baccarat.fragments(view)

    def own_place(self, view: StationView) -> str:
        return phone.own_bands(view)

    def places(self, look: Look) -> tuple[tuple[str, Hand], ...]:
        found = []
        for name in ("player", "banker"):
            hand = look.shown["places"].get(name)
            cards = tuple(hand["cards"]) if hand else ()
            found.append((words.plain(name), Hand(cards=cards, label=hand_names.label(look.name, cards))))
        return tuple(found)

    def has_dealers_hand(self, look: Look) -> bool:
        return False

    def extras(self, look: Look) -> dict[str, Any]:
        letters = {"player": "P", "banker": "B", "tie": "T"}
        results = [str(result) for result in look.driver.felt.memo.get("results", [])]
        return {"last": tuple(letters.get(result, result[:1].upper()) for result in results)}

    def facts(self, look: Look) -> list[tuple[str, str]]:
        last = self.extras(look)["last"]
        return [("Hands of this shoe", in_words(last))] if last else []


KIND = Baccarat
