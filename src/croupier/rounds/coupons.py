"""Match play coupons: paper of the house that lies beside a chip wager, is paid once at its own odds, and never comes
back but from a tie or a void.

A rulebook's procedure `match-play` says beside which wagers one is taken and at which odds it is paid. The coupon
stands in accounts of its own, apart from chips: `coupon:NUMBER` in its patron's hands, `laid-coupon:NUMBER` on the
layout, `coupons-paid` where the table paid chips for it, `coupons-ended` where it was lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.equipment.money import money
from croupier.rounds import acts
from croupier.rounds.felt import Wager
from croupier.rounds.refusal import Refused
from croupier.rulebook.model import Procedure
from croupier.rulebook.payouts import parse_odds

if TYPE_CHECKING:
    from croupier.rounds.game import Game
    from croupier.rounds.table import Table

RULE = "match-play"
EVEN = "1 to 1"
NUMBER, FACE = "coupon", "coupon-cents"  # of a wager's memo
HELD, LAID = "coupon:", "laid-coupon:"  # accounts of one coupon, by its number
PAID, ENDED = "coupons-paid", "coupons-ended"


def rule_of(game: Game) -> Procedure | None:
    """What this table's rules say of coupons; None where they name none."""
    return game.posting.rulebook.procedure(RULE)


def beside(game: Game) -> tuple[str, ...]:
    """The wagers of this table that a coupon may lie beside."""
    rule = rule_of(game)
    return tuple(name for name in rule.values["wagers"] if name in game.posting.wagers) if rule else ()


def check(game: Game, table: Table, act: acts.Coupon) -> None:
    """Refuse a coupon that these rules do not take, or not beside this wager, or not now."""
    rule = rule_of(game)
    if rule is None:
        raise Refused("the rules of this table take no coupons")
    titles = [game.posting.wagers[name].title for name in beside(game)]
    if act.wager not in beside(game):
        raise Refused(f"a coupon lies beside {' or '.join(titles)} only", rule.clause)
    title, wager = game.posting.wagers[act.wager].title, table.wager(act.wager, act.position)
    if act.amount <= 0:
        raise Refused("a coupon is made out for more than $0.00", rule.clause)
    if wager is None or wager.stake < act.amount:
        staked = money(wager.stake) if wager else "nothing"
        words = f"a coupon of {money(act.amount)} takes {money(act.amount)} in chips on {title}"
        raise Refused(f"{words}; position {act.position} has {staked} there", rule.clause)
    if wager.memo.get(NUMBER):
        raise Refused(f"one coupon lies beside the {title} already", rule.clause)
    blocked = game.blocked(table, act.position, act.wager, "")
    if blocked or wager.round != table.felt.round:
        raise Refused(f"a coupon is laid down with its wager{f': {blocked}' if blocked else ''}", rule.clause)


def check_rest(game: Game, wager: Wager, rest: int) -> None:
    """Refuse to leave less in chips than the coupon beside them is made out for."""
    face, rule = wager.memo.get(FACE, 0), rule_of(game)
    if rule is not None and 0 < rest < face:
        raise Refused(f"a coupon of {money(face)} lies there; leave nothing or at least as much", rule.clause)


def place(table: Table, act: acts.Coupon) -> None:
    """Lay a coupon down beside its wager."""
    wager = table.wager(act.wager, act.position)
    assert wager is not None
    table.move(f"{HELD}{act.number}", f"{LAID}{act.number}", act.amount, f"coupon {act.number} laid down")
    wager.memo |= {NUMBER: act.number, FACE: act.amount}


def give_back(table: Table, wager: Wager) -> None:
    """A wager goes back undecided, and the coupon beside it with it."""
    if found := _off(wager):
        number, face = found
        table.move(f"{LAID}{number}", f"{HELD}{number}", face, f"coupon {number} returned")


def settle(table: Table, wager: Wager, result: str, patron: str) -> int:
    """What the coupon beside a wager that ends is paid: once, at its own odds. From a tie it goes back."""
    if result == "push":
        give_back(table, wager)
        return 0
    found = _off(wager)
    if not found:
        return 0
    number, face = found
    if result == "lost":
        table.move(f"{LAID}{number}", ENDED, face, f"coupon {number} lost")
        return 0
    table.move(f"{LAID}{number}", PAID, face, f"coupon {number} taken in")
    paid = worth(table, face)
    table.move("inventory", patron, paid, f"coupon {number} paid")
    return paid


def worth(table: Table, face: int) -> int:
    """What a coupon of this amount is paid when its wager wins."""
    rule = table.posting.rulebook.procedure(RULE)
    odds, unit = parse_odds(str(rule.values.get("odds", EVEN)) if rule else EVEN), table.posting.get("payout-unit", 1)
    return int(odds.profit(face) // unit * unit)


def _off(wager: Wager) -> tuple[int, int] | None:
    """Take the coupon off the layout: its number and amount."""
    number, face = wager.memo.pop(NUMBER, 0), wager.memo.pop(FACE, 0)
    return (number, face) if number else None
