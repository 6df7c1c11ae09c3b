"""Every command that moves money or signs a document acts once when it is sent twice; a stale one is refused."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import func, select

from croupier.demo.furnish import PASSWORD
from croupier.house.papers.documents import FLOWS
from croupier.house.poker_room.procedures.desk import SLIPS
from croupier.house.record import schema

from .commands import (
    BY_HAND,
    BY_TWO,
    CHIPS,
    FILL,
    ROULETTE,
    Case,
    cases,
    credit,
    forms,
    opened,
    seat,
    slip,
)
from .lab import Lab, lab, routes


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("commands"), "three-card-poker", "roulette") as made:
        dealer = made.for_money(ROULETTE).program("dealer")
        made.do(lambda: made.house.table(BY_HAND))
        shuffled = {"act": {"act": "shuffled", "cut": 0}}
        dealer.post(f"/api/v1/tables/{BY_HAND}/acts", json=shuffled)
        yield made


def moved(floor: Lab) -> int:
    with floor.storage.reading() as conn:
        return int(conn.scalar(select(func.count()).select_from(schema.ledger_group)) or 0)


def balanced(floor: Lab) -> None:
    """Whatever was sent, the books balance and no number of a document is missing."""
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
        assert floor.house.documents.gaps(conn) == []


def twice(floor: Lab, case: Case, send: Callable[[str, dict[str, Any], str], Any]) -> None:
    path, body = case.request(floor)
    command = f"{send.__name__} {case.name}"
    groups, before = moved(floor), floor.record()
    first = send(path, body, command)
    assert first.status_code in (200, 201, 303), first.text
    after, groups_after = floor.record(), moved(floor)
    assert after != before, "the command did nothing"
    again = send(path, body, command)
    assert again.status_code == first.status_code, again.text
    assert floor.record() == after, "sent again, it acted again"
    assert groups <= groups_after == moved(floor)
    if first.headers.get("content-type") == "application/json" and "fragments" not in first.text:
        assert again.json() == first.json(), "the first answer is given again"
    balanced(floor)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_a_command_sent_twice_to_the_api_acts_once(floor: Lab, case: Case) -> None:
    client = floor.program(case.badge)

    def api(path: str, body: dict[str, Any], command: str) -> Any:
        return client.post(path, json=body | {"command": command})

    twice(floor, case, api)


@pytest.mark.parametrize("case", [c for c in cases() if c.path == "/api/v1/cage"], ids=lambda case: case.name)
def test_the_header_names_a_command_as_the_body_does(floor: Lab, case: Case) -> None:
    client = floor.program(case.badge)

    def header(path: str, body: dict[str, Any], command: str) -> Any:
        return client.post(path, json=body, headers={"x-command": command})

    twice(floor, case, header)


@pytest.mark.parametrize("case", list(forms()), ids=lambda case: case.name)
def test_a_form_sent_twice_acts_once(floor: Lab, case: Case) -> None:
    browser = floor.browser(case.badge)

    def form(path: str, body: dict[str, Any], command: str) -> Any:
        return browser.post(path, data=body | {"command": command, "csrf": browser.headers["x-csrf"]})

    twice(floor, case, form)


def test_the_forms_of_the_pages_carry_an_id_of_their_own(floor: Lab) -> None:
    """Every form that moves money or signs: without a script too, a double click is one command."""
    before = slip("fill", "supervisor", "prepare", FILL, CHIPS)(floor)["slip"]
    for badge, path in (
        ("player", "/cage"),
        ("cage", "/cage"),
        ("player", f"/tables/{ROULETTE}/money"),
        ("supervisor", f"/pit/{BY_HAND}"),
        ("cage", f"/slips/{before}"),
        ("supervisor", f"/slips/{before}/void"),
    ):
        page = floor.browser(badge).get(path).text
        forms_ = [part.split("</form>")[0] for part in page.split('method="post"')[1:]]
        acting = [form for form in forms_ if "/sign-out" not in form]
        assert acting, path
        ids = [form.split('name="command" value="')[1].split('"')[0] for form in acting]
        assert len(set(ids)) == len(ids)


def test_a_ticket_is_shown_again_to_who_printed_it_and_is_nowhere_on_record(floor: Lab) -> None:
    credit(floor)
    client = floor.program("player")
    body = {"act": "ticket", "cents": 1_000, "command": "my own words, known to nobody"}
    number = client.post("/api/v1/cage", json=body).json()["ticket"]
    assert client.post("/api/v1/cage", json=body).json()["ticket"] == number
    everything = str(floor.record())
    assert number not in everything
    assert body["command"] not in everything
    other = floor.program("player-2").post("/api/v1/cage", json=body)
    assert other.status_code == 404
    assert client.post("/api/v1/cage", json={"act": "redeem", "ticket": number}).status_code == 200


def test_one_id_is_not_used_for_two_things(floor: Lab) -> None:
    cage = floor.program("cage")
    body = {"act": "buy-in", "patron": "player", "cents": 700, "command": "the same", **BY_TWO}
    cage.post("/api/v1/cage", json=body).raise_for_status()
    before = floor.record()
    for other in ({"cents": 800}, {"patron": "player-2"}, {"act": "cash-out"}):
        assert cage.post("/api/v1/cage", json=body | other).status_code == 409
    assert floor.record() == before


def test_a_wager_under_a_used_id_is_refused_and_a_page_may_word_it_anew(floor: Lab) -> None:
    """The amount that a page sends is what counts, not what the table makes of it: a chip too small for an empty area
    stands for the least wager there, and is itself again where one lies."""
    seat(floor)
    player, path = floor.program("player"), f"/api/v1/tables/{ROULETTE}/acts"
    bet = {"act": "bet", "position": 1, "wager": "black", "amount": 1_000}
    player.post(path, json={"act": bet, "command": "black"}).raise_for_status()
    other = player.post(path, json={"act": bet | {"amount": 2_000}, "command": "black"})
    assert (other.status_code, "used for another command" in other.text) == (409, True)
    assert player.post(path, json={"act": bet, "command": "black"}).status_code == 200
    browser = floor.browser("player")
    form = {"action": "bet", "wager": "even", "amount": "100", "command": "even", "csrf": browser.headers["x-csrf"]}
    for _ in range(2):
        assert browser.post(f"/tables/{ROULETTE}/act", data=form, follow_redirects=False).status_code == 303
    wrong = browser.post(f"/tables/{ROULETTE}/act", data=form | {"amount": "2500"})
    assert (wrong.status_code, "used for another command" in wrong.text) == (409, True)


# ---- stale


def stale_slip(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """A cashier voids what he saw as asked for; meanwhile the chips have left the cage."""
    made = slip("fill", "supervisor", "carry", FILL, CHIPS)(floor)["slip"]
    void = {"second_badge": "supervisor-2", "second_password": PASSWORD, "reason": "late", "password": PASSWORD}
    return "supervisor", f"/api/v1/documents/{made}/void", void | {"state": "requested"}


def stale_step(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    made = slip("fill", "supervisor", "carry", FILL, CHIPS)(floor)["slip"]
    body = {"password": PASSWORD, "state": "requested"} | CHIPS
    return "security", f"/api/v1/documents/{made}/steps/carry", body


def stale_line(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """The line that this person saw was signed by somebody else."""
    made = slip("fill", "supervisor", "carry", FILL, CHIPS)(floor)["slip"]
    return "cage-2", f"/api/v1/documents/{made}/steps/prepare", {"password": PASSWORD} | CHIPS


def stale_limits(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """Two supervisors change the limits of one table; the second looked before the first was done."""
    table = opened(floor)["table"]
    seen = floor.app.state.floor.table(table).journal
    path = f"/api/v1/tables/{table}/life"
    body = {"act": "options", "options": {"least": "25"}, "password": PASSWORD}
    floor.program("supervisor-2").post(path, json=body).raise_for_status()
    return "supervisor", path, body | {"options": {"least": "50"}, "journal": seen}


def stale_closing(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    _, path, body = stale_limits(floor)
    return "supervisor", path, {"act": "begin-closing", "journal": body["journal"]}


def stale_bet(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    seat(floor)
    number = floor.do(lambda: floor.house.table(ROULETTE)).driver.number
    bet = {"act": {"act": "bet", "position": 1, "wager": "red", "amount": 1_000}}
    floor.program("player").post(f"/api/v1/tables/{ROULETTE}/acts", json=bet).raise_for_status()
    floor.program("player").post(f"/api/v1/tables/{ROULETTE}/ready").raise_for_status()
    return "player", f"/api/v1/tables/{ROULETTE}/acts", bet | {"number": number}


def stale_ready(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """Said for the round before; the wagers of this one must not be closed by it."""
    _, path, late = stale_bet(floor)
    bet = {"act": late["act"]}
    floor.program("player").post(path, json=bet).raise_for_status()
    return "player", f"/api/v1/tables/{ROULETTE}/ready", {"number": late["number"]}


def stale_page(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    _, _, late = stale_ready(floor)
    return "player", f"/tables/{ROULETTE}/act", {"action": "ready", "number": late["number"]}


def stale_undo(floor: Lab) -> tuple[str, str, dict[str, Any]]:
    """The dealer's screen shows a table that has gone on: another entry would be taken back."""
    number = floor.do(lambda: floor.house.table(BY_HAND)).driver.number
    return "dealer", f"/deal/{BY_HAND}/undo", {"number": number + 1}


STALE = (
    stale_slip,
    stale_step,
    stale_line,
    stale_limits,
    stale_closing,
    stale_bet,
    stale_ready,
    stale_page,
    stale_undo,
)


@pytest.mark.parametrize("made", STALE, ids=lambda made: made.__name__)
def test_a_stale_action_is_refused_and_changes_nothing(floor: Lab, made: Any) -> None:
    badge, path, body = made(floor)
    before = floor.record()
    answer = floor.program(badge).post(path, json=body)
    assert answer.status_code == 409, answer.text
    assert floor.record() == before
    balanced(floor)


# Changing requests that take no command, each for a reason.
WITHOUT = {
    "/sign-in": "begins a session; sent twice, two begin",
    "/sign-out": "ends a session, once",
    "/api/v1/sessions": "begins or ends a session",
    "/api/v1/guests": "a new guest each time, with demo chips of his own",
    "/demo": "a seat for a visitor; who sits is not seated again",
    "/tables/{table_id}/sit": "who sits is not seated again",
    "/tables/{table_id}/leave": "who has left has no seat to leave",
    "/tables/{table_id}/act": "the station's own ids, in test_resilience.py",
    "/api/v1/tables/{table_id}/ready": "names the request it looked at",
    "/api/v1/tables/{table_id}/wagers": "each wager under a name of its own, in test_wagering.py",
    "/deal/{table_id}/key": "the dealer's own ids and numbers, in test_resilience.py",
    "/deal/{table_id}/do": "the same",
    "/deal/{table_id}/mark": "the same",
    "/deal/{table_id}/undo": "the same",
    "/deal/{table_id}/correct": "once under its id, in tests/house/test_house.py",
    "/api/v1/tables/{table_id}/corrections": "the same",
    "/deal/{table_id}/declare": "the same",
    "/deal/{table_id}/call": "the same words still waiting are not raised twice",
    "/api/v1/tables/{table_id}/call": "the same",
    "/api/v1/tables/{table_id}/void": "sent twice in test_pit_pages, as the page's",
    "/api/v1/tables/{table_id}/wheel-review": "a slip of what is on record, begun as the page's is",
    "/api/v1/notices/{notice_id}/settle": "settled once",
    "/api/v1/tables": "a name is used once",
    "/tables-new": "a name is used once",
    "/people": "a badge is given out once",
    "/api/v1/people": "a badge is given out once",
    "/people/{badge}/{act}": "proposes, or dismisses: what is proposed twice is confirmed once each",
    "/api/v1/people/{badge}/changes": "the same",
    "/house/{part}": "decides, or proposes: what is proposed twice is confirmed once each; a name is used once",
    "/house-changes/{document_id}/{answer}": "a proposal is answered once",
    "/api/v1/house/parts/{part}": "proposes: what is proposed twice is confirmed once each",
    "/api/v1/house/changes/{document_id}": "a proposal is answered once",
    "/api/v1/house/plan": "a house that is set up takes no plan",
    "/api/v1/house/check": "reads a plan and changes nothing",
    "/api/v1/people/{badge}/withdraw": "taken away once: what nobody has is not found",
    "/api/v1/people/{badge}/dismiss": "who is dismissed is dismissed",
    "/people-changes/{document_id}/{answer}": "a proposal is answered once",
    "/api/v1/people/changes/{document_id}": "the same",
    "/api/v1/coupons/{number}/cancel": "a coupon is cancelled once; its command in test_coupons",
    "/api/v1/tickets/{property}/{number}/void": "a ticket is voided once; its command is the page's, sent twice here",
    "/api/v1/tables/{table_id}/payouts": "sent twice in test_stadium_pages",
    "/slots/pay": "the same payout; its command in test_stadium_pages",
    "/slots/{table_id}/{act}": "an irregularity is declared, and a ruling answered, once",
    "/house-posted": "posts what it says",
    "/api/v1/posted/{name}": "posts what it says",
    "/account/password": "takes the old password, which is no longer right",
    "/api/v1/me/password": "the same",
    "/account/token": "a token more, which can be ended",
    "/account/end": "ends a session, once",
    "/api/v1/me/sessions/{handle}": "the same",
    "/api/v1/people/{badge}/sessions/{handle}": "the same",
    "/account/factor": "replaces an unfinished factor",
    "/account/factor/confirm": "a code is used once",
    "/account/factor/remove": "a code is used once",
    "/keys/ask": "asks anew what a security key is to sign",
    "/keys/answer": "what was asked is answered once",
    "/account/keys/begin": "asks anew what a security key is to sign",
    "/account/keys": "what was asked is answered once",
    "/account/keys/remove": "removed once: what nobody has is not found",
    "/api/v1/security-keys/ask": "asks anew what a security key is to sign",
    "/api/v1/security-keys/answer": "what was asked is answered once",
    "/api/v1/me/security-keys/begin": "asks anew what a security key is to sign",
    "/api/v1/me/security-keys": "what was asked is answered once",
    "/api/v1/me/security-keys/remove": "removed once: what nobody has is not found",
    "/second-factor/roles": "sets what it says",
    "/api/v1/me/second-factor": "replaces an unfinished factor",
    "/api/v1/me/second-factor/confirm": "a code is used once",
    "/api/v1/me/second-factor/remove": "a code is used once",
    "/api/v1/people/{badge}/second-factor/reset": "removed once",
    "/api/v1/second-factor/roles": "sets what it says",
    "/out-of-order/{kind}/{subject}": "closed once: what is closed is out of order no more",
    "/api/v1/out-of-order/{kind}/{subject}/close": "the same",
    "/audit/periods": "hands a file out again under its one signature, in test_period_pages; each time is logged",
    "/api/v1/audit/periods": "the same",
    "/api/v1/rulebooks/check": "reads a file and changes nothing",
    "/studio/{draft}/check": "reads what is typed and changes nothing",
    "/studio/{draft}/what-if": "settles rounds again on paper; asked twice, it looks at the first",
    "/api/v1/drafts/{draft}/what-if": "the same",
}
# Sent twice in other tests.
ELSEWHERE = (
    "/api/v1/tournaments",
    "/tournaments",
    "/api/v1/room",  # in test_room_api and test_room_pages
    "/room",
    "/api/v1/approvals",
    "/approvals",
    "/api/v1/procedures",
    "/conduct",
    "/api/v1/poker-tournaments",
    "/api/v1/promotions",
    "/poker-tournaments",  # in test_poker_tournament_pages
    "/promotions",  # in test_promotion_pages
    "/studio",  # in test_studio
    "/api/v1/drafts",
)


def test_every_request_that_changes_something_is_sent_twice_here_or_says_why_not(floor: Lab) -> None:
    """A new route must take a command, or say here why it needs none."""
    changing = {path for method, path in routes(floor.app) if method not in ("GET", "WS")}
    patterns = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$") for path in changing}
    sent = [case.path.replace("{", "").replace("}", "") for case in (*cases(), *forms())]
    tried = {path for path, pattern in patterns.items() if any(pattern.match(one) for one in sent)}
    left = {path for path in changing - tried - set(WITHOUT) if not path.startswith(ELSEWHERE)}
    assert left == set()
    assert set(WITHOUT) <= changing


def test_every_kind_of_slip_is_tried_here_or_moves_nothing(floor: Lab) -> None:
    """A new kind of document must say here that it acts once."""
    tried = {c.body.get("kind") for c in cases()} | {"fill", "credit", "drop", "tokes"}
    counted = {"opening", "closing", "cards", "dice", "wheel", "wheel-review", "jackpot", "override"}  # in tests/house
    prizes = {"tournament-payout", "tournament-intercept", "promotion"}  # in test_poker_events
    prizes |= {"tournament-payout-paper", "tournament-intercept-paper"}  # in test_live_tournaments
    prizes |= {"search-cancelled"}  # in test_two_rooms_money
    alone = {"staff", "currency", "house"}  # in tests/house/test_no_one_alone and test_first_day
    alone |= {"coupon"}  # in test_coupons
    assert set(FLOWS) <= tried | counted | prizes | alone | set(SLIPS)  # those of the poker room are in test_procedures
