"""The plan of a house: everything that somebody decides before the first table opens."""

import msgspec

from croupier.house.people.grants import Grant
from croupier.house.people.profile import ChipSet, PitName, Profile
from croupier.house.tables.life import Settings

FORMAT = 1


class TablePlan(msgspec.Struct, frozen=True):
    id: str
    property: str
    game: str
    pit: str
    mode: str
    settings: Settings = Settings()


class PersonPlan(msgspec.Struct, frozen=True):
    badge: str
    name: str
    roles: tuple[Grant, ...]


class HousePlan(msgspec.Struct, frozen=True):
    profile: Profile
    posted: dict[str, int] = {}
    second_factor: tuple[str, ...] = ()  # roles that sign in with one
    chips: tuple[ChipSet, ...] = ()
    pits: tuple[PitName, ...] = ()
    tables: tuple[TablePlan, ...] = ()
    people: tuple[PersonPlan, ...] = ()


class SetUp(msgspec.Struct, frozen=True):
    """What setting up a house made: the one-time passwords are shown once."""

    tables: int
    people: int
    passwords: dict[str, str] = {}
