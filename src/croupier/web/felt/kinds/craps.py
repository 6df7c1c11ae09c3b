"""Craps: lines, numbers and a centre, wagers that stand from roll to roll, two dice and a puck."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from croupier.rounds.felt import Wager
from croupier.rounds.game import Game
from croupier.rulebook.posting import Posting
from croupier.web.draw import vignettes
from croupier.web.felt.craps import boxes, centre, last_roll, layout, standing
from croupier.web.felt.kinds.kind import Group, Sheet
from croupier.web.felt.kinds.shared_layout import SharedLayout
from croupier.web.felt.shown import Reason, ReasonRound, Spot, StationView, Surface
from croupier.web.felt.table_view import Look
from croupier.web.kit import render, words


class Craps(SharedLayout):
    SURFACE = Surface(
        shared=True,
        more="Centre, lays and bonuses",
        calls=True,
        whole_phone=True,
        hint="Hatched areas are closed now: tap one for the reason.",
    )
    ROUND = "Roll"
    STANDS = True

    def group(self, game: type[Game]) -> Group:
        return Group(30, "craps", "Craps")

    def vignette(self, game: type[Game], point: int = 0) -> Markup:
        return vignettes.craps(str(point))

    def beside(self, posting: Posting) -> list[str]:
        bonuses = [wager.title for wager in posting.wagers.values() if wager.kind == "bonus"]  # all have hardways
        return [*filter(None, [words.odds_words(posting)]), *bonuses[:2]]

    def sign(self, posting: Posting) -> str:
        return words.odds_words(posting)  # how many times the wager odds may be

    def desk(self, view: StationView, parts: dict[str, str]) -> tuple[str, str]:
        printed = layout.base(view) + parts["f-closed"] + layout.lettering(view) + layout.hits(view)
        return "0 0 1072 664", printed + parts["f-chips"]

    def desk_parts(self, view: StationView) -> dict[str, str]:
        return layout.fragments(view, "f")

    def phone(self, view: StationView, parts: dict[str, str]) -> str:
        ground = boxes.phone_ground(view.spots)
        printed = layout.base(view, ground) + parts["p-closed"] + layout.lettering(view, ground)
        inside = printed + layout.hits(view, ground) + parts["p-chips"]
        return parts["p-line"] + self.phone_drawn(view, 390, ground.bottom + 44, inside)  # with the odds below the line

    def phone_parts(self, view: StationView) -> dict[str, str]:
        return self.phone_line(view) | layout.fragments(view, "p", boxes.phone_ground(view.spots))

    def mark(self, view: StationView) -> str:
        return str(render.dice_picture(*view.dice, side=30)) if view.dice else ""

    def sheet(self, view: StationView) -> Sheet:
        boxed = layout.boxed(view, boxes.phone_ground(view.spots))
        listed = [spot for spot in view.spots if spot.wager not in boxed]
        hops: dict[int, list[Spot]] = {}
        rest = []
        for spot in listed:
            faces = spot.wager.removeprefix("hop:").split("-")
            if spot.wager.startswith("hop:") and len(faces) == 2:
                hops.setdefault(sum(map(int, faces)), []).append(spot)
            else:
                rest.append((boxes.at_number(spot.wager), spot))
        on_desk = {spot.wager for spot in listed} - {spot.wager for spot in centre.sheet(view.spots)}
        return sorted(hops.items()), rest, on_desk

    def motion(self, view: StationView) -> dict[str, Any] | None:
        return {"kind": "dice"} if view.dice else None

    def called(self, look: Look, wager: Wager) -> dict[str, Any]:
        return standing.called(look, wager)

    def extras(self, look: Look) -> dict[str, Any]:
        return last_roll.fields(look)

    def standing(self, look: Look, wagers: Sequence[Wager]) -> list[Reason]:
        return standing.lines(look, wagers)

    def after(self, look: Look, rounds: list[ReasonRound], wagers: int) -> list[ReasonRound]:
        return [*standing.after_the_roll(rounds, wagers), *rounds[2:]]

    def unsettled(self, view: StationView) -> tuple[str, ...]:
        """A throw that settles nothing is announced too: the dice decide what may be done next."""
        if not view.dice or view.watching:
            return ()
        first, second = view.dice
        point = f" The point is {view.point}." if view.point else ""
        return (f"Roll {first} and {second}, {first + second}.{point} Nothing of yours is settled.",)


KIND = Craps
