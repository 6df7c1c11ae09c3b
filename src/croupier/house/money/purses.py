"""What a patron's purse holds: money or demo chips, never both, and demo chips never become money.

The ledger tells by how a purse was filled the last time. The other kind comes in when all of the one is gone, chips at
tables included.
"""

from sqlalchemy import Connection, or_, select

from croupier.equipment.money import money
from croupier.house.people.patron_names import is_known
from croupier.house.record import accounts, schema
from croupier.house.record.errors import Refused
from croupier.house.record.ledger import Ledger
from croupier.house.record.writer import Tx

MONEY, DEMO = "money", "demo"
CASH_IN, DEMO_CHIPS = "cash-in", "demo-chips"
TICKET_IN, DEMO_TICKET_IN = "ticket-in", "demo-ticket-in"
PRIZE, DEMO_PRIZE = "promotion-paid", "promotion-paid-demo"  # what a promotion pays
CASH_BUY = "cash-buy"  # chips for cash at a table: they come to the purse when he leaves
FILLS = {CASH_IN: MONEY, CASH_BUY: MONEY, "cart": MONEY, TICKET_IN: MONEY}
FILLS |= dict.fromkeys((DEMO_CHIPS, DEMO_TICKET_IN, DEMO_PRIZE), DEMO)
DEMO_FUND = "/demo"  # in the name of a fund of demo chips
MIXED = "They are worth nothing outside: no cash for them."


def holds(conn: Connection, patron: str, before: int | None = None) -> str:
    """MONEY or DEMO, now or before a group of the ledger; empty if the purse was never filled."""
    group, line, account = schema.ledger_group, schema.posting, schema.account
    purse = accounts.patron(patron)
    query = select(group.c.kind).join(line, line.c.group_number == group.c.number).join(account)
    own = or_(account.c.name == purse, account.c.name.startswith(f"{purse}@", autoescape=True))
    query = query.where(group.c.kind.in_(FILLS), own, line.c.cents > 0)
    if before is not None:
        query = query.where(group.c.number < before)
    last = conn.scalar(query.order_by(group.c.number.desc()).limit(1))
    return FILLS[last] if last else ""


def check(conn: Connection, ledger: Ledger, patron: str, kind: str) -> None:
    """Refuse to mix: `kind` is what comes in, or MONEY where money is to be paid out."""
    there = holds(conn, patron) or MONEY  # what came otherwise was won from the house: money
    if there == kind or not ledger.worth(conn, accounts.patron(patron)):
        return
    if there == DEMO:
        raise Refused(f"{patron} has demo chips.", MIXED)
    raise Refused(f"{patron} has money with the house.", "Demo chips are not mixed with it.")


def check_played(conn: Connection, patron: str, kind: str) -> None:
    """Refuse to bring money to a demonstration's table, or demo chips to one that deals for money: what is won there
    would be the other kind."""
    there = holds(conn, patron) or MONEY
    if there != kind:
        words = {DEMO: "demo chips", MONEY: "money"}
        raise Refused(f"{patron} has {words[there]}; this table deals for {words[kind]}.", "They are not mixed.")


def fund_holds(tx: Tx, fund: str) -> str:
    """MONEY or DEMO: what patrons have paid into a purse of many, such as a tournament's; empty if nobody has."""
    tx.flush()
    group, line, account = schema.ledger_group, schema.posting, schema.account
    into, whose = line.alias("into"), account.alias("whose")
    query = (
        select(group.c.number, whose.c.name)
        .join_from(group, into, into.c.group_number == group.c.number)
        .join(account, account.c.id == into.c.account_id)
        .join(line, line.c.group_number == group.c.number)
        .join(whose, whose.c.id == line.c.account_id)
        .where(account.c.name == fund, into.c.cents > 0, line.c.cents < 0, whose.c.name.startswith("patron:"))
    )
    last = tx.conn.execute(query.order_by(group.c.number.desc()).limit(1)).one_or_none()
    return holds(tx.conn, last.name.removeprefix("patron:").partition("@")[0], last.number) if last else ""


def check_fund(tx: Tx, fund: str, purse: str) -> None:
    """Refuse to pay into a purse of many, or out of it into one's own, where one holds money and the other demo chips:
    no prize makes demo chips money."""
    if not purse.startswith("patron:"):
        return
    patron = purse.removeprefix("patron:")
    mine, there = holds(tx.conn, patron), fund_holds(tx, fund)
    if mine and there and mine != there:
        words = {DEMO: "demo chips", MONEY: "money"}
        raise Refused(f"{patron} has {words[mine]}; this purse is of {words[there]}.", "They are not mixed.")


def entry_kind(tx: Tx, entry: str) -> str:
    """MONEY or DEMO: what pays an entry that somebody has won, by the fund or the tournament it came from."""
    tx.flush()
    group, line, account = schema.ledger_group, schema.posting, schema.account
    into, source = line.alias("into"), account.alias("source")
    query = (
        select(source.c.name)
        .join_from(group, into, into.c.group_number == group.c.number)
        .join(account, account.c.id == into.c.account_id)
        .join(line, line.c.group_number == group.c.number)
        .join(source, source.c.id == line.c.account_id)
        .where(account.c.name == entry, into.c.cents > 0, line.c.cents < 0)
    )
    last = tx.conn.scalar(query.order_by(group.c.number.desc()).limit(1))
    if last is None:
        return ""
    if last.startswith("tournament:"):
        return fund_holds(tx, last)
    return DEMO if DEMO_FUND in last else MONEY


def check_entry(tx: Tx, entry: str, fund: str, demo: bool) -> None:
    """Refuse to enter with an entry of the other kind than the tournament is played for."""
    kind = entry_kind(tx, entry)
    there = fund_holds(tx, fund) or (DEMO if demo else MONEY)
    if kind and kind != there:
        words = {DEMO: "demo chips", MONEY: "money"}
        raise Refused(
            f"This entry was won for {words[kind]}; the tournament is for {words[there]}.", "They are not mixed."
        )


def check_prize(conn: Connection, patron: str, kind: str) -> None:
    """Refuse to pay a promotion's money, or its demo chips, to somebody whose purse was filled with the other kind."""
    there = holds(conn, patron) or MONEY
    if there != kind:
        words = {DEMO: "demo chips", MONEY: "money"}
        raise Refused(f"{patron} has {words[there]}; this promotion pays {words[kind]}.", "They are not mixed.")


def tips_in_demo(conn: Connection, patron: str) -> bool:
    """Whether what a patron gives the dealers are demo chips: those go to a pool of their own, never to be cashed."""
    return holds(conn, patron) == DEMO


def check_seated(tx: Tx, ledger: Ledger, patron: str, table_id: str, cents: int, kind: str) -> None:
    """Whether a dealer may seat somebody for `cents` of this kind.

    A name that no badge has is a walk-in: his chips stand under it in the ledger, and the cage pays it what he leaves
    with. So he comes with chips, and at one table at a time: two patrons of one name can't be told apart.
    """
    tx.flush()
    if not is_known(tx.conn, patron, "Only a patron sits down."):
        _walk_in(tx, ledger, patron, table_id, cents)
    if cents:
        check(tx.conn, ledger, patron, kind)


def _walk_in(tx: Tx, ledger: Ledger, patron: str, table_id: str, cents: int) -> None:
    if not cents:
        raise Refused(f"No patron has badge {patron}.", "Without one he is seated with a buy-in.")
    prefix = f"{accounts.patron(patron)}@"
    for name, held in ledger.balances(tx.conn, prefix).items():
        if held and name != accounts.at_table(patron, table_id):
            where = name.removeprefix(prefix)
            raise Refused(f"{patron} has {money(held)} at {where}.", "Seat this patron under another name.")
