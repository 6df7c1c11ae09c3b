"""What several doors of the API take alike: chips by denomination, signatures of one person and of two."""

from typing import Annotated, Protocol

from pydantic import Field

from croupier.house.people.persons import Person, Proof
from croupier.web.kit.api import Commanded, Word
from croupier.web.kit.context import Floor, proof_of

Chips = Annotated[
    dict[Annotated[int, Field(ge=1, le=10**9)], Annotated[int, Field(strict=True, ge=0, le=10**6)]],
    Field(max_length=20),
]


CODE = "Of the second factor, where the house wants one of the signer's role."


class SignedAlone(Commanded):
    """Something that is signed: the caller's password again."""

    password: Word
    code: Word = Field("", description=CODE)


class SignedByTwo(SignedAlone):
    """Something that takes two people: the caller, and the badge that he names."""

    second_badge: Word
    second_password: Word
    second_code: Word = Field("", description=CODE)


class Signatures(Protocol):
    """What two people sign with."""

    password: str
    code: str
    second_badge: str
    second_password: str
    second_code: str


async def both_of(floor: Floor, who: Person, given: Signatures, command: str) -> tuple[Proof, Proof]:
    """Both signatures of what takes two people: of the caller, and of the badge that he names as the second."""
    first = await proof_of(floor, who.badge, given.password, given.code, command)
    return first, await proof_of(floor, given.second_badge, given.second_password, given.second_code, command)
