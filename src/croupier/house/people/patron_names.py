"""Names under which patrons stand on the record, also those who have no account."""

import unicodedata

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
        raise Refused(f"{name!r} is no patron.", "A badge or a name of letters, digits and hyphens.")
