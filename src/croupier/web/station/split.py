"""Hands that were split, as the station tells them: whose turn, what lies on each, how each ended."""

from typing import Any

import msgspec

from croupier.equipment.money import short_money
from croupier.games.twentyone.felt import BUST
from croupier.rounds.events import Settled
from croupier.rounds.requests import Decide, Request
from croupier.web.felt import hand_names as hands
from croupier.web.felt.shown import Hand
from croupier.web.felt.table_view import Look


def several_hands(look: Look, shown: dict[str, Any], drawn: list[Hand], ended: list[Settled]) -> list[Hand]:
    """Each hand of a position with its own stake, turn and outcome."""
    pending, number = look.driver.pending, shown["number"]
    now = pending.hand if isinstance(pending, Decide) and pending.position == number else -1
    over = [e for e in (ended or _this_round(look, number)) if e.table == "main" and e.to == "player"]
    told = []
    for index, hand in enumerate(drawn):
        lying = [w for w in shown["wagers"] if w["hand"] == index and look.area(w["kind"]) == look.main_wager]
        stakes = tuple(w["stake"] for w in lying)
        mine = [e for e in over if e.hand == index and look.area(e.wager) == look.main_wager]
        outcome, pill = "", " + ".join(map(short_money, stakes))
        if not stakes and mine:
            stakes = tuple(e.stake for e in mine)
            outcome, pill = _ended(mine)
        elif stakes and shown["hands"][index]["state"] == BUST:  # lost, whenever its chips are collected
            outcome, pill = "lost", f"lost {short_money(sum(stakes))}"
        told.append(
            msgspec.structs.replace(
                hand, number=index + 1, acting=index == now, stakes=stakes, outcome=outcome, pill=pill
            )
        )
    return told


def _this_round(look: Look, number: int) -> list[Settled]:
    """What has been settled of a round that is still played: a hand over 21 is lost at once."""
    current = next((p for p in look.played if p.round == look.driver.felt.round), None)
    return [e for e in current.settled if e.position == number] if current else []


def _ended(events: list[Settled]) -> tuple[str, str]:
    net = sum(e.net for e in events)
    if all(e.result == "returned" for e in events):
        return "void", f"returned {short_money(sum(e.stake for e in events))}"
    if net > 0:
        return "won", f"won {short_money(net)}"
    if net < 0:
        return "lost", f"lost {short_money(-net)}"
    return "push", "push"


def decided_hand(look: Look, request: Request | None) -> tuple[str, str]:
    """`Hand 3 of 3` and `11 against 6`: what is decided now in a game of twenty-one."""
    if not look.twenty_one or not isinstance(request, Decide) or request.position not in look.mine:
        return "", ""
    place = next(p for p in look.shown["positions"] if p["number"] == request.position)
    if not 0 <= request.hand < len(place["hands"]):
        return "", ""
    mine = hands.label(look.name, place["hands"][request.hand]["cards"])
    dealer = hands.label(look.name, look.shown["dealer"]["cards"])
    count = len(place["hands"])
    caption = f"Hand {request.hand + 1} of {count}" if count > 1 else "Your hand"
    return caption, f"{mine} against {dealer}" if mine and dealer else mine
