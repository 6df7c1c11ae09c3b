"""From outcomes to money: the posting's row, its odds, the ceilings, the rounding, the movements."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.equipment.money import round_down
from croupier.rounds import coupons, events
from croupier.rounds.felt import Wager
from croupier.rulebook.model import Row, WagerRule
from croupier.rulebook.posting import Ceiling

if TYPE_CHECKING:
    from croupier.rounds.table import Table

LOSE, PUSH = "lose", "push"
UNPAID = (LOSE, PUSH)  # no row is needed for these


class Payment(msgspec.Struct, gc=False):
    """An outcome waiting to be paid. `closes`: the stake itself is settled; else it is a bonus beside it."""

    wager: Wager
    outcome: str
    table: str
    because: str
    vigorish: int
    closes: bool
    meter: str = ""
    reading: int = 0
    row: Row | None = None
    profit: int = 0
    capped: bool = False


def settle_due(table: Table, due: list[Payment]) -> None:
    for payment in due:
        _price(table, payment)
    if table.posting.ceilings:
        _cap(table, due)
    for payment in due:
        _pay(table, payment)


def _price(table: Table, payment: Payment) -> None:
    if payment.outcome in UNPAID:
        return
    wager = payment.wager
    row = table.posting.row(wager.kind, payment.outcome, payment.table)
    if row is None:
        raise LookupError(
            f"{table.posting.rulebook.key}: {wager.kind} has no row for {payment.outcome!r} ({payment.table})"
        )
    payment.row = row
    unit = table.posting.get("payout-unit", 1)
    odds = row.odds
    if odds.kind == "to":  # nearly all rows: in whole numbers, ten times as fast as with fractions
        value = odds.value
        payment.profit = value.numerator * wager.stake // (value.denominator * unit) * unit
        return
    exact = odds.profit(wager.stake, payment.reading)
    if odds.kind == "for" and not payment.closes:
        exact += wager.stake  # a bonus beside the wager: the wager itself is settled apart
    payment.profit = round_down(Fraction(exact), unit)


def _cap(table: Table, due: list[Payment]) -> None:
    """Hold payments under the ceilings; within one ceiling they are cut in proportion, the odd cent to the first."""
    for ceiling in table.posting.ceilings:
        groups: dict[str, list[Payment]] = {}
        for payment in due:
            if payment.profit <= 0 or _recipient(table, payment) != "player":
                continue  # what the dealers' pool gets is no part of a player's payout
            if _limited(ceiling, payment):
                groups.setdefault(_scope(table, ceiling, payment.wager), []).append(payment)
        for key, payments in groups.items():
            _cut(table, key, ceiling.cents, payments)


def _limited(ceiling: Ceiling, payment: Payment) -> bool:
    """Envy is won with another's hand, and a progressive has a section of its own: a game's limit reaches neither."""
    if payment.table == "envy":
        return False
    if not ceiling.wagers:
        return payment.wager.kind != "progressive"
    return payment.wager.kind in ceiling.wagers


def _scope(table: Table, ceiling: Ceiling, wager: Wager) -> str:
    if ceiling.scope == "hand":
        return f"{ceiling.name}:{wager.position}.{wager.hand}"
    if ceiling.scope == "player":
        return f"{ceiling.name}:{table.position(wager.position).patron}"
    return ceiling.name


def _cut(table: Table, key: str, ceiling: int, payments: Iterable[Payment]) -> None:
    payments = list(payments)
    room = max(0, ceiling - table.felt.paid.get(key, 0))
    total = sum(p.profit for p in payments)
    if total > room:
        shares = [p.profit * room // total for p in payments]
        shares[0] += room - sum(shares)
        for payment, share in zip(payments, shares):
            payment.profit, payment.capped = share, True
        total = room
    table.felt.paid[key] = table.felt.paid.get(key, 0) + total


def _lift(wagers: list[Wager], wager: Wager) -> None:
    """Off the layout. Settled from either end, so with a thousand wagers neither way may search through all."""
    if wagers[-1] is wager:
        wagers.pop()
    else:
        wagers.remove(wager)


def _recipient(table: Table, payment: Payment) -> str:
    """Who is paid: the player, or the pool that the pay table names."""
    pays = table.posting.tables.get((payment.wager.kind, payment.table))
    return pays.to if pays else "player"


def _pay(table: Table, payment: Payment) -> None:
    wager, row = payment.wager, payment.row
    outcome, stake, profit = payment.outcome, wager.stake, payment.profit
    lost = outcome == LOSE
    cited: Row | WagerRule = row or table.posting.wagers[wager.kind]
    to = _recipient(table, payment)
    patron = table.account(wager.position)
    if payment.closes:
        _lift(table.felt.wagers, wager)
        if lost:
            table.move("layout", "inventory", stake, f"{wager.kind} lost")
        else:
            table.move("layout", patron, stake, f"{wager.kind} stake back")
    if profit > 0:
        source = f"meter:{payment.meter}" if row and row.odds.kind == "percent" else "inventory"
        table.move(source, patron if to == "player" else to, profit, f"{wager.kind} {outcome}")
    elif profit < 0:  # `for` odds below the stake
        table.move(patron, "inventory", -profit, f"{wager.kind} {outcome}")
    result = "lost" if lost or profit < 0 else "push" if outcome == PUSH or (row and row.odds.kind == "push") else "won"
    coupon = coupons.settle(table, wager, result, patron) if payment.closes and wager.memo else 0
    if payment.vigorish:
        table.move(patron, "inventory", payment.vigorish, f"vigorish on {wager.kind}")
    table.record(
        events.Settled(
            wager.position,
            wager.kind,
            wager.on,
            stake,
            result,
            outcome,
            (-stake if lost and payment.closes else profit) - payment.vigorish + coupon,
            row.odds.text if row else "",
            cited.clause,
            cited.line,
            payment.table,
            to,
            payment.because,
            payment.vigorish,
            payment.capped,
            wager.hand,
            coupon,
        )
    )
