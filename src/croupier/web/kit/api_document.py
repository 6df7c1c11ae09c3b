"""The document of the API as it is sent: written and packed once, beside the tables and not on their path."""

import asyncio
import gzip
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response


class Contract:
    """Made when somebody first asks for it: to gather every route takes seconds, to write it a tenth of one."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._turn = asyncio.Lock()  # those who ask meanwhile wait, and take no thread
        self._kept: tuple[dict[str, Any], bytes, bytes] | None = None

    async def document(self) -> dict[str, Any]:
        return (await self._made())[0]

    async def answer(self, request: Request) -> Response:
        _, plain, packed = await self._made()
        headers = {"vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
        return Response(plain, media_type="application/json", headers=headers)

    async def _made(self) -> tuple[dict[str, Any], bytes, bytes]:
        async with self._turn:
            kept = self._kept
            if kept is None:
                kept = self._kept = await asyncio.to_thread(self._make)
        return kept

    def _make(self) -> tuple[dict[str, Any], bytes, bytes]:
        document = self._app.openapi()
        plain = msgspec.json.encode(document)
        return document, plain, gzip.compress(plain)
