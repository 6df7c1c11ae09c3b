"""What a poker page was told last, so that a turn and a result are announced once."""

from typing import Any

from croupier.web.felt.oval.shown import PokerView


class Told:
    def __init__(self) -> None:
        self.view: PokerView | None = None
        self.more: dict[str, Any] = {}
        self._number = -1
        self._seat = -1
        self._said: tuple[str, ...] = ()

    def extra(self) -> dict[str, Any]:
        view = self.view
        assert view is not None
        message: dict[str, Any] = {"title": f"{view.status} · {view.title} {view.table}", "clock": view.clock_ms}
        if view.alert and view.number != self._number:
            message["alert"] = view.alert
        if view.said and view.said != self._said:
            message["say"] = list(view.said[-1:])
        if self._seat not in (-1, view.you):
            message["reload"] = True  # the table turns with the reader's seat
        self._seat = view.you
        self._number, self._said = view.number, view.said
        return message | self.more
