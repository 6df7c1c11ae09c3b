"""Names under which patrons stand on the record, also those who have no account."""

import unicodedata

from sqlalchemy import Connection, func, select

from croupier.house.people.permissions import WORDS
from croupier.house.record import schema
from croupier.house.record.errors import Refused


def as_badge(words: str) -> str:
    """A walk-in stands on the record under his name, written as a badge is: José Núñez is Jose-Nunez."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    if words.strip() and not plain.strip():
        raise Refused(
            f"{words!r} can't be written as a badge.", "The name in Latin letters, as on a passport's lower lines."
        )
    return "-".join(plain.split())


def check_patron(name: str) -> None:
    letters = name.replace("-", "").replace("_", "").replace(".", "")
    if len(name) > 40 or not letters.isalnum() or not name.isascii():
        says = f"{name!r} is no patron." if name else "Nobody was named."
        raise Refused(says, "Key a badge, or a name of letters, digits and hyphens.")


def is_known(conn: Connection, patron: str, only: str) -> bool:
    """Whether a patron has this badge. Staff and who was dismissed are none, and neither is a name that differs from a
    badge of the house in its capitals alone; `only` says what is a patron's."""
    table = schema.person
    query = select(table.c.badge, table.c.role, table.c.active).where(func.lower(table.c.badge) == patron.lower())
    found = conn.execute(query).all()
    known = next((row for row in found if row.badge == patron), None)
    if known is None and found:
        raise Refused(f"Nobody has badge {patron}, but somebody has {found[0].badge}.", "Key the badge as it is.")
    if known is not None and (known.role != "player" or not known.active):
        raise Refused(f"Badge {patron} is {WORDS[known.role] if known.active else 'dismissed'}.", only)
    return known is not None
