"""Where each word of a TOML text stands, so that a fault can name its line and column.

`tomllib` reads the values and forgets the places. This walks a text that tomllib has accepted once more and notes where
every key, table and entry of a list begins, under an address such as `wagers.ante.pay-tables[1].rows[2]` (entries are
counted from one).
"""

import bisect
import re

_BLANK = " \t\r\n"
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}#\n]*")


class Positions:
    """The addresses of a text with their lines and columns, both counted from one."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._places = Walk(text).places

    def __contains__(self, address: str) -> bool:
        return address in self._places

    def at(self, address: str) -> tuple[int, int]:
        """The line and column of an address; of what holds it where it does not stand in the text itself."""
        while address and address not in self._places:
            address = address[: max(address.rfind("."), address.rfind("["), 0)]
        return self.of(self._places.get(address, 0))

    def of(self, offset: int) -> tuple[int, int]:
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def joined(table: str, key: str) -> str:
    """The address of a key inside a table."""
    return f"{table}.{key}" if table else key


class Walk:
    """One pass over a text that is known to be whole."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.places: dict[str, int] = {}
        self.entries: dict[str, int] = {}  # list of tables -> how many have been opened
        self.spans: dict[str, tuple[int, int]] = {}  # where each value begins and ends
        self.headers: list[tuple[str, int, int]] = []  # what each header opens, where it begins and ends
        table = ""
        while self.skip():
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def skip(self) -> bool:
        """Go to the next word; whether there is one."""
        while self.at < len(self.text):
            if self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.text[self.at] in _BLANK:
                self.at += 1
            else:
                return True
        return False

    def header(self) -> str:
        """`[table]` or `[[list of tables]]`: the address of what it opens."""
        start, double = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        parts = self.key()
        self.at += 2 if double else 1
        address = ""
        for number, (part, place) in enumerate(parts, 1):
            address = joined(address, part)
            last = number == len(parts)
            if last and double:
                self.entries[address] = self.entries.get(address, 0) + 1
            self.places.setdefault(address, place)
            if address in self.entries:
                address = f"{address}[{self.entries[address]}]"
                self.places.setdefault(address, start)
            elif last:
                self.places[address] = place  # the header itself, where a longer one has named it before
        self.headers.append((address, start, self.at))
        return address

    def key(self) -> list[tuple[str, int]]:
        """A key and the places of its parts; leaves the walk at what follows it."""
        parts = []
        while True:
            self.skip()
            start = self.at
            if self.text[start] in "\"'":
                self.string()
                name = self.text[start + 1 : self.at - 1]
            else:
                found = _BARE.match(self.text, start)
                assert found is not None
                name, self.at = found[0], found.end()
            parts.append((name, start))
            self.skip()
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def pair(self, table: str) -> None:
        address = table
        for part, place in self.key():
            address = joined(address, part)
            self.places.setdefault(address, place)
        self.at += 1  # the equals sign
        self.skip()
        self.value(address)

    def value(self, address: str) -> None:
        start = self.at
        self.pass_value(address)
        self.spans[address] = start, start + len(self.text[start : self.at].rstrip())

    def pass_value(self, address: str) -> None:
        sign = self.text[self.at]
        if sign in "\"'":
            self.string()
        elif sign == "[":
            self.list(address)
        elif sign == "{":
            self.inline(address)
        else:
            found = _PLAIN.match(self.text, self.at)
            assert found is not None
            self.at = found.end()

    def list(self, address: str) -> None:
        self.at += 1
        number = 0
        while self.skip() and self.text[self.at] != "]":
            if self.text[self.at] == ",":
                self.at += 1
                continue
            number += 1
            entry = f"{address}[{number}]"
            self.places[entry] = self.at
            self.value(entry)
        self.at += 1

    def inline(self, address: str) -> None:
        self.at += 1
        while self.skip() and self.text[self.at] != "}":
            if self.text[self.at] == ",":
                self.at += 1
            else:
                self.pair(address)
        self.at += 1

    def string(self) -> None:
        """Go behind a string of any of the four kinds."""
        quote = self.text[self.at]
        fence = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(fence)
        while not self.text.startswith(fence, self.at):
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        self.at += len(fence)
        if len(fence) == 3:
            while self.text.startswith(quote, self.at):  # up to two quotes may stand before the last three
                self.at += 1
