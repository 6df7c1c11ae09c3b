"""The amount under a position's circle, in words: what lies there, or what it came to."""

from typing import Any

from croupier.equipment.money import short_money
from croupier.rounds.events import Settled
from croupier.web.felt.table_view import Look


def of_position(look: Look, own: bool, wagers: list[dict[str, Any]], ended: list[Settled]) -> tuple[str, str]:
    """Words and kind of the pill; at twenty-one of the hand alone, since a side bet shows what it came to itself."""
    if look.twenty_one:
        wagers = [w for w in wagers if look.area(w["kind"]) == look.main_wager]
        ended = [e for e in ended if look.area(e.wager) == look.main_wager] or ended
    return _said(own, wagers, ended)


def _said(own: bool, wagers: list[dict[str, Any]], ended: list[Settled]) -> tuple[str, str]:
    staked = sum(w["stake"] for w in wagers)
    if staked:
        return (f"You · {short_money(staked)}", "own") if own else (short_money(staked), "")
    if ended:
        net = sum(e.net for e in ended if e.to == "player")
        if net < 0:
            return f"lost {short_money(-net)}", "lost"
        if net:
            return f"won {short_money(net)}", "won"
        if all(e.result == "returned" for e in ended):
            return f"returned {short_money(sum(e.stake for e in ended))}", "void"
        return ("push" if all(e.result == "push" for e in ended) else "even", "push")
    return ("You", "own") if own else ("", "")


def early(look: Look, settled: list[Settled]) -> tuple[str, str]:
    """What the main wager of a position came to while others are still dealt to: `$100 · +$150`."""
    main = [e for e in settled if look.area(e.wager) == look.main_wager and e.table == "main"] or settled
    net = sum(e.net for e in main if e.to == "player")
    if net > 0:
        return f"{short_money(sum({(e.wager, e.hand): e.stake for e in main}.values()))} · +{short_money(net)}", "won"
    return _said(False, [], main)
