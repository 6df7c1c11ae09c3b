"""The second factor at the doors: sign-in form and API, the account page, roles that may do nothing without one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from croupier.demo.furnish import PASSWORD
from croupier.house.people import one_time_codes as totp
from croupier.house.people.grants import Grant
from croupier.house.record.clock import DAY_US, SECOND_US

from .lab import Lab, csrf, lab


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Lab]:
    with lab(tmp_path, "roulette") as made:
        yield made


def code(floor: Lab, badge: str) -> str:
    """What the authenticator shows, a moment later than the last time."""
    floor.clock.advance(totp.STEP_S * SECOND_US)
    with floor.storage.reading() as conn:
        found = floor.house.people.factors.find(conn, badge)
    assert found is not None
    return totp.code(floor.house.people.factors.secret(found), totp.step_of(floor.clock()))


def by_api(floor: Lab, badge: str, **given: str) -> Any:
    return floor.anybody().post("/api/v1/sessions", json={"badge": badge, "password": PASSWORD, **given})


def at_page(floor: Lab, badge: str) -> Any:
    """A browser without scripts: the page's token goes with its forms."""
    browser = floor.browser(badge)
    browser.page_token = browser.headers.pop("x-csrf")
    return browser


def post(browser: Any, path: str, **form: str) -> Any:
    return browser.post(path, data=form | {"csrf": browser.page_token})


def test_a_person_sets_one_up_on_the_account_page(floor: Lab) -> None:
    badge = "cage"
    browser = at_page(floor, badge)
    assert "Set one up" in browser.get("/account").text
    assert post(browser, "/account/factor", password="not the password").status_code == 422
    page = post(browser, "/account/factor", password=PASSWORD).text
    with floor.storage.reading() as conn:
        found = floor.house.people.factors.find(conn, badge)
    assert found is not None
    secret = totp.text(floor.house.people.factors.secret(found))
    assert secret in page
    assert "otpauth://totp/" in page
    assert secret not in browser.get("/account").text, "it is shown once"
    door = floor.anybody()
    assert 'name="code"' not in door.get("/sign-in").text, "nobody has one until its first code was given"
    mistyped = post(browser, "/account/factor/confirm", code="000000")
    assert mistyped.status_code == 422 and "The code does not match" in mistyped.text
    assert 'action="/account/factor/confirm"' in mistyped.text, "the next code is given where the wrong one was"
    assert secret not in mistyped.text
    done = post(browser, "/account/factor/confirm", code=code(floor, badge))
    assert done.headers["location"] == "/sign-in?changed=1"
    assert browser.get("/account").status_code == 303, "all sessions have ended"

    page = door.get("/sign-in").text
    assert 'name="code"' in page
    assert f'value="{badge}"' not in page, "the demonstration's password alone brings him in no more"
    form = {"badge": badge, "password": PASSWORD, "csrf": csrf(page)}
    asked = door.post("/sign-in", data=form)
    assert asked.status_code == 403
    assert "Give the code" in asked.text
    right = code(floor, badge)
    assert door.post("/sign-in", data=form | {"code": right}).status_code == 303
    assert door.get("/cage").status_code == 200
    assert floor.anybody().post("/sign-in", data=form | {"code": right}).status_code == 403, "a code is used once"


def test_a_program_signs_in_with_a_code(floor: Lab) -> None:
    badge = "security"
    token = by_api(floor, badge).json()["token"]
    client = floor.anybody(authorization=f"Bearer {token}")
    assert client.get("/api/v1/me/second-factor").json() == {
        "set_up": False,
        "required": False,
        "since_us": 0,
        "authenticator": False,
        "security_keys": 0,
    }
    made = client.post("/api/v1/me/second-factor", json={"password": PASSWORD})
    assert made.status_code == 201
    assert made.json()["uri"].startswith("otpauth://totp/Croupier:security?secret=")
    confirmed = client.post("/api/v1/me/second-factor/confirm", json={"code": code(floor, badge)})
    assert confirmed.status_code == 204
    assert client.get("/api/v1/me").status_code == 401
    assert by_api(floor, badge).status_code == 403
    assert by_api(floor, badge, code="1").status_code == 422
    right = code(floor, badge)
    signed = by_api(floor, badge, code=right)
    assert signed.status_code == 201
    assert by_api(floor, badge, code=right).status_code == 422
    client = floor.anybody(authorization=f"Bearer {signed.json()['token']}")
    gone = client.post("/api/v1/me/second-factor/remove", json={"password": PASSWORD, "code": code(floor, badge)})
    assert gone.status_code == 204
    assert by_api(floor, badge).status_code == 201


def test_a_role_that_needs_one_gets_nothing_but_its_account_page(floor: Lab) -> None:
    admin = at_page(floor, "admin-demo")
    surveillance = at_page(floor, "surveillance")
    token = floor.program("surveillance")
    assert surveillance.get("/audit").status_code == 200
    assert post(admin, "/second-factor/roles", role="surveillance", wanted="yes").status_code == 303
    assert "Surveillance" in admin.get("/people").text.split("Wanted of:")[1].split("</p>")[0]
    assert admin.get("/api/v1/second-factor/roles").json() == ["surveillance"]
    for path in ("/audit", "/pit", "/slips"):
        answer = surveillance.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    refused = token.get("/api/v1/audit/journals")
    assert refused.status_code == 403
    assert "second factor" in refused.json()["error"]
    with pytest.raises(WebSocketDisconnect), surveillance.websocket_connect("/pit/live") as socket:
        socket.receive_text()
    assert "The house wants" in surveillance.get("/account").text
    post(surveillance, "/account/factor", password=PASSWORD)
    post(surveillance, "/account/factor/confirm", code=code(floor, "surveillance"))
    signed = by_api(floor, "surveillance", code=code(floor, "surveillance")).json()
    client = floor.anybody(authorization=f"Bearer {signed['token']}")
    assert client.get("/api/v1/audit/journals").status_code == 200
    body = {"password": PASSWORD, "code": code(floor, "surveillance")}
    assert client.post("/api/v1/me/second-factor/remove", json=body).status_code == 403
    gone = {"role": "surveillance", "wanted": "no"}
    assert "Two people" in post(admin, "/second-factor/roles", **gone).text
    two = {"password": PASSWORD, "second": "manager", "second-password": PASSWORD}
    one = two | {"second": "admin-demo"}
    assert post(admin, "/second-factor/roles", **gone, **one).status_code == 403
    assert admin.get("/api/v1/second-factor/roles").json() == ["surveillance"]
    assert post(admin, "/second-factor/roles", **gone, **two).status_code == 303


def test_an_administrator_resets_a_lost_one(floor: Lab) -> None:
    badge = "supervisor-2"
    browser = at_page(floor, badge)
    post(browser, "/account/factor", password=PASSWORD)
    post(browser, "/account/factor/confirm", code=code(floor, badge))
    assert by_api(floor, badge).status_code == 403
    admin = at_page(floor, "admin-demo")
    assert "Reset the second factor" in admin.get(f"/people/{badge}").text
    assert floor.program("manager").post(f"/api/v1/people/{badge}/second-factor/reset").status_code == 403
    assert "waits for a second person" in post(admin, f"/people/{badge}/reset-factor", password=PASSWORD).text
    assert by_api(floor, badge).status_code == 403
    (asked,) = floor.program("manager").get("/api/v1/people/changes").json()
    manager = at_page(floor, "manager")
    answered = post(manager, f"/people-changes/{asked['id']}/confirm", password=PASSWORD)
    assert "is confirmed" in answered.text
    assert by_api(floor, badge).status_code == 201
    logged = floor.program("commission").get("/api/v1/audit/log", params={"badge": "manager"}).json()
    assert any(line["subject"] == badge and line["reason"] == "second factor reset" for line in logged)
    lost = {"password": PASSWORD}
    again = floor.program("admin-demo").post(f"/api/v1/people/{badge}/second-factor/reset", json=lost)
    assert again.status_code == 404


def test_a_program_that_resets_one_signs_with_its_own_code(floor: Lab) -> None:
    floor.house.people.add_demo([("admin-3", "Admin 3", "administrator")], PASSWORD)
    role = "slot-supervisor"
    grants = (Grant("administrator"), Grant(role))
    floor.house.writer.run(lambda tx: floor.house.people.regrant_in(tx, "system", "admin-3", grants, "demonstration"))
    floor.clock.advance(2 * DAY_US)  # the cooling time is over
    lost, signer = at_page(floor, "security"), at_page(floor, "admin-3")
    for badge, browser in (("security", lost), ("admin-3", signer)):
        post(browser, "/account/factor", password=PASSWORD)
        post(browser, "/account/factor/confirm", code=code(floor, badge))
    admin = at_page(floor, "admin-demo")
    assert post(admin, "/second-factor/roles", role=role, wanted="yes").status_code == 303
    token = by_api(floor, "admin-3", code=code(floor, "admin-3")).json()["token"]
    program = floor.anybody(authorization=f"Bearer {token}")
    path = "/api/v1/people/security/second-factor/reset"
    without = program.post(path, json={"password": PASSWORD})
    assert without.status_code == 403 and "signs with a second factor" in without.text
    assert program.post(path, json={"password": PASSWORD, "code": code(floor, "admin-3")}).status_code == 204
    (asked,) = program.get("/api/v1/people/changes").json()
    assert asked["signed"][0]["by"] == "admin-3" and asked["signed"][0]["data"]["badge"] == "security"
    two = {"password": PASSWORD, "second": "manager", "second-password": PASSWORD}
    assert post(admin, "/second-factor/roles", role=role, wanted="no", **two).status_code == 303


def test_a_token_for_a_program_takes_the_password(floor: Lab) -> None:
    browser = at_page(floor, "dealer-2")
    assert post(browser, "/account/token", label="bot").status_code == 422
    assert "shown once" in post(browser, "/account/token", label="bot", password=PASSWORD).text


def test_whoever_signs_with_a_code_finds_its_field_wherever_a_password_is_asked_for(floor: Lab) -> None:
    """Or a house that wants a second factor of its managers could change no staff and pay no large amount."""
    holder = at_page(floor, "dealer-3")
    post(holder, "/account/factor", password=PASSWORD)
    post(holder, "/account/factor/confirm", code=code(floor, "dealer-3"))
    for badge, path in (("admin-demo", "/people"), ("admin-demo", "/people/dealer"), ("cage-2", "/cage")):
        page = at_page(floor, badge).get(path).text
        for field in ("", "second-"):
            asked = page.count(f'name="{field}password"')
            assert asked == page.count(f'name="{field}code"'), f"{path}: {field}"
        assert 'name="code"' in page and 'data-security-key="sign"' in page
