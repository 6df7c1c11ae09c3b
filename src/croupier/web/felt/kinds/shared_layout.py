"""A layout that all patrons share: chips lie on areas, and nobody has a place of his own."""

from typing import Any

import msgspec
from markupsafe import escape

from croupier.equipment.money import short_money
from croupier.games.dice.wagers import COMBINED
from croupier.rounds.events import Settled
from croupier.rounds.felt import Wager
from croupier.web.draw.svg import n
from croupier.web.felt.kinds.kind import FeltKind
from croupier.web.felt.shown import Chips, StationView, Surface
from croupier.web.felt.table_view import Look
from croupier.web.kit import words


class SharedLayout(FeltKind):
    SURFACE = Surface(shared=True)

    def phone_drawn(self, view: StationView, wide: float, high: float, inside: str) -> str:
        """The whole layout on a phone."""
        return (
            f'<svg class="whole flat felt-phone" viewBox="0 0 {n(wide)} {n(high)}" role="group" '
            f'aria-label="{escape(view.title)} layout">{inside}</svg>'
        )

    def chips(self, look: Look) -> tuple[Chips, ...]:
        felt, over = look.driver.felt, look.over
        seats = {position.number: position.patron for position in felt.positions}
        made = [self._lying(look, wager, seats.get(wager.position, "")) for wager in felt.wagers]
        placed = any(w.position in look.mine for w in felt.wagers if w.round == felt.round)
        if over is None or (placed and not self.STANDS):
            return tuple(made)
        if self.STANDS:
            made = marked(made, over.of(look.badge))
        standing = {(stake.wager, stake.position) for stake in made}
        for event in whole_wagers(over.settled if look.reveal else over.of(look.badge)):
            key = words.key_of(event.wager, event.on)
            if (key, event.position) not in standing and event.result != "returned":
                made.append(self._ended(look, event, key, seats.get(event.position, "")))
        return tuple(made)

    def _lying(self, look: Look, wager: Wager, patron: str) -> Chips:
        own = wager.position in look.mine
        return Chips(
            wager=words.key_of(wager.kind, wager.on),
            amount=wager.stake,
            position=wager.position,
            own=own,
            note=_note(wager.kind, wager.stake),
            **self.coloured(look, patron, wager.stake),
            **(self.called(look, wager) if own else {}),
        )

    def _ended(self, look: Look, event: Settled, key: str, patron: str) -> Chips:
        return Chips(
            wager=key,
            amount=event.stake,
            position=event.position,
            own=True,
            state=event.result,
            paid=max(0, event.net),
            **self.coloured(look, patron, event.stake),
        )

    def coloured(self, look: Look, patron: str, stake: int) -> dict[str, Any]:
        """The colour of a patron's own chips, and how many of them a stake is; nothing where chips have values."""
        return {}

    def called(self, look: Look, wager: Wager) -> dict[str, Any]:
        """Whether a wager is on for the next roll, and what calling it means; nothing where none is called so."""
        return {}


def whole_wagers(events: list[Settled]) -> list[Settled]:
    """Endings with those of a horn's or a world's parts as one: what was put down and lay in one box."""
    found: dict[tuple[int, str], Settled] = {}
    for number, event in enumerate(events):
        if event.on not in COMBINED:
            found[number, ""] = event
            continue
        key = event.position, event.on
        parts = [e for e in events if (e.position, e.on) == key]
        net, stake = sum(e.net for e in parts), sum(e.stake for e in parts)
        result = "won" if net > 0 else "lost" if net < 0 else "push"
        found[key] = msgspec.structs.replace(event, wager=event.on, on="", stake=stake, net=net, result=result)
    return list(found.values())


def _note(kind: str, stake: int) -> str:
    """What stands in the pill of odds: beside a come wager on its number, under the line by name."""
    if not kind.endswith("odds"):
        return ""
    return f"odds {short_money(stake)}" if kind.endswith("pass-odds") else f"+{short_money(stake)}"


def marked(chips: list[Chips], events: list[Settled]) -> list[Chips]:
    """Wagers that stand after a win carry it beside them until the next roll."""
    won: dict[tuple[str, int], int] = {}
    for event in events:
        if event.result == "won" and event.to == "player":
            key = words.key_of(event.wager, event.on), event.position
            won[key] = won.get(key, 0) + event.net
    return [
        msgspec.structs.replace(chip, last=f"+{short_money(won[chip.wager, chip.position])}")
        if chip.own and (chip.wager, chip.position) in won
        else chip
        for chip in chips
    ]
