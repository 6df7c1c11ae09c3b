"""What the dice showed last, and what that did to the reader's wagers: fields of a station's view."""

from typing import Any

from croupier.equipment.money import money
from croupier.rounds import acts
from croupier.web.felt.kinds.shared_layout import whole_wagers
from croupier.web.felt.table_view import Look
from croupier.web.kit import words

BAR_LETTERS = 44  # of what a roll did to the wagers, in one line of the bar
DICE_WORDS = {
    2: "Two",
    3: "Three",
    4: "Four",
    5: "Five",
    6: "Six",
    7: "Seven",
    8: "Eight",
    9: "Nine",
    10: "Ten",
    11: "Eleven",
    12: "Twelve",
}


def fields(look: Look) -> dict[str, Any]:
    memo = look.driver.felt.memo
    faces = _last_throw(look)
    point = int(memo.get("point", 0))
    shooter = int(memo.get("shooter", 0))
    own = shooter in look.mine and bool(shooter)
    extras: dict[str, Any] = {"point": point, "shooter": own, "roll_sum": _roll_sum(look), "off_note": _off(look)}
    if len(faces) == 2:
        total = sum(faces)
        hard = total in (4, 6, 8, 10)
        manner = (", the hard way" if faces[0] == faces[1] else ", easy") if hard else ""
        extras |= {
            "dice": faces,
            "dice_title": DICE_WORDS[total] + manner,
            "dice_note": _roll_note(memo, own),
        }
    elif memo.get("last"):  # thrown before the rounds that are at hand: the total is known, the faces are not
        extras |= {"dice_title": DICE_WORDS[int(memo["last"])], "dice_note": _roll_note(memo, own)}
    else:
        extras |= {"dice": (6, 1), "dice_title": "Come-out roll"}
        extras["dice_note"] = "No roll yet · you are the shooter" if own else "No roll yet"
    return extras


def _last_throw(look: Look) -> tuple[int, ...]:
    """The dice as they lie: of the last round, whether it settled anything or not."""
    for _, _, act in reversed(look.driver.recent()):
        if isinstance(act, acts.Thrown):
            return act.faces
    thrown = next((p.fell for p in look.played if p.fell), "")
    return tuple(int(face) for face in thrown.split("-") if face.isdigit())


def _roll_sum(look: Look) -> tuple[tuple[str, str], ...]:
    """`+$21.00 Place 6`, `−$10.00 Field`: the last roll in the bar, the largest first."""
    over = look.over
    mine = [e for e in whole_wagers(over.of(look.badge)) if e.to == "player" and e.net] if over else []
    mine.sort(key=lambda e: -abs(e.net))
    told: list[tuple[str, str]] = []
    for event in mine:
        said = f"{money(event.net, sign=True)} {words.wager_title(look.posting, event.wager, event.on)}"
        if told and len(said) + sum(len(before) + 3 for before, _ in told) > BAR_LETTERS:
            return (*told, (f"{len(mine) - len(told)} more", ""))
        told.append((said, "pos" if event.net > 0 else "neg"))
    return tuple(told)


def _off(look: Look) -> str:
    """What of the reader's own does not work on the next roll."""
    works = getattr(look.game, "works", None)
    if works is None:
        return ""
    point = int(look.driver.felt.memo.get("point", 0))
    off = sum(w.stake for w in look.driver.felt.wagers if w.position in look.mine and not works(w, point))
    return f"{money(off)} of it off" if off else ""


def _roll_note(memo: dict[str, Any], own: bool) -> str:
    throws = int(memo.get("throws", 0))
    if own:
        return f"You are the shooter · {_ordinal(throws + 1)} roll"
    return f"Last roll · {_ordinal(throws)} of this shooter" if throws else "Last roll"


def _ordinal(count: int) -> str:
    ending = "th" if 10 <= count % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"
