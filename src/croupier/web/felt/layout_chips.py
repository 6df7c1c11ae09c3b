"""Layouts without seats: chips on roulette, craps and big six, and what wheels and dice showed."""

from typing import Any

import msgspec

from croupier.equipment.money import money, short_money
from croupier.equipment.wheels import ZEROS
from croupier.equipment.wheels import colour as colour_of
from croupier.games.dice.wagers import COMBINED, ONE_THROW
from croupier.rounds import acts
from croupier.rounds.events import Settled
from croupier.rounds.felt import Wager
from croupier.web.felt.shown import Chips
from croupier.web.felt.table_view import Look
from croupier.web.kit import words

BAR_LETTERS = 44  # of what a roll did to the wagers, in one line of the bar


def flat_chips(look: Look) -> list[Chips]:
    colours = look.driver.felt.memo.get("chips", {}) if look.family == "roulette" else {}
    made = []
    seats = {p.number: p.patron for p in look.driver.felt.positions}
    worth = chip_worth(look)
    for wager in look.driver.felt.wagers:
        own = wager.position in look.mine
        chips = colours.get(seats.get(wager.position, ""), {})
        value = chips.get("value", 0) or worth
        shade = (chips["colour"] - 1) % 8 if chips.get("colour") else -1
        made.append(
            Chips(
                wager=words.key_of(wager.kind, wager.on),
                amount=wager.stake,
                position=wager.position,
                own=own,
                colour=shade,
                count=wager.stake // value,
                note=_note(wager.kind, wager.stake),
                **(called(look, wager) if own and look.family == "craps" else {}),
            )
        )
    over = look.over
    placed = any(w.position in look.mine for w in look.driver.felt.wagers if w.round == look.driver.felt.round)
    if over and look.family == "craps":
        made = _marked(made, over.of(look.badge))
    if over and (look.family == "craps" or not placed):
        standing = {(c.wager, c.position) for c in made}
        for event in whole_wagers(over.settled if look.reveal else over.of(look.badge)):
            key = words.key_of(event.wager, event.on)
            if (key, event.position) in standing or event.result == "returned":
                continue
            chips = colours.get(seats.get(event.position, ""), {})
            value = chips.get("value", 0) or worth
            made.append(
                Chips(
                    wager=key,
                    amount=event.stake,
                    position=event.position,
                    own=True,
                    state=event.result,
                    colour=(chips["colour"] - 1) % 8 if chips.get("colour") else -1,
                    count=event.stake // value,
                    paid=max(0, event.net),
                )
            )
    return made


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


def _marked(chips: list[Chips], events: list[Settled]) -> list[Chips]:
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


def chip_worth(look: Look) -> int:
    """What a non-value chip is worth where nothing else was marked: the least wager inside."""
    limits = look.posting.limits.get("straight")
    return limits.least if limits else 100


def extras(look: Look) -> dict[str, Any]:
    if look.family == "roulette":
        return _wheel_extras(look, look.game.pockets())  # type: ignore[attr-defined]
    if look.family == "big-six":
        return _wheel_extras(look, look.game.pockets())  # type: ignore[attr-defined]
    if look.family == "craps":
        return _dice_extras(look)
    if look.family == "board":
        over = look.over
        fell = (words.fell_words(over.fell, "seven"),) if over and over.fell else ()
        title = f"Round {over.round:,}" if over else f"Round {look.driver.felt.round:,}"
        return {"result_title": title, "result_words": tuple(words.plain(said) for said in fell)}
    if look.family == "baccarat":
        last = tuple(
            {"player": "P", "banker": "B", "tie": "T"}.get(str(r), str(r)[:1].upper())
            for r in look.driver.felt.memo.get("results", [])
        )
        return {"last": last}
    return {}


def _wheel_extras(look: Look, pockets: tuple[str, ...]) -> dict[str, Any]:
    last = tuple(map(str, look.driver.felt.memo.get("results", [])))
    over = look.over
    result = last[0] if last and over else ""
    extras: dict[str, Any] = {"wheel": tuple(pockets), "last": last, "result": result}
    mine = over.of(look.badge) if over else []
    title = f"Spin {over.round:,} · at rest" if over else f"Spin {look.driver.felt.round:,}"
    clause = look.posting.clause("betting" if look.driver.betting else "settlement")
    doing = "Losing wagers are collected first, then winners are paid"
    if look.driver.betting:
        doing = f"Wagers are open for spin {look.driver.felt.round:,}"
    described: tuple[str, ...] = ()
    if result and look.family == "roulette":
        described = (
            _number_words(result),
            _number_place(result),
            f"{doing}{' · ' + clause if clause else ''}",
        )
    elif result:
        described = (words.fell_words(result, look.family),)
    extras |= {"result_title": title, "result_words": described}
    if mine:
        staked = sum(e.stake for e in mine)
        net = sum(e.net for e in mine)
        extras["totals"] = (
            ("Wagered", money(staked), ""),
            ("Returned", money(staked + net), ""),
            ("Net", money(net, sign=True), "won" if net > 0 else "lost" if net < 0 else ""),
        )
    if look.family == "roulette" and look.position:
        chips = look.driver.felt.memo.get("chips", {}).get(look.by.name, {})
        extras["colour"] = (chips["colour"] - 1) % 8 if chips.get("colour") else -1
        extras["chip_value"] = chips.get("value", 0) or chip_worth(look)
    return extras


def _number_words(number: str) -> str:
    if number in ZEROS:
        return f"Green, {number}"
    return f"{colour_of(number).capitalize()}, {'even' if int(number) % 2 == 0 else 'odd'}"


def _number_place(number: str) -> str:
    if number in ZEROS:
        return "Even-money wagers, dozens and columns lose"
    value = int(number)
    dozen = ("1st 12", "2nd 12", "3rd 12")[(value - 1) // 12]
    column = ("first", "middle", "last")[(value - 1) % 3]
    return f"{dozen} · {column} column · {'1 – 18' if value <= 18 else '19 – 36'}"


def _last_throw(look: Look) -> tuple[int, ...]:
    """The dice as they lie: of the last round, whether it settled anything or not."""
    for _, _, act in reversed(look.driver.recent()):
        if isinstance(act, acts.Thrown):
            return act.faces
    thrown = next((p.fell for p in look.played if p.fell), "")
    return tuple(int(face) for face in thrown.split("-") if face.isdigit())


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


def _dice_extras(look: Look) -> dict[str, Any]:
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
