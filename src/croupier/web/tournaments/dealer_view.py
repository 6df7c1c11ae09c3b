"""The screen of the dealer at a keyed tournament table: the cash room's own, in chips, with the level and its clock."""

from croupier.house.people.persons import Person
from croupier.house.record.errors import NotFound
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.live.keyed_table import keyed_view
from croupier.house.tournaments.poker.rulings import irregularities
from croupier.web.kit.context import Floor
from croupier.web.poker.dealer.seats import SeatSheet, seat_sheet
from croupier.web.poker.dealer.view import DealerPage, Down, Where, page_of
from croupier.web.poker.hand_log import log_lines
from croupier.web.tournaments.poker_view import level_now
from croupier.web.tournaments.structure_words import blinds_words, chips


def deals_here(live: Live, number: int, who: Person | None) -> bool:
    """Whether this person keys the hands of a table: it is a keyed one, and he may deal."""
    return who is not None and who.may("event.deal") and live.game.plan.live and number in live.game.keyed


async def dealer_page(floor: Floor, name: str, number: int, who: Person) -> DealerPage:
    live, now = await floor.poker_tournaments.live(name), floor.house.sources.now_us()
    felt, level = live.game.felt(number), level_now(live, now)
    link = f"/poker-tournaments/{name}"
    where = Where(
        path=f"{link}/tables/{number}",
        back=f"{link}/desk",
        back_words=f"tournament, table {number}",
        rulings=f"{link}/tables/{number}/rulings",
        level=level.title,
        clock_words=level.clock,
        ends_s=level.ends_s,
        runs=level.runs,
    )
    seen = keyed_view(live, number, now) | {"stakes": blinds_words(live.game.level(now))}
    return page_of(seen, who, live.event.acts, irregularities(felt), Down(), chips, where)


async def tapped_seat(floor: Floor, name: str, number: int, seat: int) -> SeatSheet:
    live = await floor.poker_tournaments.live(name)
    seen = keyed_view(live, number, floor.house.sources.now_us())
    if not 1 <= seat <= len(seen["seats"]):
        raise NotFound(f"There is no seat {seat}.", f"Seats are numbered 1 to {len(seen['seats'])}.")
    named = {one["seat"]: one["name"] for one in seen["seats"] if one["taken"]}
    records = [one for one in seen["hand"]["records"] if one.get("seat") == seat] if seen["hand"] else []
    lines = tuple(line.words for line in log_lines(records, named, 0, chips, of_one=True))
    return seat_sheet(seen, seat, 0, lines, chips)
