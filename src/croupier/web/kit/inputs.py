"""What several doors of the API take alike: chips by denomination, signatures of one person and of two."""

from typing import Annotated, Protocol

from pydantic import Field

from croupier.house.people.persons import Person, Proof
from croupier.web.kit.api import Commanded, Model, Word
from croupier.web.kit.context import Floor, proof_of

Chips = Annotated[
    dict[Annotated[int, Field(ge=1, le=10**9)], Annotated[int, Field(strict=True, ge=0, le=10**6)]],
    Field(max_length=20),
]


CODE = "Of the second factor, where the house wants one of the signer's role."


class WithPassword(Model):
    """Something that is signed: the caller's password again."""

    password: Word
    code: Word = Field("", description=CODE)


class SignedAlone(Commanded, WithPassword):
    """The same, and sent twice it acts once."""


class MayBeSigned(Model):
    """Something that is signed only where the house asks for it."""

    password: Word = ""
    code: Word = Field("", description=CODE)


class MayTakeTwo(Model):
    """Something that another person signs too, only where the house asks for it."""

    second_badge: Word = ""
    second_password: Word = ""
    second_code: Word = Field("", description=CODE)


class SignedByTwo(SignedAlone):
    """Something that takes two people: the caller, and the badge that he names."""

    second_badge: Word
    second_password: Word
    second_code: Word = Field("", description=CODE)


class Signature(Protocol):
    """What one person signs with."""

    password: str
    code: str


class Second(Protocol):
    """What another person signs with."""

    second_badge: str
    second_password: str
    second_code: str


class Signatures(Signature, Second, Protocol):
    """What two people sign with."""


async def own_of(floor: Floor, who: Person, given: Signature | None, command: str) -> Proof:
    """The caller's signature, on a request that may come without a body."""
    password, code = (given.password, given.code) if given else ("", "")
    return await proof_of(floor, who.badge, password, code, command)


async def second_of(floor: Floor, given: Second, command: str) -> Proof | None:
    """The signature of the badge that the caller names as the second, if he names one."""
    return await _second(floor, given, command) if given.second_badge else None


async def both_of(floor: Floor, who: Person, given: Signatures, command: str) -> tuple[Proof, Proof]:
    """Both signatures of what takes two people: of the caller, and of the badge that he names as the second."""
    return await own_of(floor, who, given, command), await _second(floor, given, command)


async def _second(floor: Floor, given: Second, command: str) -> Proof:
    return await proof_of(floor, given.second_badge, given.second_password, given.second_code, command)
