"""The person at the head of a page."""

import asyncio

from croupier.house.people.persons import Person
from croupier.house.tables.live import Live
from croupier.web.felt.shown import ShownPerson
from croupier.web.kit.context import Floor

# What the bar and the menu lead to, and the permission that each of these pages asks for: of any of somebody's roles,
# whichever he acts in.
LEADS = {
    "own": "cage.own",
    "cage": "cage.exchange",
    "stations": "payout.hand",
    "pit": "table.watch",
    "studio": "draft.read",
    "audit": "audit.read",
    "people": "people.read",
    "house": "house.confirm",
}


def shown_person(who: Person | None, balance: int | None, live: Live | None = None) -> ShownPerson:
    if who is None:
        return ShownPerson()
    player = who.role == "player"
    return ShownPerson(
        role=who.role or "visitor",  # of a property at which he has no role
        name=who.name,
        initials=initials(who.name),
        badge=who.badge,
        balance=balance if player else None,
        demo=player and live is not None and live.table.settings.demo,
        seated=live is not None,
        chips="Tournament chips" if live is not None and live.table.settings.tournament else "",
        leads=tuple(page for page, act in LEADS.items() if who.may(act)),
    )


async def balance_of(floor: Floor, who: Person | None) -> int | None:
    """What the head of a page shows; a socket does not send it again."""
    return await asyncio.to_thread(floor.worth, who.badge) if who is not None and who.role == "player" else None


def initials(name: str) -> str:
    parts = [p for p in name.replace("-", " ").split() if p]
    return "".join(p[0] for p in parts[:2]).upper() or "–"
