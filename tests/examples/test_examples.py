"""The example packages, installed as a stranger would: played, dealt, analysed, run on the floor, held to the suite."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.web.kit.system_browser import system_browser

from ..warm import Commands

ROOT = Path(__file__).parents[2]
PACKAGES = ("casino-war", "caribbean-stud", "sic-bo")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine on which the three packages are installed."""
    place = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    folders = [str(ROOT / "examples" / name) for name in PACKAGES]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(place), *folders], check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": f"{place}{os.pathsep}{ROOT / 'src'}"}


@pytest.fixture(scope="module")
def there(installed: dict[str, str]) -> Iterator[Commands]:
    """Commands given on that machine."""
    commands = Commands(installed)
    yield commands
    commands.close()


def croupier(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "croupier", *words], env=env, capture_output=True, text=True)


def edges(there: Commands, game: str, *words: str) -> dict[tuple[str, str], dict[str, object]]:
    done = there.run("odds", "desert-house", game, "--json", *words)
    assert done.returncode == 0, done.stderr
    return {(line["wager"], line["conditions"]): line for line in json.loads(done.stdout)}


def test_casino_war_has_its_known_edges(there: Commands) -> None:
    found = edges(there, "casino-war")
    assert found["ante", "6 decks"]["house_edge"] == pytest.approx(0.0233, abs=5e-5)
    assert found["tie", "6 decks"]["house_edge"] == pytest.approx(0.186495, abs=1e-6)
    without = edges(there, "casino-war", "-o", "decks=6", "--pay", "raise.tie=1 to 1")
    assert next(iter(without.values()))["house_edge"] == pytest.approx(0.0288, abs=5e-5)


def test_sic_bo_has_its_known_edges(there: Commands) -> None:
    found = {wager: line["house_edge"] for (wager, _), line in edges(there, "sic-bo").items()}
    known = {"small": 6 / 216, "triple": 35 / 216, "any-triple": 30 / 216, "single": 17 / 216, "pair": 6 / 216}
    assert {wager: pytest.approx(edge) for wager, edge in known.items()} == {wager: found[wager] for wager in known}


def test_a_game_without_analysis_gets_an_edge_with_its_interval_from_the_engine(there: Commands) -> None:
    run = there.run("simulate", "desert-house", "caribbean-stud", "-n", "1500", "--seed", "5", "--json")
    assert run.returncode == 0, run.stderr
    ante = json.loads(run.stdout)["wagers"][0]
    assert ante["wager"] == "ante"
    assert abs(ante["house_edge"] - 0.0525) < ante["interval"] < 0.2


def test_decisions_of_a_game_without_analysis_are_played_from_their_spot(there: Commands) -> None:
    """A pair raises, a king high against an ace folds; what its engine can't be asked is said."""

    def asked(hand: str, up: str) -> dict[str, dict[str, float]]:
        done = there.run("advise", "desert-house", "caribbean-stud", hand, "--up", up, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    pair, nothing = asked("Ks Kd 7c 4h 2s", "9d"), asked("Ks 9d 7c 4h 2s", "Ad")
    assert (pair["best"], nothing["best"]) == ("raise", "fold")
    assert pair["within"]["raise"] < pair["values"]["raise"]
    assert nothing["values"]["raise"] + nothing["within"]["raise"] < nothing["values"]["fold"] == -1
    short = there.run("advise", "desert-house", "caribbean-stud", "Ks 9d", "--up", "Ad")
    assert "it first asks with 5 cards of the player's" in short.stderr
    told = there.run("strategy", "desert-house", "caribbean-stud").stdout
    lines = [line for line in told.splitlines() if "the house keeps" in line]
    assert lines[0].startswith("as the game suggests")
    assert lines[-1].startswith("fold, whenever it is offered: the house keeps 100.00 %")


def test_the_engine_agrees_with_the_exact_odds_of_a_plugged_game(there: Commands) -> None:
    run = there.run("simulate", "desert-house", "sic-bo", "-n", "1500", "--seed", "5", "--json")
    assert run.returncode == 0, run.stderr
    exact = {wager: line["house_edge"] for (wager, _), line in edges(there, "sic-bo").items()}
    for wager in json.loads(run.stdout)["wagers"]:
        if wager["wager"] in ("small", "big", "odd", "even", "single", "pair"):
            assert abs(wager["house_edge"] - exact[wager["wager"]]) < 1.5 * wager["interval"]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_package_conforms(there: Commands, package: str) -> None:
    done = there.run("conform", f"croupier-{package}")
    assert done.returncode == 0, done.stdout
    assert "11 promises kept, 0 broken" in done.stdout


def test_strategy_and_advice_come_from_the_package(there: Commands) -> None:
    assert "On every tie: war" in there.run("strategy", "desert-house", "casino-war").stdout
    advice = there.run("advise", "desert-house", "casino-war", "Ks", "--up", "Kd", "--json")
    assert json.loads(advice.stdout)["best"] == "war"
    assert "one card ties" in there.run("advise", "desert-house", "casino-war", "Ks", "--up", "2d").stderr


def test_decisions_that_a_package_counted_but_did_not_explain_are_played(
    installed: dict[str, str], tmp_path: Path
) -> None:
    """Odds of its own are no reason to say that nothing is decided; nor need a game name its moves or have a raise."""
    site = tmp_path / "site"
    shutil.copytree(installed["PYTHONPATH"].split(os.pathsep)[0], site)
    odds = site / "casino_war" / "odds.py"
    odds.write_text(odds.read_text().replace(", strategy=strategy, advise=advise)", ")"))
    for book in (site / "casino_war" / "rulebooks").rglob("casino-war@*.toml"):
        book.write_text(book.read_text().replace('kind = "raise"', 'kind = "odds"'))
    env = {**installed, "PYTHONPATH": f"{site}{os.pathsep}{ROOT / 'src'}"}
    told = croupier(env, "strategy", "desert-house", "casino-war").stdout
    assert "surrender, whenever it is offered: the house keeps" in told
    advice = croupier(env, "advise", "desert-house", "casino-war", "Ks", "--up", "Kd", "--json")
    assert json.loads(advice.stdout)["values"]["surrender"] == -0.5
    nothing = croupier(env, "advise", "desert-house", "sic-bo", "Ks")
    assert "nothing is decided in this game" in nothing.stderr


FLOOR = """
import asyncio, re, sys
from fastapi.testclient import TestClient
from argon2 import PasswordHasher
from croupier.demo.furnish import furnish
from croupier.house.house import House
from croupier.house.record.database.storage import Storage
from croupier.web.app import create_app

storage = Storage.file(sys.argv[1])
storage.migrate()
house = House(storage, None, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
games = [("desert-house", game) for game in ("casino-war", "caribbean-stud", "sic-bo")]
asyncio.run(furnish(house, games=games))
with TestClient(create_app(house)) as client:
    lobby = client.get("/?house=desert-house").text
    assert "Casino War" in lobby and "Sic Bo" in lobby, lobby[:2000]
    pictures = re.findall(r'class="vignette">(<svg.*?)</div>', lobby)
    headed = dict(zip(re.findall(r'data-kind="([^"]+)"', lobby), pictures))
    assert set(headed) == {"casino-war", "cards", "dice"}, set(headed)
    assert "die showing" in headed["dice"] and "card-7h" in headed["casino-war"], headed
    guest = client.post("/api/v1/guests", json={"property": "desert-house"}).json()
    token, badge = guest["token"], guest["person"]["badge"]
    head = {"authorization": f"Bearer {token}"}
    found = client.get("/api/v1/tables", headers=head).json()
    tables = {t["game"]: t["id"] for t in found if t["property"] == "desert-house"}
    assert set(tables) == {game for _, game in games}, tables
    for game, table in tables.items():
        page = client.get(f"/tables/{table}")
        assert page.status_code == 200 and "data-wager" in page.text, (game, page.status_code)
        sat = {"act": "sit", "position": 1, "patron": badge, "chips": 20_000}
        done = client.post(f"/api/v1/tables/{table}/acts", headers=head, json={"act": sat})
        assert done.status_code == 200, done.text
        wager = {"sic-bo": {"wager": "total", "on": "9"}}.get(game, {"wager": "ante"})
        bet = {"act": "bet", "position": 1, "amount": 1_000, **wager}
        done = client.post(f"/api/v1/tables/{table}/acts", headers=head, json={"act": bet})
        assert done.status_code == 200, done.text
        seated = client.get(f"/tables/{table}", headers={"cookie": f"croupier={token}"})
        assert seated.status_code == 200 and "$10" in seated.text, game
    print("open", len(tables))
"""


def test_the_games_are_open_in_the_lobby_at_their_stations_and_by_the_api(
    installed: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FLOOR, str(tmp_path / "house.db")], env=installed, capture_output=True, text=True
    )
    assert done.stdout.strip().endswith("open 3"), done.stderr[-3000:]


BROWSER = """
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.server import Server
from tests.web.visitor import DESK, Visitor
from tests.web.windows import ARGUMENTS, Windows

folder, house, game, chromium = sys.argv[1:]
server = Server(Path(folder), games=[(house, game)])
(table,) = [t["id"] for t in server.client("manager").get("/api/v1/tables").json() if t["game"] == game]
with sync_playwright() as running:
    windows = Windows(lambda: running.chromium.launch(executable_path=chromium, args=ARGUMENTS))
    visitor = Visitor(windows, server, DESK)
    visitor.sit(table)
    visitor.place("ante")
    for number in range(1, 21):  # until a round has asked for a decision
        visitor.press("ready")
        taken = visitor.play_out()
        visitor.page.wait_for_selector("#s-why .why")
        if taken:
            break
        visitor.place("ante")
    why = visitor.page.locator("#s-why").inner_text()
    visitor.go(f"/rulebooks/{house}/{game}/2026-01-01")
    shown = visitor.page.locator("main").inner_text()
    visitor.close()
    windows.close()
server.close()
print("played", "/".join(taken), "|", "$" in why, "ante" in shown.lower())
"""


DEMONSTRATED = """
from croupier.agents.house import HouseEnv
from croupier.demo.furnish import playable
from croupier.web.felt import kinds

shown = {game for place, game in playable() if place == "desert-house"}
for game in sorted(shown):
    env = HouseEnv(game, property="desert-house")
    _, told = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, told = env.step(env.action_space.sample(mask=told["action_mask"]))
print("shown", len(shown), type(kinds.of("casino-war")).__name__)
"""


def test_the_games_stand_in_the_demonstration_and_are_played_by_programs_that_learn(installed: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-c", DEMONSTRATED], env=installed, capture_output=True, text=True)
    assert done.stdout.strip() == "shown 3 WarFelt", done.stderr[-3000:]


def test_the_games_are_compared_and_their_rulebooks_printed(there: Commands) -> None:
    compared = there.run("compare", "casino-war")
    assert compared.returncode == 0 and "2.3301 %" in compared.stdout, compared.stdout + compared.stderr
    printed = there.run("rulebooks", "--property", "desert-house", "--game", "sic-bo")
    assert printed.returncode == 0 and "Any Triple" in printed.stdout, printed.stdout + printed.stderr


def test_a_felt_that_is_none_is_named_by_conform_and_costs_the_game_nothing_else(
    installed: dict[str, str], tmp_path: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(installed["PYTHONPATH"].split(os.pathsep)[0], site)
    (site / "casino_war" / "felt.py").write_text("WarFelt = 7\n")
    env = {**installed, "PYTHONPATH": f"{site}{os.pathsep}{ROOT / 'src'}"}
    told = croupier(env, "conform", "croupier-casino-war")
    assert told.returncode == 1, told.stdout
    assert "croupier.felts casino-war = 'casino_war.felt:WarFelt' is no class of croupier.web.felt.kinds" in told.stdout
    drawn = "from croupier.web.felt import kinds; print(type(kinds.of('casino-war')).__name__)"
    done = subprocess.run([sys.executable, "-c", drawn], env=env, capture_output=True, text=True)
    assert done.stdout.strip() == "Seven", done.stderr


def test_a_game_without_analysis_is_played_to_the_end_of_its_round_in_a_browser(
    installed: dict[str, str], tmp_path: Path
) -> None:
    chromium = system_browser()
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    env = {**installed, "PYTHONPATH": f"{installed['PYTHONPATH']}{os.pathsep}{ROOT}"}
    words = [sys.executable, "-c", BROWSER, str(tmp_path), "desert-house", "caribbean-stud", chromium]
    done = subprocess.run(words, env=env, capture_output=True, text=True)
    said = done.stdout.strip()
    assert said.startswith("played ") and said.endswith("| True True"), done.stderr[-3000:]
