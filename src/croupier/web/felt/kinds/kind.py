"""What every kind of felt is asked, and what most of them answer."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from markupsafe import Markup, escape

from croupier.house.record.sentences import listed
from croupier.rounds.felt import Wager
from croupier.rounds.game import Game
from croupier.rulebook.posting import Posting
from croupier.web.draw import vignettes
from croupier.web.felt.shown import Chips, Hand, Reason, ReasonRound, Spot, StationView, Surface
from croupier.web.felt.table_view import Look

Sheet = tuple[list[tuple[int, list[Spot]]], list[tuple[str, Spot]], set[str]]
NO_SHEET: Sheet = ([], [], set())


class Felt(NamedTuple):
    """A layout as a page holds it: what the desk's drawing spans, what lies in it, and the same for a phone."""

    box: str
    desk: str
    phone: str


class Group(NamedTuple):
    """Under which heading a lobby lists a game, and where that stands among the others."""

    rank: int
    id: str
    title: str


CARDS, TWENTY_ONE = Group(90, "cards", "Poker tables"), Group(10, "blackjack", "Blackjack")


class FeltKind:
    """One kind of felt. What is drawn comes from a view alone; what is told, from a table as its reader may see it."""

    SURFACE: ClassVar[Surface] = Surface()  # what the page around the layout goes by
    ROUND: ClassVar[str] = "Round"  # what a round is called: Spin, Roll
    STANDS: ClassVar[bool] = False  # whether wagers stand from round to round
    RESTS: ClassVar[str] = ""  # before what fell: `The ball rests in`; the round's own word where it is empty
    LANDED: ClassVar[tuple[str, str]] = ("ball", "in")  # what comes to rest, and how its place is said
    SAYS_WHY: ClassVar[bool] = True  # whether each wager's reason is said aloud beside what fell
    PRINTED: ClassVar[bool] = False  # whether all areas are printed on the felt: a fragment need not bring them again

    # How it is listed

    def group(self, game: type[Game]) -> Group:
        return TWENTY_ONE if game.FAMILY == "twenty-one" else CARDS

    def vignette(self, game: type[Game], point: int = 0) -> Markup:
        """The picture of a table in a lobby."""
        return vignettes.cards(game.PICTURE)

    def note(self, posting: Posting, lettered: Sequence[str]) -> list[str]:
        """What a lobby says of a table first."""
        first = lettered[0] if lettered else ""
        return [first.capitalize()] if first and first != posting.rulebook.title.upper() else []

    def beside(self, posting: Posting) -> list[str]:
        """The wagers that a lobby names."""
        return [wager.title for wager in posting.wagers.values() if wager.kind in ("side", "bonus")][:2]

    def sign(self, posting: Posting) -> str:
        """What the sign at the table posts beside the limits."""
        return ""

    # How it is drawn

    def felt(self, view: StationView) -> Felt:
        box, drawn = self.desk(view, self.desk_parts(view))
        return Felt(box, drawn, self.phone(view, self.phone_parts(view)))

    def symbol(self, view: StationView) -> str:
        """What lies in a page once and is referred to: a wheel."""
        return ""

    def desk(self, view: StationView, parts: dict[str, str]) -> tuple[str, str]:
        """What the drawing spans, and all of it."""
        raise NotImplementedError

    def desk_parts(self, view: StationView) -> dict[str, str]:
        """What changes on it, by id."""
        raise NotImplementedError

    def phone(self, view: StationView, parts: dict[str, str]) -> str:
        return "".join(parts.values())

    def phone_parts(self, view: StationView) -> dict[str, str]:
        raise NotImplementedError

    def phone_line(self, view: StationView) -> dict[str, str]:
        """The status line of a phone: the wheel or dice small, what is asked, the last results."""
        note = view.alert or view.dice_title or self.rested(view)
        if view.point and not view.alert:
            note = f"{note} · the point is {view.point}"
        if view.shooter and not view.alert:
            note = f"{note} · you are the shooter"
        said = (
            f'<span class="grow"><strong>{escape(view.status)}</strong><br>'
            f'<span class="small t2">{escape(note)}</span></span>'
        )
        line = f'<div class="spin-line">{self.mark(view)}{said}<span class="last">{self.last(view)}</span></div>'
        return {"p-line": f'<div id="p-line" data-entry="{view.number}">{line}</div>'}

    def mark(self, view: StationView) -> str:
        return ""

    def last(self, view: StationView) -> str:
        return ""

    def rested(self, view: StationView) -> str:
        """`Spin 2 · 16, red, even`, `Spin 4 · $5`."""
        if not view.result or not view.result_words:
            return view.result_title
        return f"{view.result_title.partition(' · ')[0]} · {self.in_words(view)}"

    def in_words(self, view: StationView) -> str:
        return view.result_words[0]

    def sheet(self, view: StationView) -> Sheet:
        """Wagers without a box on a phone: hops by their total, every other with the number it is reached at, and which
        of them have a box on a desk."""
        return NO_SHEET

    def motion(self, view: StationView) -> dict[str, Any] | None:
        """What turns or is thrown when a result comes."""
        return None

    # What lies on it

    def chips(self, look: Look) -> tuple[Chips, ...]:
        """Stakes on a layout that all patrons share."""
        return ()

    def extras(self, look: Look) -> dict[str, Any]:
        """Fields of the station's view that only this kind fills."""
        return {}

    def places(self, look: Look) -> tuple[tuple[str, Hand], ...]:
        """Hands of the table itself, that wagers are about."""
        return ()

    def has_dealers_hand(self, look: Look) -> bool:
        return True

    def facts(self, look: Look) -> list[tuple[str, str]]:
        """Lines of the Table tab."""
        return []

    # What is said at it

    def fell(self, fell: str) -> str:
        """What fell as people say it: `3 and 4`, `17`, `$5`, `Property name`."""
        return listed(fell.split("-"))

    def in_order(self, results: Iterable[str]) -> list[str]:
        """Each result once, as they are counted."""
        return sorted(set(results), key=lambda one: (not one.isdigit(), int(one) if one.isdigit() else 0, one))

    def came_to_rest(self, fell: str) -> str:
        """What fell, so that nobody takes it for the number of the round: `Roll 3 and 4`, `The ball rests in 8`."""
        return f"{self.RESTS or self.ROUND} {self.fell(fell)}"

    def waits(self, look: Look, wager: Wager) -> str:
        """What a wager in play waits for; empty where that is said of the cards."""
        return ""

    def standing(self, look: Look, wagers: Sequence[Wager]) -> list[Reason] | None:
        """The lines of the wagers in play, where this kind tells them all itself."""
        return None

    def after(self, look: Look, rounds: list[ReasonRound], wagers: int) -> list[ReasonRound]:
        """The rounds of the panel while wagers stand for the next one."""
        return rounds

    def unsettled(self, view: StationView) -> tuple[str, ...]:
        """What is said of a result that settled nothing of the reader's."""
        return ()
