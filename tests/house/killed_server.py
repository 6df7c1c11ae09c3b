"""A real server that is killed at any instant while the whole house is at work over HTTP, counted through each time."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy import Connection, func, select

from croupier.demo.furnish import PASSWORD, furnish
from croupier.equipment.cards import parse_card
from croupier.house import proving
from croupier.house.cage.exchange import Cage
from croupier.house.house import House
from croupier.house.money.progressives import CONTRIBUTION, MILLION
from croupier.house.record import accounts, journals, schema
from croupier.house.record.clock import HOUR_US, Sources, day_of
from croupier.house.record.commands.repeated import unseen
from croupier.house.record.database.storage import Storage, stored_bytes
from croupier.house.tournaments.poker import store
from croupier.rounds import acts

from ..web.lab import CHEAP, PLACE
from ..web.server import LATE_S
from ..web.test_processes import Process
from . import killed_play
from .callers import SIGNED, Callers

BALTIMORE, EVENT = "horseshoe-baltimore", "/api/v1/poker-tournaments"
RULES = "/api/v1/approvals/oneida/four-card-poker/2024-09-11"
DEALT, FILLED, METER = "PRG-9", "TCP-111", "three-card"
PATRONS = [(name, name.title(), "player") for name in ("ann", "bea", "cleo", "dora")]
FACES = {"1": ("As", "Ks", "Qs"), "dealer": ("2c", "4d", "6h")}  # a mini royal in spades: the whole meter
BY_TWO = {**SIGNED, "second_badge": "manager", "second_password": PASSWORD, "identified": "known"}
WITH_ADMIN = {**SIGNED, "second_badge": "admin-demo", "second_password": PASSWORD}
FILL = (("prepare", "cage"), ("carry", "security"), ("count", "dealer"), ("confirm", "supervisor-2"))
CHIPS = {"chips": {"500": 1}}
CASH = 1_23


class Crowd(Callers):
    """What everybody at the house does; each is begun again until it is over."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.players = killed_play.Players(self)

    async def jackpots(self) -> None:
        """A royal is dealt by hand, verified, watched, dealt on and paid."""
        table, dealer = f"/api/v1/tables/{DEALT}", "dealer-7"
        found = await self.look(dealer, table)
        asked, seat = found["asked"], found["positions"][0]

        async def act(family: str = "deal", **about: Any) -> None:
            await self.send(family, dealer, f"{table}/acts", {"act": about, "number": found["number"]})

        slips = await self.look("supervisor", f"/api/v1/documents?table={DEALT}&kind=jackpot&unfinished=true")
        for slip in slips:
            step, by = ("surveil", "surveillance") if slip["state"] == "verified" else ("pay", "cage")
            path = f"/api/v1/documents/{slip['id']}/steps/{step}"
            await self.send("jackpot", by, path, {**SIGNED, "paid_from": "inventory"})
        kind = asked["kind"] if asked else ""
        if found["held"] and not slips:
            given = {"kind": "jackpot", "table": DEALT, **SIGNED, "jackpot": found["held"][0]["id"]}
            await self.send("jackpot", "supervisor", "/api/v1/documents", given)
            return
        if kind == "Do":
            body = {"act": {"act": "done"}, "number": found["number"]}
            await self.send("deal", "supervisor", f"{table}/acts", body)
        elif kind == "Shuffle":
            await act(act="shuffled", cut=0)
        elif kind == "Decide":
            await act(act="chosen", name="play", position=1)
        elif kind in ("Stack", "Turn"):
            faces = [parse_card(card) for card in FACES[asked["to"]]]
            await act(act="falls", cards=[-1] * 3 if asked.get("face") == "down" else faces)
        elif not seat["patron"]:
            sit = {"act": "sit", "position": 1, "patron": "player", "chips": 50_000}
            await self.send("deal", "player", f"{table}/acts", {"act": sit})
        elif len(seat["wagers"]) < 2:
            wager, cents = (("ante", 2_500), ("progressive", 500))[len(seat["wagers"])]
            await act("bet", act="bet", position=1, wager=wager, amount=cents)
        else:
            await act(act="close")

    async def fills(self) -> None:
        given = {"kind": "fill", "table": FILLED, **SIGNED, **CHIPS}
        slip = (await self.done("fill", "supervisor", "/api/v1/documents", given))["id"]
        for step, badge in FILL[: self.chance.randrange(2, 5)]:
            await self.done("fill", badge, f"/api/v1/documents/{slip}/steps/{step}", {**SIGNED, **CHIPS})
        if (await self.look("supervisor", f"/api/v1/documents/{slip}"))["state"] != "confirmed":
            void = {**SIGNED, "second_badge": "supervisor-2", "second_password": PASSWORD, "reason": "wrong table"}
            await self.done("fill", "supervisor", f"/api/v1/documents/{slip}/void", void)

    async def cash(self) -> None:
        given = {"act": "buy-in", "patron": "dora", "cents": CASH, "property": PLACE, **BY_TWO}
        await self.done("cash", "cage", "/api/v1/cage", given)

    async def tickets(self) -> None:
        given = {"act": "ticket", "cents": 100}
        printed = await self.done("ticket", "ann", "/api/v1/cage", given)
        await self.done("redeem", "ann", "/api/v1/cage", {"act": "redeem", "ticket": printed["ticket"]})

    async def promotions(self) -> None:
        """A bad beat is called, verified, watched and paid, and the fund filled again."""
        seed = {"what": "seed", "fund": "bad-beat", "cents": 5_000_00, **WITH_ADMIN}
        await self.done("seed", "manager", f"/api/v1/promotions/funds/{BALTIMORE}", seed)
        claim = (await self.done("call", "supervisor", "/api/v1/promotions/BEAT/claims", self._hand()))["id"]
        paid = {"w2g": ["ann", "bea", "cleo", "dora"]}
        steps: tuple[tuple[str, str, dict[str, Any]], ...] = (
            ("verify", "supervisor", {}),
            ("surveil", "surveillance", {}),
            ("pay", "cage", paid),
        )
        for step, badge, more in steps:
            await self.done("claim", badge, f"/api/v1/promotions/claims/{claim}/steps/{step}", {**SIGNED, **more})

    def _hand(self) -> dict[str, Any]:
        """Four sevens beaten by a straight flush, a moment ago."""
        self.numbers["hand"] += 1
        at = Sources().now_us() - 1_000_000
        seats: list[dict[str, Any]] = [{"name": "ann", "cards": ["7d", "7c"]}, {"name": "bea", "cards": ["Js", "Ts"]}]
        seats += [{"name": name, "folded": True} for name in ("cleo", "dora")]
        day = day_of(at).isoformat()
        about = {"table": "PAPER", "hand": str(self.numbers["hand"]), "day": day, "pot": 60_00}
        return about | {"board": ["7s", "7h", "8s", "9s", "Kd"], "seats": seats, "began_us": at, "tabled_us": at}

    async def event(self) -> None:
        """The next hand of a tournament, or everybody in turn folds to the last."""
        table = f"{EVENT}/KILLED/tables/1"
        found = await self.look("dealer", table)
        hand = found.get("hand")
        if not hand or found["table"]["done"]:
            await self.send("event", "dealer", f"{table}/hands", {"seen": found["acts"]})
            return
        turn = hand["players"][hand["actor"]]["name"]
        given = {"verb": self.chance.choice(("fold", "call")), "patron": turn, "seen": found["acts"]}
        status, _ = await self.send("event", "dealer", f"{table}/acts", given)
        if status >= 300:  # nothing to call
            await self.send("event", "dealer", f"{table}/acts", given | {"verb": "check"})

    async def approvals(self) -> None:
        """The commission asks what the house answers, until one of them has enough."""
        found = await self.look("manager", RULES)
        state = (found["case"] or {}).get("state", "")
        steps = {"steps": len(found["steps"]), **SIGNED}
        if not state or state == "withdrawn":
            await self.send("rules", "manager", f"{RULES}/submit", steps)
        elif self.chance.random() < 0.1:
            await self.send("rules", "manager", f"{RULES}/withdraw", steps | {"reason": "Not yet."})
        elif state == "asked":
            await self.send("rules", "manager", f"{RULES}/answer", steps | {"answer": "As it is printed."})
        else:
            await self.send("rules", "commission", f"{RULES}/ask", steps | {"question": "How is it dealt?"})

    def works(self) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        own = [self.jackpots, self.fills, self.cash, self.tickets, self.promotions, self.event, self.approvals]
        own += [self.players.hands, self.players.tournament]
        return [self._until_over(work) for work in own]

    def _until_over(self, work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], Coroutine[Any, Any, None]]:
        async def going() -> None:
            while not self.over:
                await work()

        return going


# ---- what is on record


def furnished(url: str) -> None:
    """People and the first tables of a small house, before anybody serves it."""
    storage = Storage(url)
    storage.migrate()
    house = House(storage, hasher=CHEAP)
    house.people.add_demo(PATRONS, PASSWORD)

    async def whole() -> None:
        await furnish(house, games=[(PLACE, "three-card-poker")])
        await Cage(house).demo_chips(PLACE, "player", 1_000_00)
        await house.stop()

    asyncio.run(whole())
    storage.close()


async def opened(callers: Crowd) -> None:
    """Over HTTP: a table dealt by hand for a progressive, a promotion, a tournament, money of patrons, a poker game."""
    patrons = [badge for badge, _, _ in PATRONS]
    staff = ("manager", "supervisor", "supervisor-2", "dealer", "dealer-7", "cage", "security", "surveillance")
    await callers.sign_in(*staff, "commission", "player", *patrons)
    done = callers.done
    new = {"id": DEALT, "property": PLACE, "game": "three-card-poker", "options": {"progressive": METER}}
    await done("set-up", "manager", "/api/v1/tables", {**new, "mode": "dealer", "demo": True})
    for act, about in (("begin-opening", {}), ("dealer-in", {"badge": "dealer-7"}), ("open", {})):
        await done("set-up", "supervisor", f"/api/v1/tables/{DEALT}/life", {"act": act, **SIGNED, **about})
    for badge in patrons:
        bought = {"act": "buy-in", "patron": badge, "cents": 5_000_00, "property": BALTIMORE, **BY_TWO}
        await done("set-up", "cage", "/api/v1/cage", bought)
    now = Sources().now_us()
    terms: dict[str, Any] = {"id": "BEAT", "property": BALTIMORE, "kind": "bad-beat", "tables": ["PAPER"]}
    terms |= {"from_us": now - HOUR_US, "to_us": now + 1000 * HOUR_US}
    await done("set-up", "manager", "/api/v1/promotions", terms)
    plan: dict[str, Any] = {"id": "KILLED", "name": "K", "property": BALTIMORE, "chips": 5_000_000}
    await done("set-up", "manager", EVENT, plan | {"prize": 80_00, "administration": 12_00, "house": 8_00})
    for number, badge in enumerate(patrons):
        entry = {"patron": badge, "card": f"TR-{number}"}
        await done("event", "supervisor", f"{EVENT}/KILLED/entries", entry)
    await done("event", "supervisor", f"{EVENT}/KILLED/start", {})
    await callers.players.opened()


def effects(conn: Connection) -> dict[str, int]:
    """How often each family of commands has done what it does: by the rows that it leaves, not by its identifiers."""
    document, step, group, log = schema.document, schema.document_step, schema.ledger_group, schema.audit_log
    steps = (
        select(document.c.kind, step.c.document_id, step.c.step).join_from(document, step).distinct()
    )  # a void has two
    signed = Counter(row.kind for row in conn.execute(steps))
    moved = {kind: int(n) for kind, n in conn.execute(select(group.c.kind, func.count()).group_by(group.c.kind))}
    bought = select(func.count()).join_from(schema.posting, schema.account)
    bought = bought.where(schema.account.c.name == accounts.patron("dora"), schema.posting.c.cents == CASH)
    rules = select(func.count()).where(log.c.act.like("approval.%"), log.c.outcome == "done")
    rules = rules.where(log.c.act != "approval.decide")  # an office's word on a tournament
    event = select(func.count()).where(schema.journal_entry.c.journal_id == "tournament:KILLED")
    claims = select(func.count()).select_from(schema.promotion_claim)
    found = {"cash": bought, "rules": rules, "event": event, "call": claims}
    return {family: int(conn.scalar(query) or 0) for family, query in found.items()} | {
        "fill": signed["fill"],
        "jackpot": signed["jackpot"],
        "claim": signed["promotion"],
        "seed": moved.get("fund-seed", 0),
        "ticket": moved.get("ticket-out", 0),
        "redeem": moved.get("ticket-in", 0),
        "bet": sum(isinstance(one.entry.act, acts.Bet) for one in journals.entries(conn, f"{DEALT}.1")),
        **killed_play.effects(conn),
    }


class Record:
    """The database between two servers, as somebody finds it who serves nobody."""

    def __init__(self, url: str) -> None:
        self.storage = Storage(url)
        self.house = House(self.storage, hasher=CHEAP)
        self.standing: killed_play.Standing = {}

    def close(self) -> None:
        self.house.writer.close()
        self.storage.close()

    def check(self, callers: Callers) -> None:
        """Every acknowledged act is there once, none that nobody has heard of is half there."""
        ledger = self.house.ledger
        with self.storage.snapshot() as conn:
            assert list(proving.faults(conn, ledger)) == []
            assert ledger.total(conn) == 0 and ledger.audit(conn) == []
            assert self.house.documents.gaps(conn) == []
            rows = conn.execute(select(schema.command.c.id, schema.command.c.result))
            there = {row.id: stored_bytes(row.result) for row in rows}
            lost = [name for name in callers.heard if not {name, unseen(name)} & there.keys()]
            assert not lost, f"acknowledged and lost: {lost[:3]}"
            asked = [*callers.heard, *callers.sent]
            done = Counter(name.split("-")[0] for name in asked if {name, unseen(name)} & there.keys())
            wrong = {name: (many, done[name]) for name, many in effects(conn).items() if many != done[name]}
            assert not wrong, f"how often it was done, and how many commands are on record: {wrong}"
            self._meter(conn)
            assert store.verify(conn, "KILLED") is None
            self.standing = killed_play.checked(conn, self.house)

    def _meter(self, conn: Connection) -> None:
        """It shows its seed, what was wagered on it since, by the journal, and not what was won."""
        meters, ledger = self.house.progressives, self.house.ledger
        (name,) = set(meters.links(conn, DEALT).values())
        setup, won = meters.setup(conn, name), meters.jackpots(conn, meter=name)
        result = schema.wager_result.c
        staked = select(func.sum(result.staked)).where(result.wager == "progressive")
        settled = int(conn.scalar(staked.where(result.journal_id.like(f"{DEALT}.%"))) or 0)
        moved = Counter[str]()
        for group in ledger.groups(conn, limit=10**9):
            moved[group.kind] += sum(cents for account, cents in group.lines if account == accounts.meter(name))
        locked = sum(jackpot.amount for jackpot in won)
        assert -moved.pop("jackpot-lock", 0) == locked
        assert moved.pop(CONTRIBUTION, 0) == settled * setup.to_meter_ppm // MILLION
        assert meters.shown(conn, name) == settled * setup.to_meter_ppm // MILLION - locked + sum(moved.values())
        assert meters.shown(conn, name) >= setup.seed
        paid = [group for group in ledger.groups(conn, limit=10**9) if group.kind == "jackpot-paid"]
        assert len(paid) == sum(jackpot.state == "paid" for jackpot in won)


async def killed(url: str, kills: int, seed: str) -> dict[str, int]:
    """So many servers, one after the other, each killed while everybody is at it; the last one answers everybody."""
    callers = Crowd(seed)
    works: list[asyncio.Task[None]] = []
    same, shown, standing = 0, 0, killed_play.Standing()
    try:
        for number in range(kills + 1):
            server = Process(url)
            try:
                await asyncio.to_thread(server.wait)
                callers.address = server.address
                shown += await killed_play.stands(callers, standing)
                callers.up.set()
                if not works:
                    await opened(callers)
                    works = [asyncio.create_task(work()) for work in callers.works()]
                else:
                    same += await callers.same_again(12)
                if number < kills:
                    await _at_work(callers, works)
                else:
                    callers.over = True
                    await asyncio.wait_for(asyncio.gather(*works), LATE_S)
                callers.up.clear()
            finally:
                server.kill()
            record = Record(url)
            try:
                await asyncio.to_thread(record.check, callers)
                standing = record.standing
            finally:
                record.close()
    finally:
        for work in works:
            work.cancel()
        await callers.close()
    told = {"kills": kills, "acknowledged": len(callers.heard), "again": callers.again, "same": same, "stood": shown}
    return told | dict(sorted(callers.numbers.items()))


async def _at_work(callers: Callers, works: list[asyncio.Task[None]]) -> None:
    """Until some more was acknowledged, and a moment of no particular length."""
    wanted = len(callers.heard) + callers.chance.randrange(60)
    while len(callers.heard) < wanted:
        for work in works:
            if work.done():
                work.result()
        await asyncio.sleep(0.01)
    await asyncio.sleep(callers.chance.uniform(0, 0.06))
