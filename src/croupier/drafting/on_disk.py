"""A rulebook's file on one's own machine: read as it stands, saved whole or not at all, never over somebody else's
change."""

import contextlib
import hashlib
import os
import shutil
import tempfile
import threading
import tomllib
from pathlib import Path

import msgspec

from croupier.house.record.errors import Refused, Stale
from croupier.rulebook.editing.fields import Misfit
from croupier.rulebook.editing.merging import Edit, apply
from croupier.rulebook.faults import unreadable

FILE_BYTES_MAX = 2_000_000


class FileStanding(msgspec.Struct, frozen=True):
    """The file as it was read, and what tells this state from every other."""

    text: str
    digest: str


class OwnFile:
    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # a link stays one: what it leads to is what is written
        self._saving = threading.Lock()

    def read(self) -> FileStanding:
        """What is on disk now; refused, with the place, where it is no TOML."""
        try:
            if self.path.stat().st_size > FILE_BYTES_MAX:
                raise Refused(f"{self.path.name} is too large.", f"A rulebook has at most {FILE_BYTES_MAX:,} bytes.")
            raw = self.path.read_bytes()
        except OSError as error:
            raise Refused(f"{self.path} can't be read: {error.strerror}.") from None
        try:
            text = raw.decode()
            tomllib.loads(text)
        except ValueError as error:
            found = unreadable(error, raw)
            raise Refused(f"{self.path}:{found.line}:{found.column}: {found.says}.") from None
        return FileStanding(text, hashlib.sha256(raw).hexdigest())

    def edit(self, seen: str, edits: list[Edit]) -> FileStanding:
        """Change some fields of the file as somebody saw it; it stays as it is where it has changed since."""
        with self._saving:
            there = self.as_seen(seen)
            try:
                text = apply(there.text, edits)
            except Misfit as error:
                raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.", "Nothing was changed.") from None
            if text != there.text:
                self._replace(seen, text.encode())
            return self.read()

    def as_seen(self, seen: str) -> FileStanding:
        """What is on disk, if it is still what somebody saw."""
        there = self.read()
        if there.digest != seen:
            raise Stale(
                f"{self.path.name} has changed on disk since this page was made; nothing was saved.",
                "What is on disk now is shown, and what you typed stands in the form; save again to keep it.",
            )
        return there

    def _replace(self, seen: str, raw: bytes) -> None:
        """Write beside the file and put it in its place: whoever reads it finds the old text or the new, whole."""
        try:
            handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        except OSError as error:
            raise Refused(f"{self.path.parent} can't be written to: {error.strerror}.") from None
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(self.path, name)
            self.as_seen(seen)
            os.replace(name, self.path)
        except OSError as error:
            raise Refused(f"{self.path} can't be written: {error.strerror}.", "Nothing was changed.") from None
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)
