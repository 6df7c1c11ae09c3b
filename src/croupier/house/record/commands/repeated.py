"""Commands that act once: whoever asks for something names it, and sent again it gets its first answer.

The answer is kept in the same transaction as what it tells of, so there is no instant at which one is on record
and the other is not. An identifier belongs to one person and to one thing that was asked for.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from croupier.house.record.clock import Sources
from croupier.house.record.commands import receipts
from croupier.house.record.commands.under_way import COMMAND
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx

T = TypeVar("T")
COMMAND_CHARS_MAX = 100
SALT_BYTES = 16


def once(
    sources: Sources, command: str | None, by: str, asked: str, gives: Any, work: Callable[[Tx], T]
) -> Callable[[Tx], T]:
    """A work that is done once for a command; without a command it is what it was.

    `asked` says what it is in full (which slip, which amount): another request under the same identifier is refused.
    `gives` is the type of the answer.
    """
    if not command:
        return work
    if len(command) > COMMAND_CHARS_MAX:
        raise Refused("A command's identifier is too long.", f"At most {COMMAND_CHARS_MAX} characters.")
    content = receipts.digest_of(asked)
    COMMAND.set(command)

    def recalled(tx: Tx) -> T:
        tx.flush()  # the same command may have come twice within this transaction
        known = receipts.recall(tx.conn, command, asked, content, by)
        if known is not None:
            answer: T = msgspec.json.decode(known, type=gives)
            return answer
        done = work(tx)
        receipts.remember(tx, command, asked, content, by, sources.now_us(), msgspec.json.encode(done))
        return done

    return recalled


def written(data: Any) -> str:
    """What somebody asked for or put on a slip, short enough to tell one command from another."""
    return receipts.digest_of(data).hex()[:16]


def unseen(command: str) -> str:
    """What a command is filed under where its answer is worth money: who reads the record must not learn the name."""
    return "sha256-" + hashlib.sha256(command.encode()).hexdigest() if command else ""


def code_of(command: str, salt: bytes, length: int) -> str:
    """A code that only the caller's own identifier opens: the record holds the salt and the identifier's digest."""
    return hmac.digest(command.encode(), b"code " + salt, "sha256")[:length].hex()
