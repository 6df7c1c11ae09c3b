"""The tests' own caller sends what starlette's client would send, and hears what it would hear."""

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from .client import Client, TestClient

BESIDES = {"accept-encoding"}  # nothing is packed on the short way


async def echo(request: Request) -> JSONResponse:
    headers = {name: value for name, value in sorted(request.headers.items()) if name not in BESIDES}
    told = {"method": request.method, "path": request.url.path, "query": str(request.query_params), "headers": headers}
    answer = JSONResponse(told | {"body": (await request.body()).decode(), "from": request.client.host})  # type: ignore[union-attr]
    answer.set_cookie("seen", "once", path="/echo")
    return answer


async def parts(request: Request) -> StreamingResponse:
    async def said() -> Any:
        for part in ("one ", "two"):
            yield part

    return StreamingResponse(said(), 202)


async def fails(request: Request) -> JSONResponse:
    raise RuntimeError("on purpose")


ROUTES = [Route("/echo{rest:path}", echo, methods=["GET", "POST", "PUT", "DELETE"]), Route("/parts", parts)]
APP = Starlette(routes=[*ROUTES, Route("/fails", fails)])
ASKED: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/echo?a=1&b=%20", {}),
    ("GET", "/echo/%C3%A9", {"params": {"a": ["x", "y z"], "n": 3}}),
    ("GET", "/echo/a b/../é?q=é", {"headers": {"x-csrf": "0"}}),
    ("HEAD", "/echo", {}),
    ("POST", "/echo", {"json": {"é": [1, None, True]}}),
    ("POST", "/echo", {"data": {"a": ["1", 2], "none": None, "yes": True, "text": "é &="}}),
    ("POST", "/echo", {"data": {}}),
    ("PUT", "/echo", {"content": b"as it is", "headers": {"content-type": "text/plain"}}),
    ("DELETE", "/echo", {}),
    ("GET", "/parts", {}),
    ("GET", "/nowhere", {}),
    ("GET", "/fails", {}),
]


@pytest.mark.parametrize(("method", "url", "given"), ASKED)
def test_a_request_arrives_as_by_starlettes_client_and_so_does_its_answer(
    method: str, url: str, given: dict[str, Any]
) -> None:
    options: dict[str, Any] = {"follow_redirects": False, "raise_server_exceptions": False}
    with Client(APP, **options) as ours, TestClient(APP, **options) as theirs:
        for _ in range(2):  # the second time with a cookie
            heard, wanted = (client.request(method, url, **given) for client in (ours, theirs))
            assert (heard.status_code, heard.content) == (wanted.status_code, wanted.content)
            assert heard.headers.items() == wanted.headers.items()
            assert (heard.url, heard.request.method) == (wanted.url, wanted.request.method)
            assert dict(ours.cookies) == dict(theirs.cookies)


def test_an_error_of_the_application_is_raised_where_it_is_not_to_be_answered() -> None:
    with Client(APP, follow_redirects=False) as ours, pytest.raises(RuntimeError, match="on purpose"):
        ours.get("/fails")
