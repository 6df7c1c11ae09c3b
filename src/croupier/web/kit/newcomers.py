"""Who comes to sit down or to enter: himself, a guest with demo chips, or somebody who must sign in first."""

import asyncio

import msgspec
from fastapi import Request
from fastapi.responses import Response

from croupier.house.cage.exchange import Slip
from croupier.house.people.permissions import require
from croupier.house.people.persons import SESSION_US_MAX, Person
from croupier.house.record import accounts
from croupier.house.record.errors import Forbidden, Refused
from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.web.kit import guard
from croupier.web.kit.context import DEMO_CENTS, Floor, MustChange, SignIn, person

GUEST_S = 86_400  # how long a guest's browser knows him


class Arrival(msgspec.Struct, frozen=True):
    """A person at the door. A guest who was made just now has a token that his browser is to keep."""

    who: Person
    token: str = ""

    @property
    def new(self) -> bool:
        return bool(self.token)

    def answer(self, floor: Floor, answer: Response) -> Response:
        """What he is answered with; a new guest's browser remembers him from here on."""
        return keep(answer, floor, self.token, GUEST_S) if self.new else answer


async def arrive(request: Request, floor: Floor, property_: str, path: str, *, demo: bool) -> Arrival:
    """Who asks for a place at this property. Where demo chips are played (`demo`) a visitor becomes a guest; elsewhere
    he signs in and comes back to `path`."""
    who, token = await person(request), ""
    if who is not None and who.unfinished:
        raise MustChange("Finish signing in on your account's page first.")
    if who is None:
        if not (floor.demo and demo):
            raise SignIn(path)
        who, token, _ = await new_guest(request, floor, property_, "Demo patron")
    request.state.who = who  # so that a refusal further on is logged under this badge
    return Arrival(who, token)


async def new_guest(request: Request, floor: Floor, property_: str, name: str) -> tuple[Person, str, Slip]:
    """A visitor becomes a guest with demo chips, where these are given out at all."""
    floor.guests.check(guard.caller_of(request))
    if not floor.demo or property_ not in floor.houses():
        raise Forbidden("No demo chips are given out here.", "Sign in with a badge.")
    who, token = await asyncio.to_thread(floor.house.people.guest, name)
    return who, token, await floor.cage.demo_chips(property_, who.badge, DEMO_CENTS)


async def purse_of(floor: Floor, who: Person, property_: str, *, demo: bool) -> int:
    """What a player has with the house to sit down or to enter with; where demo chips are played (`demo`) nobody comes
    with none."""
    purse = await asyncio.to_thread(floor.purse, who.badge)
    if purse > 0 or not (floor.demo and demo and who.role == "player"):
        return purse
    return await _demo_purse(floor, who, property_)


async def _demo_purse(floor: Floor, who: Person, property_: str) -> int:
    """What a demo patron brings who has all his chips elsewhere: he leaves the seats he is not playing at, as people do
    who walk to another table; only where nothing can move are there fresh chips."""
    for seat in await asyncio.to_thread(_seats_with_chips, floor, who.badge):
        live = await floor.house.glance(seat)
        if not isinstance(live, Live):
            continue
        mine = [p.number for p in live.driver.felt.positions if p.patron == who.badge]
        playing = any(wager.position in mine for wager in live.driver.felt.wagers)
        if live.table.settings.demo and live.driver.seating and not playing:
            for number in mine:
                await floor.house.answer(seat, who, acts.Leave(number))
    purse = await asyncio.to_thread(floor.purse, who.badge)
    if purse > 0:
        return purse
    await floor.cage.demo_chips(property_, who.badge, DEMO_CENTS)
    return DEMO_CENTS


def _seats_with_chips(floor: Floor, badge: str) -> list[str]:
    """Tables where a patron has chips in front of him."""
    with floor.house.storage.reading() as conn:
        found = floor.house.ledger.balances(conn, accounts.patron(badge))
    mine = f"patron:{badge}@"
    return [name.removeprefix(mine) for name, cents in found.items() if name.startswith(mine) and cents > 0]


async def more_demo_chips(floor: Floor, who: Person, property_: str, command: str) -> Slip:
    """Demo chips for a player who has none left, where they are given out at all."""
    require(who.acting("cage.own").role, "cage.own")
    if not floor.demo:
        raise Refused("No demo chips are given out here.", "Buy in at the cage.")
    return await floor.cage.demo_chips(property_, who.badge, DEMO_CENTS, least=DEMO_CENTS, command=command)


def keep(answer: Response, floor: Floor, token: str, age_s: int = SESSION_US_MAX // 1_000_000) -> Response:
    """The browser keeps who it is signed in as; with age 0 it forgets."""
    answer.headers.append("set-cookie", guard.cookie(guard.SESSION, token, floor.secure, age_s))
    return answer
