"""Cards dealt to seats around a table: the felt of most games."""

from croupier.web.felt.kinds.kind import FeltKind
from croupier.web.felt.seven_spot import phone, table
from croupier.web.felt.shown import StationView


class Seven(FeltKind):
    def desk(self, view: StationView, parts: dict[str, str]) -> tuple[str, str]:
        return "0 0 1072 668", table.base(view) + "".join(parts[key] for key in table.order(view, list(parts)))

    def desk_parts(self, view: StationView) -> dict[str, str]:
        return table.fragments(view)

    def phone_parts(self, view: StationView) -> dict[str, str]:
        return phone.fragments(view, self.own_place)

    def own_place(self, view: StationView) -> str:
        """The reader's hand and his betting areas, under each other on a phone."""
        return phone.own(view)

    def fell(self, fell: str) -> str:
        return f"dice {super().fell(fell)}"  # what falls beside cards is dice, and named so

    def came_to_rest(self, fell: str) -> str:
        return self.fell(fell).capitalize()


KIND = Seven
