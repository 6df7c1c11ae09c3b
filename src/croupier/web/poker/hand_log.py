"""What has happened in a poker hand, line by line, in words."""

from collections.abc import Callable, Sequence
from typing import Any

from croupier.house.poker_room.table.refusals import short
from croupier.web.felt.oval.shown import LogLine
from croupier.web.kit import words
from croupier.web.poker import at_table

Said = Callable[[int], str]  # how an amount is said: money, or chips of a tournament
POSTED = {
    "ante": "ante",
    "blind": "blind",
    "straddle": "straddle",
    "kill": "kill",
    "post": "post",
    "dead": "dead money",
}
KINDS = {"bet": "bet", "complete": "complete to", "raise": "raise to"}


def log_of(seen: dict[str, Any], named: dict[int, str], own: int) -> tuple[LogLine, ...]:
    if not seen["hand"]:
        return ()
    return log_lines(seen["hand"]["records"], named, own)


def log_lines(
    records: Sequence[dict[str, Any]], named: dict[int, str], own: int, say: Said = short, *, of_one: bool = False
) -> tuple[LogLine, ...]:
    """A hand from its first record on; a losing hand that was shown and killed is told once. On the sheet of one seat
    (`of_one`) who acts is not said again."""
    shown = {record["seat"] for record in records if record["type"] == "Shown"}
    split, several = any(record.get("half") == "low" for record in records), at_table.several_pots(records)
    told = [record for record in records if record["type"] != "Mucked" or record["seat"] not in shown]
    lines = [_log_line(record, named, own, say, split, several, of_one) for record in told]
    return tuple(line for line in lines if line is not None)


def _log_line(
    record: dict[str, Any], named: dict[int, str], own: int, say: Said, split: bool, several: bool, of_one: bool
) -> LogLine | None:
    """What happened in a hand, in words; nothing for what goes without saying."""
    kind, seat = record["type"], record.get("seat", 0)
    who = "You" if own and seat == own else named.get(seat, f"Seat {seat}")
    acts = "" if of_one else f"{who}: "
    amount = say(record["amount"]) if "amount" in record else ""
    said = {
        "Folded": f"{acts}fold",
        "Checked": f"{acts}check",
        "Called": f"{acts}call {amount}{', all in' if record.get('all_in') else ''}",
        "BroughtIn": f"{acts}bring-in {amount}",
        "Returned": f"{amount} goes back to {who if who != 'You' else 'you'}, uncalled",
        "Mucked": f"{acts}hand not shown",
        "RunsAgreed": f"The rest is dealt {record.get('times', 1)} times",
        "Carried": f"{amount} stays on the table for the next deal",
        "Refunded": f"{amount} goes back to {who if who != 'You' else 'you'}",
    }
    if kind in said:
        return LogLine(words=said[kind])
    if kind == "Posted":
        return LogLine(words=f"{acts}{POSTED.get(record['kind'], 'post')} {amount}")
    if kind == "BoardDealt":
        return LogLine(words=f"Board: {_cards(record)}", kind="board")
    if kind == "Dealt":
        faces = [card for card in record.get("cards", ()) if card != "??"]
        return LogLine(words=f"{acts}dealt {' '.join(faces)}") if faces else None
    if kind == "Raised":
        end = ", all in" if record.get("all_in") else ""
        return LogLine(words=f"{acts}{KINDS.get(record['kind'], 'bet')} {say(record['to'])}{end}")
    if kind == "Drew":
        count = len(record.get("discards", ()))
        return LogLine(words=f"{acts}{'stand pat' if not count else f'draw {count}'}")
    if kind == "Shown":
        return LogLine(words=f"{acts}show {_cards(record)}")
    if kind == "Collected":
        return LogLine(
            words=f"{'Rake' if record['kind'] == 'rake' else 'Jackpot drop'} {amount}",
            kind="house",
            clause=record.get("clause", ""),
        )
    if kind == "Awarded":
        half = f" with the {record['half']} hand" if split and record.get("half") else ""
        pot = at_table.of_pot(record, several)
        return LogLine(words=f"{who} win{'' if who == 'You' else 's'} {amount}{pot}{half}", kind="won")
    if kind == "Ruled":
        says = record.get("says") or record["ruling"].replace("-", " ")
        return LogLine(
            words=f"{'' if of_one else 'Ruling: '}{words.plain(record['when'])}. {says}",
            kind="ruled",
            clause=record.get("clause", ""),
        )
    return None


def _cards(record: dict[str, Any]) -> str:
    return " ".join(card for card in record.get("cards", ()) if card != "??")
