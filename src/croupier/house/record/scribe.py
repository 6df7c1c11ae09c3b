"""The scribe: a process of its own that writes everyday acts of the tables on another core, while the tables play on.

Python runs one thread of a process at a time, so a house whose tables are busy hands what such acts put on record
(`everyday.py`) to another process, which commits what has come together and answers when it is safe. It keeps no
promise less than the writer's thread, and there is one order for both: while anything is under way at the thread,
everyday acts go there too, and the thread begins only when the scribe has answered everything (`drain`).

- What the scribe could not write is undone there, and the thread does it once more, act by act, as ever.
- Where the scribe dies, nobody knows of what it had not answered whether it is on record. Whoever waits is told so and
  looks, as for a connection that was lost: a keeper recalls the command or does it again. The house goes on with its
  thread, and begins another scribe later.
- Where it neither answers nor ends, the house ends it after a while (`alarms.py`), and goes on as where it died.
- Where the house dies, the scribe ends what it has been given, and then itself.

It is begun when a server's tables are busy, and not before: it takes a second to come and some memory.
"""

import asyncio
import contextlib
import gc
import logging
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from sqlalchemy.exc import OperationalError

from croupier.house.record.clock import Sources
from croupier.house.record.database.storage import Storage
from croupier.house.record.errors import Refused
from croupier.house.record.everyday import Everyday
from croupier.house.record.ledger import COUNTER as LEDGER
from croupier.house.record.ledger import Ledger
from croupier.house.record.sealing import seals
from croupier.house.record.writer import Commits, Then, Tx, Writer

LOG = logging.getLogger("croupier")
BUSY_ACTS = 100  # within a second: then the scribe is worth its memory
BUSY_S = 1.0
AGAIN_S = 10.0  # after one has died
ENDS_S_MAX = 10.0
TOGETHER = 4  # acts at least that are handed over before a turn of the loop ends
PORTIONS = 6  # in which what is under way is handed over: the scribe takes what has come, and waits for no turn's end
CHUNK_BYTES = 1 << 20
SELDOM = (20_000, 20, 20)  # as a server collects its garbage
READY, JOINED, WRITTEN, UNDONE, UNKNOWN = b"!", b"j", b"w", b"u", b"?"  # joined: on record with the next

_LENGTH = struct.Struct("<I")


class Hello(msgspec.Struct, frozen=True):
    """What it has to know first; nothing of it is shown to who lists the processes."""

    url: str
    owner: str
    revision: str | None


class Handed(msgspec.Struct, frozen=True, array_like=True):
    """Acts that are handed over together, and when."""

    at_us: int
    acts: list[Everyday]


Asked = tuple[Everyday, Then]
Outcome = tuple[Asked, bytes]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Handed).decode


def framed(message: bytes) -> bytes:
    return _LENGTH.pack(len(message)) + message


# ---- the house's side


class Scribe:
    """The house's hold on it. Without one, or while something else is written, acts go to the writer's thread."""

    def __init__(self, writer: Writer, ledger: Ledger, sources: Sources) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._writer = writer
        self._ledger = ledger
        self._now_us = sources.now_us
        self._loop: asyncio.AbstractEventLoop | None = None  # of the server that it may serve
        self._lock = threading.Lock()  # held while anything below is touched; nobody in the loop waits for it
        self._sock: socket.socket | None = None
        self._ready = False
        self._turn: list[Asked] = []  # what the loop's turn has gathered
        self._flying: deque[list[Asked]] = deque()  # handed over and not answered
        self._most = 0  # acts that were under way at once, lately
        self._unsent = b""
        self._moved_s = 0.0  # when it last answered while something waited, or was given something to wait for
        self._since = self._not_before = 0.0
        self._acts = 0
        writer.aside = self

    def serve(self) -> None:
        """From here on a busy house may have one, where there is a core for it."""
        if _cores() > 1:
            self._loop = asyncio.get_running_loop()

    @property
    def writes(self) -> bool:
        """Whether one is there."""
        return self._ready

    @property
    def silent_s(self) -> float:
        """How long it has answered nothing of what waits for it; whatever else is written waits behind that."""
        return time.monotonic() - self._moved_s if self._flying else 0.0

    def end(self) -> None:
        """End one that neither answers nor ends: what it had not written is undone with it, what it had is found on
        record. Where the disk holds it, it ends when the disk goes on."""
        if self.process is not None:
            self.process.kill()

    def record(self, act: Everyday, then: Then) -> None:
        """From within an event loop: `then` is called there when it is on record, or with what went wrong."""
        loop = asyncio.get_running_loop()
        wanted = loop is self._loop and (self._ready or self._busy(loop.time())) and self._writer.idle
        if wanted and self._lock.acquire(blocking=False):
            try:
                if self._ready:
                    self._take((act, then), loop)
                    return
                if self._sock is None:
                    self._begin(loop)
            finally:
                self._lock.release()
        self._writer.write_then(self._work(act), then, everyday=True)

    def _take(self, asked: Asked, loop: asyncio.AbstractEventLoop) -> None:
        self._turn.append(asked)
        if len(self._turn) == 1:
            loop.call_soon(self._turn_ends)
        elif len(self._turn) >= max(TOGETHER, self._most // PORTIONS):
            self._hand_over()

    def _work(self, act: Everyday) -> Callable[..., None]:
        return partial(act.write, ledger=self._ledger)

    def _busy(self, now_s: float) -> bool:
        if now_s > self._since + BUSY_S:
            self._since, self._acts = now_s, 0
        self._acts += 1
        return self._acts >= BUSY_ACTS and now_s >= self._not_before

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """It is there as soon as it says so."""
        storage = self._writer.storage
        hello = Hello(storage.url.render_as_string(hide_password=False), self._writer.owner, storage.revision)
        self._not_before = loop.time() + AGAIN_S
        mine, its = socket.socketpair()
        with its:
            try:
                command = [sys.executable, "-P", "-m", "croupier.house.record.scribe", str(its.fileno())]
                self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[its.fileno()])
            except OSError as error:
                mine.close()
                LOG.warning("no process could be begun to write for the tables: %s", error)
                return
        self._sock = mine
        self._send(framed(_encode(hello)))
        loop.add_reader(mine, self._heard)

    def _turn_ends(self) -> None:
        if self._lock.acquire(blocking=False):  # else it is drained, and that takes this along
            try:
                self._hand_over()
            finally:
                self._lock.release()

    def _hand_over(self) -> None:
        if self._turn and self._sock is not None:
            if not self._flying:
                self._moved_s = time.monotonic()
            self._flying.append(self._turn)
            self._most = max(sum(map(len, self._flying)), self._most - 1)
            self._send(framed(_encode(Handed(self._now_us(), [act for act, _ in self._turn]))))
            self._turn = []

    def _send(self, frame: bytes) -> None:
        before, self._unsent = self._unsent, self._unsent + frame
        if not before:
            self._push()

    def _push(self) -> None:
        """Send what it takes without waiting."""
        sock, loop = self._sock, self._loop
        assert sock is not None
        assert loop is not None
        with contextlib.suppress(OSError):  # full; or it has ended, which is heard
            self._unsent = self._unsent[sock.send(self._unsent, socket.MSG_DONTWAIT) :]
        if self._unsent:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._rest_goes)

    def _rest_goes(self) -> None:
        if self._sock is not None and self._loop is not None:
            self._loop.add_writer(self._sock, self._takes_more)

    def _takes_more(self) -> None:
        if self._lock.acquire(blocking=False):
            try:
                if self._sock is not None and self._loop is not None:
                    self._loop.remove_writer(self._sock)
                    if self._unsent:
                        self._push()
            finally:
                self._lock.release()

    # ---- its answers

    def _heard(self) -> None:
        if not self._lock.acquire(blocking=False):  # the writer's thread hears it
            return
        try:
            outcomes = self._read()
        finally:
            self._lock.release()
        self._answer(outcomes)

    def _read(self) -> list[Outcome]:
        if self._sock is None:
            return []
        try:
            said = self._sock.recv(CHUNK_BYTES, socket.MSG_DONTWAIT)
        except BlockingIOError:  # the writer's thread has read what the loop was told of: nobody waits for more of it
            return []
        except OSError:
            said = b""
        if not said:
            return self._gone()
        self._moved_s = time.monotonic()
        outcomes: list[Outcome] = []
        for one in map(said.__getitem__, map(slice, range(len(said)), range(1, len(said) + 1))):
            if one == READY:
                self._ready = True
                continue
            acts = self._flying.popleft()
            outcomes += [(asked, one) for asked in acts]
            if one in (JOINED, WRITTEN):
                self._writer.count(int(one == WRITTEN), len(acts), len(acts))
        return outcomes

    def _gone(self) -> list[Outcome]:
        LOG.warning("the process that writes for the tables has ended; the house writes by itself")
        outcomes = [(asked, UNKNOWN) for acts in self._flying for asked in acts]
        outcomes += [(asked, UNDONE) for asked in self._turn]
        self._let_go(kill=True)
        return outcomes

    def _let_go(self, *, kill: bool) -> None:
        sock, process, self._sock, self.process = self._sock, self.process, None, None
        self._flying.clear()
        self._turn, self._unsent, self._ready = [], b"", False
        if sock is None or process is None:
            return
        if kill:
            process.kill()
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._forget, sock)
        except RuntimeError:  # the loop has closed
            sock.close()
        threading.Thread(target=_ended, args=(process,), name="scribe-ends", daemon=True).start()

    def _forget(self, sock: socket.socket) -> None:
        if self._loop is not None:
            self._loop.remove_reader(sock)
            self._loop.remove_writer(sock)
        sock.close()

    def _answer(self, outcomes: list[Outcome]) -> None:
        for (act, then), outcome in outcomes:
            if outcome in (JOINED, WRITTEN):
                then(None, None)
            elif outcome == UNKNOWN:
                lost = ConnectionResetError("the process that writes has ended before it answered")
                then(None, OperationalError(None, None, lost))
            else:
                try:
                    self._writer.write_then(self._work(act), then, everyday=True)
                except Refused as error:  # the house is closing
                    then(None, error)

    # ---- from the writer's thread

    def drain(self) -> None:
        """Return when everything that was handed over is on record, or known not to be."""
        with self._lock:
            outcomes = self._drained()
        self._tell(outcomes)

    def close(self) -> None:
        with self._lock:
            outcomes = self._drained()
            process = self.process
            self._let_go(kill=not self._ready)
        self._tell(outcomes)
        if process is not None:
            _ended(process)

    def _drained(self) -> list[Outcome]:
        outcomes: list[Outcome] = []
        self._hand_over()
        while self._sock is not None and self._flying:
            waits = select.poll()
            waits.register(self._sock, select.POLLIN | (select.POLLOUT if self._unsent else 0))
            if any(happened & ~select.POLLOUT for _, happened in waits.poll()):
                outcomes += self._read()
            elif self._unsent:
                self._push()
        return outcomes

    def _tell(self, outcomes: list[Outcome]) -> None:
        if outcomes and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has closed: nobody waits
                self._loop.call_soon_threadsafe(self._answer, outcomes)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ended(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(ENDS_S_MAX)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# ---- its own side


def main() -> None:
    """Write what comes until nothing comes any more."""
    for ended in (signal.SIGINT, signal.SIGTERM):  # are the house's to hear: it ends this one when it has ended itself
        signal.signal(ended, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as sock, contextlib.suppress(ConnectionError):
        messages = _messages(sock)
        said = next(messages, None)
        if said is not None:
            gc.collect()
            gc.freeze()
            gc.set_threshold(*SELDOM)
            _write(sock, msgspec.msgpack.decode(said[0], type=Hello), messages)


def _write(sock: socket.socket, hello: Hello, messages: Iterator[list[bytes]]) -> None:
    at_us = 0
    storage = Storage(hello.url)
    storage.revision = hello.revision
    commits, ledger = Commits(storage, hello.owner), Ledger(Sources(lambda: at_us))
    sock.sendall(READY)
    with contextlib.closing(storage), commits.kept:
        for some in messages:
            handed = [_decode(message) for message in some]
            at_us = handed[-1].at_us
            acts = [partial(act.write, ledger=ledger) for one in handed for act in one.acts]
            done = commits.together([_counted, *acts])
            if done is None:
                sock.sendall(UNDONE * len(some))
            elif done[0][1] is not None:
                sock.sendall(UNKNOWN * len(some))
            else:
                sock.sendall(JOINED * (len(some) - 1) + WRITTEN)


def _counted(tx: Tx) -> None:
    """Every commit of acts counts on the book's groups and the seals."""
    tx.lock_series(LEDGER, seals.COUNTER)


def _messages(sock: socket.socket) -> Iterator[list[bytes]]:
    """All whole messages that have come, at least one."""
    got = bytearray()
    while some := sock.recv(CHUNK_BYTES):
        got += some
        whole, at = [], 0
        while len(got) >= at + _LENGTH.size:
            ends = at + _LENGTH.size + _LENGTH.unpack_from(got, at)[0]
            if len(got) < ends:
                break
            whole.append(bytes(got[at + _LENGTH.size : ends]))
            at = ends
        del got[:at]
        if whole:
            yield whole


if __name__ == "__main__":
    main()
