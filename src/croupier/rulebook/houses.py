"""A property and its file: `property.toml` in the folder that holds its rulebooks."""

import tomllib
from pathlib import Path

import msgspec

from croupier.rulebook.faults import Fault, Found, placed, unreadable
from croupier.rulebook.reading import SLUG, Reader

FILE = "property.toml"
KEYS = "title place document successor-of about"


class Property(msgspec.Struct, frozen=True, rename="kebab"):
    """A house. `successor_of` names the same house under its earlier name."""

    name: str
    title: str
    place: str
    document: str = ""
    successor_of: str = ""
    about: str = ""


def read_property(path: Path) -> tuple[Property | None, list[Found]]:
    """The property of a file, and everything that is wrong with it."""
    raw = path.read_bytes()
    try:
        text = raw.decode()
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [unreadable(error, raw)]
    r, name = Reader(), path.parent.name
    r.only(table, "", KEYS)
    house = Property(
        name=name,
        title=r.take(table, "", "title", str),
        place=r.take(table, "", "place", str),
        document=r.take(table, "", "document", str, ""),
        successor_of=r.take(table, "", "successor-of", str, ""),
        about=r.take(table, "", "about", str, ""),
    )
    if not SLUG.match(name):
        r.fault("", f"the folder {name!r} names the property; names are lower case words joined by hyphens")
    if house.successor_of == name:
        r.fault("successor-of", "a property can't succeed itself; expected its earlier name")
    return house, placed(r, text)


def load_property(path: Path) -> Property:
    """The property of a file; raises Fault with every fault in it."""
    house, found = read_property(path)
    if house is None or found:
        raise Fault(f"{path.parent.name}/{FILE}", [str(fault) for fault in found], tuple(found))
    return house
