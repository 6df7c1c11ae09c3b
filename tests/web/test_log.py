"""The log of people: sentences, filters in the address, exports that are acts themselves."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD
from croupier.house.anchors import papers, signed
from croupier.house.approvals.case import ACTS as STEPS
from croupier.house.people.permissions import PERMITS
from croupier.house.people.person import Logged
from croupier.house.tournaments.poker import acts
from croupier.web.audit import log_told, log_view, log_words

from .lab import Lab, lab

QUARTER = log_view.QUARTER_US


@pytest.fixture
def floor(tmp_path: Any) -> Iterator[Lab]:
    with lab(tmp_path, "big-six") as made:
        yield made


def test_the_log_says_who_did_what_and_its_export_holds_what_the_filters_leave(floor: Lab) -> None:
    eye = floor.browser("surveillance")
    page = eye.get("/audit/log").text
    assert "Who did what" in page and "table.add" not in page and "set up" in page
    only = eye.get("/audit/log", params={"badge": "manager", "kind": "table"}).text
    assert ">Manager</a>" in only and "signed in" not in only and "match the filters" in only
    assert re.search(r"signed in\.</span>", eye.get("/audit/log", params={"kind": "sign-in"}).text)
    assert "No act matches" in eye.get("/audit/log", params={"badge": "nobody"}).text
    lines = json.loads(eye.get("/audit/log", params={"badge": "manager", "kind": "table", "export": "json"}).text)
    assert lines and {line["by"] for line in lines} == {"manager"}
    sheet = eye.get("/audit/log", params={"export": "csv"})
    assert sheet.headers["content-type"].startswith("text/csv") and sheet.text.startswith("number,at_us,by")
    assert "exported the <strong>log</strong>" in eye.get("/audit/log").text  # the two exports stand there too
    assert eye.get("/audit/log", params={"since": "no time"}).status_code == 400
    assert eye.get("/audit/log", params={"export": "xml"}).status_code == 404
    assert "No act matches" in eye.get("/audit/log", params={"until": "1999-01-01T00:00"}).text


def test_every_act_that_needs_a_permission_reads_as_a_sentence() -> None:
    assert set(PERMITS) <= set(log_words.ACTS)
    assert log_words.past(log_words.to_do("fill.confirm")) == "confirmed the fill"
    assert log_words.past(log_words.to_do("table.call-supervisor")) == "called a supervisor to"
    assert log_words.to_do("table.void") == "void a round at"
    assert log_words.to_do("GET") == "look at" and log_words.to_do("POST") == "send something to"
    assert log_words.past(log_words.to_do("new.thing")) == "entered “new thing” for"


def test_older_lines_follow_on_the_next_page_and_one_is_shown_with_what_came_before_and_after(
    floor: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_view, "LINES_MAX", 3)
    eye = floor.browser("surveillance")
    first = eye.get("/audit/log").text
    assert first.count('id="a-') == 3
    assert "3 on this page" in first and "Older acts" in first and 'class="log-hour"' in first
    last = re.findall(r'id="a-(\d+)"', first)[-1]
    older = eye.get("/audit/log", params={"before": last}).text
    assert [int(n) < int(last) for n in re.findall(r'id="a-(\d+)"', older)] == [True] * 3
    assert len(eye.get("/audit/log", params={"export": "json"}).json()) > 6  # the export is no page of it
    details = eye.get("/audit/log", params={"before": last, "act": int(last) - 1}).text
    assert f'aria-label="Details of act {int(last) - 1}"' in details and "Before and after" in details
    assert 'class="log-details"' not in eye.get("/audit/log", params={"act": 2**40}).text


def test_who_reads_a_round_with_its_hidden_cards_is_in_the_log_with_a_link_to_it(floor: Lab) -> None:
    player, badge = floor.guest()
    sit = {"act": {"act": "sit", "position": 1, "patron": badge, "chips": 100_00}}
    player.post("/api/v1/tables/BIG-101/acts", json=sit).raise_for_status()
    bet = {"act": {"act": "bet", "position": 1, "wager": "one-dollar", "amount": 10_00}}
    offers = floor.do(lambda: floor.house.table("BIG-101")).driver.game.posting.wagers
    bet["act"]["wager"] = next(iter(offers))
    player.post("/api/v1/tables/BIG-101/acts", json=bet).raise_for_status()
    player.post("/api/v1/tables/BIG-101/ready", json={}).raise_for_status()
    journal = floor.do(lambda: floor.house.table("BIG-101")).pages.journal_id
    eye, page = floor.browser("surveillance"), f"/audit/BIG-101/{journal}/1"
    assert eye.get(page).status_code == 200
    log = eye.get("/audit/log", params={"kind": "audit"}).text
    assert "opened the replay of <strong>round 1</strong> at <strong>BIG-101</strong>." in " ".join(log.split())
    assert f'<a href="{page}">Round 1</a>' in log


def test_a_slip_is_called_by_its_number_and_linked(floor: Lab) -> None:
    begun = {"kind": "fill", "table": "BIG-101", "chips": {"500": 10}, "password": PASSWORD}
    made = floor.program("supervisor").post("/api/v1/documents", json=begun)
    assert made.is_success, made.text
    eye = floor.browser("surveillance")
    log = eye.get("/audit/log", params={"kind": "fill"}).text
    assert f'href="/slips/{made.json()["id"]}"' in log
    step = f"/api/v1/documents/{made.json()['id']}/steps/prepare"
    short = {"password": PASSWORD, "chips": {"500": 9}}
    assert floor.program("cage").post(step, json=short).status_code == 422
    refused = " ".join(eye.get("/audit/log", params={"badge": "cage", "refused": "1"}).text.split())
    number = f"fill {made.json()['number']:06}"
    assert f"tried to prepare <strong>{number}</strong> at <strong>BIG-101</strong>." in refused
    assert "fill-" not in re.sub(r'href="[^"]*"', "", refused)
    signed = floor.program("cage").post(step, json={"password": PASSWORD, "chips": {"500": 10}})
    assert signed.is_success, signed.text
    prepared = re.findall(r'id="a-(\d+)"', eye.get("/audit/log", params={"kind": "fill", "badge": "cage"}).text)[0]
    details = " ".join(eye.get("/audit/log", params={"act": prepared}).text.split())
    assert "What it changed" in details and re.search(r"In transit</dt><dd[^>]*>\$0\.00 .* \$50\.00</dd>", details)


def test_the_day_of_the_log_shows_every_act_and_marks_the_hours_that_were_asked_for(floor: Lab) -> None:
    eye = floor.browser("surveillance")
    whole = eye.get("/audit/log").text
    day = re.findall(r'data-day="([^"]+)"', whole)[0]
    assert re.search(r'class="chosen-hours" x="0" y="0"\s+width="0"', whole)
    asked = {"since": f"{day}T00:00", "until": f"{day}T23:59"}
    held = eye.get("/audit/log", params=asked).text
    assert re.search(r'class="chosen-hours" x="0" y="0"\s+width="960"', held)
    line = Logged(1, 0, "dealer", "fill.count", "T", "refused", "")
    drawn = log_view.drawn(log_view.day_of(0, ""), [line, line], (8 * QUARTER, 12 * QUARTER))
    assert drawn.bars == ((0, 34, "refused"),) and drawn.acts == 2
    assert drawn.chosen == (8, 4) and drawn.name == "1970-01-01"


def test_the_signed_paper_holds_what_the_list_shows_and_tells_every_change(floor: Lab, tmp_path: Any) -> None:
    eye, asked = floor.browser("surveillance"), {"badge": "manager", "export": "pdf"}
    refused = eye.get("/audit/log", params=asked)
    assert refused.status_code == 422 and "no key to sign with" in refused.text  # nothing is signed by nobody
    file = tmp_path / "house.key"
    public = signed.new_key(file)
    floor.app.state.floor.key = file
    paper = eye.get("/audit/log", params=asked)
    assert paper.headers["content-type"] == "application/pdf", paper.text
    assert papers.check(paper.content, (public,))[0] == public
    listed = floor.program("surveillance").get("/api/v1/audit/log/json", params={"badge": "manager"}).json()
    assert listed and all(len(line["chain"]) == 64 and line["sentence"].startswith("Manager ") for line in listed)
    for at in (40, len(paper.content) // 2, len(paper.content) - 2):
        changed = bytearray(paper.content)
        changed[at] ^= 1
        with pytest.raises(signed.NotSigned):
            papers.check(bytes(changed))
    with pytest.raises(signed.NotSigned, match="added"):
        papers.check(paper.content + b" ")
    with pytest.raises(signed.NotSigned, match="none of the house's"):
        papers.check(paper.content, ("0" * 64,))
    assert "pdf, person manager" in " ".join(eye.get("/audit/log", params={"kind": "audit"}).text.split()).lower()


def test_sentences_name_papers_games_and_people_as_the_floor_does() -> None:
    roles = {"2207": "supervisor", "supervisor-2": "supervisor", "cage": "cage"}
    told = log_view.Sentences(roles, {"TCP-111"}, {"fill 1": ("fill-1", "TCP-111", "fill 1")})

    def said(by: str, act: str, subject: str, outcome: str = "done", reason: str = "") -> log_view.LogRow:
        return told.row(Logged(1, 0, by, act, subject, outcome, reason))

    assert said("2207", "fill.confirm", "fill 1").sentence == "Supervisor 2207 confirmed fill 000001 at TCP-111."
    assert said("cage", "fill.prepare", "fill 1").sentence == "Cage prepared fill 000001 at TCP-111."
    assert said("supervisor-2", "fill.confirm", "fill 1", "refused").did == "tried to confirm"
    rules = said("2207", "approval.submit", "rules oneida/four-card-poker 4a9b8df40d84b3b6")
    assert rules.sentence == "Supervisor 2207 submitted for approval the rules of Four Card Poker at Oneida."
    assert rules.link == "/approvals/oneida/four-card-poker/4a9b8df40d84b3b6"
    about = "rules oneida/four-card-poker 4a9b8df40d84b3b6"
    reply = said("2207", "approval.record", about, reason='{"step":"vote","member":"9","vote":"support"}')
    assert reply.did == "recorded a reply about" and reply.why == "Member 9: support."
    assert said("2207", "approval.decide", about, "signed").did.startswith("signed, with the password again")
    draft = said("2207", "draft.edit", "D-0001", reason="begun: oneida/four-card-poker")
    assert draft.sentence == "Supervisor 2207 began draft D-0001 of Four Card Poker at Oneida."
    assert (draft.link, draft.link_words) == ("/studio/D-0001", "Draft D-0001")
    assert said("2207", "event.deal", "LIVE-1", reason="bust").sentence.endswith(" a knock-out in tournament LIVE-1.")
    assert said("cage", "table.open", "TCP-111").link == "/audit/search?table=TCP-111"
    assert said("cage", "people.manage", "7", reason="added as dealer").sentence == "Cage added 7 as dealer."
    ruled = said("2207", "table.rule", "TCP-111", reason="round 12 of TCP-111.1: misdeal. All hands are void (9.D)")
    assert (ruled.link, ruled.why) == ("/audit/TCP-111/TCP-111.1/12", "Misdeal. All hands are void (9.D)")
    assert (ruled.ruled, ruled.look) == (True, "warn")


def test_every_act_of_a_poker_tournament_and_every_step_of_an_approval_is_told() -> None:
    names = {act.__name__.lower() for act in acts.Act.__subclasses__() if not issubclass(act, acts.Play | acts.Deal)}
    assert names == set(log_told.EVENT)
    assert set(STEPS) == set(log_told.STEPS) | {"decide", "vote", "close"}


def test_a_page_refused_is_told_in_words_and_so_is_its_kind(floor: Lab) -> None:
    assert floor.browser("supervisor").get("/slots").status_code == 403
    eye = floor.browser("surveillance")
    page = eye.get("/audit/log", params={"kind": "GET"}).text
    assert "tried to look at <strong>/slots</strong>" in page and ">Refused to look at</option>" in page
    assert "kind refused to look at" in page and "“GET”" not in page and ">GET<" not in page
    assert re.search(r"\b1 act by quarters", page)


def test_a_voided_ticket_is_called_by_its_number_and_property() -> None:
    told = log_view.Sentences({"cage": "cage"}, set(), {})
    row = told.row(Logged(7, 0, "cage", "document.void", "ticket hard-rock-cincinnati 2", "done", "printed twice"))
    assert row.subject == "ticket 000002 of Hard Rock Cincinnati" and row.why == "Printed twice"
