"""Who is new signs no money yet, so that what two people did to the staff list can be seen before it costs anything.

The log's line of a change begins with its kind, one of `NEW` for what makes somebody new. Whoever writes such a line
takes the word from here: these are stored names, and databases have no other trace of when a role was given.
"""

from sqlalchemy import Connection, or_, select

from croupier.house.record import schema
from croupier.house.record.clock import HOUR_US
from croupier.house.record.errors import Forbidden

ADDED, ROLE, REINSTATED, RESET = "added as", "role", "reinstated", "password reset"
NEW = (f"{ADDED} ", f"{ROLE} ", REINSTATED, RESET)
FOUNDED = ", founding"  # ends the line of whom the first administrator adds alone


def check_cooled(conn: Connection, badge: str, act: str, cooling_us: int, now_us: int) -> None:
    """Refuse somebody who is new, new in a role, or has a password that others made."""
    since, why = _new_since(conn, badge)
    if act == "people.confirm" and why.endswith(FOUNDED):
        return  # without the second person of a new house nobody would ever come
    left = since + cooling_us - now_us
    if since and left > 0:
        hours = -(-left // HOUR_US)
        until = f"{hours} hours" if hours > 1 else "an hour"
        raise Forbidden(f"Badge {badge} is new here ({why}).", f"Another person signs; he may in {until}, as posted.")


def _new_since(conn: Connection, badge: str) -> tuple[int, str]:
    """When somebody was added, given a role, reinstated or given a password, and which of it."""
    table = schema.audit_log
    made_new = or_(*(table.c.reason.startswith(words, autoescape=True) for words in NEW))
    query = select(table.c.at_us, table.c.reason).where(
        table.c.subject == badge, table.c.act == "people.manage", table.c.outcome == "done", made_new
    )
    row = conn.execute(query.order_by(table.c.number.desc()).limit(1)).one_or_none()
    return (int(row.at_us), str(row.reason)) if row else (0, "")
