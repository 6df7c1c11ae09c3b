"""Security keys in a browser, with Chromium's virtual authenticator, and over the API with one made of software."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.demo.furnish import PASSWORD

from ..house.soft_key import SoftKey
from .server import Server
from .visitor import LATEST_MS

TOUCHED = {
    "protocol": "ctap2",
    "transport": "usb",
    "hasResidentKey": False,
    "hasUserVerification": False,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("keys"), [("hard-rock-cincinnati", "roulette")])
    yield running
    running.close()


@pytest.fixture(scope="module")
def home(own: Server) -> str:
    """A key signs for a name: localhost is one, 127.0.0.1 is none."""
    return f"http://localhost:{own.port}"


@pytest.mark.browser
def test_a_key_is_enrolled_signs_in_and_signs(chromium: Any, own: Server, home: str) -> None:
    page = chromium.new_context(base_url=home).new_page()
    page.set_default_timeout(LATEST_MS)
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if "Content Security" in said.text else None)
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    wire.send("WebAuthn.addVirtualAuthenticator", {"options": TOUCHED})

    def gave_password(path: str) -> Any:
        page.goto(f"/sign-in?next={path}")
        form = page.locator("form.stack-form")
        form.locator("[name=badge]").fill("surveillance")
        form.locator("[name=password]").fill(PASSWORD)
        return form

    gave_password("/account").get_by_role("button", name="Sign in").click()
    keys = page.locator("#security-keys form").last
    keys.locator("[name=label]").fill("blue key")
    keys.locator("[name=password]").fill(PASSWORD)
    keys.get_by_role("button", name="Add a security key").click()
    page.wait_for_url("**/sign-in?changed=1")

    gave_password("/account").get_by_role("button", name="Security key").click()
    page.wait_for_url("**/account")
    shown = page.locator("#security-keys form").first
    assert "blue key" in shown.inner_text() and "for localhost" in shown.inner_text()
    shown.locator("[name=password]").fill(PASSWORD)
    shown.get_by_role("button", name="Security key").click()  # signs for its own removal, and the form goes on its way
    page.wait_for_url("**/sign-in?changed=1")
    assert own.house.second_factor.keys.of("surveillance") == []
    assert wrong == []
    page.context.close()


def test_a_program_with_a_key_of_its_own_does_the_same(own: Server, home: str) -> None:
    key, badge = SoftKey(), "security"
    program = own.client(badge)
    program.base_url = f"{home}/api/v1"
    begun = program.post("/me/security-keys/begin", json={"password": PASSWORD}).json()
    said = {"challenge": begun["challenge"], "credential": key.enrolled(begun, home)}
    assert program.post("/me/security-keys", json={**said, "label": "soft"}).status_code == 201
    assert program.get("/me").status_code == 401, "all sessions and tokens have ended"

    door = own.client()
    door.base_url = f"{home}/api/v1"
    first = {"badge": badge, "password": PASSWORD}
    assert door.post("/sessions", json=first).status_code == 403
    assert door.post("/security-keys/ask", json={**first, "password": "wrong"}).status_code == 422
    assert door.post("/security-keys/ask", json={"badge": "cage", "password": PASSWORD}).status_code == 404
    asked = door.post("/security-keys/ask", json=first).json()
    elsewhere = {"challenge": asked["challenge"], "credential": key.signed(asked, "http://elsewhere")}
    refused = door.post("/security-keys/answer", json=elsewhere)
    assert refused.status_code == 422 and "does not hold" in refused.json()["error"]
    answer = {"challenge": asked["challenge"], "credential": key.signed(asked, home)}
    code = door.post("/security-keys/answer", json=answer).json()["code"]
    token = door.post("/sessions", json={**first, "code": code}).json()["token"]
    assert door.post("/sessions", json={**first, "code": code}).status_code == 422
    program.headers["authorization"] = f"Bearer {token}"
    (mine,) = program.get("/me/security-keys").json()
    assert mine["label"] == "soft"
    asked = program.post("/security-keys/ask", json={"password": PASSWORD}).json()
    answer = {"challenge": asked["challenge"], "credential": key.signed(asked, home)}
    code = program.post("/security-keys/answer", json=answer).json()["code"]
    gone = {"key": mine["id"], "password": PASSWORD, "code": code}
    assert program.post("/me/security-keys/remove", json=gone).status_code == 204
    assert door.post("/sessions", json=first).status_code == 201
    numbered = own.client(badge)
    said_no = numbered.post("/api/v1/me/security-keys/begin", json={"password": PASSWORD})
    assert said_no.status_code == 422 and "localhost" in said_no.json()["error"]
