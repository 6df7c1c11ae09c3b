"""Changing a rulebook file field by field: what is not touched stays byte for byte, with its comments and its order.

An edit names what it changes by the address that faults name it by: `wagers.aces-up.pay-tables[1].rows`. A text that
is given a value it has already is returned as it is, and a value that is put back leaves the text it had before.
"""

import functools
import re
import tomllib
from typing import Any

from croupier.rulebook.editing.toml_text import listed, pair, written
from croupier.rulebook.positions import Walk

# Sections in the order of a file: a new one goes where it belongs.
ORDER = ("rules", "options", "exclusions", "stages", "wagers", "payout-limits", "irregularities", "procedures")
SECTIONS = (*ORDER, "readings")
_PART = re.compile(r"([A-Za-z0-9_-]+)|\[([1-9]\d{0,5})\]")
_ADDRESS = re.compile(r"^[A-Za-z0-9_-]+(\[[1-9]\d{0,5}\])*(\.[A-Za-z0-9_-]+(\[[1-9]\d{0,5}\])*)*$")


class Misfit(ValueError):
    """An edit that fits nowhere; the message says what was expected."""


def parts(address: str) -> list[str | int]:
    """An address as keys and places in lists, counted from nought."""
    if not _ADDRESS.match(address):
        raise Misfit(f"{address!r} is no address of a field; expected one such as wagers.ante.clause")
    return [word or int(place) - 1 for word, place in _PART.findall(address)]


def look(book: Any, address: str, default: Any = None) -> Any:
    """What a parsed file has at an address."""
    for part in parts(address):
        try:
            book = book[part]
        except (KeyError, IndexError, TypeError):
            return default
    return book


@functools.lru_cache(4)
def _read(text: str) -> dict[str, Any]:
    """A text as data, to be looked at and never changed: many edits ask for one text again."""
    return tomllib.loads(text)


def set_value(text: str, address: str, value: Any) -> str:
    """The text with another value at an address; a key that its table has not is added as its last."""
    book = _read(text)
    if _same(look(book, address), value):
        return text
    walk = Walk(text)
    if address in walk.spans:
        start, end = walk.spans[address]
        return _whole(text[:start] + _like(text[start:end], address, value) + text[end:])
    table, _, key = address.rpartition(".")
    if look(book, address) is not None:
        raise Misfit(f"{address} is a table of its own; change its fields")
    if table in walk.spans:  # an inline table
        inline = look(book, table)
        if not isinstance(inline, dict):
            raise Misfit(f"{table} has no fields")
        return set_value(text, table, {**inline, key: value})
    at = _end_of(text, walk, table)
    return _whole(text[:at] + pair(key, value) + "\n" + text[at:])


def remove(text: str, address: str) -> str:
    """The text without a field, an entry of a list, or a table with all that stands under it."""
    walk = Walk(text)
    for place in [place for place, header in enumerate(walk.headers) if _under(header[0], address)][::-1]:
        start, end = walk.headers[place][1], _block_end(text, walk, place)
        text = text[:start] + text[end:].lstrip("\n") if text[end:].strip() else text[:start].rstrip("\n") + "\n"
    walk = Walk(text)
    if address in walk.spans and (address.endswith("]") or _inside(walk, address)):
        whole, _, last = address.rpartition("[") if address.endswith("]") else address.rpartition(".")
        kept = look(_read(text), whole)
        if isinstance(kept, list):
            kept = [entry for number, entry in enumerate(kept, 1) if number != int(last[:-1])]
        else:
            kept = {key: entry for key, entry in kept.items() if key != last}
        return set_value(text, whole, kept)
    if address in walk.spans:
        start = text.rfind("\n", 0, walk.places[address]) + 1
        end = text.find("\n", walk.spans[address][1])
        text = text[:start] + (text[end + 1 :] if end >= 0 else "")
    return _whole(text)


def add_table(text: str, address: str, pairs: dict[str, Any]) -> str:
    """The text with one more table, such as `wagers.lucky`, behind the last of its section."""
    if look(_read(text), address) is not None:
        raise Misfit(f"there is {address} already; expected another name")
    return _add(text, address, f"[{address}]", pairs)


def add_entry(text: str, address: str, pairs: dict[str, Any]) -> str:
    """The text with one more entry of a list of tables, such as `irregularities`."""
    return _add(text, address, f"[[{address}]]", pairs)


def _add(text: str, address: str, header: str, pairs: dict[str, Any]) -> str:
    parts(address)
    block = "\n".join([header, *(pair(key, value) for key, value in pairs.items())]) + "\n"
    walk = Walk(text)
    section, above = address.partition(".")[0], address.rpartition(".")[0]
    near = [above] if "." in above else []  # what belongs to one wager stands with it
    places = _places(walk, [*near, section, *_before(section)])
    if not places:
        return _whole(text.rstrip("\n") + "\n\n" + block)
    at = _block_end(text, walk, places[-1])
    rest = text[at:]
    gap = "" if rest.startswith("\n") or not rest else "\n"
    return _whole(f"{text[:at]}\n{block}{gap}{rest}")


def _before(section: str) -> list[str]:
    """The sections that stand before one, the nearest first."""
    known = list(SECTIONS)
    return known[: known.index(section)][::-1] if section in known else []


def _places(walk: Walk, addresses: list[str]) -> list[int]:
    """The headers at or under the first of some addresses that has any."""
    for address in addresses:
        if found := [n for n, header in enumerate(walk.headers) if _under(header[0], address)]:
            return found
    return []


def _under(address: str, top: str) -> bool:
    return address == top or address.startswith((f"{top}.", f"{top}["))


def _inside(walk: Walk, address: str) -> bool:
    """Whether a field stands in an inline table."""
    return address.rpartition(".")[0] in walk.spans


def _end_of(text: str, walk: Walk, table: str) -> int:
    """Where the next key of a table goes: behind its last; the head's before the first header."""
    if not table:
        tops = [(span, name) for name, span in walk.spans.items() if "." not in name and "[" not in name]
        first = walk.headers[0][1] if walk.headers else len(text)
        ends = [end for (_, end), _ in tops if end <= first]
        return _line_end(text, max(ends)) if ends else 0
    for place, header in enumerate(walk.headers):
        if header[0] == table:
            return _block_end(text, walk, place)
    raise Misfit(f"there is no {table}; expected a part of this book")


def _block_end(text: str, walk: Walk, place: int) -> int:
    """Where what a header opens ends: behind the line of its last value."""
    _, start, end = walk.headers[place]
    until = walk.headers[place + 1][1] if place + 1 < len(walk.headers) else len(text)
    values = [stop for begin, stop in walk.spans.values() if start < begin < until]
    return _line_end(text, max([end, *values]))


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _like(was: str, address: str, value: Any) -> str:
    """A value in the form that the old one had: rows on lines of their own stay so."""
    if isinstance(value, list) and value and was.startswith("[") and "\n" in was:
        if all(isinstance(entry, dict) for entry in value):
            return "[\n" + "".join(f"    {written(entry)},\n" for entry in value) + "]"
        return listed(value)
    if isinstance(value, dict):
        return written(value)
    key = address.rpartition(".")[2]
    return pair("x" * len(key), value).partition(" = ")[2]


def _same(one: Any, other: Any) -> bool:
    """Equal and of one kind: `1` is not `true`."""
    return written(one) == written(other) if one is not None and other is not None else one is other


def _whole(text: str) -> str:
    """A text that still is a TOML file."""
    try:
        _read(text)
    except tomllib.TOMLDecodeError as error:
        raise Misfit(f"this would leave no whole file: {error}") from None
    return text


def set_rows(text: str, table: str, rows: list[list[str]]) -> str:
    """Other rows of a pay table; where only odds differ, only those change."""
    address = f"{table}.rows"
    was = look(_read(text), address)
    if isinstance(was, list) and [row[:1] for row in was if isinstance(row, list)] == [row[:1] for row in rows]:
        for number, row in enumerate(rows, 1):
            text = set_value(text, f"{address}[{number}][2]", row[1])
        return text
    return set_value(text, address, rows)
