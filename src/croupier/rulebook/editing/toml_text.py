"""Writing TOML for people: tables in order, comments between them, long lists over several lines."""

import datetime
import json
import re
import textwrap
from typing import Any

WIDTH = 116
_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


class Page:
    """A file as it grows."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        return "\n".join(self._lines).rstrip() + "\n"

    def line(self, text: str) -> None:
        self._lines.append(text)

    def gap(self) -> None:
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def says(self, text: str) -> None:
        """A comment."""
        for part in text.split("\n"):
            self._lines += textwrap.wrap(part, WIDTH, initial_indent="# ", subsequent_indent="# ")

    def heading(self, text: str) -> None:
        self.gap()
        self._lines.append(f"# {'-' * 20}")
        self.says(text)

    def table(self, address: str, **pairs: object) -> None:
        self.line(f"[{address}]")
        self.pairs(**pairs)

    def entry(self, address: str, **pairs: object) -> None:
        """One more of a list of tables."""
        self.line(f"[[{address}]]")
        self.pairs(**pairs)

    def pairs(self, **pairs: object) -> None:
        for key, value in pairs.items():
            self.line(pair(key, value))


def pair(key: str, value: object) -> str:
    """A key with its value, as one line or a list over several."""
    return f"{_key(key)} = {written(value, WIDTH - len(key) - 3)}"


def _key(key: str) -> str:
    return key if _BARE.match(key) else json.dumps(key, ensure_ascii=False)


def written(value: Any, width: int = WIDTH) -> str:
    """A value as a file has it; a list too long for its line takes one line for each entry."""
    short = _inline(value)
    if len(short) <= width or not isinstance(value, list | tuple) or isinstance(value[0], dict):
        return short
    return listed(value)


def listed(value: Any) -> str:
    """A list over several lines."""
    rows = [_inline(entry) for entry in value]
    if all(isinstance(entry, list | tuple) for entry in value):
        return "[\n" + "".join(f"    {row},\n" for row in rows) + "]"
    filled = textwrap.wrap(", ".join(rows) + ",", WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "[\n" + "\n".join(filled) + "\n]"


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | datetime.date):
        return str(value)
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_inline(entry)}" for key, entry in value.items()) + " }"
            if value
            else "{}"
        )
    if isinstance(value, list | tuple):
        return f"[{', '.join(_inline(entry) for entry in value)}]"
    return json.dumps(str(value), ensure_ascii=False)
