"""Callers of a server that may be gone at any instant: who had no answer sends the same again until he has one."""

import asyncio
import random
from collections import Counter
from typing import Any

import httpx
import msgspec

from croupier.demo.furnish import PASSWORD

from ..web.server import LATE_S, PLAIN

SIGNED = {"password": PASSWORD}
LATER = {429, 503}  # not now: nothing was taken
Answer = tuple[int, Any]


class Callers:
    """What everybody at the house sends, each under an identifier of its own, over as many servers as it takes."""

    def __init__(self, seed: str) -> None:
        self.seed, self.numbers, self.tokens = seed, Counter[str](), dict[str, str]()
        self.chance = random.Random(seed)
        self.address, self.up, self.over = "", asyncio.Event(), False
        self.sent: dict[str, tuple[str, str, dict[str, Any]]] = {}  # and not answered yet
        self.heard: dict[str, tuple[str, str, dict[str, Any], str]] = {}  # with the first answer
        self.refused = Counter[str]()
        self.again = 0
        self._client = httpx.AsyncClient(verify=PLAIN, timeout=LATE_S)

    async def _asked(self, method: str, badge: str, path: str, body: Any = None) -> Answer:
        """One request, until a server has answered it."""
        tries = 0
        while True:
            await self.up.wait()
            headers = {"authorization": f"Bearer {self.tokens[badge]}"} if badge in self.tokens else {}
            try:
                answer = await self._client.request(method, self.address + path, json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(0.02)  # gone, or not there yet
            else:
                if answer.status_code not in LATER:
                    self.again += tries > 0 and method == "POST"
                    return answer.status_code, answer.json()
                await asyncio.sleep(0.2)
            tries += 1

    async def look(self, badge: str, path: str) -> Any:
        status, found = await self._asked("GET", badge, path)
        assert status == 200, (path, found)
        return found

    async def glance(self, badge: str, path: str) -> Any:
        """What a new server shows before anybody is told that it is up."""
        headers = {"authorization": f"Bearer {self.tokens[badge]}"}
        while (answer := await self._client.get(self.address + path, headers=headers)).status_code in LATER:
            await asyncio.sleep(0.02)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    async def ask(self, badge: str, path: str, body: dict[str, Any]) -> int:
        """What is no command: said again it does no more, and may come too late."""
        status, found = await self._asked("POST", badge, path, body)
        assert status < 500, (path, found)
        return status

    async def send(self, family: str, badge: str, path: str, body: dict[str, Any], number: str = "") -> Answer:
        """A command of a family; the counts of its effects must be those of its identifiers on record."""
        self.numbers[family] += 1
        command = number or f"{family}-{self.seed}-{self.numbers[family]}"
        body = body | {"command": command}
        self.sent[command] = (badge, path, body)
        status, found = await self._asked("POST", badge, path, body)
        del self.sent[command]
        assert status < 500, (path, found)
        if status < 300:
            self.heard[command] = (badge, path, body, msgspec.json.encode(found).decode())
        else:
            self.refused[f"{family}: {found.get('error', '')[:60]}"] += 1
        return status, found

    async def done(self, *command: Any) -> Any:
        status, found = await self.send(*command)
        assert status < 300, (command, found)
        return found

    async def sign_in(self, *badges: str) -> None:
        for badge in badges:
            status, found = await self._asked("POST", "", "/api/v1/sessions", {"badge": badge, **SIGNED})
            assert status < 300, found
            self.tokens[badge] = found["token"]

    async def same_again(self, most: int) -> int:
        """What was acknowledged before the kill, asked for again: the first answer."""
        named = self.chance.sample(sorted(self.heard), min(most, len(self.heard)))
        for command in named:
            badge, path, body, first = self.heard[command]
            status, found = await self._asked("POST", badge, path, body)
            assert status < 300, (command, found)
            assert msgspec.json.encode(found).decode() == first, (command, first, found)
        return len(named)

    async def close(self) -> None:
        await self._client.aclose()
