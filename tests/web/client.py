"""A caller of an application in this process: starlette's test client, which sends plain requests without its detours.

Every request of a test goes one way into the loop of the application and back. Starlette's own client goes four times,
by a library that was made for networks; it is still who opens sockets, reads streams and follows redirects."""

import asyncio
import json as encoding
import re
import warnings
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import unquote, urlencode

import httpx

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another HTTP library; this one is what we test with
    from starlette.testclient import TestClient

# What goes the short way: an address that means what it says, and what forms and programs send.
ADDRESS = re.compile(r"(?!//|.*/\.)/([\w\-.~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*", re.ASCII)
PLAIN = {"params", "json", "data", "content", "headers"}


class Client(TestClient):
    """A caller with a cookie jar of its own, beside others of the same application in the same loop."""

    def __init__(self, app: Any, **given: Any):
        self._raising = given.get("raise_server_exceptions", True)
        self._from = given.get("client", ("testclient", 50000))
        super().__init__(app, **given)

    def beside(self, main: TestClient) -> "Client":
        """In the loop of another caller, who opened the application."""
        self.portal = main.portal
        return self

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        assert self.portal is not None

        async def running() -> asyncio.AbstractEventLoop:
            return asyncio.get_running_loop()

        return self.portal.call(running)

    def request(self, method: str, url: Any, **given: Any) -> httpx.Response:  # type: ignore[override]
        follow = given.pop("follow_redirects", httpx.USE_CLIENT_DEFAULT)
        follows = self.follow_redirects if follow is httpx.USE_CLIENT_DEFAULT else follow
        given = {name: value for name, value in given.items() if value not in (None, httpx.USE_CLIENT_DEFAULT)}
        plain = isinstance(given.get("data", {}), Mapping) and isinstance(given.get("content", b""), bytes | str)
        if self.portal is None or follows or not plain or given.keys() - PLAIN or not ADDRESS.fullmatch(str(url)):
            return super().request(method, url, follow_redirects=follow, **given)
        return self._sent(method.upper(), str(url), **given)

    def _sent(
        self,
        method: str,
        url: str,
        params: Any = None,
        json: Any = None,
        data: Any = None,
        content: bytes | str | None = None,
        headers: Any = None,
    ) -> httpx.Response:
        body, kind = _body(json, data, content)
        path, _, query = url.partition("?")
        if params is not None:  # as with the library: they take the place of those in the address
            query = str(httpx.QueryParams(params))
            url = f"{path}?{query}" if query else path
        said = self.headers.copy()
        said.update(headers)
        said.setdefault("host", self.base_url.netloc.decode())
        if "accept-encoding" not in httpx.Headers(headers):
            said.pop("accept-encoding", None)  # nothing is packed only to be unpacked here
        if kind:
            said.setdefault("content-type", kind)
        if body or method in ("POST", "PUT", "PATCH"):
            said.setdefault("content-length", str(len(body)))
        if "cookie" not in said and (carried := self._carried(path)):
            said["cookie"] = carried
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": self.base_url.scheme,
            "query_string": query.encode(),
            "headers": [(key.lower(), value) for key, value in said.raw],
            "client": self._from,
            "server": [self.base_url.host, self.base_url.port or (443 if self.base_url.scheme == "https" else 80)],
            "extensions": {"http.response.debug": {}},
            "state": self.app_state.copy(),
        }
        heard = asyncio.run_coroutine_threadsafe(self._called(scope, body), self._loop).result()
        start = heard[0] if heard else {"status": 500}
        said_back = b"" if method == "HEAD" else b"".join(part.get("body", b"") for part in heard[1:])
        answer = httpx.Response(
            start["status"],
            headers=start.get("headers", []),
            stream=httpx.ByteStream(said_back),
            request=httpx.Request(method, str(self.base_url).rstrip("/") + url, headers=said, content=body),
        )
        answer.read()
        if "set-cookie" in answer.headers:
            self.cookies.extract_cookies(answer)
        return answer

    async def _called(self, scope: dict[str, Any], body: bytes) -> list[dict[str, Any]]:
        """What the application sends, from its start to its end."""
        heard: list[dict[str, Any]] = []
        read, ended = False, asyncio.Event()

        async def receive() -> dict[str, Any]:
            nonlocal read
            if read:
                await ended.wait()
                return {"type": "http.disconnect"}
            read = True
            return {"type": "http.request", "body": body}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] in ("http.response.start", "http.response.body"):
                assert (message["type"] == "http.response.start") == (not heard), "an answer is begun once"
                assert not ended.is_set(), "nothing comes after the end of an answer"
                heard.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                ended.set()

        try:
            await self.app(scope, receive, send)
        except Exception:
            if self._raising:
                raise
        return heard

    def _carried(self, path: str) -> str:
        """The cookies that go along, longest path first."""
        secure = self.base_url.scheme == "https"
        kept = sorted(self.cookies.jar, key=lambda cookie: -len(cookie.path))
        return "; ".join(
            f"{cookie.name}={cookie.value}"
            for cookie in kept
            if path.startswith(cookie.path) and (secure or not cookie.secure) and not cookie.is_expired()
        )


def _word(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else "" if value is None else str(value)


def _body(json: Any, data: Any, content: bytes | str | None) -> tuple[bytes, str]:
    """What is sent and its kind, as the library puts it."""
    if content is not None:
        return (content.encode() if isinstance(content, str) else content), ""
    if data:
        fields = ((key, value if isinstance(value, list | tuple) else [value]) for key, value in data.items())
        words = [(key, _word(value)) for key, values in fields for value in values]
        return urlencode(words).encode(), "application/x-www-form-urlencoded"
    if json is not None:
        text = encoding.dumps(json, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode(), "application/json"
    return b"", ""
