"""Every kind of page, each brought to a moment worth looking at, with who sees it."""

import datetime
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx

from croupier.demo.furnish import PASSWORD
from croupier.demo.poker_room import furnish_room

from .money_table import WITH_ADMIN
from .server import Server
from .visitor import DESK, POLL_MS

PLACE = "hard-rock-cincinnati"
COUNTED_MS = 180_000


class Tour:
    """The people of the tour in one browser, each with a window of his own; stages are set through the API."""

    def __init__(self, chromium: Any, server: Server) -> None:
        self.chromium, self.server = chromium, server
        self._windows: dict[str, Any] = {}
        self._tokens: dict[str, str] = {}
        self._seated = ""
        self._named: dict[str, int] = {}

    def close(self) -> None:
        for page in self._windows.values():
            page.context.close()

    def window(self, who: str) -> Any:
        """A page of somebody: a badge, or nobody."""
        if who not in self._windows:
            context = self.chromium.new_context(viewport=DESK, reduced_motion="reduce")
            context.set_default_timeout(60_000)  # a machine may be busy
            if who:
                cookie = {"name": "croupier", "value": self._token(who), "url": self.server.address}
                context.add_cookies([cookie])
            self._windows[who] = context.new_page()
        return self._windows[who]

    def _token(self, badge: str) -> str:
        if badge not in self._tokens:
            bearer = str(self.server.client(badge).headers["authorization"])
            self._tokens[badge] = bearer.removeprefix("Bearer ")
        return self._tokens[badge]

    def visit(self, stop: "Stop") -> Any:
        """Go there and wait until the page stands."""
        self._seated = ""
        where = stop.path if isinstance(stop.path, str) else stop.path(self)
        page = self.window(self._seated if stop.who == "seated" else stop.who)
        page.set_viewport_size(DESK)
        page.goto(self.server.address + where)
        page.evaluate("document.fonts.ready.then(() => 0)")
        if stop.then:
            stop.then(page)
        return page

    # ---- stages

    def sit(self, table: str, *wagers: tuple[str, int], deal: bool = False, at: int = 3) -> httpx.Client:
        """A guest with wagers down, perhaps dealt to; the next `seated` window is his."""
        client, badge = self.server.guest()
        self._seated = badge
        self._tokens[badge] = str(client.headers["authorization"]).removeprefix("Bearer ")
        self.act(client, table, act="sit", position=at, patron=badge, chips=90_000)
        for wager, cents in wagers:
            kind, _, on = wager.partition(":")
            self.act(client, table, act="bet", position=at, wager=kind, on=on, amount=cents)
        if deal:
            client.post(f"/api/v1/tables/{table}/ready").raise_for_status()
        return client

    def act(self, client: httpx.Client, table: str, **act: Any) -> None:
        answer = client.post(f"/api/v1/tables/{table}/acts", json={"act": act})
        assert answer.is_success, answer.text

    def station(self, game: str, *wagers: tuple[str, int], deal: bool = False) -> str:
        table = self.server.fresh_table(game)
        self.sit(table, *wagers, deal=deal)
        return f"/tables/{table}"

    def settled(self, game: str, *wagers: tuple[str, int]) -> str:
        """A station after a round that asks nothing of its player."""
        return self.station(game, *wagers, deal=True)

    def dealt(self, game: str, *wagers: tuple[str, int], until: str) -> str:
        """A dealer's screen, its round driven until it asks for this kind of thing."""
        table = self.server.fresh_table(game, "dealer", "dealer-3")
        page = self.window("dealer-3")
        page.set_viewport_size(DESK)
        page.goto(f"{self.server.address}/deal/{table}")
        page.wait_for_selector("body[data-ready]")
        if page.get_attribute("#d-next", "data-kind") == "shuffle":
            _press(page)
        if wagers:
            self.sit(table, *wagers)
            page.wait_for_selector("#d-next .button.huge:not([aria-disabled])")
        for _ in range(8):
            if page.get_attribute("#d-next", "data-kind") == until:
                break
            _press(page)
        assert page.get_attribute("#d-next", "data-kind") == until
        return f"/deal/{table}"

    def slip(self) -> str:
        given = {"kind": "fill", "table": "TCP-111", "password": PASSWORD, "chips": {"10000": 20, "500": 100}}
        made = self.server.client("supervisor").post("/api/v1/documents", json=given).raise_for_status().json()
        return f"/slips/{made['id']}"

    def ticket(self) -> str:
        """A ticket that is out."""
        table = self.server.fresh_table("roulette")
        client = self.sit(table)
        out = client.post(f"/api/v1/tables/{table}/tickets", json={"act": "cash-out", "position": 3})
        return f"/tickets/{PLACE}/{out.raise_for_status().json()['number']}"

    def tickets(self) -> str:
        self.ticket()
        return f"/tickets?house={PLACE}"

    def closed(self) -> str:
        """A table in the middle of its opening, with everything still to sign."""
        name = f"T-AX{len(self._tokens)}"
        body = {"id": name, "property": PLACE, "game": "blackjack", "mode": "dealer"}
        self.server.client("manager").post("/api/v1/tables", json=body).raise_for_status()
        life = {"act": "begin-opening"}
        self.server.client("supervisor").post(f"/api/v1/tables/{name}/life", json=life).raise_for_status()
        return f"/pit/{name}"

    def replay(self, game: str, *wagers: tuple[str, int], at: str = "/audit") -> str:
        table = self.server.fresh_table(game)
        self.sit(table, *wagers, deal=True)
        found = self.server.client("surveillance").get("/api/v1/audit/rounds", params={"table": table})
        row = found.raise_for_status().json()[0]
        return f"{at}/{table}/{row['journal_id']}/{row['round']}?at={row['entry']}"

    def approval(self, game: str, *steps: str) -> str:
        """A version of rules, moved on so far."""
        book = f"oneida/{game}/2024-09-11"
        given: dict[str, tuple[str, dict[str, Any]]] = {
            "submit": ("manager", {}),
            "decide": ("commission", {"approve": True}),
            "poll": ("admin-demo", {"deadline": _tomorrow(), "justification": "It can't wait for the next meeting."}),
            "vote": ("admin-demo", {"votes": {"1": "support", "2": "support", "3": "oppose", "4": "support"}}),
        }
        signed = len(self.server.client("manager").get(f"/api/v1/approvals/{book}").raise_for_status().json()["steps"])
        for step in steps[signed:]:
            badge, body = given[step]
            body |= {"password": PASSWORD}
            self.server.client(badge).post(f"/api/v1/approvals/{book}/{step}", json=body).raise_for_status()
        return f"/approvals/{book}"

    def poker(self, path: str) -> str:
        """The poker room, with two games open."""
        floor = self.server.app.state.floor
        self.server.do(lambda: furnish_room(self.server.house, floor.room, floor.poker_tournaments))
        return "/room" + path

    def _unused(self, name: str) -> str:
        """A name that no earlier visit has given to a tournament: each has its own, whoever else looked before."""
        self._named[name] = self._named.get(name, 0) + 1
        return name if self._named[name] == 1 else f"{name}{self._named[name]}"

    def tournament(self, name: str, entries: int = 3, *, draw: bool = False, over: bool = False) -> str:
        """A tournament, perhaps drawn, perhaps at its limit; the next `seated` window is the last entry's."""
        name = self._unused(name)
        plan = {
            "id": name,
            "name": f"The long {name.lower()} invitational",
            "property": PLACE,
            "game": "mini-midi-baccarat",
            "rounds": 1 if over else 8,
            "seats": 6,
            "betting_order": "button",
            "entry_cents": 5_000,
            "prizes": [50, 30, 15],
        }
        path = f"/api/v1/tournaments/{name}"
        self.server.client("manager").post("/api/v1/tournaments", json=plan).raise_for_status()
        letter = {"password": PASSWORD, "reference": "Letter 7"}
        self.server.client("commission").post(f"{path}/approval", json=letter).raise_for_status()
        players = {badge: client for client, badge in (self.server.guest() for _ in range(entries))}
        for badge, client in players.items():
            client.post(f"{path}/entries", json={}).raise_for_status()
            self._seated = badge
            self._tokens[badge] = str(client.headers["authorization"]).removeprefix("Bearer ")
        if not (draw or over):
            return f"/tournaments/{name}"
        (table,) = (
            self.server.client("supervisor").post(f"{path}/draw", json={"password": PASSWORD}).raise_for_status().json()
        )
        turn, names = table["button"] - 1, table["names"]
        order = [*names[turn:], *names[:turn]]
        for badge in order if over else order[:1]:
            bet = {"position": names.index(badge) + 1, "wager": "banker", "amount": 10_000}
            self.act(players[badge], table["table_id"], act="bet", **bet)
        for badge in order if over else ():
            players[badge].post(f"/api/v1/tables/{table['table_id']}/ready").raise_for_status()
        return f"/tournaments/{name}"

    def poker_event(self, name: str, *, start: bool = False, over: bool = False, at: str = "") -> str:
        """A poker tournament of two tables, perhaps begun, perhaps over; `seated` plays in it."""
        name = self._unused(name)
        path = f"/api/v1/poker-tournaments/{name}"
        levels = [{"minutes": 20, "blinds": [2_500, 5_000], "chip": 100}, {"minutes": 20, "blinds": [5_000, 10_000]}]
        sheet: dict[str, Any] = {"format": "rebuy", "rebuy": 5_000, "rebuy_chips": 5_000, "rebuy_at_most": 5_000}
        sheet |= {"add_on": 2_000, "add_on_chips": 2_000, "rebuy_minutes": 60, "options": {"deals": True}}
        plan = {
            "id": name,
            "name": f"The long {name.lower()} deepstack invitational",
            "property": "horseshoe-baltimore",
            "prize": 8_000,
            "administration": 1_200,
            "house": 800,
            "chips": 5_000,
            "seats": 4,
            "levels": levels,
            "pays": [{"entries": 2, "shares": [7_000, 3_000]}],
        }
        clerk, dealer = self.server.client("clerk"), self.server.client("dealer")
        given = plan | ({} if over else sheet)
        self.server.client("manager").post("/api/v1/poker-tournaments", json=given).raise_for_status()
        for _ in range(2 if over else 6):
            client, badge = self.server.guest()
            clerk.post(f"{path}/entries", json={"patron": badge, "card": f"TR-{badge}"}).raise_for_status()
            self._seated = badge
            self._tokens[badge] = str(client.headers["authorization"]).removeprefix("Bearer ")
        if start or over:
            self.server.client("supervisor").post(f"{path}/start", json={}).raise_for_status()
            dealer.post(f"{path}/tables/1/hands", json={}).raise_for_status()
        for _ in range(200 if over else 0):
            seen = dealer.get(f"{path}/tables/1").json()
            if dealer.get(path).json()["state"] == "over":
                break
            if not seen["table"]["hand"]:
                dealer.post(f"{path}/tables/1/hands", json={}).raise_for_status()
                continue
            actor = seen["hand"]["players"][seen["hand"]["actor"]]
            verb = "call" if seen["hand"]["level"] > actor["bet"] else "check"
            player = self.server.client(authorization=f"Bearer {self._tokens[actor['name']]}")
            player.post(f"{path}/tables/1/acts", json={"verb": verb}).raise_for_status()
        return f"/poker-tournaments/{name}{at}"

    def own_table(self, name: str) -> str:
        """A table of a tournament as a player of it sees it."""
        page = self.poker_event(name, start=True)
        seen = self.server.client("supervisor").get(f"/api{'/v1'}{page}").json()
        where = [t["table"] for t in seen["tables"] if self._seated in [s["name"] for s in t["seats"].values()]]
        return f"{page}/tables/{where[0]}"

    def promotion(self, kind: str, badge: str = "") -> str:
        """A promotion with a hand that was called for it, at a table on paper: those on record call only their own."""
        name, path, table = f"{kind}-tour", "/api/v1/promotions", "PAPER-1"
        posted = {"id": name, "property": "horseshoe-baltimore", "kind": kind, "tables": [table]}
        manager = self.server.client("manager")
        if kind != "bad-beat":
            posted |= {"amount": 10_000}
        made = manager.post(path, json=posted)
        if made.status_code == 409:
            return f"/promotions/{name}"
        made.raise_for_status()
        seed = {"what": "seed", "fund": "bad-beat", "cents": 2_000_000, **WITH_ADMIN}
        manager.post(f"{path}/funds/horseshoe-baltimore", json=seed).raise_for_status()
        names = [self.server.guest()[1] for _ in range(4)]
        held = (["7d", "7c"], ["Js", "Ts"], [], [])
        seats = [{"name": n, "cards": cards, "folded": not cards} for n, cards in zip(names, held)]
        hand: dict[str, Any] = {"table": table, "hand": "1", "day": "2020-05-01", "pot": 6_000, "seats": seats}
        hand |= {"board": ["7s", "7h", "8s", "9s", "Kd"], "began_us": 1, "tabled_us": 1}
        claim = self.server.client("dealer").post(f"{path}/{name}/claims", json=hand).raise_for_status().json()
        if kind == "bad-beat":
            signed = {"password": PASSWORD}
            verify = f"{path}/claims/{claim['id']}/steps/verify"
            self.server.client("supervisor").post(verify, json=signed).raise_for_status()
        return f"/promotions/{name}"

    def called(self) -> str:
        """A dealer calls: the alerts have something to say."""
        client = self.server.client("dealer-3")
        client.post(
            "/api/v1/tables/RO-111/call", json={"words": "A patron asks for the supervisor."}
        ).raise_for_status()
        return f"/notices?house={PLACE}"


def _tomorrow() -> str:
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)).isoformat()


def _press(page: Any) -> None:
    request = page.get_attribute("#d-next", "data-request")
    page.locator("#d-next .button.huge, #d-pad .decision:not([aria-disabled])").first.click()
    page.wait_for_function("r => document.querySelector('#d-next').dataset.request !== r", arg=request, polling=POLL_MS)


def _ruling(page: Any) -> None:
    page.wait_for_selector("body[data-ready]")
    page.locator("[name=when]:not([disabled])").first.check()
    page.wait_for_selector("#d-ruling .ruling")


def _odds(page: Any) -> None:
    page.wait_for_selector("#odds")


def _edges(page: Any) -> None:
    """What stands there while they are counted is less than what follows."""
    page.wait_for_selector(".edge-legend", timeout=COUNTED_MS)


def _open(selector: str) -> Callable[[Any], None]:
    """Something on the page that opens: a menu, a form, a dialog."""
    return lambda page: page.locator(selector).first.click()


def _keys(page: Any) -> None:
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")


def _about(page: Any) -> None:
    """A clause opened without leaving the table."""
    page.wait_for_selector("body[data-ready]")
    page.locator("#s-why [data-clause]").first.click()
    page.wait_for_selector("#about[open] .about-title")


def _plan(page: Any) -> None:
    """A plan with everything wrong."""
    page.fill("[name=id]", "no name!")
    page.click("main form button")
    page.wait_for_selector(".problems li")


def _sheet(page: Any) -> None:
    """A structure sheet with much wrong."""
    page.fill("[name=id]", "SHEET")
    page.fill("[name='cents-prize']", "1")
    page.click("main form button.main")
    page.wait_for_selector(".problems li")


def _posted(page: Any) -> None:
    """A promotion that the book does not offer so."""
    page.fill("[name=id]", "no name!")
    page.click("main form button.main")
    page.wait_for_selector(".notice.error")


def _refused(page: Any) -> None:
    """A chip that is under the least wager."""
    page.wait_for_selector("body[data-ready]")
    page.click("[data-chip='100']")
    page.focus("#felt .area:not(.closed)")
    page.keyboard.press("Enter")
    page.wait_for_selector("#messages .notice")


def _wrong_code(page: Any) -> None:
    page.fill("[name=ticket]", "0A1 B2C")
    page.keyboard.press("Enter")
    page.wait_for_selector("#code-error")


def _printed(page: Any) -> None:
    page.get_by_role("button", name="Print a ticket").click()
    page.wait_for_selector(".ticket-paper")


def _wrong_password(page: Any) -> None:
    """A signature refused beside its field, what was typed elsewhere kept."""
    page.fill("[name=reason]", "misprinted")
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=second]", "cage-2")
    page.fill("[name=second-password]", "not this one")
    page.click("button.danger")
    page.wait_for_selector("#second-password-error")


def _form(page: Any) -> None:
    """Every form of the page unfolded."""
    page.evaluate("() => document.querySelectorAll('details.begin, details.route').forEach(d => { d.open = true; })")


class Stop(NamedTuple):
    """One page: who looks, where, and what he does there before one looks over his shoulder."""

    who: str
    path: str | Callable[[Tour], str]
    then: Callable[[Any], None] | None = None


BOOK = f"/rulebooks/{PLACE}/roulette/2019-12-05"
COMPARED = "/rulebooks/compare?one=hard-rock-cincinnati/blackjack&other=horseshoe-cleveland/blackjack"
STOPS: dict[str, Stop] = {
    "lobby": Stop("", "/"),
    "lobby, signed in": Stop("player", "/", _open("details.menu summary")),
    "lobby, nothing open": Stop("", "/?house=horseshoe-baltimore"),
    "blackjack, wagers open": Stop("seated", lambda t: t.station("blackjack", ("blackjack", 2500))),
    "blackjack, dealt": Stop("seated", lambda t: t.station("blackjack", ("blackjack", 2500), deal=True)),
    "blackjack, list of keys": Stop("", "/tables/BJ-101", _keys),
    "baccarat, a clause": Stop("seated", lambda t: t.settled("mini-midi-baccarat", ("banker", 2500)), _about),
    "big six, refused": Stop("seated", lambda t: t.station("big-six"), _refused),
    "blackjack, watched": Stop("", "/tables/BJ-101"),
    "three card poker, decision": Stop("seated", lambda t: t.station("three-card-poker", ("ante", 2500), deal=True)),
    "roulette, wagers open": Stop(
        "seated", lambda t: t.station("roulette", ("straight:17", 1000), ("black", 2500), ("split:17-20", 1000))
    ),
    "roulette, paid": Stop("seated", lambda t: t.settled("roulette", ("straight:17", 1000), ("black", 2500))),
    "craps, come-out": Stop("seated", lambda t: t.station("craps", ("pass", 2500), ("field", 1000))),
    "craps, after a roll": Stop("seated", lambda t: t.settled("craps", ("pass", 2500), ("field", 1000))),
    "pai gow, to be set": Stop("seated", lambda t: t.station("pai-gow-poker", ("pai-gow", 2500), deal=True)),
    "baccarat, wagers open": Stop("seated", lambda t: t.station("mini-midi-baccarat", ("banker", 2500))),
    "dealer, shuffle or betting": Stop("dealer-3", lambda t: t.dealt("three-card-poker", until="betting")),
    "dealer, decisions": Stop("dealer-3", lambda t: t.dealt("three-card-poker", ("ante", 2500), until="decide")),
    "dealer, cards and a ruling": Stop(
        "dealer-3", lambda t: t.dealt("three-card-poker", ("ante", 2500), until="cards"), _ruling
    ),
    "dealer, dice": Stop("dealer-3", lambda t: t.dealt("craps", ("pass", 2500), until="dice")),
    "dealer, ball": Stop("dealer-3", lambda t: t.dealt("roulette", ("black", 2500), until="spin")),
    "pit, alerts": Stop("supervisor", f"/pit?house={PLACE}", _open(".more-alerts summary")),
    "pit, a slip": Stop("supervisor-2", Tour.slip),
    "table, open": Stop("supervisor", "/pit/TCP-111", _form),
    "table, opening": Stop("supervisor", Tour.closed, _form),
    "table, wheel": Stop("supervisor", "/pit/RO-111", _form),
    "new table": Stop("manager", f"/tables-new?house={PLACE}"),
    "slips": Stop("supervisor", f"/slips?house={PLACE}"),
    "void a slip": Stop("supervisor", lambda t: t.slip() + "/void"),
    "cage, patron": Stop("player", "/cage"),
    "cage, cashier": Stop("cage", "/cage"),
    "cash out at a station": Stop("seated", lambda t: t.station("roulette") + "/money", _wrong_code),
    "a ticket": Stop("seated", lambda t: t.station("roulette") + "/money", _printed),
    "tickets": Stop("cage", Tour.tickets),
    "void a ticket": Stop("supervisor", Tour.ticket, _wrong_password),
    "meters": Stop("supervisor", f"/meters?house={PLACE}"),
    "notices": Stop("supervisor", Tour.called),
    "people": Stop("admin-demo", "/people"),
    "person": Stop("admin-demo", "/people/dealer"),
    "audit": Stop("surveillance", "/audit"),
    "replay, roulette": Stop("surveillance", lambda t: t.replay("roulette", ("black", 2500), ("straight:17", 1000))),
    "replay, cards": Stop("surveillance", lambda t: t.replay("mini-midi-baccarat", ("banker", 2500))),
    "rounds": Stop("surveillance", "/audit/search"),
    "rounds, none": Stop("surveillance", "/audit/search?table=none"),
    "ledger": Stop("surveillance", "/audit/ledger"),
    "ledger, one account": Stop("surveillance", "/audit/ledger?account=layout:TCP-111"),
    "log": Stop("surveillance", "/audit/log"),
    "approvals": Stop("commission", "/approvals?house=oneida"),
    "approval, to be decided": Stop("commission", lambda t: t.approval("craps", "submit")),
    "approval, votes": Stop("admin-demo", lambda t: t.approval("three-card-poker", "submit", "decide", "poll", "vote")),
    "approval, notice": Stop(
        "commission", lambda t: t.approval("three-card-poker", "submit", "decide", "poll", "vote") + "/notice"
    ),
    "poker room": Stop("", lambda t: t.poker("")),
    "poker room, its floor": Stop("supervisor", lambda t: t.poker("")),
    "poker table": Stop("", lambda t: t.poker("/tables/PK-201")),
    "poker table, its floor": Stop("supervisor", lambda t: t.poker("/tables/PK-202"), _open("details.begin summary")),
    "poker tournaments": Stop("manager", lambda t: t.poker("") and "/poker-tournaments"),
    "poker tournament, to be posted": Stop("manager", "/poker-tournaments/new", _sheet),
    "poker tournament, to be entered": Stop("", lambda t: t.poker_event("EASTER")),
    "poker tournament, its desk": Stop("clerk", lambda t: t.poker_event("WHITSUN"), _form),
    "poker tournament, played": Stop("seated", lambda t: t.poker_event("SUMMER", start=True)),
    "poker tournament, its floor": Stop("supervisor", lambda t: t.poker_event("AUTUMN", start=True), _form),
    "poker tournament, prizes": Stop("clerk", lambda t: t.poker_event("WINTER", over=True), _form),
    "poker tournament, a table": Stop("seated", lambda t: t.own_table("SPRING")),
    "poker tournament, its dealer": Stop("dealer", lambda t: t.poker_event("ADVENT", start=True, at="/tables/1")),
    "promotions": Stop("", lambda t: t.promotion("bad-beat") and "/promotions"),
    "promotions, their manager": Stop("manager", "/promotions?table=PK-201", _form),
    "promotion, to be posted": Stop("manager", "/promotions/new", _posted),
    "promotion, called": Stop("supervisor", lambda t: t.promotion("flop-pot"), _form),
    "promotion, to be confirmed": Stop("surveillance", lambda t: t.promotion("bad-beat"), _form),
    "promotion, squares": Stop("supervisor", lambda t: t.promotion("football-squares"), _form),
    "conduct": Stop("supervisor", "/conduct"),
    "tips": Stop("supervisor", "/tips"),
    "tournaments": Stop("manager", "/tournaments"),
    "tournament, to be planned": Stop("manager", "/tournaments/new", _plan),
    "tournament, to be entered": Stop("", lambda t: t.tournament("SUNDAY")),
    "tournament, played": Stop("seated", lambda t: t.tournament("MONDAY", draw=True)),
    "tournament, to be ended": Stop("supervisor", lambda t: t.tournament("TUESDAY", over=True)),
    "tournament, a station": Stop(
        "seated", lambda t: "/tables/" + t.tournament("WEDNESDAY", draw=True).rpartition("/")[2] + "-1-1"
    ),
    "rulebooks": Stop("", "/rulebooks"),
    "rulebook": Stop("", BOOK, _odds),
    "compare": Stop("", COMPARED, _edges),
    "history": Stop("player", "/history"),
    "history, a round": Stop("seated", lambda t: t.replay("roulette", ("black", 2500), at="/history")),
    "account": Stop("player", "/account"),
    "sign in": Stop("", "/sign-in"),
    "api": Stop("", "/api", _form),
    "refused": Stop("player", "/pit"),
    "not here": Stop("", "/nowhere"),
}
