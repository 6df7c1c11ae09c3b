"""The code of an anchor, short enough to be read out or copied from paper: the seal's number and its digest.

Every seal follows from all before it, and says how far each journal went; so one seal is enough to hold a record to.
Letters that are mistaken for digits are none of it, and the last one tells a slip of the pen.
"""

from collections.abc import Iterator

from sqlalchemy import Connection

from croupier.house.proving import Anchor
from croupier.house.record.sealing import seals

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ALIKE = str.maketrans("OILU", "011V")
BITS = 5
DIGEST_CHARS = 31  # 155 bits: nobody finds another record with the same
GROUP = 4
HASH_CHARS = 64


class NoCode(ValueError):
    """A text that is no code of an anchor."""


def code_of(anchor: Anchor) -> str:
    """`1234 XXXX XXXX …`: the seal, then its digest in groups of four."""
    return coded(anchor.seal, anchor.seal_hash)


def coded(seal: int, seal_hash: str) -> str:
    letters = _digest(seal_hash)
    letters += _check(seal, letters)
    return " ".join([str(seal), *(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))])


def read(text: str) -> tuple[int, str]:
    """The seal's number and the letters of its digest, as somebody keyed them."""
    number, *groups = text.replace("-", " ").split() or [""]
    letters = "".join(groups).upper().translate(ALIKE)
    if not number.isascii() or not number.isdecimal() or len(letters) != DIGEST_CHARS + 1:
        raise NoCode(f"{text!r} is no code: the number of a seal, then {(DIGEST_CHARS + 1) // GROUP} groups of four")
    if strange := sorted(set(letters) - set(LETTERS)):
        raise NoCode(f"no code has the letter {strange[0]}")
    if letters[-1] != _check(int(number), letters[:-1]):
        raise NoCode("the code was copied wrongly: its last letter does not fit the others")
    return int(number), letters[:-1]


def missing(conn: Connection, seal: int, letters: str) -> Iterator[str]:
    """What a code names and this record does not hold; read beside `proving.faults`, which walks the chains."""
    last = seals.last(conn).number
    if last < seal:
        yield f"seal {seal} is not here: the seals end at {last}"
    elif _digest(seals.found(conn, seal).hash.hex()) != letters:
        yield f"seal {seal} is another one here: what came before it was rewritten"


def _digest(seal_hash: str) -> str:
    whole = seal_hash.ljust(HASH_CHARS, "0")  # somebody may have put less there
    bits = int(whole, 16) >> (len(whole) * 4 - DIGEST_CHARS * BITS)
    return "".join(LETTERS[bits >> (BITS * at) & 31] for at in reversed(range(DIGEST_CHARS)))


def code_letters(seal_hash: str) -> str:
    """The letters of a digest, as `read` gives them."""
    return _digest(seal_hash)


def _check(seal: int, letters: str) -> str:
    """Weights that are odd and differ tell every wrong letter and most that changed places."""
    total = seal % 32 + sum((2 * at + 3) * LETTERS.index(letter) for at, letter in enumerate(letters))
    return LETTERS[total % 32]
