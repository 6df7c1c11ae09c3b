"""Who the house is: the properties that it runs, its name and mark, its time zone, its chips and pits."""

import zoneinfo

import msgspec
from sqlalchemy import Connection

from croupier.house.record.errors import Refused
from croupier.house.record.settings import setting
from croupier.rulebook import properties

HOUSE, CHIPS, PITS = "house", "chips", "pits"  # the names under which the parts are kept
UTC = "UTC"
# The colours that a house may name for its chips, and how they are drawn.
COLOURS = {
    "white": "#EEECE4",
    "red": "#BE2A33",
    "green": "#1C7A4B",
    "black": "#1C2027",
    "purple": "#6A3FA0",
    "yellow": "#E3B320",
    "blue": "#1F66C1",
    "light-blue": "#9CC3E6",
    "pink": "#D8799F",
    "orange": "#C25A1E",
    "brown": "#6B4A2B",
    "grey": "#7C8794",
}


class Profile(msgspec.Struct, frozen=True):
    name: str = ""
    mark: str = ""  # a few letters for the bar
    time_zone: str = ""  # empty: not chosen yet, which is UTC
    properties: tuple[str, ...] = ()

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone or UTC)


class ChipSet(msgspec.Struct, frozen=True):
    """Chips that look alike but for their values; of one property, or of all."""

    name: str
    values: tuple[tuple[int, str], ...]  # cents and colour
    property: str = ""


class PitName(msgspec.Struct, frozen=True):
    name: str
    property: str


def profile(conn: Connection) -> Profile:
    """The house as it stands; nameless and without properties until somebody sets it up."""
    return setting(conn, HOUSE, Profile) or Profile()


def check_property(conn: Connection, place: str) -> None:
    """Refuse a property that this house does not run; one that was never set up may run any of the shelf."""
    if place not in (profile(conn).properties or properties()):
        raise Refused(f"There is no property {place!r}.", "Choose one of this house.")


def chip_sets(conn: Connection, place: str | None = None) -> tuple[ChipSet, ...]:
    """The chips of the house, or those that are good at one property."""
    found = setting(conn, CHIPS, tuple[ChipSet, ...]) or ()
    return tuple(one for one in found if place is None or one.property in ("", place))


def chip_colours(conn: Connection, place: str) -> dict[int, str]:
    """Value in cents -> colour of the chips at a property, highest first; empty where none were chosen."""
    found = {cents: colour for one in chip_sets(conn, place) for cents, colour in one.values}
    return dict(sorted(found.items(), reverse=True))


def pits(conn: Connection, place: str | None = None) -> tuple[PitName, ...]:
    found = setting(conn, PITS, tuple[PitName, ...]) or ()
    return tuple(one for one in found if place is None or one.property == place)
