"""A patron's own rounds: the list of them with what each came to, and one of them step by step as he saw it."""

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from croupier.house.own_replays import OwnStep, own_step
from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound
from croupier.house.tables.own_history import own_rounds
from croupier.web.audit.pages import Number, Round, replays_of
from croupier.web.audit.view import whole_rounds
from croupier.web.felt import kinds
from croupier.web.felt.reasons import of_round
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.shown import ReasonRound, StationView
from croupier.web.felt.table_view import Look
from croupier.web.kit.context import Floor, floor_of, property_title, required, show
from croupier.web.kit.links import book_link
from croupier.web.kit.page_routes import Pages
from croupier.web.kit.persons import shown_person
from croupier.web.kit.words import plain
from croupier.web.station import compose
from croupier.web.station.view import station

pages = Pages()
ROUNDS = 100


class OwnRound(msgspec.Struct, frozen=True):
    """One round at one step, with what had ended for its reader by then."""

    felt: StationView
    told: ReasonRound
    title: str
    place: str
    book: str
    steps: range
    at: int

    @property
    def step(self) -> int:
        return self.steps.index(self.at) + 1

    def beside(self, by: int) -> int:
        """The entry of the step before or after."""
        return self.steps[max(0, min(len(self.steps) - 1, self.step - 1 + by))]


@pages.get("/history")
async def history(request: Request) -> HTMLResponse:
    who = await required(request)
    rounds, lines = await asyncio.to_thread(_history, floor_of(request), who)
    return show(request, "history.html", me=shown_person(who, None), rounds=rounds, lines=lines)


def _history(floor: Floor, who: Person) -> tuple[list[dict[str, Any]], list[Any]]:
    titles = {table.id: table.settings.title or plain(table.game) for table in floor.tables()}
    with floor.house.storage.reading() as conn:
        rounds = whole_rounds(own_rounds(conn, who.badge, limit=ROUNDS))
        try:
            lines = floor.house.ledger.newest(conn, f"patron:{who.badge}")
        except NotFound:
            lines = []
    return [row | {"title": titles.get(row["table_id"], ""), "net": -row["house_net"]} for row in rounds], lines


@pages.get("/history/{table_id}/{journal}/{round_}")
async def own_round(request: Request, table_id: str, journal: str, round_: Round, at: Number = 0) -> HTMLResponse:
    who = await required(request)
    floor = floor_of(request)
    view = drawn_for(who, await own_step(floor.house, replays_of(floor), who, table_id, journal, round_, at))
    drawn, wheel = compose.felt_of(view.felt), Markup(compose.wheel_symbol(view.felt))
    me = shown_person(who, None)
    return show(request, "own_round.html", me=me, view=view, felt=drawn, wheel=wheel)


def drawn_for(who: Person, step: OwnStep) -> OwnRound:
    """The table of a step, drawn with nothing but what its reader might see then."""
    table, driver, played = step.table, step.driver, played_until(step)
    posting = driver.game.posting
    taken = sum(1 for position in driver.felt.positions if position.patron)
    live = SimpleNamespace(driver=driver, table=table, held=(), ready=set(), occupancy=taken, turns=None)
    felt = station(live, who, [played], 0, property_title(table.property))  # type: ignore[arg-type]
    lying = Look(live, who, [played]).lying  # type: ignore[arg-type]
    told = of_round(posting, played, who.badge, kinds.of(felt.family), lying=lying)
    place, book = property_title(table.property), book_link(posting)
    return OwnRound(felt, told, posting.rulebook.title, place, book, step.steps, step.at)


def played_until(step: OwnStep) -> Played:
    """What a step's round had come to, as reasons and settled chips are made of it."""
    return Played(
        step.round,
        step.at_us,
        step.at,
        events=[one.event for one in step.ended],
        fell=step.fell,
        whose=[one.patron for one in step.ended],
        entries=[one.entry for one in step.ended],
    )
