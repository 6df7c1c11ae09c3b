"""A first plan of a house: one that is whole as it stands, to be changed into one's own."""

from croupier.house.people.grants import Grant
from croupier.house.people.profile import UTC, ChipSet, PitName, Profile
from croupier.house.plan.model import HousePlan, PersonPlan, TablePlan
from croupier.house.plan.reading import games_of
from croupier.rulebook import properties

PIT = "Pit 1"
CHIPS = ((500_00, "purple"), (100_00, "black"), (25_00, "green"), (5_00, "red"), (1_00, "white"))
CREW = ("manager", "supervisor", "dealer", "cage", "security", "surveillance")  # whom a first table needs


def first_plan(place: str) -> HousePlan:
    """A house that runs one property of the shelf: each of its games at a table, and one person for each duty."""
    found = properties()[place]
    tables: list[TablePlan] = []
    for game in games_of(place):
        letters = "".join(word[0] for word in game.split("-")).upper()
        number = 1 + sum(table.id.startswith(f"{letters}-") for table in tables)
        tables.append(TablePlan(f"{letters}-{number}", place, game, PIT, "dealer"))
    crew = [PersonPlan(role, role.capitalize(), (Grant(role, place),)) for role in CREW]
    return HousePlan(
        profile=Profile(found.title, "", UTC, (place,)),
        chips=(ChipSet("Value chips", CHIPS),),
        pits=(PitName(PIT, place),),
        tables=tuple(tables),
        people=(PersonPlan("admin", "Administrator", (Grant("administrator"),)), *crew),
    )
