"""How rules come into force, for programs: submitted, decided, polled, accepted or sent back, noticed, entered.

A version is named by property, game and the day printed on it. Every step is a signature: it takes the password.
"""

import datetime
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import Field

from croupier.house.approvals.case import ACTS, Case
from croupier.house.people.persons import Proof
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import Refused
from croupier.web.approvals import settled
from croupier.web.approvals import view as adapt
from croupier.web.approvals.shown import Version as Found
from croupier.web.kit.api import ERRORS, PLAIN, PREFIX, Caller, House, Key, Named, Text, Word, allow, plain, read
from croupier.web.kit.context import Floor, NotFound, proof_of
from croupier.web.kit.inputs import SignedAlone
from croupier.web.kit.words import house_zone

api = APIRouter(prefix=PREFIX, tags=["approvals"], responses=ERRORS)
VERSION = "/approvals/{property}/{game}/{version}"
Short = Annotated[str, Field(max_length=150, pattern=PLAIN)]


class Signed(SignedAlone):
    """What is said about a version, and nothing else."""


class Step(Signed):
    steps: Annotated[int, Field(ge=0, le=10_000)] | None = Field(
        None, description="How many steps you saw signed; if there are more by now, this is refused."
    )


class Decision(Step):
    approve: bool
    day: datetime.date | None = Field(None, description="In force from; empty: today.")
    reason: Short = ""
    conditions: Short = Field("", description="Under which it is approved.")
    until: datetime.date | None = Field(None, description="The first day on which it is in force no more.")
    takes_up: Short = Field("", description="When open tables deal by it: next-opening (as if empty), between-rounds.")


class Questioned(Step):
    question: Short


class Answered(Step):
    answer: Short


class WithdrawnVersion(Step):
    reason: Short = ""


class PostedNotice(Step):
    where: Short = Field(description="Where the notice hangs, such as at both tables and the cage.")


class Asked(Step):
    deadline: datetime.datetime = Field(description="By the clock of the house where no zone is named.")
    justification: Short = Field("", description="Why it can't wait for a meeting; empty: it goes on the agenda.")


class Votes(Signed):
    votes: dict[Annotated[int, Field(ge=1, le=10_000)], Word] = Field(description="By seat.", max_length=100)
    reasons: dict[Annotated[int, Field(ge=1, le=10_000)], Short] = Field({}, description="By seat.", max_length=100)


class Result(Step):
    revisions: Short = ""


class Record(Step):
    meeting: datetime.date


def shown(conn: Reading, floor: Floor, version: Found, known: dict[str, Case]) -> dict[str, Any]:
    stand = adapt.stand(conn, floor, version, known)
    signed = floor.house.approvals.steps(conn, version.subject) if version.case else []
    case = version.case
    return {
        "property": version.property,
        "game": version.game,
        "title": version.title,
        "day": str(version.day) if version.day else None,
        "standing": stand.words,
        "note": stand.note,
        "next": adapt.next_step(version),
        "case": plain(case) if case else None,
        "steps": [plain(step) for step in signed],
    }


def answer(case: Case) -> dict[str, Any]:
    return dict(plain(case))


class Version:
    """One version of rules and who steps before it: permitted first, then found, then signed for."""

    def __init__(self, floor: House, who: Caller, property: Key, game: Key, version: Key, named: Named = "") -> None:
        self.floor, self.who, self.desk = floor, who, floor.approvals
        self._address, self._named = (property, game, version), named

    def found(self, step: str) -> Found:
        """The version, for somebody who may take this step."""
        allow(self.who, ACTS[step])
        with self.floor.house.storage.reading() as conn:
            return adapt.version_of(conn, self.floor, *self._address)

    async def signed(self, given: Signed) -> Proof:
        return await proof_of(self.floor, self.who.badge, given.password, given.code, self.command(given))

    def command(self, given: Signed) -> str:
        return given.command or self._named

    async def take(self, step: str, given: Step, done: Callable[..., Awaitable[Case]], **about: Any) -> dict[str, Any]:
        """A step, as the desk does it, with what it says."""
        return await self.take_at(self.found(step).subject, given, done, **about)

    async def take_at(
        self, name: str, given: Step, done: Callable[..., Awaitable[Case]], **about: Any
    ) -> dict[str, Any]:
        proof = await self.signed(given)
        return answer(await done(proof, name, **about, command=self.command(given), seen=given.steps))


At = Annotated[Version, Depends()]


@api.get("/approvals", summary="Versions of rules, and where each stands; empty: of every property")
async def approvals(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    allow(who, "table.watch")
    if property and property not in floor.houses():
        raise NotFound(f"There is no property {property}.")

    def look(conn: Reading) -> list[dict[str, Any]]:
        houses = [property] if property else list(floor.houses())
        known = adapt.every_case(conn, floor)
        found = [version for house in houses for version in adapt.versions(conn, floor, house, known)]
        return [shown(conn, floor, version, known) for version in found]

    return await read(floor, look)


@api.get(VERSION, summary="One version: its standing and every signed step")
async def version(floor: House, who: Caller, property: Key, game: Key, version: Key) -> dict[str, Any]:
    allow(who, "table.watch")

    def look(conn: Reading) -> dict[str, Any]:
        found = adapt.version_of(conn, floor, property, game, version)
        return shown(conn, floor, found, adapt.every_case(conn, floor))

    return await read(floor, look)


@api.get(VERSION + "/settled-again", summary="Last month settled again by a version that waits; ask until it is ready")
async def settled_again(floor: House, who: Caller, property: Key, game: Key, version: Key) -> dict[str, Any]:
    allow(who, "table.watch")

    def look(conn: Reading) -> tuple[Found, Any]:
        found = adapt.version_of(conn, floor, property, game, version)
        return found, adapt.before(conn, floor, found)

    found, before = await read(floor, look)
    made = await settled.again(floor, found, before)
    return {"ready": made is not None, **(plain(made) if made else {})}


@api.post(VERSION + "/submit", status_code=201, summary="Put a version before the commission")
async def submit(at: At, given: Signed) -> dict[str, Any]:
    found = at.found("submit")
    proof = await at.signed(given)
    return answer(await at.desk.submit(proof, found.book, at.command(given)))


@api.post(VERSION + "/decide", summary="The commission approves a version, or refuses it and says why")
async def decide(at: At, given: Decision) -> dict[str, Any]:
    about: dict[str, Any] = {"approve": given.approve, "day": given.day or adapt.today_of(at.floor)}
    about |= {"conditions": given.conditions, "until": given.until, "takes_up": given.takes_up}
    return await at.take("decide", given, at.desk.decide, **about, reason=given.reason)


@api.post(VERSION + "/poll", summary="Ask the members of the second body")
async def poll(at: At, given: Asked) -> dict[str, Any]:
    name = at.found("poll").subject
    zone = given.deadline.tzinfo or house_zone()
    try:
        due = int(given.deadline.replace(tzinfo=zone).timestamp() * 1_000_000)
    except (OverflowError, ValueError):
        raise Refused("The deadline is not in the coming days.") from None
    return await at.take_at(name, given, at.desk.open_poll, deadline_us=due, justification=given.justification)


@api.post(VERSION + "/vote", summary="Record members' votes, all of them or none")
async def vote(at: At, given: Votes) -> dict[str, Any]:
    name = at.found("vote").subject
    proof = await at.signed(given)
    return answer(await at.desk.vote(proof, name, given.votes, at.command(given), given.reasons))


@api.post(VERSION + "/close", summary="Report the result of the poll")
async def close(at: At, given: Result) -> dict[str, Any]:
    return await at.take("close", given, at.desk.close_poll, revisions=given.revisions)


@api.post(VERSION + "/notice", summary="Give notice to the commission")
async def notice(at: At, given: Step) -> dict[str, Any]:
    return await at.take("notice", given, at.desk.notice)


@api.post(VERSION + "/enter", summary="Enter the result into the record of a meeting")
async def enter(at: At, given: Record) -> dict[str, Any]:
    return await at.take("enter", given, at.desk.enter, meeting=given.meeting)


@api.post(VERSION + "/ask", summary="The commission asks the house something before it decides")
async def ask(at: At, given: Questioned) -> dict[str, Any]:
    return await at.take("ask", given, at.desk.ask, question=given.question)


@api.post(VERSION + "/answer", summary="The house answers the first open question")
async def answered(at: At, given: Answered) -> dict[str, Any]:
    return await at.take("answer", given, at.desk.answer, answer=given.answer)


@api.post(VERSION + "/withdraw", summary="The house takes a submission back before it is in force")
async def withdraw(at: At, given: WithdrawnVersion) -> dict[str, Any]:
    return await at.take("withdraw", given, at.desk.withdraw, reason=given.reason)


@api.post(VERSION + "/post", summary="The house puts up the notice of what was approved, and says where")
async def post(at: At, given: PostedNotice) -> dict[str, Any]:
    return await at.take("post", given, at.desk.post, where=given.where)
