"""What stands on a craps layout for the next roll: each wager with its odds, on or off, and what it waits for."""

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.equipment.money import money, short_money
from croupier.games.dice.wagers import LINE, ONE_THROW, SUPPORTS
from croupier.rounds.felt import Wager
from croupier.web.felt.craps import vigorish
from croupier.web.felt.shown import Reason, ReasonRound
from croupier.web.felt.table_view import Look
from croupier.web.kit import words


def lines(look: Look, standing: Sequence[Wager]) -> list[Reason]:
    """One line a wager; odds are told with the wager that they support."""
    told = []
    for wager in standing:
        if _supported(wager, standing) is None:
            odds = next((one for one in standing if _supported(one, standing) is wager), None)
            told.append(_line(look, wager, odds))
    return told


def _supported(wager: Wager, standing: Sequence[Wager]) -> Wager | None:
    """The wager that these odds were made behind, where they are odds."""
    behind = SUPPORTS.get(wager.kind)
    here = (one for one in standing if one.kind == behind and one.position == wager.position)
    return next((one for one in here if one.kind in LINE or one.on == wager.on), None)


def _line(look: Look, wager: Wager, odds: Wager | None) -> Reason:
    point = int(look.driver.felt.memo.get("point", 0))
    title = words.wager_title(look.posting, wager.kind, wager.on)
    says, clauses = [throw_waited(look, wager)], [look.posting.wagers[wager.kind].clause]
    if odds is not None:
        says.append(_odds(look, odds))
        clauses.append(look.posting.wagers[odds.kind].clause)
    pays = "" if odds is not None else look.game.posted_odds(wager.kind, wager.on)
    paid = vigorish.paid_with(look.driver.felt, wager.kind, wager.position, wager.on)
    return Reason(
        title=f"{title}, point {point}" if wager.kind in LINE and point else title,
        state=called(look, wager).get("works", "play"),
        amount=money(wager.stake),
        sentence=" ".join(says),
        terms=(f"Pays {pays}." if pays else "") + (f" Vigorish of {money(paid)} is paid." if paid else ""),
        clauses=tuple(dict.fromkeys(clauses)),
    )


def _odds(look: Look, odds: Wager) -> str:
    point = str(look.driver.felt.memo.get("point", 0))
    number = point if SUPPORTS[odds.kind] in LINE else odds.on
    off = called(look, odds).get("works") == "off"
    return (
        f"Odds of {short_money(odds.stake)} pay {look.game.posted_odds(odds.kind, number)}{', off now' if off else ''}."
    )


def after_the_roll(rounds: Sequence[ReasonRound], wagers: int) -> list[ReasonRound]:
    """What the last roll did to each wager, then what stands for the next: rolls follow each other, wagers stay."""
    note = f"{wagers} wager{'s' if wagers > 1 else ''}"
    return [*rounds[1:2], msgspec.structs.replace(rounds[0], title="On the layout", note=note)]


def called(look: Look, wager: Wager) -> dict[str, Any]:
    """Whether a wager is on for the next roll, where it can be called so, and what a tap on its marker says."""
    usual, works = getattr(look.game, "on_come_out", None), getattr(look.game, "works", None)
    if usual is None or works is None or usual(wager.kind) is None:
        return {}
    point = int(look.driver.felt.memo.get("point", 0))
    on, title = works(wager, point), words.wager_title(look.posting, wager.kind, wager.on)
    out = works(wager, 0)  # how it stands on a come-out roll, as the rulebook and the call have it
    said = f"{title} is {'on' if on else 'off'}. Call it {'off' if out else 'on'} for the come-out roll"
    return {"works": "on" if on else "off", "call": f"{'off' if out else 'on'}|{said}"}


def throw_waited(look: Look, wager: Wager) -> str:
    """Which throws decide a craps wager: its number or a seven if it has one, else the next; none while it is off."""
    point, kind, on = int(look.driver.felt.memo.get("point", 0)), wager.kind, wager.on
    works = getattr(look.game, "works", None)
    if works is not None and not works(wager, point):
        return "Called off: the next roll leaves it alone." if point else "Off on the come-out roll."
    if kind.startswith(("pass", "dont-pass")):
        return f"Waits for {point} or a seven." if point else "Waits for the come-out roll."
    if kind in ONE_THROW or (kind in ("come", "dont-come") and not on):
        return "Waits for the next roll."
    if kind == "hardway" and on:
        return f"Waits for {on} the hard way; {on} otherwise or a seven loses."
    return f"Waits for {on} or a seven." if on.isdigit() else "Waits for the rolls to come."
