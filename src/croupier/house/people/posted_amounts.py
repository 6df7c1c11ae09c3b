"""What the house posts for itself: times and amounts that no rulebook prints, each with a default and two signatures.

A posted value is a line of the log, which nobody changes: the last one counts, and who posted it stands there.
"""

import msgspec
from sqlalchemy import Connection, bindparam, select

from croupier.equipment.money import money
from croupier.house.people.persons import People, Proof
from croupier.house.record import schema
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx

ACT = "house.post"
# Made once: to put a question together takes longer than to answer it.
_LATEST = (
    select(schema.audit_log.c.reason)
    .where(schema.audit_log.c.subject == bindparam("name"))
    .where(schema.audit_log.c.act == ACT, schema.audit_log.c.outcome == "done")
    .order_by(schema.audit_log.c.number.desc())
    .limit(1)
)
TOGETHER, BY_PROPERTY = 0, 1  # how a patron's cash of a gaming day is added up


class PostedValue(msgspec.Struct, frozen=True):
    """A value that the house may post: its name, what it means, and what holds until somebody posts another."""

    name: str
    title: str
    unit: str  # cents, hours, percent, choice
    default: int
    least: int
    most: int
    says: str
    choices: tuple[str, ...] = ()  # of a choice: what each number means

    def words(self, value: int) -> str:
        if self.choices and 0 <= value < len(self.choices):
            return self.choices[value]
        if self.unit == "percent":
            return f"{value} %"
        return money(value) if self.unit == "cents" else f"{value} hours" if value != 1 else "1 hour"


POSTED = {
    one.name: one
    for one in (
        PostedValue(
            "cooling",
            "Cooling time",
            "hours",
            24,
            0,
            24 * 14,
            "How long somebody new, or new in a role, signs nothing that moves money and confirms nobody.",
        ),
        PostedValue(
            "cage-password",
            "Cage: password from",
            "cents",
            1_000_00,
            0,
            10_000_00,
            "From this amount on an exchange of cash takes the cashier's password again.",
        ),
        PostedValue(
            "cage-second",
            "Cage: second person from",
            "cents",
            3_000_00,
            0,
            10_000_00,
            "From this amount on, alone or with the patron's other cash of the gaming day, a second person signs.",
        ),
        PostedValue(
            "cage-report",
            "Cage: report above",
            "cents",
            10_000_00,
            0,
            10_000_00,
            "Cash in, or cash out, of one patron and gaming day above this amount is reported, with who he is.",
        ),
        PostedValue(
            "cage-together",
            "Cage: a day's cash counts",
            "choice",
            TOGETHER,
            TOGETHER,
            BY_PROPERTY,
            "Whether a patron's cash of the gaming day is added up over the whole house (0) or at each property (1).",
            ("over the whole house", "at each property for itself"),
        ),
        PostedValue(
            "coupon-most",
            "Coupons: at most",
            "cents",
            100_00,
            1_00,
            1_000_00,
            "The largest match play coupon that is made out.",
        ),
        PostedValue(
            "coupon-day",
            "Coupons: of one patron a day",
            "cents",
            100_00,
            1_00,
            10_000_00,
            "What one patron is given in match play coupons in a gaming day, all together.",
        ),
        PostedValue(
            "comp-theoretical",
            "Comps: of the theoretical win",
            "percent",
            0,
            0,
            100,
            "What share of what a patron's wagers were worth to the house his play earns him in comps.",
        ),
        PostedValue(
            "coupon-hours",
            "Coupons: good for",
            "hours",
            24 * 30,
            1,
            24 * 366,
            "How long after it was made out a match play coupon is taken at a table.",
        ),
        PostedValue(
            "gaming-day",
            "Gaming day begins",
            "hours",
            6,
            0,
            23,
            "The hour, in the time zone of the house, at which one gaming day ends and the next begins.",
        ),
    )
}


def posted(conn: Connection, name: str) -> int:
    """The value in force."""
    found = conn.scalar(_LATEST, {"name": name})
    return int(found) if found is not None else POSTED[name].default


def post(tx: Tx, people: People, proofs: tuple[Proof, Proof], name: str, value: int) -> int:
    """Two people post another value; in force at once."""
    known = POSTED.get(name)
    if known is None:
        raise Refused(f"The house posts no {name!r}.", f"It posts {', '.join(POSTED)}.")
    if not known.least <= value <= known.most:
        span = f"{known.words(known.least)} to {known.words(known.most)}"
        raise Refused(f"{known.title}: {known.words(value)} can't be posted.", f"It is {span}.")
    people.sign_by_two(tx, proofs, (ACT, ACT), name, "What the house posts takes two people.")
    people.log(tx, proofs[0].badge, ACT, name, "done", str(value))
    tx.flush()
    return value
