"""How rules come into force, for programs: submitted, decided, polled, accepted or sent back, noticed, entered.

A version is named by property, game and the day printed on it. Every step is a signature: it takes the password.
"""

import asyncio
import datetime
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field

from croupier.house.approvals.case import ACTS, Case
from croupier.house.people.persons import Person, Proof
from croupier.house.record.errors import Refused
from croupier.house.record.storage import Reading
from croupier.web.approvals import view as adapt
from croupier.web.kit.api import ERRORS, PLAIN, PREFIX, Caller, Commanded, House, Key, Named, Text, Word, allow, plain
from croupier.web.kit.context import Floor, NotFound, proof_of
from croupier.web.kit.inputs import CODE

api = APIRouter(prefix=PREFIX, tags=["approvals"], responses=ERRORS)
VERSION = "/approvals/{property}/{game}/{version}"
Short = Annotated[str, Field(max_length=150, pattern=PLAIN)]


class Signed(Commanded):
    password: Word
    code: Word = Field("", description=CODE)


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
    deadline: datetime.datetime = Field(description="UTC where no zone is named.")
    justification: Short = Field("", description="Why it can't wait for a meeting; empty: it goes on the agenda.")


class Votes(Signed):
    votes: dict[Annotated[int, Field(ge=1, le=10_000)], Word] = Field(description="By seat.", max_length=100)
    reasons: dict[Annotated[int, Field(ge=1, le=10_000)], Short] = Field({}, description="By seat.", max_length=100)


class Result(Step):
    revisions: Short = ""


class Record(Step):
    meeting: datetime.date


def shown(conn: Reading, floor: Floor, version: adapt.Version, known: dict[str, Case]) -> dict[str, Any]:
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


def find(floor: Floor, house: str, game: str, version: str) -> adapt.Version:
    with floor.house.storage.reading() as conn:
        return adapt.version_of(conn, floor, house, game, version)


async def signed(floor: Floor, who: Person, given: Signed, named: str) -> Proof:
    return await proof_of(floor, who.badge, given.password, given.code, given.command or named)


def answer(case: Case) -> dict[str, Any]:
    return dict(plain(case))


@api.get("/approvals", summary="Versions of rules, and where each stands; empty: of every property")
async def approvals(floor: House, who: Caller, property: Text = "") -> list[dict[str, Any]]:
    allow(who, "table.watch")
    if property and property not in floor.houses():
        raise NotFound(f"There is no property {property}.")

    def read() -> list[dict[str, Any]]:
        with floor.house.storage.reading() as conn:
            houses = [property] if property else list(floor.houses())
            known = adapt.every_case(conn, floor)
            found = [version for house in houses for version in adapt.versions(conn, floor, house, known)]
            return [shown(conn, floor, version, known) for version in found]

    return await asyncio.to_thread(read)


@api.get(VERSION, summary="One version: its standing and every signed step")
async def version(floor: House, who: Caller, property: Key, game: Key, version: Key) -> dict[str, Any]:
    allow(who, "table.watch")

    def read() -> dict[str, Any]:
        with floor.house.storage.reading() as conn:
            found = adapt.version_of(conn, floor, property, game, version)
            return shown(conn, floor, found, adapt.every_case(conn, floor))

    return await asyncio.to_thread(read)


@api.post(VERSION + "/submit", status_code=201, summary="Put a version before the commission")
async def submit(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Signed, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["submit"])
    found = find(floor, property, game, version)
    if found.book is None:
        raise Refused("This text is not on the shelf.", "Only what can be read is submitted.")
    proof = await signed(floor, who, given, named)
    return answer(await floor.approvals.submit(proof, found.book, given.command or named))


@api.post(VERSION + "/decide", summary="The commission approves a version, or refuses it and says why")
async def decide(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Decision, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["decide"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    about: dict[str, Any] = {"approve": given.approve, "day": given.day or adapt.today_of(floor)}
    about |= {"conditions": given.conditions, "until": given.until, "takes_up": given.takes_up}
    command, seen = given.command or named, given.steps
    return answer(await floor.approvals.decide(proof, name, **about, reason=given.reason, command=command, seen=seen))


@api.post(VERSION + "/poll", summary="Ask the members of the second body")
async def poll(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Asked, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["poll"])
    name = find(floor, property, game, version).subject
    zone = given.deadline.tzinfo or datetime.UTC
    try:
        due = int(given.deadline.replace(tzinfo=zone).timestamp() * 1_000_000)
    except (OverflowError, ValueError):
        raise Refused("The deadline is not in the coming days.") from None
    proof = await signed(floor, who, given, named)
    about: dict[str, Any] = {"deadline_us": due, "justification": given.justification}
    command = given.command or named
    return answer(await floor.approvals.open_poll(proof, name, **about, command=command, seen=given.steps))


@api.post(VERSION + "/vote", summary="Record members' votes, all of them or none")
async def vote(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Votes, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["vote"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    return answer(await floor.approvals.vote(proof, name, given.votes, given.command or named, given.reasons))


@api.post(VERSION + "/close", summary="Report the result of the poll")
async def close(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Result, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["close"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    command, seen = given.command or named, given.steps
    return answer(await floor.approvals.close_poll(proof, name, revisions=given.revisions, command=command, seen=seen))


@api.post(VERSION + "/notice", summary="Give notice to the commission")
async def notice(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Step, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["notice"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    return answer(await floor.approvals.notice(proof, name, given.command or named, given.steps))


@api.post(VERSION + "/enter", summary="Enter the result into the record of a meeting")
async def enter(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Record, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["enter"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    command, seen = given.command or named, given.steps
    return answer(await floor.approvals.enter(proof, name, meeting=given.meeting, command=command, seen=seen))


@api.post(VERSION + "/ask", summary="The commission asks the house something before it decides")
async def ask(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Questioned, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["ask"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    command, seen = given.command or named, given.steps
    return answer(await floor.approvals.ask(proof, name, question=given.question, command=command, seen=seen))


@api.post(VERSION + "/answer", summary="The house answers the first open question")
async def answered(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: Answered, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["answer"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    command, seen = given.command or named, given.steps
    return answer(await floor.approvals.answer(proof, name, answer=given.answer, command=command, seen=seen))


@api.post(VERSION + "/withdraw", summary="The house takes a submission back before it is in force")
async def withdraw(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: WithdrawnVersion, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["withdraw"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    command, seen = given.command or named, given.steps
    return answer(await floor.approvals.withdraw(proof, name, reason=given.reason, command=command, seen=seen))


@api.post(VERSION + "/post", summary="The house puts up the notice of what was approved, and says where")
async def post(
    floor: House, who: Caller, property: Key, game: Key, version: Key, given: PostedNotice, named: Named = ""
) -> dict[str, Any]:
    allow(who, ACTS["post"])
    name = find(floor, property, game, version).subject
    proof = await signed(floor, who, given, named)
    command, seen = given.command or named, given.steps
    return answer(await floor.approvals.post(proof, name, where=given.where, command=command, seen=seen))
