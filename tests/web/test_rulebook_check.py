"""A rulebook is checked over HTTP as on the command line, by staff; what the shelf leaves out is told to them alone."""

from croupier.rulebook.library import SHELF

from .server import Server

BOOK = SHELF / "hard-rock-cincinnati" / "roulette@2019-12-05.toml"


def test_staff_check_a_rulebook_before_it_plays(server: Server) -> None:
    client = server.client("manager")
    good = client.post("/api/v1/rulebooks/check", json={"text": BOOK.read_text(), "name": BOOK.name}).json()
    assert good["faults"] == [] and good["what"] == "Roulette at hard-rock-cincinnati, 14 wagers"
    bad = BOOK.read_text().replace("approved = 2019-12-05", "approved = 2019-12-06")
    bad = bad.replace("[stages.spin]", "[stages.spn]")
    told = client.post("/api/v1/rulebooks/check", json={"text": bad, "name": BOOK.name}).json()["faults"]
    assert told[0]["line"] == 6 and told[0]["where"] == "approved"
    assert any(fault["where"] == "stages.spn" and "did you mean spin?" in fault["says"] for fault in told)
    torn = client.post("/api/v1/rulebooks/check", json={"text": "x ="}).json()["faults"]
    assert [(fault["line"], fault["column"]) for fault in torn] == [(1, 4)]
    assert client.get("/api/v1/rulebooks-left-out").json() == []
    assert client.post("/api/v1/rulebooks/check", json={"text": "", "name": "../x.toml"}).status_code == 422


def test_a_guest_checks_nothing(server: Server) -> None:
    client, _ = server.guest()
    assert client.post("/api/v1/rulebooks/check", json={"text": ""}).status_code == 403
    assert client.get("/api/v1/rulebooks-left-out").status_code == 403
    assert "Left out" not in client.get("/rulebooks").text
