"""What a wheel's layouts share: a result that comes to rest, the last ones, what a spin came to."""

from typing import Any

from croupier.equipment.money import money
from croupier.web.felt.kinds.shared_layout import SharedLayout
from croupier.web.felt.shown import StationView
from croupier.web.felt.table_view import Look


class WheelFelt(SharedLayout):
    ROUND = "Spin"
    SAYS_WHY = False  # what fell is the reason

    def wheel(self, view: StationView) -> str:
        """The wheel as it lies in the page."""
        raise NotImplementedError

    def symbol(self, view: StationView) -> str:
        if not view.wheel:
            return ""
        return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{self.wheel(view)}</svg>'

    def extras(self, look: Look) -> dict[str, Any]:
        last = tuple(map(str, look.driver.felt.memo.get("results", [])))
        over = look.over
        result = last[0] if last and over else ""
        title = f"Spin {over.round:,} · at rest" if over else f"Spin {look.driver.felt.round:,}"
        extras: dict[str, Any] = {"wheel": tuple(look.game.pockets()), "last": last, "result": result}  # type: ignore[attr-defined]
        extras |= {"result_title": title, "result_words": self.described(look, result) if result else ()}
        if mine := over.of(look.badge) if over else []:
            staked, net = sum(e.stake for e in mine), sum(e.net for e in mine)
            extras["totals"] = (
                ("Wagered", money(staked), ""),
                ("Returned", money(staked + net), ""),
                ("Net", money(net, sign=True), "won" if net > 0 else "lost" if net < 0 else ""),
            )
        return extras

    def described(self, look: Look, result: str) -> tuple[str, ...]:
        """A result in words, one line or several."""
        return (self.fell(result),)
