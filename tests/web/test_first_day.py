"""A house of one's own: from nothing to its first round dealt by hand by pages alone, and what is shown of it.

Its first day has three steps: the administrator comes, he sets the house up, its people come. Each is walked once and
kept; every test goes on from the step it needs, in a copy of its own.
"""

import itertools
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.house.house import House
from croupier.house.record.clock import HandClock, Sources
from croupier.house.record.database.storage import Storage
from croupier.rulebook import properties
from croupier.web.app import create_app
from croupier.web.kit import guard

from .lab import CHEAP, Client, csrf

PLACE, OTHER = "hard-rock-cincinnati", "oneida"
TABLE = "RO-1"
STRANGERS = [one.title for name, one in properties().items() if name not in (PLACE, OTHER)]


class Step(NamedTuple):
    """A house as a step of its first day left it: its record, who is signed in, and which passwords were shown."""

    record: Path
    cookies: dict[str, dict[str, str]]
    one_time: dict[str, str]


class Site:
    """An application over an empty house, or over one that a step has left, reached by pages only."""

    _seeds = itertools.count()  # a copy draws other names than the house it was made of

    def __init__(self, folder: Path, step: Step | None = None) -> None:
        self.record = folder / "house.sqlite3"
        if step:
            _copy(step.record, self.record)
        self.storage = Storage.file(self.record)
        self.storage.migrate()
        self.house = House(self.storage, Sources.seeded(f"first day {next(self._seeds)}", HandClock()), CHEAP)
        self.one_time = dict(step.one_time) if step else {"admin": self.house.people.first_start() or ""}
        self.app = create_app(self.house, demo=False, stop_house=True)
        floor = self.app.state.floor
        floor.guests = floor.sign_ins = floor.acts = guard.Pace(10**9, 60)
        self.main = Client(self.app)
        self.people: dict[str, Client] = {}
        self._signed_in = step.cookies if step else {}

    def __enter__(self) -> "Site":
        self.main.__enter__()
        for badge, cookies in self._signed_in.items():
            self.people[badge] = self.visitor()
            self.people[badge].cookies.update(cookies)
        return self

    def __exit__(self, *error: object) -> None:
        self.main.__exit__(*error)
        self.storage.close()

    def kept(self) -> Step:
        record = self.record.with_name("kept.sqlite3")
        _copy(self.record, record)
        return Step(record, {badge: dict(client.cookies) for badge, client in self.people.items()}, self.one_time)

    def visitor(self) -> Client:
        client = Client(self.app, follow_redirects=False, raise_server_exceptions=False)
        client.portal = self.main.portal
        return client

    def password(self, badge: str) -> str:
        return f"{badge} came on the very first day"

    def comes(self, badge: str) -> str:
        """Somebody signs in with the one-time password, chooses his own and signs in again; where he is led."""
        client = self.people[badge] = self.visitor()
        assert self._sign_in(client, badge, self.one_time[badge]) == "/account"
        form = {"old": self.one_time[badge], "new": self.password(badge), "csrf": csrf(client.get("/account").text)}
        assert client.post("/account/password", data=form).headers["location"] == "/sign-in?changed=1"
        return self._sign_in(client, badge, self.password(badge))

    def _sign_in(self, client: Client, badge: str, password: str) -> str:
        form = {"badge": badge, "password": password, "csrf": csrf(client.get("/sign-in").text)}
        return str(client.post("/sign-in", data=form).headers["location"])

    def get(self, badge: str, path: str) -> str:
        answer = self.people[badge].get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:400])
        return str(answer.text)

    def send(self, by: str, path: str, /, signs: bool = True, **form: str) -> Any:
        """A form of a page, with the password of who signs it."""
        client = self.people[by]
        token = csrf(client.get("/account").text)
        given = {"csrf": token, **({"password": self.password(by)} if signs else {}), **form}
        return client.post(path, data={key.replace("__", "."): value for key, value in given.items()})

    def sends(self, by: str, path: str, /, signs: bool = True, **form: str) -> str:
        answer = self.send(by, path, signs, **form)
        assert answer.status_code in (200, 303), (path, form, re.findall(r'role="alert"[^>]*>.*?</p>', answer.text))
        return str(answer.text)

    def deals(self, badge: str, path: str, **what: str) -> None:
        client = self.people[badge]
        answer = client.post(f"/deal/{TABLE}/{path}", json=what, headers={"x-csrf": csrf(client.get("/account").text)})
        assert answer.status_code == 200, answer.text


After = Callable[..., Site]


def _copy(record: Path, to: Path) -> None:
    with closing(sqlite3.connect(record)) as there, closing(sqlite3.connect(to)) as here:
        there.backup(here)


def _walked(folders: pytest.TempPathFactory, walk: Callable[[Site], None], step: Step | None = None) -> Step:
    with Site(folders.mktemp("step"), step) as site:
        walk(site)
        return site.kept()


@pytest.fixture(scope="module")
def arrived(tmp_path_factory: pytest.TempPathFactory) -> Step:
    """The administrator has come, and nothing is decided."""
    return _walked(tmp_path_factory, arrives)


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory, arrived: Step) -> Step:
    """Name, day, chips and pits are decided, and a table stands there."""
    return _walked(tmp_path_factory, plans, arrived)


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory, planned: Step) -> Step:
    """Its people have come, and chosen their passwords."""
    return _walked(tmp_path_factory, brings_people, planned)


@pytest.fixture
def after(tmp_path: Path) -> Iterator[After]:
    """A house of the test's own, from a step on or from nothing."""
    with ExitStack() as closes:
        yield lambda step=None: closes.enter_context(Site(tmp_path, step))


def shown_once(page: str) -> dict[str, str]:
    pairs = re.findall(r"<dt>Badge ([\w-]+)</dt><dd><code class=\"mono\">([^<]+)</code>", page)
    single = re.findall(r"Badge ([\w-]+) has the one-time password <code class=\"mono\">([^<]+)</code>", page)
    return dict(pairs + single)


# ---- the steps


def arrives(site: Site) -> None:
    assert site.comes("admin") == "/first-day"


def plans(site: Site) -> None:
    said = site.sends("admin", "/house/house", name="The Anchor", mark="TA", **{f"runs__{PLACE}": "1"})
    assert (
        f"Decided: the properties, the name and the mark: The Anchor, marked TA; runs {properties()[PLACE].title}."
        in said
    )
    day = {"time-zone": "America/New_York", "gaming-day": "6", "cooling": "0"}
    said = site.sends("admin", "/house/day", **day)
    assert "America/New_York, the gaming day begins at 6:00, 0 hours of cooling." in said
    chips = {"value-1": "$5", "colour-1": "red", "value-2": "$25", "colour-2": "green", "value-3": "$100"}
    refused = site.send("admin", "/house/chips", name="Value chips", **chips, **{"colour-3": "blak"})
    assert (refused.status_code, "did you mean black?" in refused.text) == (422, True)
    said = site.sends("admin", "/house/chips", name="Value chips", **chips, **{"colour-3": "black"})
    assert "Decided: the chips: Value chips: " in said and "$5 red, $25 green" in said
    said = site.sends("admin", "/house/pits", **{f"pits__{PLACE}": "Pit 1\nHigh limit"})
    assert f"Decided: the pits: Pit 1 and High limit at {properties()[PLACE].title}." in said
    table = {"table": TABLE, "game": f"{PLACE}/roulette", "mode": "dealer", "pit": "High limit"}
    assert f"Table {TABLE} stands in High limit" in site.sends("admin", "/house/tables", **table)


def brings_people(site: Site) -> None:
    made = site.sends("admin", "/house/people", badge="boss", name="Boss", role="manager")
    site.one_time |= shown_once(made)
    assert "confirms what you propose" in made
    for badge, role in (("sue", "supervisor"), ("dan", "dealer"), ("cat", "cage"), ("sec", "security")):
        said = site.sends("admin", "/house/people", badge=badge, role=role, property=PLACE)
        assert "waits for a second person" in said
    site.one_time |= shown_once(site.sends("admin", "/house/people", badge="pat", role="player"))
    assert site.comes("boss") == "/pit"
    for document in sorted(set(re.findall(r"/people-changes/(staff-[\w-]+)/confirm", site.get("boss", "/people")))):
        site.one_time |= shown_once(site.sends("boss", f"/people-changes/{document}/confirm"))
    assert set(site.one_time) == {"admin", "boss", "sue", "dan", "cat", "sec", "pat"}
    for badge in ("sue", "dan", "cat", "sec", "pat"):
        site.comes(badge)


ANOTHER = {"name": "The Anchor Inn", "mark": "AI", f"runs__{PLACE}": "1", f"runs__{OTHER}": "1"}


def proposes_another_property(site: Site) -> str:
    """The slip on which it waits."""
    assert "waits for a second person" in site.sends("admin", "/house/house", **ANOTHER)
    (document,) = set(re.findall(r"/house-changes/(house-[\w-]+)/confirm", site.get("boss", "/house")))
    return str(document)


# ---- what is true after each


def test_an_empty_house_names_no_casino_and_leads_its_administrator_on(after: After) -> None:
    site = after()
    lobby = site.visitor().get("/").text
    assert "This house is not open yet" in lobby
    assert not any(title in lobby for title in (*STRANGERS, properties()[PLACE].title))
    assert site.visitor().get("/api/v1/properties").json() == []
    assert site.visitor().get("/api/v1/rulebooks").json() == []
    arrives(site)
    page = site.get("admin", "/first-day")
    assert "your signature is enough" in page
    assert "Property and name" in page


def test_wrong_steps_change_nothing_and_say_what_was_expected(after: After, arrived: Step) -> None:
    """No property, a name that is none, a zone that nobody knows; then a plan with two faults."""
    site = after(arrived)
    refused = site.send("admin", "/house/house", name="Anchor")
    assert refused.status_code == 422
    assert "at least one property" in refused.text
    refused = site.send("admin", "/house/house", name="<b>", **{f"runs__{PLACE}": "1"})
    assert (refused.status_code, "expected the name of the house" in refused.text) == (422, True)
    plan = 'format = 1\n[house]\nname = "A"\ntime-zone = "Nowhere"\nproperties = ["x"]\n'
    refused = site.send("admin", "/house/plan", plan=plan)
    assert refused.status_code == 422
    assert "line 4, column 1" in refused.text
    assert "line 5" in refused.text
    assert site.visitor().get("/api/v1/house").json()["properties"] == []


def test_a_house_is_set_up_from_nothing_to_a_table(after: After, arrived: Step) -> None:
    site = after(arrived)
    plans(site)
    page = site.get("admin", "/first-day")
    assert "Roulette, High limit, closed" in " ".join(page.split())
    assert "nobody yet" in page
    assert f'href="/pit/{TABLE}"' in page


def test_people_come_by_two_after_the_first(after: After, planned: Step) -> None:
    site = after(planned)
    brings_people(site)
    assert "nobody yet" not in site.get("admin", "/first-day")


def test_its_first_table_opens_and_a_round_is_dealt_by_hand(after: After, staffed: Step) -> None:
    """Every slip from its own page: inspections, counts, the checklist, then a fill by five people."""
    site = after(staffed)
    pit = f"/pit/{TABLE}"
    site.sends("sue", f"{pit}/begin-opening", signs=False)
    site.sends("sue", f"{pit}/dealer-in", signs=False, badge="dan")
    for first, second in (("dan", "sue"), ("sue", "")):  # what a dealer begins and what a supervisor does alone
        for kind in re.findall(r'name="kind" value="([\w-]+)"', site.get(first, pit)):
            if kind not in ("opening", "checklist"):
                slip(site, first, second, kind, label="Red 1 + Blue 1")
    none = {"chips-500": "0", "chips-2500": "0", "chips-10000": "0"}
    slip(site, "dan", "sue", "opening", **none)
    items = dict(re.findall(r'name="(item-[\w-]+)" value="([^"]+)"', site.get("dan", pit)))
    slip(site, "dan", "", "checklist", **items)
    site.sends("sue", f"{pit}/open")
    chips = {"chips-500": "40", "chips-2500": "40"}
    fill = begun(site, "sue", "fill", **chips)
    for badge, given in (("cat", chips), ("sec", {}), ("dan", chips), ("boss", {})):
        site.sends(badge, f"/slips/{fill}/sign", step=STEPS[badge], **given)
    site.deals("dan", "mark", what="sit", position="1", patron="pat", amount="$100")
    site.deals("dan", "mark", what="bet", position="1", wager="straight:17", amount="$10")
    site.deals("dan", "do", choice="close")
    site.deals("dan", "key", pocket="17")
    page = site.get("dan", f"/deal/{TABLE}")
    assert 'Straight 17 $10, <span class="nowrap">35 to 1</span>' in page
    assert site.get("pat", "/history").count(TABLE) >= 1
    assert site._sign_in(site.visitor(), "admin", site.password("admin")) == "/people"


STEPS = {"cat": "prepare", "sec": "carry", "dan": "count", "boss": "confirm"}


def begun(site: Site, badge: str, kind: str, **form: str) -> str:
    answer = site.send(badge, f"/pit/{TABLE}/document", kind=kind, **form)
    assert answer.status_code == 303, (kind, re.findall(r'role="alert".*?</p>', answer.text, re.S))
    return str(answer.headers["location"].rsplit("/", 1)[1])


def slip(site: Site, first: str, second: str, kind: str, **form: str) -> None:
    """A slip that one person begins and, where it takes one, another verifies."""
    made = begun(site, first, kind, **form)
    if second:
        site.sends(second, f"/slips/{made}/sign", step="verify", **form)


def test_only_the_houses_own_property_is_shown_to_patrons(after: After, staffed: Step) -> None:
    site = after(staffed)
    for path in ("/", "/rulebooks", "/tournaments", f"/rulebooks?house={OTHER}"):
        page = site.get("pat", path)
        assert not any(title in page for title in (*STRANGERS, properties()[OTHER].title)), path
    assert "The Anchor" in site.get("pat", "/")
    assert site.people["pat"].get("/rulebooks/oneida/craps/2020-01-01").status_code == 404
    assert site.visitor().get("/api/v1/rulebooks/oneida/craps").status_code == 404
    assert [one["name"] for one in site.visitor().get("/api/v1/properties").json()] == [PLACE]
    assert {one["property"] for one in site.visitor().get("/api/v1/rulebooks").json()} == {PLACE}
    house = site.visitor().get("/api/v1/house").json()
    assert (house["name"], house["mark"], house["time_zone"]) == ("The Anchor", "TA", "America/New_York")


def test_a_change_afterwards_takes_a_second_signature_and_stays_on_record(after: After, staffed: Step) -> None:
    site = after(staffed)
    document = proposes_another_property(site)
    assert site.visitor().get("/api/v1/house").json()["name"] == "The Anchor"
    own = site.send("admin", f"/house-changes/{document}/confirm")
    assert own.status_code == 403
    assert "is confirmed" in site.sends("boss", f"/house-changes/{document}/confirm")
    assert site.visitor().get("/api/v1/house").json()["properties"] == [PLACE, OTHER]
    assert properties()[OTHER].title in site.visitor().get("/").text
    page = site.get("boss", "/house")
    assert "proposed by badge admin, confirmed by badge boss" in page
    assert "As it stands" in page and properties()[OTHER].title in page
    assert site.send("sue", "/house/house", **ANOTHER).status_code == 403
    assert 'name = "The Anchor Inn"' in site.get("admin", "/house/plan.toml")


def test_programs_decide_by_the_same_signatures(after: After, staffed: Step) -> None:
    site = after(staffed)
    site.sends("boss", f"/house-changes/{proposes_another_property(site)}/confirm")

    def program(badge: str) -> Client:
        client = site.visitor()
        client.headers["authorization"] = f"Bearer {site.house.people.new_token(badge, 'test')}"
        return client

    admin, boss = program("admin"), program("boss")
    signed = {"password": site.password("admin")}
    wrong = {"value": {"pits": [{"name": "Pit 1", "property": "onieda"}]}, **signed}
    refused = admin.post("/api/v1/house/parts/pits", json=wrong)
    assert (refused.status_code, f"did you mean {OTHER}?" in refused.json()["error"]) == (422, True)
    right = {"value": {"pits": [{"name": "Pit 1", "property": PLACE}]}, "command": "pits-1", **signed}
    asked = [admin.post("/api/v1/house/parts/pits", json=right).json() for _ in range(2)]
    assert asked[0]["id"] == asked[1]["id"]
    assert asked[0]["state"] == "proposed"
    answer = {"password": site.password("boss")}
    done = boss.post(f"/api/v1/house/changes/{asked[0]['id']}", json=answer)
    assert (done.status_code, done.json()["state"]) == (200, "confirmed")
    assert admin.get("/api/v1/house").json()["pits"] == [{"name": "Pit 1", "property": PLACE}]
    whole = admin.get("/api/v1/house/plan").json()["text"]
    assert admin.post("/api/v1/house/check", json={"text": whole}).json() == {"faults": []}
    again = admin.post("/api/v1/house/plan", json={"text": whole, **signed})
    assert (again.status_code, "set up already" in again.json()["error"]) == (422, True)
