"""The line: a request that is begun is finished in time, one address holds only so many, and only a proxy that the
house names is believed about whom it speaks for."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from croupier.web.kit.line.caller_limits import USUAL, Limits

Network = IPv4Network | IPv6Network
SLOW = "The request did not arrive in time."
MANY = "Too many connections from this address."
LONG = "The head of the request is too long."
HEAD_BYTES_MAX = 64 * 1024
UNFINISHED = "ASGI callable returned without completing handshake."  # as uvicorn has it


class Wire(HttpToolsProtocol):
    """HTTP/1.1 with a clock on every request: from its first byte (or the connection's opening) to its last."""

    limits = USUAL
    proxies: tuple[Network, ...] = ()
    held: Counter[str] = Counter()
    doors: deque[Callable[[], None]] = deque()  # sockets that wait to be let in
    _clock: asyncio.TimerHandle | None = None
    _counted = False
    _head = 0  # bytes of a head that has not ended
    _headed = _whole = False  # its head, all of it is here

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self._address
        if address and not any(_within(address, one) for one in self.proxies):
            if self.held[address] >= self.limits.connections_of_address:
                self._end(429, MANY)
                return
            self.held[address] += 1
            self._counted = True
        self._start()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._start()
        self._head += len(data)
        super().data_received(data)
        if self._whole:
            self._stop()  # all of it is here; of the next one nothing
        elif not self._headed and self._head > HEAD_BYTES_MAX:
            self._end(431, LONG)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._headed = self._whole = False

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._headed, self._head = True, 0

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._whole = True

    def handle_websocket_upgrade(self) -> None:
        """One socket each turn of the event loop: a thousand that are opened at once let a player's act through."""
        self._leave()  # from here on it counts as a socket
        self.transport.pause_reading()  # who says more before he is answered waits
        self.doors.append(self._through)
        if len(self.doors) == 1:
            self.loop.call_soon(self._open)

    def _open(self) -> None:
        let_in = self.doors.popleft()
        if self.doors:
            self.loop.call_soon(self._open)
        let_in()

    def _through(self) -> None:
        if not self.transport.is_closing():
            super().handle_websocket_upgrade()
            self.transport.resume_reading()

    def _leave(self) -> None:
        self._stop()
        if self._counted:
            self._counted = False
            self.held[self._address] -= 1
            if not self.held[self._address]:
                del self.held[self._address]

    def _start(self) -> None:
        if self._clock is None:
            self._whole = False
            self._clock = self.loop.call_later(self.limits.request_s, self._late)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _late(self) -> None:
        self._clock = None
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()
        else:
            self._end(408, SLOW)

    def _end(self, status: int, says: str) -> None:
        """Say why, and close; the application never hears of it."""
        body = f'{{"error":"{says}","clause":""}}'
        head = f"HTTP/1.1 {status} \r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
        if not self.transport.is_closing():
            self.transport.write(f"{head}\r\nconnection: close\r\n\r\n{body}".encode())
            self.transport.close()


def _within(address: str, network: Network) -> bool:
    try:
        return ip_address(address) in network
    except ValueError:
        return False


def _no_refusal(record: logging.LogRecord) -> bool:
    """A socket that was refused in words is no fault of ours: whoever asks for many would fill the log."""
    return record.msg != UNFINISHED


def serving(app: Any, limits: Limits = USUAL, proxies: tuple[str, ...] = (), **more: Any) -> uvicorn.Config:
    """How an application is served. What a request says about whom it is forwarded for counts only from `proxies`."""
    named = {
        "limits": limits,
        "proxies": tuple(ip_network(one) for one in proxies),
        "held": Counter(),
        "doors": deque(),
    }
    wire = type("HouseWire", (Wire,), named)
    trusted: dict[str, Any] = {"proxy_headers": bool(proxies), "forwarded_allow_ips": list(proxies)}
    config = uvicorn.Config(app, http=wire, log_level="warning", access_log=False, **trusted, **more)
    logging.getLogger("uvicorn.error").addFilter(_no_refusal)
    return config
