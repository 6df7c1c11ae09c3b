"""The irregularity desk of a tournament table in a browser: what happened, its facts, the ruling before it is given."""

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from croupier.house.people.persons import Person
from croupier.house.poker_room.table.rulings import Missing
from croupier.house.record.errors import NotFound
from croupier.house.tournaments.poker import acts
from croupier.house.tournaments.poker.plan import stakes_of
from croupier.house.tournaments.poker.rulings import declared, irregularities, of_game, preview
from croupier.house.tournaments.poker.state import Felt
from croupier.poker.rulings.facts import Fact
from croupier.rounds import refusal
from croupier.web.kit.context import BadRequest, body, command_of, floor_of, go, required, show, words
from croupier.web.kit.links import book_path
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.signing import beside, refused_status
from croupier.web.poker.dealer.pages import said
from croupier.web.tournaments.dealer_pages import facts_of
from croupier.web.tournaments.poker_view import Names
from croupier.web.tournaments.structure_input import chips_of

pages = Pages()
DESK = "/poker-tournaments/{tournament}/tables/{number}/rulings"
NUMBER_MAX = 2**31


@pages.get(DESK)
async def desk_page(request: Request, tournament: str, number: int) -> HTMLResponse:
    who = await required(request, "event.deal")
    return await _page(request, who, tournament, number, dict(request.query_params))


async def _page(
    request: Request,
    who: Person,
    name: str,
    number: int,
    values: dict[str, Any],
    wrong: refusal.Refused | None = None,
) -> HTMLResponse:
    live = await floor_of(request).poker_tournaments.live(name)
    if not 0 < number < NUMBER_MAX:
        raise NotFound(f"There is no table {number}.")
    felt, names = live.game.felt(number), Names(live.game, who)
    listed, now = irregularities(felt), floor_of(request).house.sources.now_us()
    level = live.game.level(now)
    here = of_game(felt, live.game.shape(now), stakes_of(live.game.plan, level, felt.chip))
    chosen = next((one for one in listed if one.when == values.get("when")), None)
    found, said = None, ""
    left: tuple[Fact, ...] = ()
    if chosen is not None:
        try:
            found = preview(felt, declared(felt, who.role, chosen.when, 0, *_told(felt, values)))
        except Missing as missing:
            left, said = tuple(missing.left), missing.says
        except refusal.Refused as refused:
            said = refused.says
    seats = tuple((seat.name, names.of(seat.name), n) for n, seat in sorted(felt.table.seats.items()))
    return show(
        request,
        "event_rulings.html",
        refused_status(wrong),
        me=shown_person(who, None),
        name=live.game.plan.name,
        link=f"/poker-tournaments/{name}",
        number=number,
        listed=listed,
        kinds=(("In this game", here), ("In other games", {one.when for one in listed} - here)),
        chosen=chosen,
        asks=_asks(chosen.asks if chosen else [], left),
        values=values,
        found=found,
        said=said if values.get("asked") or left else "",
        wrong=wrong,
        seats=seats,
        hand=felt.hand is not None,
        clock=bool(felt.clock_us),
        given=[one for one in live.game.rulings if one.table == number][-10:],
        book=book_path(felt.room.book),
    )


def _asks(asks: list[Any], left: tuple[Any, ...]) -> list[Any]:
    """Everything that is asked of it, and which ruling where the floor decides."""
    known = {fact.name for fact in asks}
    return [*asks, *(fact for fact in left if fact.name not in known)]


def _told(felt: Felt, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The ruling that was chosen, and the facts as they were typed; amounts are chips."""
    return words(values, "fact-choice", most=80), facts_of(felt, str(values.get("when", "")), values)


@pages.post(DESK)
async def act(request: Request, tournament: str, number: int) -> Response:
    who = await required(request, "event.deal")
    values = await body(request)
    try:
        await _act(request, who, tournament, number, values)
    except refusal.Refused as refused:
        if not beside(request, refused):
            raise
        return await _page(request, who, tournament, number, values, refused)
    return go(DESK.format(tournament=tournament, number=number))


async def _act(request: Request, who: Person, name: str, number: int, values: dict[str, Any]) -> None:
    desk, command = floor_of(request).poker_tournaments, command_of(request, values) or None
    what = words(values, "act", most=20)
    if what == "declare":
        felt = (await desk.live(name)).game.felt(number)
        choice, facts = _told(felt, values)
        await desk.rule(who, name, number, words(values, "when", most=80), 0, choice, facts, command)
    elif what in ("clock", "time-up"):
        await desk.do(who, name, acts.Timed(at_us=0, table=number, role=who.role, up=what == "time-up"), command)
    elif what == "said":
        await desk.do(who, name, _said(number, values), command)
    else:
        raise BadRequest(f"{what!r} is nothing that is done at this desk.")


def _said(number: int, values: dict[str, Any]) -> acts.Say:
    told = said(values, lambda text: chips_of(text, "Chips"))
    return acts.Say(at_us=0, table=number, name=words(values, "patron", most=120), **told)
