"""The door: who a token belongs to, read from the record for every request, many requests in one query where the
record is asked in a thread.

Nothing is remembered. There a request that comes while a query is under way waits for the next one, so what it is told
was read after it came; a house with hundreds of open pages still asks its database only as often as it can answer.
"""

import asyncio

import msgspec

from croupier.house.people.persons import People, Session
from croupier.house.record.errors import Forbidden

TOGETHER_MAX = 100


class _Asked(msgspec.Struct, eq=False):
    token: str
    used: bool
    answer: "asyncio.Future[Session | None]"


class Door:
    def __init__(self, people: People) -> None:
        self._people = people
        self._waiting: list[_Asked] = []
        self._asking: asyncio.Task[None] | None = None

    async def session(self, token: str, used: bool = True) -> Session | None:
        """The session of a token if it is good at this moment. `used`: a person did something, so it is not idle.

        What SQLite has at hand is read here and now: a thread for it, and the two turns of the loop until its answer is
        back, were an eighth of a request.
        """
        at_hand = self._people.whose_at_hand(token, used)
        if at_hand is not None:
            return None if isinstance(at_hand, Forbidden) else at_hand
        asked = _Asked(token, used, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await asked.answer

    async def _ask(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:TOGETHER_MAX], self._waiting[TOGETHER_MAX:]
            try:
                found = await asyncio.to_thread(self._people.whose, [(asked.token, asked.used) for asked in batch])
            except Exception as error:
                for asked in batch:
                    if not asked.answer.done():
                        asked.answer.set_exception(error)
                continue
            for asked, session in zip(batch, found):
                if not asked.answer.done():
                    asked.answer.set_result(None if isinstance(session, Forbidden) else session)
