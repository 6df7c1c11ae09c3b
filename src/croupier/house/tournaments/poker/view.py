"""A poker tournament as each person may see it: the board with clock and pools, tables, the hand under way."""

from typing import Any

import msgspec

from croupier.house.people.persons import Person
from croupier.house.tournaments.poker.keeper import Live
from croupier.house.tournaments.poker.live.director_desk import last_undoable
from croupier.house.tournaments.poker.live.keyed_table import KeyedTable, dealing, timer
from croupier.house.tournaments.poker.state import MINUTE_US, OVER, PLAYING, Felt
from croupier.poker.view import PUBLIC, view


def masked(name: str, who: Person, live: Live) -> str:
    """A player learns of others where they sit, not who they are."""
    if who.role != "player" or name == who.badge:
        return name
    player = live.game.players[name]
    return f"table {player.table} seat {player.seat}" if player.table else "out"


def shown(live: Live, who: Person, now_us: int) -> dict[str, Any]:
    """The board of the tournament."""
    game, event = live.game, live.event
    game.tick(now_us)
    level = game.level(now_us)
    found: dict[str, Any] = {
        "id": event.id,
        "state": game.state,
        "acts": event.acts,
        "plan": msgspec.to_builtins(game.plan),
        "entries": game.entries,
        "left": len(game.left()),
        "registers": game.registers(now_us),
        "level": game.level_index(now_us) + 1,
        "level_ends_s": _left_s(live, now_us),
        "clock_runs": game.state == PLAYING and not game.stopped_us,
        "break": level.is_break,
        "blinds": list(level.blinds),
        "ante": level.ante,
        "chips_in_play": game.in_play(),
        "average": game.in_play() // max(1, len(game.left())),
        "pools": msgspec.to_builtins(game.pools()),
        "pays": [cents for cents, _ in game.pays()],
        "hand_for_hand": game.hand_for_hand(now_us),
        "breaking_order": list(game.breaking),
        "cash_out": game.window,
        "proposed": _proposed(live, who),
        "tables": [_table(live, felt, who) for _, felt in sorted(game.tables.items())],
        "places": [[masked(name, who, live) for name in group] for group in game.places()]
        if game.state == OVER
        else [],
        "you": None,
    }
    if game.plan.live:
        found |= _recorded(live, who)
    mine = game.players.get(who.badge)
    if mine is not None:
        found["you"] = msgspec.to_builtins(mine) | {"stack": game.stack(who.badge)}
    return found


def _proposed(live: Live, who: Person) -> list[dict[str, Any]]:
    """The division of the prizes that waits for everybody's consent, by who would have which share."""
    game = live.game
    return [
        {"name": masked(name, who, live), "you": name == who.badge, "cents": cents, "agrees": name in game.consented}
        for name, cents in game.proposed.items()
        if game.state == PLAYING
    ]


def _recorded(live: Live, who: Person) -> dict[str, Any]:
    """Of a live tournament: what was counted, which tables stand, who went out last."""
    game = live.game
    outs = [one for group in (*game.outs, *(g for of in game.round_outs.values() for g in of)) for one in group]
    return {
        "live": True,
        "counted": game.counted(),
        "counted_us": game.counted_us,
        "keyed": sorted(game.keyed),
        "stopped_tables": game.halted(),
        "round_open": bool(game.round_dealt),
        "undoable": last_undoable(game),
        "outs": [
            {"name": masked(one.name, who, live), "label": game.called(one.name) if who.role != "player" else "",
             "table": one.table, "at_us": game.out_at.get(one.name, 0)}
            for one in outs[-20:]
        ],
    }  # fmt: skip


def _left_s(live: Live, now_us: int) -> int:
    """Seconds until the next level; 0 in the last one."""
    game = live.game
    index = game.level_index(now_us)
    if index + 1 == len(game.plan.levels):
        return 0
    ends = sum(level.minutes for level in game.plan.levels[: index + 1]) * MINUTE_US
    return max(0, ends - game.elapsed_us(now_us)) // 1_000_000


def _table(live: Live, felt: Felt, who: Person) -> dict[str, Any]:
    seats = {}
    for number, seat in sorted(felt.table.seats.items()):
        player = live.game.players[seat.name]
        about = {"stack": live.game.stack(seat.name), "away": player.away, "penalty": player.penalty}
        seats[str(number)] = about | {"name": masked(seat.name, who, live), "you": seat.name == who.badge}
        if player.label and who.role != "player":
            seats[str(number)]["label"] = player.label
    button = felt.table.positions.button
    place = {"table": felt.number, "game": felt.table.form.title, "seats": seats, "button": button}
    return place | {"hand": felt.hand is not None, "done": felt.done}


def hand_shown(live: Live, number: int, who: Person, now_us: int = 0) -> dict[str, Any]:
    """The last hand of a table as this person may see it: his own cards, what was turned up, and no more.

    Staff at a table whose hands are keyed are told what its dealer does next.
    """
    felt = live.game.felt(number)
    now_us = max(now_us, live.game.now_us)
    found: dict[str, Any] = {"acts": live.event.acts, "table": _table(live, felt, who), "hand": None}
    found["timer"] = timer(felt, now_us)
    if who.role != "player" and number in live.game.keyed:
        found["dealing"] = dealing(KeyedTable(live.game, number), now_us)
    hand = felt.table.hand
    if hand is None:
        return found
    names = [_name_at(live, felt, seat, who) for seat in felt.table.order]
    at = live.game.players.get(who.badge)
    mine = at is not None and at.table == number and at.seat in felt.table.order
    viewer = felt.table.order.index(at.seat) if mine and at is not None and felt.hand is not None else PUBLIC
    return found | {"hand": view(hand, viewer, names), "order": list(felt.table.order)}


def _name_at(live: Live, felt: Felt, seat: int, who: Person) -> str:
    there = felt.table.seats.get(seat)
    if there is None:
        return f"seat {seat}"
    return there.name if who.role != "player" or there.name == who.badge else f"seat {seat}"
