"""The short way of a request to its route, for what programs ask most often.

The framework finds out for each request anew what a route depends on. A route whose parameters are the house, the
caller, parts of the path, the name of the command and a body needs none of that: its parts are validated by the very
fields that the framework made of them, and its function is called. Whatever is out of the ordinary (a body that is no
JSON, a part that is not valid) goes the long way, so a refusal reads the same and in the same order.

`Crossing` finds such a route by the last word of its path, before all routes are looked through, and sends its answers
as they are: they are too small to be worth packing.
"""

import contextlib
import json
from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import ResponseValidationError
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from fastapi.routing import APIRoute
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.responses import Response
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.web.kit.api import caller, house_of

JSON = "application/json"
GOOD_MAX = 4096  # parts of paths that one route keeps as good: there are as many as tables
LONG = object()  # this request goes the long way
FAILED = "croupier.failed"  # under which what a route has raised is handed to who answers it


class ShortWay(APIRoute):
    """A route that is answered without the framework where nothing about the request needs it."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._short = _is_plain(self.dependant) and self.response_field is not None
        self._good: set[tuple[str, str]] = set()  # names of tables and such that were found good
        answered = self.response_field
        self._anything = self._short and answered is not None and answered.field_info.annotation == dict[str, Any]

    @property
    def asked_for(self) -> str:
        """The last word of the path of an act that goes the short way; empty: it is a look, or has no such word."""
        last = self.path.rpartition("/")[2]
        return last if self._short and self.methods == {"POST"} and "{" not in last else ""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._short or scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        request = Request(scope, receive)
        answer = await self.answer(request)
        if answer is None:
            body = await request.body() if self.body_field else b""
            await super().handle(scope, _again(body, receive) if self.body_field else receive, send)
        else:
            await answer(scope, receive, send)

    async def answer(self, request: Request) -> Response | None:
        """The answer of the short way; None: this request goes the long way."""
        values = self._values(request, await request.body() if self.body_field else b"")
        if values is LONG:
            return None
        for needed in self.dependant.dependencies:
            if needed.name:
                values[needed.name] = await needed.call(request)  # type: ignore[misc]
        return self._answer(await self.endpoint(**values))

    def _values(self, request: Request, body: bytes) -> Any:
        """What the function takes besides the house and the caller."""
        values: dict[str, Any] = {}
        if self.dependant.request_param_name:
            values[self.dependant.request_param_name] = request
        for field in self.dependant.path_params:
            given = values[field.name] = request.path_params.get(field.alias)
            if (field.name, given) not in self._good and not self._valid(field, values):
                return LONG
            if type(given) is str and values[field.name] == given and len(self._good) < GOOD_MAX:
                self._good.add((field.name, given))
        for field in self.dependant.header_params:
            given = values[field.name] = request.headers.get(field.alias, field.default)
            absent = given is field.default and not field.field_info.is_required()
            if not absent and not self._valid(field, values):
                return LONG
        if self.body_field:
            if not body or request.headers.get("content-type") != JSON:
                return LONG
            try:
                values[self.body_field.name] = json.loads(body)
            except (ValueError, RecursionError):
                return LONG
            for field in self.dependant.body_params:
                if not self._valid(field, values):
                    return LONG
        return values

    def _valid(self, field: Any, values: dict[str, Any]) -> bool:
        """Whether a value is one that its field takes; it is put down as the field reads it."""
        values[field.name], faults = field.validate(values[field.name], values, loc=())
        return not faults

    def _answer(self, made: Any) -> Response:
        if isinstance(made, Response):
            return made
        assert self.response_field is not None
        if self._anything and type(made) is dict:  # whatever is in it is what is meant
            with contextlib.suppress(TypeError):
                return Response(msgspec.json.encode(made), self.status_code or 200, media_type=JSON)
        value, faults = self.response_field.validate(made, {}, loc=("response",))
        if faults:
            raise ResponseValidationError(errors=faults, body=made)
        return Response(self.response_field.serialize_json(value), self.status_code or 200, media_type=JSON)


class Crossing:
    """Where what programs ask most often, and every socket, leaves the long way."""

    def __init__(self, app: ASGIApp, site: FastAPI) -> None:
        self.app = app
        self._routes: dict[str, list[ShortWay]] = {}
        for route in site.router.routes:
            if isinstance(route, ShortWay) and route.asked_for:
                self._routes.setdefault(route.asked_for, []).append(route)
        self._sockets = [route for route in site.router.routes if isinstance(route, WebSocketRoute)]
        handlers = {kind: handler for kind, handler in site.exception_handlers.items() if kind not in (500, Exception)}
        self._router = site.router
        self._across = ExceptionMiddleware(AsyncExitStackMiddleware(_found), handlers=handlers)
        self._refusing = ExceptionMiddleware(_failed, handlers=handlers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            for route in self._routes.get(scope["path"].rpartition("/")[2], ()):
                match, about = route.matches(scope)
                if match is Match.FULL:
                    scope.update(about, router=self._router)
                    await self._cross(route, scope, receive, send)
                    return
        elif scope["type"] == "websocket":  # few of all routes are for sockets, and a thousand may be opened at once
            for socket in self._sockets:
                match, about = socket.matches(scope)
                if match is Match.FULL:
                    scope.update(about, router=self._router)
                    await self._across(scope, receive, send)
                    return
        await self.app(scope, receive, send)

    async def _cross(self, route: ShortWay, scope: Scope, receive: Receive, send: Send) -> None:
        """What answers a refusal and what the long way needs is put up only around a request that comes to it: around
        each it cost a twentieth."""
        request = Request(scope, receive)
        try:
            answer = await route.answer(request)
        except Exception as error:
            scope[FAILED] = error
            await self._refusing(scope, receive, send)
            return
        if answer is None:
            body = await request.body() if route.body_field else b""
            await self._across(scope, _again(body, receive) if route.body_field else receive, send)
        else:
            await answer(scope, receive, send)


async def _found(scope: Scope, receive: Receive, send: Send) -> None:
    await scope["route"].handle(scope, receive, send)


async def _failed(scope: Scope, receive: Receive, send: Send) -> None:
    raise scope[FAILED]


def _is_plain(dependant: Dependant) -> bool:
    """Whether a function takes nothing but what the short way knows."""
    known: tuple[Callable[..., Any], ...] = (caller, house_of)
    return (
        all(needed.call in known for needed in dependant.dependencies)
        and not (dependant.query_params or dependant.cookie_params)
        and len(dependant.body_params) <= 1
        and not dependant.websocket_param_name
        and not dependant.http_connection_param_name
        and not dependant.response_param_name
        and not dependant.background_tasks_param_name
        and not dependant.security_scopes_param_name
    )


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read, to be read once more."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
