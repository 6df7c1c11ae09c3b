"""What the API's routes share: who calls, what may be asked, how answers look."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Header, Path, Query, Request
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from croupier.house.people.permissions import require
from croupier.house.people.persons import Person
from croupier.house.record.database.storage import Reading
from croupier.web.kit import guard
from croupier.web.kit.context import Floor, floor_of, required

T = TypeVar("T")
PREFIX = "/api/v1"
bearer = HTTPBearer(auto_error=False, description="A token from POST /api/v1/sessions, /guests or the account page.")

# Text without control characters: no database and no page has a use for them.
PLAIN = r"^[^\x00-\x1f\x7f]*$"
Word = Annotated[str, Field(max_length=400, pattern=PLAIN)]
TableId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9-]+$", description="The table, such as BJ-104.")]
At = Annotated[int, Path(ge=1, le=2**31 - 1, description="A table of a tournament, by its number.")]
Key = Annotated[str, Path(max_length=120, pattern=r"^[A-Za-z0-9@._-]+$")]
JournalKey = Annotated[str, Path(max_length=120, pattern=r"^[A-Za-z0-9@.:_-]+$")]  # a tournament's has a colon
RoundNumber = Annotated[int, Path(ge=0, le=2**53, description="A round of play, by its number at the table.")]
Text = Annotated[str, Query(max_length=200, pattern=PLAIN)]
# Strict: `true` and "5" are no amounts, whatever a converter makes of them.
Cents = Annotated[int, Field(strict=True, ge=0, le=10**12, description="Money in integer cents.")]
Count = Annotated[int, Query(ge=1, le=1000)]
Number = Annotated[int, Query(ge=0, le=2**53)]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Commanded(Model):
    """A request that changes something: named by its caller, it acts once however often it arrives."""

    command: Annotated[str, Field(max_length=100, pattern=PLAIN)] = Field(
        "",
        description="An id of your own: sent twice, it acts once; used for another content, it is refused (409). "
        "The header `x-command` does the same.",
    )


Named = Annotated[
    str,
    Header(
        alias="x-command",
        max_length=100,
        pattern=r"^[\x20-\x7e]*$",
        description="An id of your own for this request: sent twice, it acts once.",
    ),
]


def command_in(given: Commanded | None, named: str) -> str:
    """The id of a request that may come without a body."""
    return (given.command if given else "") or named


async def _nothing_else(given: Commanded | None = None, named: Named = "") -> str:
    return command_in(given, named)


Command = Annotated[str, Depends(_nothing_else)]  # of a request that says nothing but its id


class Refusal(BaseModel):
    """Nothing was changed: what was wrong, what was expected, which clause asks for it."""

    error: str
    clause: str = ""
    kind: str = Field("", description="Where more can be done about it than read it: `count-differs`, `variance`.")
    facts: dict[str, int] = Field({}, description="Numbers that an answer to it states again, such as `variance`.")


REFUSED = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}}
# The first brings the model, the others refer to it: the framework makes a field of each model for every route anew,
# which was a quarter of what it takes to start.
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"description": "The request can't be read", "model": Refusal},
    401: {"description": "No session", "content": REFUSED},
    403: {"description": "Not allowed", "content": REFUSED},
    404: {"description": "Not there", "content": REFUSED},
    409: {"description": "Stale: the table moved on", "content": REFUSED},
    422: {"description": "Refused", "content": REFUSED},
    429: {"description": "Too often", "content": REFUSED},
    503: {"description": "The record can't be written or read now; send it again", "content": REFUSED},
}


async def caller(request: Request, _: Annotated[object, Depends(bearer)] = None) -> Person:
    """The person who calls, by token or by a page's own session."""
    if request.method not in ("GET", "HEAD"):
        await guard.check_forgery(request)
    who = await required(request)
    floor_of(request).acts.check(who.badge)
    return who


async def house_of(request: Request) -> Floor:
    return floor_of(request)


Caller = Annotated[Person, Depends(caller)]
House = Annotated[Floor, Depends(house_of)]


def allow(who: Person, act: str) -> None:
    """Refuse what no role of this person permits, where he is asked; a service asks again at its own property."""
    require(who.acting(act).role, act)


async def read(floor: Floor, work: Callable[[Reading], T]) -> T:
    """What is read from the record, in a thread: the loop that deals never waits for it."""

    def look() -> T:
        with floor.house.storage.reading() as conn:
            return work(conn)

    return await asyncio.to_thread(look)


def plain(value: object) -> Any:
    """Our structs as JSON sees them."""
    return msgspec.to_builtins(value, enc_hook=str)
