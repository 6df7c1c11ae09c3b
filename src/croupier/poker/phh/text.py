"""The text of a PHH file as fields. Its TOML is plain, one field a line: it is read far faster than TOML at large."""

import json
import tomllib
from decimal import Decimal
from typing import Any

from croupier.poker.errors import PHHError


class _Unusual(Exception):
    """Something that only the full parser may judge."""


def parse(text: str) -> dict[str, Any]:
    """The fields, as the TOML parser gives them: decimals as `Decimal`."""
    try:
        return _plainly(text)
    except (_Unusual, ValueError, RecursionError):
        pass
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PHHError("phh-toml", f"the file is no TOML, it may have been cut off: {error}") from None
    except (ValueError, ArithmeticError) as error:  # numbers that no machine holds
        raise PHHError("phh-toml", f"the file has a value that cannot be read: {error}") from None


def _plainly(text: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    table = data
    for line in text.split("\n"):
        line = line.strip()
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            name = line[1:-1].strip()
            if not line.endswith("]") or not name.isdigit() or name in data:
                raise _Unusual
            table = data[name] = {}
            continue
        key, equals, value = line.partition(" = ")
        if not equals or not key.isidentifier() or key in table:
            raise _Unusual
        table[key] = _value(value, line, key)
    return data


def _value(value: str, line: str, key: str) -> Any:
    """Strings, numbers and lists of them, where TOML and JSON agree; anything else goes to the TOML parser."""
    if "\\" not in value and "#" not in value and "{" not in value and not ("'" in value and '"' in value):
        try:
            found = json.loads(value.replace("'", '"'), parse_float=Decimal, parse_constant=_refuse)
        except ValueError:
            pass
        else:
            if found is not None and "null" not in value:
                return found
    return tomllib.loads(line, parse_float=Decimal)[key]


def _refuse(word: str) -> Any:
    raise ValueError(word)
