"""Hands at a cash poker table and tournaments at a table, played over HTTP while their servers are killed."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from croupier.games import game_of
from croupier.house.house import House
from croupier.house.poker_room.table import acts as poker_acts
from croupier.house.poker_room.table import live as poker_live
from croupier.house.poker_room.table.chips_in_play import TOKES, account
from croupier.house.poker_room.table.game import Game
from croupier.house.poker_room.table.view import hand_view
from croupier.house.record import accounts, journals, schema
from croupier.house.tables import loading
from croupier.house.tables.own_history import without_memos
from croupier.house.tournaments.table import store
from croupier.house.tournaments.table.play import Purse, turns_of
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.replay import replay
from croupier.rounds.view import view

from ..web.lab import PLACE
from .callers import SIGNED, Callers

ROOM, HANDS = "horseshoe-baltimore", "HANDS"
POKER, TOURNAMENTS = f"/api/v1/room/tables/{HANDS}", "/api/v1/tournaments"
SEATS = {1: "ann", 2: "bea", 3: "cleo"}
ENTRANTS = ("ann", "bea", "cleo", "dora")
BUY_IN, LEAST, FEE, ROUNDS = 200_00, 25_00, 10_00, 2
GAME: dict[str, Any] = {"id": HANDS, "property": ROOM, "form": "holdem", "limit": "no", "small": 3_00}
GAME |= {"blinds": [1_00, 3_00], "least": 100_00, "most": 300_00, "pause_s": 0, "think_s": 0}
PLAYED = acts.Bet | acts.Chosen | acts.Staked
PLAN: dict[str, Any] = {"property": PLACE, "game": "blackjack", "rounds": ROUNDS, "betting_order": "fixed"}
PLAN |= {"advance": 1, "prizes": [60, 40], "entry_cents": FEE}
Standing = dict[str, dict[str, Any]]  # what an API path shows of a table


class Players:
    """What the patrons do, one act after the other, and the staff of their tournaments."""

    def __init__(self, callers: Callers) -> None:
        self._callers, self._chance, self._event = callers, callers.chance, ""

    async def opened(self) -> None:
        """A no-limit game for money, with every seat taken that plays; nobody calls a clock."""
        found = await self._callers.done("spread", "supervisor", "/api/v1/room/tables", GAME)
        assert found["state"] == "open", found
        for seat, badge in SEATS.items():
            await self._act(badge, act="sit", seat=seat, cents=BUY_IN)

    # ---- a hand of poker

    async def hands(self) -> None:
        """The next act of whoever is waited for, or what somebody does between two hands."""
        found = await self._callers.look("supervisor", POKER)
        seats = {one["seat"]: one for one in found["seats"] if one["taken"]}
        if not found["playing"]:
            await self._between(seats)
            return
        waited = [found["turn"]] if found["turn"] else [n for n, one in seats.items() if one["in_hand"]]
        for seat in waited:
            badge = seats[seat]["patron"]
            mine = await self._callers.look(badge, POKER)
            act = self._played(mine, seat)
            if act and await self._act(badge, mine["number"], act="play", seat=seat, **act) < 300:
                return

    def _played(self, mine: dict[str, Any], seat: int) -> dict[str, Any]:
        may, chance = mine["you"]["options"], self._chance.random()
        if may is None:
            return {"verb": "run", "to": 1} if mine["you"]["runs"] else {}
        if chance < 0.03:
            return {"verb": "all-in"}
        if chance < 0.25 and may["least"]:
            return {"verb": "raise", "to": may["least"]}
        if may["check"]:
            return {"verb": "check"}
        return {"verb": "fold" if chance > 0.85 else "call"}

    async def _between(self, seats: Mapping[int, dict[str, Any]]) -> None:
        """Who lost all buys again, who is out comes back; now and then somebody tips or goes out."""
        for seat, one in seats.items():
            if one["busted"]:
                await self._act(one["patron"], act="buy", seat=seat, cents=BUY_IN)
            elif one["status"] == "out":
                await self._act(one["patron"], act="back", seat=seat, post=True)
        chance, seat = self._chance.random(), self._chance.choice(sorted(seats))
        if chance < 0.1:
            await self._act(seats[seat]["patron"], act="toke", seat=seat, cents=1_00)
        elif chance < 0.15:
            await self._act(seats[seat]["patron"], act="out", seat=seat)
        await asyncio.sleep(0.05)  # the next hand is the house's to deal

    async def _act(self, badge: str, number: int | None = None, **about: Any) -> int:
        body = {"act": about} if number is None else {"act": about, "number": number}
        status, _ = await self._callers.send("hand", badge, f"{POKER}/acts", body)
        return status

    # ---- a tournament at a table

    async def tournament(self) -> None:
        """The next thing to be done in the tournament under way, or the next tournament."""
        if not self._event:
            self._event = await self._planned()
            return
        path = f"{TOURNAMENTS}/{self._event}"
        found = await self._callers.look("manager", path)
        about, open_ = found["tournament"], [table for table in found["tables"] if table["heat"] is None]
        done, left = self._callers.done, [badge for badge in ENTRANTS if badge not in found["entries"]]
        if about["state"] == "submitted":
            await done("office", "commission", f"{path}/approval", SIGNED)
        elif about["state"] == "entering" and left:
            await done("entry", left[0], f"{path}/entries", {})
        elif open_:
            await self._round(path, open_[0])
        elif about["state"] in ("entering", "playing"):
            await done("draw", "supervisor", f"{path}/draw", SIGNED | {"stage": about["stage"]})
        elif about["state"] == "over":
            await done("prize", "manager", f"{path}/prizes", SIGNED)
        else:
            self._event = ""

    async def _planned(self) -> str:
        """One table, or two and a final."""
        name = f"T{self._callers.numbers['plan'] + 1}"
        plan = PLAN | {"id": name, "name": name, "seats": self._chance.choice((2, 4))}
        await self._callers.done("plan", "manager", TOURNAMENTS, plan)
        return name

    async def _round(self, path: str, table: dict[str, Any]) -> None:
        """A wager of whose turn it is, everybody's word that there are no more, a decision, or the end."""
        felt = f"/api/v1/tables/{table['table_id']}"
        found = await self._callers.look("supervisor", felt)
        asked, names = found["asked"], table["names"]
        if found["request"] != "Betting":
            await self._decided(felt, found["number"], (asked.get("parts") or [asked])[0], names)
            return
        order = [*range(table["button"], len(names) + 1), *range(1, table["button"])]
        seats = {one["number"]: one for one in found["positions"]}
        lacking = [n for n in order if not seats[n]["wagers"] and seats[n]["chips"] >= LEAST]
        if found["round"] > ROUNDS:
            await self._callers.done("end", "supervisor", f"{path}/tables/{table['table_id']}/end", SIGNED)
            return
        for seat in lacking[:1]:
            bet = {"act": "bet", "position": seat, "wager": "blackjack", "amount": LEAST * self._chance.choice((1, 2))}
            await self._callers.send("heat", names[seat - 1], f"{felt}/acts", {"act": bet, "number": found["number"]})
        for seat in () if lacking else order:
            await self._callers.ask(names[seat - 1], f"{felt}/ready", {"number": found["number"]})

    async def _decided(self, felt: str, number: int, part: dict[str, Any], names: list[str]) -> None:
        """Anything that is offered, and where that can't be done what costs nothing."""
        badge, place = names[part["position"] - 1], {"position": part["position"]}
        if "choices" in part:
            free = [one for one in part["choices"] if not one.get("blocked")]
            last = min(free, key=lambda one: one.get("cost", 0))
            tries = [{"act": "chosen", "name": one["name"]} for one in (self._chance.choice(free), last)]
        else:
            tries = [{"act": "staked", "amount": 0 if part.get("may_decline") else part["least"]}]
        for act in tries:
            status, _ = await self._callers.send("heat", badge, f"{felt}/acts", {"act": act | place, "number": number})
            if status < 300:
                return


# ---- what is on record


def effects(conn: Connection) -> dict[str, int]:
    """How often each family of commands has done what it does."""
    events, tables = store.all_of(conn), schema.tournament_table.c
    hands = [poker_acts.decode(one.payload) for one in journals.entries(conn, f"{HANDS}.1")]
    heats = [one.entry for table in _tables(conn) for one in journals.entries(conn, f"{table.table_id}.1")]
    stages = select(tables.tournament, tables.stage).distinct().subquery()
    return {
        "hand": sum(entry.by.role == "player" for entry in hands),
        "heat": sum(entry.by.role == "player" and isinstance(entry.act, PLAYED) for entry in heats),
        "plan": len(events),
        "office": sum(event.plan.approved is not None for event in events),
        "entry": sum(store.entry_counts(conn).values()),
        "draw": int(conn.scalar(select(func.count()).select_from(stages)) or 0),
        "end": sum(table.heat is not None for table in _tables(conn)),
        "prize": sum(event.state == store.PAID for event in events),
    }


def _tables(conn: Connection) -> list[store.Seated]:
    return [table for event in store.all_of(conn) for table in store.tables(conn, event.id)]


def checked(conn: Connection, house: House) -> Standing:
    """Every chip is where the journals say, and nowhere else; where each table stands that is in the middle of
    something, as a server has to show it."""
    standing = {POKER: _poker(conn, house)}
    for event in store.all_of(conn):
        for table in store.tables(conn, event.id):
            standing[f"/api/v1/tables/{table.table_id}"] = _heat(conn, house, table)
        _purse(conn, house, event)
    return {path: shown for path, shown in standing.items() if shown}


def _poker(conn: Connection, house: House) -> dict[str, Any]:
    """The table as it is read again is the one that its whole journal gives, and the ledger has its chips."""
    live = poker_live.load(conn, house.tables.get(conn, HANDS), house.storage)
    again: Game | None = None
    for stored in journals.entries(conn, live.pages.journal_id):
        again = poker_live.follow(again, poker_acts.decode(stored.payload), live.order)
    assert again is not None
    game, chips = live.game, live.game.balances()
    assert (again.number, again.turn, again.balances()) == (game.number, game.turn, chips)
    balances = house.ledger.balances(conn)
    for name, cents in chips.items():
        assert balances.get(account(name, HANDS, ROOM), 0) == cents, (name, cents)
    purses, bought = [accounts.patron(badge) for badge in SEATS.values()], 0
    for group in house.ledger.groups(conn, table_id=HANDS, limit=10**9):
        bought -= sum(cents for name, cents in group.lines if name in purses)
    assert bought == sum(chips.values()), "what they bought is in front of them, in the pot or in the boxes"
    assert chips[TOKES] >= 0
    if not game.playing:
        return {}  # the house may deal before anybody looks
    return {"playing": True, "number": game.number, "turn": game.turn, "hand": _as_json(hand_view(game, 0))}


def _heat(conn: Connection, house: House, seated: store.Seated) -> dict[str, Any]:
    """The rules give every settlement again; how the table ended, or stands, is what its journal comes to."""
    entries = [stored.entry for stored in journals.entries(conn, f"{seated.table_id}.1")]
    driver = replay(entries, game_of)
    driver.table.audit()
    lies = {n: sum(wager.stake for wager in driver.table.wagers(position=n)) for n in range(1, len(seated.names) + 1)}
    worth = {name: driver.table.chips(n) + lies[n] for n, name in enumerate(seated.names, 1)}
    if seated.heat is not None:
        assert {stand.name: stand.chips for stand in seated.heat.standings} == worth
        assert [one.closed_us for one in journals.of_table(conn, seated.table_id)] != [None]
        return {}
    table = house.tables.get(conn, seated.table_id)
    live = loading.load(conn, table, house.storage, house.sources, house.progressives, house.turns_at)
    turns = turns_of(live)
    assert turns is not None
    assert {stand.name: stand.chips for stand in turns.standings()} == worth
    assert (live.driver.entry, live.driver.number) == (driver.entry, driver.number)
    assert turns.played == driver.felt.round - 1
    shown = view(driver, By("supervisor", "supervisor"))
    without_memos(shown)
    return dict(_as_json(shown))


def _as_json(shown: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(shown))


def _purse(conn: Connection, house: House, event: store.Tournament) -> None:
    """Every fee is in it until the places are paid, and then all of it is where it belongs."""
    purse, paid = Purse(house.ledger, event.id).account, Counter[str]()
    for group in house.ledger.groups(conn, limit=10**9):
        paid[group.kind] += sum(cents for name, cents in group.lines if name == purse)
    fees = FEE * len(store.entries(conn, event.id))
    assert paid["tournament-entry"] == fees
    assert -paid["tournament-prize"] == (fees if event.state == store.PAID else 0)


async def stands(callers: Callers, standing: Standing) -> int:
    """A new server shows every table where the record left it, before anybody acts; how many it shows."""
    for path, shown in standing.items():
        found = await callers.glance("supervisor", path)
        other = {name: (found[name], what) for name, what in shown.items() if found[name] != what}
        assert not other, f"{path} shows, and stood at: {other}"
    return len(standing)
