"""Hands that were split, as the station tells them: whose turn, what lies on each, how each ended."""

from typing import Any

import msgspec

from croupier.equipment.cards import ACE, rank_of
from croupier.equipment.money import money, short_money
from croupier.games.twentyone.felt import BUST, DOUBLE, TwentyOneBase
from croupier.rounds.events import Settled
from croupier.rounds.felt import Wager
from croupier.rounds.requests import Decide, Request
from croupier.web.felt import hand_names as hands
from croupier.web.felt.cards_in_sight import went_over
from croupier.web.felt.reasons import hand_title
from croupier.web.felt.shown import Hand, Reason
from croupier.web.felt.table_view import Look
from croupier.web.kit import words


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
        elif stakes and _over(look, number, index):  # whenever its chips are collected
            outcome, pill = "lost", f"lost {short_money(sum(stakes))}"
        told.append(
            msgspec.structs.replace(
                hand, number=index + 1, acting=index == now, stakes=stakes, outcome=outcome, pill=pill
            )
        )
    return told


def lost_already(look: Look, wager: Wager) -> bool:
    """Whether a wager's hand is over 21 with nothing left to come; its chips lie until the round is settled."""
    return of_a_hand(look, wager) and _over(look, wager.position, wager.hand)


def _over(look: Look, position: int, hand: int) -> bool:
    held = look.driver.felt.positions[position - 1].hands[hand]
    return held.state == BUST and isinstance(look.game, TwentyOneBase) and not look.game.live(look.table, held)


def _held(look: Look, position: int) -> list[dict[str, Any]]:
    return next((list(p["hands"]) for p in look.shown["positions"] if p["number"] == position), [])


def of_a_hand(look: Look, wager: Wager) -> bool:
    """Whether a wager of twenty-one stands on a hand that has cards: the wager itself, and what doubled or split it."""
    if not look.twenty_one or look.driver.betting or look.posting.wagers[wager.kind].kind not in ("base", "raise"):
        return False
    held = _held(look, wager.position)
    return wager.hand < len(held) and bool(held[wager.hand]["cards"])


def in_play(look: Look, standing: list[Wager]) -> list[Reason]:
    """Hands that are played for at twenty-one, a line each: first the one asked for, then the newest."""
    by_hand: dict[tuple[int, int], list[Wager]] = {}
    for wager in standing:
        if of_a_hand(look, wager):
            by_hand.setdefault((wager.position, wager.hand), []).append(wager)
    asked = look.driver.pending
    now = (asked.position, asked.hand) if isinstance(asked, Decide) else (0, 0)
    newest = sorted(by_hand, key=lambda place: (place != now, -place[1], place[0]))
    return [_hand_in_play(look, by_hand[place], place == now) for place in newest]


def _hand_in_play(look: Look, lying: list[Wager], asked: bool) -> Reason:
    first = lying[0]
    held = _held(look, first.position)
    cards = held[first.hand]["cards"]
    total, dealer = hands.label(look.name, cards), look.shown["dealer"]["cards"]
    faces = " ".join(words.marked(card) for card in hands.known(cards))
    doubled = next((wager for wager in lying if wager.kind == DOUBLE), None)
    stake, state = sum(wager.stake for wager in lying), "turn" if asked else "play"
    clause = look.posting.wagers[(doubled or first).kind].clause
    if lost_already(look, first):
        state = "lost"
        clause = look.posting.clause("settlement") or clause  # as it will be cited when its chips are collected
        says = went_over(hands.known(cards))
    elif doubled is not None:
        says = f"Doubled: {faces}{f' is {total}' if total else ''}. Waits for the dealer."
    else:
        shows = " ".join(words.marked(card) for card in hands.known(dealer))
        says = f"You have {f'{total}, ' if len(cards) > 1 and total else ''}{faces}."
        says += f" The dealer shows {shows}." if shows else ""
    return Reason(
        title=hand_title(look.posting, first.kind, first.on, first.hand, len(held) > 1),
        state=state,
        amount=money(-stake if state == "lost" else stake, sign=state == "lost"),
        sentence=says,
        clauses=(clause,),
    )


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


def decided_hand(look: Look, request: Request | None) -> tuple[str, str, bool]:
    """`Hand 3 of 3`, `11 against 6`: what is decided now in a game of twenty-one; and whether it is one of several."""
    if not look.twenty_one or not isinstance(request, Decide) or request.position not in look.mine:
        return "", "", False
    place = next(p for p in look.shown["positions"] if p["number"] == request.position)
    if not 0 <= request.hand < len(place["hands"]):
        return "", "", False
    mine = hands.label(look.name, place["hands"][request.hand]["cards"])
    shown = hands.known(look.shown["dealer"]["cards"])
    dealer = "an ace" if [rank_of(card) for card in shown] == [ACE] else hands.label(look.name, shown)
    count = len(place["hands"])
    caption = f"Hand {request.hand + 1} of {count}" if count > 1 else "Your hand"
    return caption, f"{mine} against {dealer}" if mine and dealer else mine, count > 1
