"""A period proved by itself, wherever its file lies: nobody asks the house."""

import hashlib
from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from croupier.house import proving
from croupier.house.anchors import codes
from croupier.house.anchors.lineage import reached
from croupier.house.anchors.signed import NotSigned, in_groups
from croupier.house.periods.bundle import CARRIED, PRIVATE, Period, Signature, spelled
from croupier.house.periods.exporting import Gathered
from croupier.house.record import journals, schema
from croupier.house.record.database.storage import stored_bytes
from croupier.house.record.sealing import evidence, seals


def faults(conn: Connection, period: Period) -> Iterator[str]:
    """Everything in a bundle that is not as the seals of its period say, in words."""
    broken, final = seals.walked(conn, period.opening.seal)
    yield from broken
    if broken:
        return
    if (final.number, final.hash.hex()) != (period.closing.number, period.closing.hash):
        yield f"the seals end at {final.number}, and the period at seal {period.closing.number}, or at another one"
    gathered = Gathered()
    for page in conn.scalars(select(schema.evidence.c.rows).order_by(schema.evidence.c.seal)):
        gathered.take(stored_bytes(page))
    yield from _book(conn, period)
    yield from _rows(conn, period, gathered)
    yield from _journals(conn, gathered)


def _book(conn: Connection, period: Period) -> Iterator[str]:
    """Balances that sum to nothing before, and groups that do, none of them missing."""
    if sum(period.balances.values()):
        yield "the balances at the opening do not sum to zero"
    line, group = schema.posting, schema.ledger_group
    uneven = select(line.c.group_number).group_by(line.c.group_number).having(func.sum(line.c.cents) != 0)
    yield from (f"group {number} does not sum to zero" for number in conn.scalars(uneven))
    for what, table, upto in (
        ("group", group, period.closing.ledger - period.opening.ledger),
        ("line of the log", schema.audit_log, period.closing.log - period.opening.log),
    ):
        there = int(conn.scalar(select(func.count()).select_from(table)) or 0)
        if there != upto:
            yield f"{there} of {upto} are there: a {what} is missing, or was added"


def _rows(conn: Connection, period: Period, gathered: Gathered) -> Iterator[str]:
    """Each row as it was sealed last in the period; missing are only those that are said to have gone on."""
    for name, table in evidence.TABLES.items():
        sealed = {key: found for key, found in gathered.rows.get(name, {}).items() if found is not None}
        there = {evidence.key_of(table, tuple(row)): tuple(row) for row in conn.execute(select(table))}
        for key, row in there.items():
            if name not in CARRIED and sealed.get(key) not in evidence.digests(table, row):
                yield f"{name} {' '.join(str(part) for part in key)} is not as this period sealed it"
        gone = sum(key not in there for key in sealed)
        later = 0 if name in schema.APPEND_ONLY else period.later.get(name, 0)  # what is never changed did not go on
        if name not in PRIVATE and name not in CARRIED and gone != later:
            yield f"{name}: {gone} rows are not here, {later} went on changing after the period"
    for row in conn.execute(select(schema.kept_rulebook)):
        if hashlib.sha256(stored_bytes(row.text)).hexdigest() != row.digest:
            yield f"the rulebook {row.key} is not the one that its digest names"


def _journals(conn: Connection, gathered: Gathered) -> Iterator[str]:
    """Each journal whole, and as far as the seals say that the period took it."""
    entry = schema.journal_entry.c
    for name, head in sorted(gathered.heads.items()):
        if conn.scalar(select(schema.journal_head.c.id).where(schema.journal_head.c.id == name)) is None:
            yield f"journal {name} is missing"
        elif (fault := journals.verify(conn, name)) is not None:
            yield f"journal {name}, entry {fault.number}: {fault.words}"
        last = conn.scalar(select(entry.hash).where(entry.journal_id == name, entry.number == head.number))
        if stored_bytes(last or b"") != head.hash:
            yield f"entry {head.number} of journal {name} is not the one that was sealed"


# ---- who vouches for it


def check_signature(period: Period, signature: Signature | None, keys: tuple[str, ...]) -> str:
    """Who has signed the period, in words; refused where it was changed since, or somebody else did."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if signature is None:
        if keys:
            raise NotSigned("nobody has signed this period")
        return ""
    if keys and signature.public_key not in reached(keys, signature.lineage):
        raise NotSigned(f"the period is signed by {in_groups(signature.public_key)}, which is none of the house's")
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.public_key))
        public.verify(bytes.fromhex(signature.signature), spelled(period))
    except (InvalidSignature, ValueError):
        raise NotSigned("the period was changed after it was signed: its signature does not hold") from None
    return f" Signed by {in_groups(signature.public_key)}."


def against_anchor(conn: Connection, period: Period, kept: proving.Anchor) -> Iterator[str]:
    """What an anchor from within the period names and the bundle does not hold."""
    yield from _same(conn, period, kept.seal, kept.seal_hash)
    entry = schema.journal_entry.c
    for head in kept.journals:
        found = conn.scalar(select(entry.hash).where(entry.journal_id == head.id, entry.number == head.number))
        if found is not None and stored_bytes(found).hex() != head.hash:
            yield f"entry {head.number} of journal {head.id} is another one here"


def against_code(conn: Connection, period: Period, number: int, letters: str) -> Iterator[str]:
    """The same by the code of an anchor on paper."""
    if outside := _outside(period, number):
        yield outside
    elif codes.code_letters(_hash(conn, period, number)) != letters:
        yield f"seal {number} is another one here: what came before it was rewritten"


def _same(conn: Connection, period: Period, number: int, expected: str) -> Iterator[str]:
    if outside := _outside(period, number):
        yield outside
    elif _hash(conn, period, number) != expected:
        yield f"seal {number} is another one here: what came before it was rewritten"


def _outside(period: Period, number: int) -> str:
    if period.opening.number <= number <= period.closing.number:
        return ""
    return f"seal {number} is of another period: this one goes from {period.opening.number} to {period.closing.number}"


def _hash(conn: Connection, period: Period, number: int) -> str:
    if number == period.opening.number:
        return period.opening.hash
    return seals.found(conn, number).hash.hex()
