"""What happened, told in lines: throws and spins, cards that showed, settlements with their reasons, rulings."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from croupier.equipment.money import money
from croupier.rounds import events
from croupier.rounds.table import Table

MARKS = {"won": ("✓", "green"), "lost": ("✗", "red"), "push": ("=", "cyan"), "returned": ("↩", "cyan")}
RESULTS = {"won": "won", "lost": "lost", "push": "pushed", "returned": "came back"}


def told(happened: list[events.Happening], table: Table, *, several: bool) -> Iterator[RenderableType]:
    """Lines for the events of one answer; `several` where more than one position is played."""
    lines = [event for event in happened if isinstance(event, events.Settled) or event_line(event, several)]
    nets: dict[int, int] = {}
    for event, following in zip(lines, [*lines[1:], None]):
        if not isinstance(event, events.Settled):
            yield event_line(event, several) or ""
            continue
        yield settled_line(event, several)
        nets[event.position] = nets.get(event.position, 0) + _to_player(event)
        again = isinstance(following, events.Settled) and following.because == event.because
        if event.because and not again:
            yield indented(event.because, "dim")
    for position, net in sorted(nets.items()):
        whose = f"Position {position}: " if several else "In all "
        patron = table.position(position).patron
        has = f", now {money(table.chips(position))}" if patron else ""
        yield Text(f" {whose}{money(net, sign=True)}{has}.", style="bold")


def settled_line(event: events.Settled, several: bool) -> Text:
    mark, style = MARKS[event.result]
    whose = f"position {event.position} " if several else ""
    on = f" {event.on}" if event.on else ""
    part = f" ({event.table.replace('-', ' ')})" if event.table != "main" else ""
    text = Text(f" {mark} ", style=style)
    text.append(f"{whose}{event.wager}{on}{part} {money(event.stake)} {RESULTS[event.result]}")
    if event.net:
        text.append(f" {money(event.net, sign=True)}", style=f"bold {style}")
    paid = f" at {event.odds}" if event.odds and event.result == "won" else ""
    row = event.outcome.replace("-", " ")
    text.append(paid + (f" for {row}" if event.result == "won" and row not in ("win", event.wager) else ""))
    text.append(f" to the {event.to.replace('-', ' ')}" if event.to != "player" else "")
    text.append(f", less {money(event.vigorish)} vigorish" if event.vigorish else "")
    text.append(", at the payout limit" if event.capped else "")
    text.append(f"  (clause {event.clause})" if event.clause else "", style="dim")
    return text


def _to_player(event: events.Settled) -> int:
    return event.net if event.to == "player" else 0


def event_line(event: events.Happening, several: bool) -> RenderableType | None:
    match event:
        case events.Placed():
            on = (f" {event.on}" if event.on else "") + (f" of position {event.position}" if several else "")
            total = f", {money(event.stake)} in all" if event.stake != event.amount else ""
            return Text(f" {event.wager}{on}: {money(event.amount)} placed{total}.", style="dim")
        case events.TakenDown():
            on = (f" {event.on}" if event.on else "") + (f" of position {event.position}" if several else "")
            return Text(f" {event.wager}{on}: {money(event.amount)} taken back.", style="dim")
        case events.Fell():
            return Text(f" {event.what}", style="bold")
        case events.Noted():
            return indented(f"{event.says}{f' ({event.clause})' if event.clause else ''}", "dim", 1)
        case events.Ruled():
            ruling = event.ruling.replace("-", " ")
            return indented(f"Ruling on {event.when}: {ruling}, clause {event.clause}. {event.says}", "yellow", 1)
        case events.Voided():
            return Text(f" The round is void (clause {event.clause}).", style="yellow")
    return None


def indented(words: str, style: str, by: int = 3) -> RenderableType:
    return Padding(Text(words, style=style), (0, 0, 0, by), expand=False)
