"""What a player of a demonstration asks of its clerk, for programs: in, out again, a rebuy, an add-on, or back."""

from typing import Any, Literal

from fastapi import APIRouter

from croupier.demo import poker_tournament as demo
from croupier.web.kit.api import ERRORS, PREFIX, Caller, Command, House, Key, allow

api = APIRouter(prefix=f"{PREFIX}/poker-tournaments", tags=["poker tournaments"], responses=ERRORS)


@api.post("/{tournament}/own/{act}", summary="In a demonstration its clerk does it for you; elsewhere staff do")
async def own(
    floor: House,
    who: Caller,
    tournament: Key,
    act: Literal["enter", "withdraw", "rebuy", "add-on", "back"],
    command: Command,
) -> dict[str, Any]:
    """Where you sit then; 0 while you have no seat."""
    allow(who, "event.play")
    desk = floor.poker_tournaments
    await demo.asked(desk, who, tournament, act, command or None, here=floor.demo)
    player = (await desk.live(tournament)).game.players.get(who.badge)
    return {"table": player.table if player else 0, "seat": player.seat if player else 0}
