"""The studio: from a draft to a table that pays by it, in the browser's forms and by program."""

import html
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.people.persons import Person
from croupier.house.record.clock import DAY_US
from croupier.house.tables.life import Settings
from croupier.rulebook import rulebooks
from croupier.web.felt.outcome_words import caption
from croupier.web.studio.fault_words import as_in_the_file

from .lab import PLACE as PLACE_OF_LAB
from .lab import Lab, lab

SIGNED = {"password": PASSWORD}
PLACE, GAME, TABLE = "oneida", "four-card-poker", "FC-9"
TODAY, DAY = "2025-12-30", "2026-01-05"
ACES = "wagers.aces-up.pay-tables[1]"
MANAGER = Person("manager", "Manager", "manager", True, False)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with _house(tmp_path_factory.mktemp("studio")) as made:
        yield made


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Lab]:
    """A house of the test's own: its cards fall as its seed says, and what it decides binds no other test."""
    with _house(tmp_path) as made:
        yield made


@contextmanager
def _house(folder: Path) -> Iterator[Lab]:
    with lab(folder, "big-six") as made:
        made.clock.advance(6 * 365 * DAY_US)  # 2025-12-30: the rules of 2024 are in force
        yield made


class Browser:
    """Somebody at the pages: forms without scripts."""

    def __init__(self, floor: Lab, badge: str) -> None:
        self.client = floor.browser(badge)
        self.token = self.client.headers.pop("x-csrf")

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
        return answer.text

    def post(self, path: str, **form: str) -> Any:
        return self.client.post(path, data={"csrf": self.token, **form})

    def went(self, path: str, **form: str) -> str:
        answer = self.post(path, **form)
        assert answer.status_code == 303, (path, answer.status_code, _words(answer.text))
        return str(answer.headers["location"])


def _words(page: str) -> str:
    return page.split('role="alert"')[1][:400] if 'role="alert"' in page else page[-400:]


def begun(floor: Lab) -> tuple[Browser, str]:
    manager = Browser(floor, "manager")
    return manager, manager.went("/studio", house=PLACE, game=GAME)


def revision(floor: Lab, here: str) -> str:
    return str(floor.program("manager").get(f"/api/v1/drafts/{here.rpartition('/')[2]}").json()["revision"])


def rows(**odds: str) -> dict[str, str]:
    """The grid of Aces Up as the page sends it, with some odds typed over."""
    printed = {
        "four-of-a-kind": "50 to 1", "straight-flush": "30 to 1", "three-of-a-kind": "7 to 1", "flush": "6 to 1",
        "straight": "5 to 1", "two-pair": "2 to 1", "pair-of-aces": "1 to 1",
    }  # fmt: skip
    typed = printed | {name.replace("_", "-"): said for name, said in odds.items()}
    form = {}
    for number, (outcome, said) in enumerate(typed.items(), 1):
        words = outcome.replace("-", " ").capitalize()  # as the page shows it
        form |= {f"{ACES}.rows[{number}].outcome": words, f"{ACES}.rows[{number}].odds": said}
    return form


def add_table(floor: Lab) -> None:
    """An electronic table of the game that opens only by rules in force."""

    async def work() -> None:
        settings = Settings(title="Four Card Poker", bank=1_000_000_00, demo=True)
        await floor.app.state.floor.pit.add_table(MANAGER, TABLE, PLACE, GAME, "electronic", "Pit 9", settings)

    floor.do(work)


def open_table(floor: Lab) -> None:
    program = floor.program("supervisor")
    for act in ("begin-opening", "open"):
        program.post(f"/api/v1/tables/{TABLE}/life", json={"act": act, **SIGNED}).raise_for_status()


def close_table(floor: Lab) -> None:
    program = floor.program("supervisor")
    for act in ("begin-closing", "clear-seats", "close"):
        program.post(f"/api/v1/tables/{TABLE}/life", json={"act": act, **SIGNED}).raise_for_status()


def play(floor: Lab, rounds: int) -> list[dict[str, Any]]:
    """Somebody wagers on Ante and Aces Up and stays in, as long as his chips last; what was settled."""
    guest, badge = floor.guest()
    path = f"/api/v1/tables/{TABLE}"
    act = lambda **said: guest.post(f"{path}/acts", json={"act": said})  # noqa: E731
    act(act="sit", position=1, patron=badge, chips=100_000).raise_for_status()
    settled: list[dict[str, Any]] = []
    for _ in range(rounds):
        for wager, cents in (("ante", 1_000), ("aces-up", 500)):
            act(act="bet", position=1, wager=wager, amount=cents).raise_for_status()
        guest.post(f"{path}/ready", json={}).raise_for_status()
        while (asked := guest.get(path).json()["asked"]) and asked.get("kind", "").lower() == "decide":
            reply = act(act="chosen", name=asked["choices"][0]["name"], position=1)
            assert reply.status_code == 200, (asked, reply.text)
            settled += [e for e in reply.json()["happened"] if e.get("event") == "settled"]
    act(act="leave", position=1).raise_for_status()
    return settled


def test_from_one_changed_row_to_a_table_that_pays_by_it(apart: Lab) -> None:
    floor = apart
    add_table(floor)
    open_table(floor)
    before = play(floor, 12)
    assert before

    manager, here = begun(floor)
    assert "Aces Up" in manager.get(f"{here}?at=wagers.aces-up")
    form = {"seen": "1", "at": "wagers.aces-up", "act": "save", **rows(two_pair="1 to 1")}
    manager.went(f"{here}/edit", **form)
    side = {"act": "add", "section": "wagers", "title": "Five Alike", "clause": "F.1.c", "sees": "own-cards"}
    side |= {"outcome-1": "five of a suit", "condition-1": "same-suit", "value-1": "5", "odds-1": "100 to 1"}
    side |= {"outcome-2": "four of a suit", "condition-2": "same-suit", "value-2": "4", "odds-2": "5 to 1"}
    assert manager.went(f"{here}/edit", seen="2", **side).endswith("at=wagers.five-alike")
    page = manager.get(here)
    assert "Submit and sign" in page and "1 fault" not in page

    again = wait_for(
        lambda: floor.program("manager").post(f"/api/v1{here.replace('studio', 'drafts')}/what-if").json(), "done"
    )
    paid = [e for e in before if e["wager"] == "aces-up" and e["outcome"] == "two-pair"]
    assert again["whole"]["rounds"] == 12
    assert paid
    assert again["whole"]["cents"] == -500 * len(paid) and again["whole"]["undecidable"] == {}

    printed = manager.get(f"{here}/print?odds=no")
    for words in ("1 to 1", "100 to 1", "Five Alike", "F.1.c"):
        assert words in printed
    approval = manager.went(f"{here}/submit", seen="3", day=DAY, **SIGNED)
    commission, office = Browser(floor, "commission"), Browser(floor, "admin-demo")
    figures = wait_for(lambda: floor.program("commission").get(f"/api/v1{approval}/settled-again").json(), "ready")
    assert (figures["rounds"], figures["differ"], figures["cents"]) == (
        12,
        again["whole"]["less"],
        again["whole"]["cents"],
    )
    assert f"{figures['differ']} of 12 rounds differ · " in " ".join(
        re.sub(r"<[^>]+>", " ", commission.get(approval)).split()
    )
    commission.went(f"{approval}/ask", question="Is the layout reprinted?", **SIGNED)
    manager.went(f"{approval}/answer", answer="Yes, before the day.", **SIGNED)
    commission.went(f"{approval}/decide", decision="approve", day=DAY, **SIGNED)
    office.went(f"{approval}/poll", deadline="2026-01-03T16:30", justification="The layout is in print.", **SIGNED)
    votes = {f"member-{seat}": "support" for seat in (1, 2, 3)}
    office.went(f"{approval}/vote", **votes, **{"reason-2": "Fair to players."}, **SIGNED)
    assert "Fair to players." in commission.get(approval)
    office.went(f"{approval}/vote", **{"member-3": "oppose"}, **SIGNED)
    told = commission.get(approval)
    assert "before: Support" in told and "2 in support" not in told, "a reply may change, and both stay on record"

    close_table(floor)
    open_table(floor)
    assert posted(floor) == "2 to 1", "not before its day"
    close_table(floor)
    floor.clock.advance(6 * DAY_US)
    open_table(floor)
    assert posted(floor) == "1 to 1"
    won: list[dict[str, Any]] = []
    while not won:  # the shuffler is seeded: it comes when it comes
        won = [e for e in play(floor, 10) if e["wager"] == "aces-up" and e["outcome"] == "two-pair"]
    assert {(e["odds"], e["net"]) for e in won} == {("1 to 1", 500)}
    live = floor.do(lambda: floor.house.table(TABLE))
    assert "five-alike" in live.driver.game.posting.wagers
    assert "In force" in floor.anybody().get(f"/rulebooks/{PLACE}/{GAME}/{DAY}").text
    everybody_sees_what_changed(floor)


def everybody_sees_what_changed(floor: Lab) -> None:
    page = floor.anybody().get(f"/rulebooks/changes?house={PLACE}&players=1").text
    assert page.index(f'datetime="{DAY}"') < page.index('datetime="2024-09-11"'), "the latest first"
    assert "Five Alike" in page and "Nothing that matters to players." in page
    latest = floor.anybody().get(f"/api/v1/rulebooks-changed/{PLACE}").json()[0]
    assert (latest["day"], latest["game"], latest["before"], latest["written"]) == (DAY, GAME, "2024-09-11", True)
    two_pair = [row for row in latest["differences"] if row["name"] == "Two pair" and row["mark"] == "changed"]
    assert [(row["one"], row["other"]) for row in two_pair] == [("2 to 1", "1 to 1")]
    sheet = floor.anybody().get(f"/rulebooks/changes?house={PLACE}&csv=1").text
    assert f"{DAY},{GAME},{DAY},changed,pay-tables," in sheet
    both = f"/rulebooks/compare?one={PLACE}/{GAME}@2024-09-11&other={PLACE}/{GAME}@{DAY}"
    assert "Five Alike" in floor.anybody().get(both).text, "a version of the house's own stands beside the shelf's"


def test_open_tables_take_up_new_rules_between_rounds_where_the_approval_says_so(floor: Lab) -> None:
    manager, place = floor.program("manager"), PLACE_OF_LAB
    table = next(t["table"]["id"] for t in manager.get("/api/v1/pit").json() if t["table"]["game"] == "big-six")
    draft = manager.post("/api/v1/drafts", json={"property": place, "game": "big-six"}).json()
    path = f"/api/v1/drafts/{draft['id']}"
    change = {"act": "rows", "address": "wagers.dollar-10.pay-tables[1]", "value": [["win", "9 to 1"]]}
    manager.post(f"{path}/edits", json={"seen": 1, "edits": [change]}).raise_for_status()
    today = str(floor.house.today())
    asked = {"seen": 2, "day": today, "emergency": "Misprinted.", **SIGNED}
    case = manager.post(f"{path}/submit", json=asked).raise_for_status().json()
    rules = f"/api/v1/approvals/{place}/big-six/{case['version'][:16]}"
    decided = {"approve": True, "day": today, "takes_up": "at dawn", **SIGNED}
    commission = floor.program("commission")
    wrong = commission.post(f"{rules}/decide", json=decided)
    assert (wrong.status_code, "is no way" in wrong.text) == (422, True)
    commission.post(f"{rules}/decide", json=decided | {"takes_up": "between-rounds"}).raise_for_status()

    def pays() -> str:
        return str(floor.do(lambda: floor.house.table(table)).driver.game.posting.row("dollar-10", "win").odds)

    guest, badge = floor.guest()

    def act(**said: Any) -> None:
        reply = guest.post(f"/api/v1/tables/{table}/acts", json={"act": said})
        assert reply.is_success, reply.text

    act(act="sit", position=1, patron=badge, chips=10_000)
    act(act="bet", position=1, wager="dollar-10", amount=1_000)
    assert floor.do(floor.app.state.floor.taking_up.once) == 1, "a wager lies there: not yet"
    assert pays() == "10 to 1"
    guest.post(f"/api/v1/tables/{table}/ready", json={}).raise_for_status()
    assert floor.do(floor.app.state.floor.taking_up.once) == 0
    assert pays() == "9 to 1"
    live = floor.do(lambda: floor.house.table(table))
    assert live.driver.felt.positions[0].patron == badge, "who sat there still does"
    assert not floor.app.state.floor.taking_up.due()


def test_a_draft_shows_the_edge_of_every_wager_before_and_after(floor: Lab) -> None:
    manager = floor.program("manager")
    begun = manager.post("/api/v1/drafts", json={"property": PLACE_OF_LAB, "game": "big-six"}).json()
    path = f"/api/v1/drafts/{begun['id']}"
    change = {"act": "rows", "address": "wagers.dollar-5.pay-tables[1]", "value": [["win", "4 to 1"]]}
    manager.post(f"{path}/edits", json={"seen": 1, "edits": [change]}).raise_for_status()
    effect = wait_for(lambda: manager.get(f"{path}/effect?rounds=50&players=2&stake=10&hours=100").json(), "ready")
    changed = [line for line in effect["lines"] if line["before"] != line["after"]]
    assert changed and len(changed) < len(effect["lines"])
    for line in changed:
        gain = line["after"]["edge"] - line["before"]["edge"]
        assert gain > 0
        assert line["per_hour"] == f"+${gain * 10 * 50 * 2:,.2f}"
    cases = wait_for(lambda: manager.get(f"{path}/cases").json(), "ready")
    assert cases["differ"] and cases["same"] + len(cases["differ"]) == cases["cases"]
    assert all("4 to 1" in " ".join(case["now"]) for case in cases["differ"])
    assert "end differently" in Browser(floor, "manager").get(f"/studio/{begun['id']}/cases")
    page = Browser(floor, "manager").get(f"/studio/{begun['id']}/effect")
    assert page.count("<svg") == len(effect["lines"])


@pytest.mark.slow
def test_the_edge_of_four_card_poker_follows_its_rows(floor: Lab) -> None:
    manager = floor.program("manager")
    path = f"/api/v1/drafts/{manager.post('/api/v1/drafts', json={'property': PLACE, 'game': GAME}).json()['id']}"
    edit = {"act": "set", "address": f"{ACES}.rows[5][2]", "value": "4 to 1"}
    manager.post(f"{path}/edits", json={"seen": 1, "edits": [edit]}).raise_for_status()
    effect = wait_for(lambda: manager.get(f"{path}/effect").json(), "ready")
    edges = {line["wager"]: line for line in effect["lines"] if "part of the game" not in line["note"]}
    assert 0 < edges["aces-up"]["before"]["edge"] < edges["aces-up"]["after"]["edge"]
    assert edges["ante"]["before"] == edges["ante"]["after"]


def posted(floor: Lab) -> str:
    live = floor.do(lambda: floor.house.table(TABLE))
    return str(live.driver.game.posting.row("aces-up", "two-pair").odds)


def wait_for(ask: Any, ready: str) -> Any:
    """Ask again until long work is done; it runs in a process of its own."""
    until = time.monotonic() + 240
    while time.monotonic() < until:
        found = ask()
        assert not found.get("failed"), found
        if found[ready]:
            return found
        time.sleep(0.4)  # whoever asks takes the time of the work he waits for
    raise AssertionError("it was never done")


def test_a_draft_is_compared_with_what_is_in_force_by_those_who_may_read_it(floor: Lab) -> None:
    manager, here = begun(floor)
    manager.went(f"{here}/edit", seen="1", at="wagers.aces-up", act="save", **rows(straight="4 to 1"))
    base = re.search(r'href="(/rulebooks/compare[^"]+)"', manager.get(here))
    assert base is not None
    path = html.unescape(base[1])
    page = manager.get(path)
    assert "<del>5</del>" in page and "<ins>4</ins>" in page, "only the figure that changed is marked"
    assert "House edge" in page or "being computed" in page
    table = manager.get(f"{path}&csv=1&players=1")
    assert next(line for line in table.splitlines()[1:] if ",Straight," in line).rpartition(",")[2] == "changed"
    assert "Procedures" not in manager.get(f"{path}&players=1&all=1") and "Procedures" in manager.get(f"{path}&all=1")
    assert floor.anybody().get(path).status_code == 404
    query = path.partition("?")[2]
    told = floor.program("manager").get(f"/api/v1/rulebooks-compared?{query}").json()
    assert ("5 to 1", "4 to 1") in [(s["one"], s["other"]) for s in told["statements"]]
    assert told["other"]["draft"] and not told["one"]["draft"] and told["same"] > 50
    whole = wait_for(lambda: floor.program("manager").get(f"/api/v1/rulebooks-compared?{query}").json(), "ready")
    (edge,) = [edge for edge in whole["edges"] if edge["one"] != edge["other"]]
    glance = " ".join(manager.get(path).split())
    was, now = (f"{float(edge[side].removesuffix('%')):.2f}%" for side in ("one", "other"))
    assert f"{was} → <strong>{now}</strong>" in glance and edge["one"] not in glance
    assert floor.anybody().get(f"/api/v1/rulebooks-compared?{query}").status_code == 404


def test_a_draft_with_a_fault_is_compared_without_edges_and_says_so(floor: Lab) -> None:
    manager, here = begun(floor)
    without = {name: typed for name, typed in rows().items() if not name.startswith(f"{ACES}.rows[5]")}
    manager.post(f"{here}/save", at="wagers.aces-up", seen="1", **without)
    query = f"one={PLACE}/{GAME}@2024-09-11&other={here.rpartition('/')[2]}"
    page = " ".join(manager.get(f"/rulebooks/compare?{query}").split())
    assert "has 1 fault: what it does to the edges stands here when it is settled" in page
    assert "not offered" not in page and "No wager of both is analysed" not in page
    told = floor.program("manager").get(f"/api/v1/rulebooks-compared?{query}").json()
    assert (told["ready"], told["edges"]) == (True, [])


def test_the_remedy_of_an_irregularity_is_chosen_from_what_the_game_knows(floor: Lab) -> None:
    manager, here = begun(floor)
    page = " ".join(manager.get(f"{here}?at=irregularities[1]").split())
    chosen = re.search(r'<select class="input" name="irregularities\[1\].ruling" ?>(.*?)</select>', page)
    assert chosen is not None and '<option value="void-round" selected>Void round' in chosen[1]
    assert '<option value="use-as-next-card" >Use as next card' in chosen[1] and "no-roll" in chosen[1]
    assert "Noted; play goes on as it stands." in page
    manager.post(f"{here}/save", at="irregularities[1]", seen="1", **{"irregularities[1].ruling": "go-on"})
    kept = floor.program("manager").get(f"/api/v1/drafts/{here.rpartition('/')[2]}").json()
    assert 'ruling = "go-on"' in kept["text"] and not kept["faults"]


def test_a_draft_is_its_words_and_a_submitted_text_is_compared_from_its_approval(floor: Lab) -> None:
    manager, here = begun(floor)
    program, draft = floor.program("manager"), f"/api/v1/drafts/{here.rpartition('/')[2]}"
    says = {"act": "set", "address": "procedures[1].says", "value": "Cards are changed every two hours."}
    program.post(f"{draft}/edits", json={"seen": 1, "edits": [says]}).raise_for_status()
    base = f"{PLACE}/{GAME}@2024-09-11"
    page = manager.get(f"/rulebooks/compare?one={base}&other={here.rpartition('/')[2]}")
    assert "<ins>two" in page
    approval = manager.went(f"{here}/submit", seen="2", day="2027-03-01", **SIGNED)
    link = re.search(r'href="(/rulebooks/compare[^"]+)"', manager.get(approval))
    assert link is not None and "<ins>two" in manager.get(html.unescape(link[1])), "before anybody approved it"
    assert floor.anybody().get(html.unescape(link[1])).status_code == 404, "nobody else reads what is not approved"
    manager.went(f"{approval}/withdraw", reason="Only tried.", **SIGNED)


def test_a_command_that_arrives_twice_drafts_once(floor: Lab) -> None:
    manager = floor.program("manager")

    def twice(path: str, **body: Any) -> Any:
        first, second = (manager.post(f"/api/v1/drafts{path}", json=body) for _ in range(2))
        assert first.is_success, first.text
        assert second.json() == first.json()
        return first.json()

    draft = twice("", property=PLACE, game="three-card-poker", command="begin-3cp")
    title = {"act": "set", "address": "title", "value": "Three Card"}
    assert twice(f"/{draft['id']}/edits", seen=1, edits=[title], command="edit-3cp")["revision"] == 2
    assert twice(f"/{draft['id']}/play", seen=2, command="play-3cp", **SIGNED)["state"] == "open"
    assert twice(f"/{draft['id']}/submit", seen=2, day="2027-01-01", command="put-3cp", **SIGNED)["written"]
    other = twice("", property=PLACE, game="three-card-poker", command="begin-again")
    assert twice(f"/{other['id']}/drop", command="drop-3cp")["id"] == other["id"]
    lobby = floor.anybody().get(f"/?house={PLACE}").text
    assert "TRY-" not in lobby, "a table to try a draft at stands in no lobby"


def test_two_people_change_one_draft_and_nobody_loses_a_word(floor: Lab) -> None:
    first, here = begun(floor)
    second = Browser(floor, "manager")
    page = {"at": "wagers.aces-up", "act": "save", "seen": "1"}
    first.went(f"{here}/edit", **page, **rows(flush="7 to 1"))
    second.went(f"{here}/edit", **page, **rows(straight="6 to 1"))  # another row of the same table: both stand
    kept = floor.program("manager").get(f"/api/v1/drafts/{here.rpartition('/')[2]}").json()
    assert '["flush", "7 to 1"]' in kept["text"] and '["straight", "6 to 1"]' in kept["text"]
    refused = second.post(f"{here}/edit", **page, **rows(flush="8 to 1"))
    assert refused.status_code == 409
    assert "flush 7 to 1" in refused.text, "theirs is shown"
    assert 'value="8 to 1"' in refused.text, "and mine stays in its field"
    assert floor.program("manager").get(f"/api/v1/drafts/{here.rpartition('/')[2]}").json()["revision"] == 3
    assert [line["by"] for line in kept["history"]] == ["manager"] * 3


def test_a_fault_stands_beside_its_field_and_keeps_the_draft_from_being_submitted(floor: Lab) -> None:
    manager, here = begun(floor)
    typed = {"at": "wagers.aces-up", "seen": "1", **rows(flush="six to one")}
    told = manager.post(f"{here}/check", **typed).json()
    assert told["faults"] == 1 and told["found"][0]["where"] == f"{ACES}.rows[4][2]"
    manager.went(f"{here}/edit", act="save", **typed)
    page = manager.get(f"{here}?at=wagers.aces-up")
    assert "are no odds" in page and "Settle 1 fault first" in page
    assert re.search(r"source: document, lines \d+ to \d+<", page)
    assert 'value="Four of a kind"' in page and 'value="four-of-a-kind"' not in page
    refused = manager.post(f"{here}/submit", seen="2", day=DAY, **SIGNED)
    assert refused.status_code == 422 and "The draft has 1 fault" in refused.text
    unread = manager.post(f"{here}/edit", act="save", seen="2", at="wagers.ante", **{"wagers.ante.line": "first"})
    assert unread.status_code == 422 and "Expected a whole number" in unread.text and 'value="first"' in unread.text


def test_a_missing_row_says_what_would_happen_and_offers_the_one_in_force(floor: Lab) -> None:
    manager, here = begun(floor)
    half = {"at": "wagers.aces-up", "seen": "1", **rows(straight="")}
    told = manager.post(f"{here}/save", **half).json()
    assert (told["revision"], told["faults"]) == (1, 1)  # a row that was half emptied is not taken out unsaid
    assert "Straight has no odds" in told["found"][0]["says"]
    without = {name: typed for name, typed in half.items() if not name.startswith(f"{ACES}.rows[5]")}
    (fault,) = manager.post(f"{here}/save", **without).json()["found"]
    assert fault["says"] == "No row for straight: a straight would be unpaid. Give it a row"
    key = f"{ACES} straight 5 to 1"
    assert fault["fixes"][0] == {"words": "5 to 1, as in force", "outcome": "Straight", "odds": "5 to 1", "key": key}
    assert [fix["odds"] for fix in fault["fixes"]] == ["5 to 1", "4 to 1", "Push"]
    page = manager.get(here)  # opens at what is wrong
    assert 'data-outcome="Straight" data-odds="5 to 1"' in " ".join(page.split())
    assert "straight 5 to 1 → no row" in page and "<br>Aces Up, pay table: " in page
    assert "Tables it touches" in page


def test_the_edge_of_each_row_that_settles_a_fault_is_told_by_page_and_api(floor: Lab) -> None:
    manager, here = begun(floor)
    without = {name: typed for name, typed in rows().items() if not name.startswith(f"{ACES}.rows[5]")}
    manager.post(f"{here}/save", at="wagers.aces-up", seen="1", **without)
    path = f"/api/v1/drafts/{here.rpartition('/')[2]}"
    effect = wait_for(lambda: floor.program("manager").get(f"{path}/effect").json(), "ready")
    assert effect["why"] == "Straight is counted at 5 to 1 until its row is settled."
    told = {row["odds"]: row["edge"] for row in effect["settles"]}
    (line,) = [line for line in effect["lines"] if line["wager"] == "aces-up"]
    assert list(told) == ["5 to 1", "4 to 1", "Push"]
    assert told["5 to 1"] == f"{line['after']['edge']:.2%}" and float(told["4 to 1"][:-1]) > float(told["5 to 1"][:-1])
    page = " ".join(manager.get(f"{here}/effect").split())
    assert f'data-settles="{ACES} straight 4 to 1" data-edge="{told["4 to 1"]}"' in page


def test_odds_come_in_parts_and_an_entry_goes_back(floor: Lab) -> None:
    manager, here = begun(floor)
    typed = {f"{ACES}.rows[4].odds": "8", f"{ACES}.rows[4].form": "for", f"{ACES}.rows[4].of": "1"}
    manager.went(f"{here}/edit", seen="1", at="wagers.aces-up", act="save", **{**rows(), **typed})
    assert "flush 6 to 1 → 8 for 1" in manager.get(here)
    manager.went(f"{here}/edit", seen="2", at="wagers.aces-up", act="back")
    api = floor.program("manager").get(f"/api/v1/drafts/{here.rpartition('/')[2]}").json()
    assert api["revision"] == 3 and '["flush", "6 to 1"]' in api["text"] and "8 for 1" not in api["text"]


def test_whoever_reads_a_draft_comments_on_it_and_it_stands_in_the_log(floor: Lab) -> None:
    manager, here = begun(floor)
    path = f"/api/v1/drafts/{here.rpartition('/')[2]}"
    commission = Browser(floor, "commission")
    commission.went(f"{here}/comment", at="wagers.aces-up", says="Why  not 6 to 1?")
    said = floor.program("supervisor").post(f"{path}/comments", json={"at": "", "says": "Fine."})
    assert said.status_code == 201
    told = floor.program("manager").get(f"{path}/comments").json()
    assert [(c["by"], c["says"], c["place"]) for c in told] == [
        ("supervisor", "Fine.", "The whole draft"),
        ("commission", "Why not 6 to 1?", "Aces Up"),
    ]
    assert "Why not 6 to 1?" in manager.get(f"{here}?at=wagers.aces-up")
    assert "Why not 6 to 1?" not in manager.get(f"{here}?at=wagers.ante").split("Also about")[0]
    assert revision(floor, here) == "1", "it changes nothing"
    assert "commented on draft" in Browser(floor, "admin-demo").get("/audit/log")
    for wrong in ({"at": "wagers.nobody", "says": "x"}, {"at": "", "says": "  "}):
        refused = floor.program("supervisor").post(f"{path}/comments", json=wrong)
        assert refused.status_code in (404, 422), wrong
    assert floor.program("dealer").post(f"{path}/comments", json={"says": "x"}).status_code == 403


def test_outcomes_are_read_again_as_the_page_calls_them() -> None:
    for book in rulebooks():
        for wager in book.wagers.values():
            every = [outcome for table in wager.pay_tables for outcome, _ in table.rows]
            typed = {f"t.rows[{n}].outcome": caption(outcome) for n, outcome in enumerate(every)}
            assert list(as_in_the_file("", every, typed).values()) == every, (book.key, wager.name)
    assert caption("flush-4") == "Four-card flush"


def test_what_a_house_writes_comes_into_force_only_as_the_commission_says(floor: Lab) -> None:
    manager = floor.program("manager")
    draft = manager.post("/api/v1/drafts", json={"property": PLACE, "game": "mississippi-stud"}).json()
    path = f"/api/v1/drafts/{draft['id']}"
    same = manager.post(f"{path}/submit", json={"seen": 1, "day": "2027-02-01", **SIGNED})
    assert (same.status_code, "Nothing differs" in same.text) == (422, True)
    edit = {"act": "set", "address": "title", "value": "Mississippi"}
    manager.post(f"{path}/edits", json={"seen": 1, "edits": [edit]}).raise_for_status()
    early = manager.post(f"{path}/submit", json={"seen": 2, "day": "2020-02-01", **SIGNED})
    assert (early.status_code, "too early" in early.text) == (422, True)
    case = manager.post(f"{path}/submit", json={"seen": 2, "day": "2027-02-01", **SIGNED}).json()
    again = manager.post(f"{path}/edits", json={"seen": 3, "edits": [edit]})
    assert (again.status_code, "is submitted" in again.text) == (409, True)
    rules = f"/api/v1/approvals/{PLACE}/mississippi-stud/{case['version'][:16]}"
    commission = floor.program("commission")
    commission.post(f"{rules}/ask", json={"question": "Why?", **SIGNED}).raise_for_status()
    decision = {"approve": True, "day": "2027-02-01", "conditions": "Post it.", "until": "2027-03-01", **SIGNED}
    open_question = commission.post(f"{rules}/decide", json=decision)
    assert (open_question.status_code, "not answered" in open_question.text) == (409, True)
    manager.post(f"{rules}/answer", json={"answer": "Shorter.", **SIGNED}).raise_for_status()
    granted = commission.post(f"{rules}/decide", json=decision).json()
    assert (granted["conditions"], granted["until"]) == ("Post it.", "2027-03-01")
    withdrawn = manager.post(f"{rules}/withdraw", json={"reason": "Later.", **SIGNED}).json()
    assert withdrawn["state"] == "withdrawn"
    reopened = manager.post(f"{path}/edits", json={"seen": 3, "edits": [edit | {"value": "Stud"}]})
    assert reopened.json()["revision"] == 4


def test_a_poker_room_is_edited_part_by_part_and_tried_by_its_cases(floor: Lab) -> None:
    manager = Browser(floor, "manager")
    offered = manager.get("/studio?house=oneida")  # games that are new to it, as a house that has them calls them
    assert "DJ Wild Stud Poker" in offered and "Dj wild" not in offered
    here = manager.went("/studio", house="oneida", game="poker")
    name = "rules.forms.value.holdem"
    page = manager.get(f"{here}?at=rules.forms")
    seats = re.search(rf'name="{re.escape(name)}" value="(\d+)"', page)
    assert seats and "no house edge" in page and "Open a table by this draft" not in page
    form = {"seen": "1", "at": "rules.forms", "act": "save", name: str(int(seats[1]) - 1)}
    manager.went(f"{here}/edit", **form)
    text = floor.program("manager").get(f"/api/v1/drafts/{here.rpartition('/')[2]}").json()["text"]
    assert f"holdem = {int(seats[1]) - 1}" in text
    refused = manager.post(f"{here}/play", seen="2", **SIGNED)
    assert refused.status_code >= 400 and "no game of a table against the house" in refused.text
