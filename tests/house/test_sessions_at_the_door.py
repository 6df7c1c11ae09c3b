"""The door: many requests in one query, and each is told what the record said after it came."""

import asyncio
from collections.abc import Sequence

import pytest

from croupier.house.people.persons import IDLE_US_MAX, People, Session
from croupier.house.people.sessions import Door
from croupier.house.record.clock import MINUTE_US, HandClock
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Forbidden
from croupier.house.record.writer import Writer
from tests.house.test_people import PASSWORD

TOKENS = 40


class Counting:
    """People whose looks are counted, and may fail."""

    def __init__(self, people: People) -> None:
        self._people = people
        self.looks: list[int] = []
        self.fails = False

    def whose_at_hand(self, token: str, used: bool) -> None:
        """The record is where a thread has to ask."""

    def whose(self, asked: Sequence[tuple[str, bool]]) -> list[Session | Forbidden]:
        self.looks.append(len(asked))
        if self.fails:
            raise OSError("the disk is gone")
        return self._people.whose(asked)


@pytest.fixture
def counting(people: People) -> Counting:
    people.add_demo([(f"p-{n}", f"Player {n}", "player") for n in range(TOKENS)], PASSWORD)
    return Counting(people)


def door_of(counting: Counting) -> Door:
    return Door(counting)  # type: ignore[arg-type]


def test_who_comes_together_is_looked_up_together(people: People, counting: Counting) -> None:
    tokens = [people.new_token(f"p-{n}", "bot") for n in range(TOKENS)]

    async def work() -> list[Session | None]:
        door = door_of(counting)
        asked = [*tokens, "no such token", tokens[0]]
        return list(await asyncio.gather(*(door.session(token) for token in asked)))

    *found, unknown, again = asyncio.run(work())
    assert [one.person.badge for one in found if one] == [f"p-{n}" for n in range(TOKENS)]
    assert unknown is None
    assert again == found[0]
    assert sum(counting.looks) == TOKENS + 2
    assert len(counting.looks) <= 2


def test_a_session_that_ended_is_refused_to_whoever_comes_after(people: People, counting: Counting) -> None:
    token = people.new_token("p-1", "bot")

    async def work() -> None:
        door = door_of(counting)
        assert await door.session(token) is not None
        early = asyncio.create_task(door.session(token))
        await asyncio.sleep(0)  # its look may be under way
        people.sign_out(token)
        assert await door.session(token) is None
        await early

    asyncio.run(work())


def test_a_failed_look_is_told_to_those_who_waited_and_to_nobody_else(people: People, counting: Counting) -> None:
    token = people.new_token("p-1", "bot")

    async def work() -> None:
        door = door_of(counting)
        counting.fails = True
        failed = await asyncio.gather(door.session(token), door.session(token), return_exceptions=True)
        assert all(isinstance(one, OSError) for one in failed)
        counting.fails = False
        assert await door.session(token) is not None

    asyncio.run(work())
    # Another loop, as when a server starts again in one process.
    asyncio.run(work())


def test_whoever_stops_waiting_holds_up_nobody(people: People, counting: Counting) -> None:
    token = people.new_token("p-1", "bot")

    async def work() -> None:
        door = door_of(counting)
        gone = asyncio.create_task(door.session(token))
        stays = asyncio.create_task(door.session(token))
        await asyncio.sleep(0)
        gone.cancel()
        assert (await stays) is not None
        with pytest.raises(asyncio.CancelledError):
            await gone

    asyncio.run(work())


def test_what_is_at_hand_is_the_same_as_what_a_thread_finds(people: People, storage: Storage) -> None:
    people.add_demo([("p-1", "Player", "player"), ("s-1", "Supervisor", "supervisor")], PASSWORD)
    tokens = [people.new_token(badge, "bot") for badge in ("p-1", "s-1", "p-1")]
    people.sign_out(tokens[2])

    async def work() -> None:
        for token in (*tokens, "no such token"):
            at_hand, (found,) = people.whose_at_hand(token, True), people.whose([(token, True)])
            if not storage.is_sqlite:
                assert at_hand is None
            elif isinstance(found, Session):
                assert at_hand == found
            else:
                assert isinstance(at_hand, Forbidden)
                assert str(at_hand) == str(found)
        assert [one and one.person.badge for one in [await Door(people).session(t) for t in tokens]] == [
            "p-1",
            "s-1",
            None,
        ]

    asyncio.run(work())


def test_a_session_found_at_hand_is_kept_from_idling(people: People, writer: Writer, clock: HandClock) -> None:
    people.add_demo([("p-1", "Player", "player")], PASSWORD)
    _, token = people.sign_in("p-1", PASSWORD)

    async def looks(used: bool) -> Session | None:
        return await Door(people).session(token, used)

    clock.advance(IDLE_US_MAX - MINUTE_US)
    assert asyncio.run(looks(True)) is not None
    writer.run(lambda tx: None)  # what it handed to the writer is written
    clock.advance(IDLE_US_MAX - MINUTE_US)
    assert asyncio.run(looks(False)) is not None
    clock.advance(MINUTE_US)
    assert asyncio.run(looks(True)) is None
