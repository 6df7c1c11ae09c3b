"""The hands of a file, one by one: a hand that cannot be read comes as its error and costs no other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.poker.errors import PHHError
from croupier.poker.phh import site_text
from croupier.poker.phh.text import parse

_TABLE = re.compile(r"^\s*\[([^\[\]]*)\]?\s*(?:#.*)?$", re.MULTILINE)


def read_text(path: Path | str) -> str:
    """The text of a file, as it is stored."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise PHHError("phh-toml", "the file is not text in UTF-8") from None


def hands_in(text: str) -> list[dict[str, Any] | PHHError]:
    """The hands of a .phh, a .phhs or a site's text, which is known by its first line."""
    if site_text.is_one(text):
        return list(site_text.hands(text))
    try:
        return list(_tables(parse(text)))
    except PHHError as error:
        parts = list(_parts(text))
        return parts if len(parts) > 1 else [error]


def _tables(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if not data:
        raise PHHError("phh-field", "the file has no hand in it: not even the field 'variant'")
    if "variant" in data:
        yield data
        return
    for value in data.values():
        if not isinstance(value, dict):
            raise PHHError("phh-field", "a hand needs the field 'variant'")
        yield value


def _parts(text: str) -> Iterator[dict[str, Any] | PHHError]:
    """A text that is no TOML as a whole, cut before every table: each part is read by itself."""
    heads = list(_TABLE.finditer(text))
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else len(text)
        try:
            if not head[0].split("#")[0].rstrip().endswith("]"):
                raise PHHError("phh-toml", f"the head of a hand, {head[0].strip()!r}, has no closing bracket")
            yield parse(text[head.end() : end])
        except PHHError as error:
            yield error


def read(text: str) -> list[dict[str, Any]]:
    """The hands of a text, where every one of them can be read."""
    hands = hands_in(text)
    for hand in hands:
        if isinstance(hand, PHHError):
            raise hand
    return [hand for hand in hands if not isinstance(hand, PHHError)]
