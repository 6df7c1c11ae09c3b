"""What is written down of the program is so: the committed summaries are fresh, and no link of docs/ leads nowhere."""

import json
import re
from pathlib import Path

import pytest
import typer.main

from croupier.cli import app
from croupier.odds.lines import lines_of
from croupier.odds.report.text import as_summary as odds_summary
from croupier.rulebook.coverage import as_summary
from croupier.rulebook.library import rulebook

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MADE = ("architecture.md", "contributing.md", "changelog.md", "coverage-whole.md", "rulebooks/", "reference/")


def test_the_summary_of_what_is_carried_is_fresh() -> None:
    assert (DOCS / "coverage.md").read_text() == as_summary(), "croupier coverage --summary docs/coverage.md"


@pytest.mark.parametrize("game", ["big-six", "roulette", "craps"])
def test_the_summary_of_odds_has_the_edges_that_are_counted_now(game: str) -> None:
    found = odds_summary(lines_of(rulebook("hard-rock-cincinnati", game), every=False)).splitlines()[-1]
    assert found in (DOCS / "odds.md").read_text().splitlines(), "croupier odds --all --summary docs/odds.md"


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS)))
def test_every_link_leads_to_a_page(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text()):
        target = (page.parent / link).resolve()
        made = target.is_relative_to(DOCS) and str(target.relative_to(DOCS)).startswith(MADE)
        assert link.startswith("https://") or made or target.exists(), link


def test_every_reader_has_a_way_in() -> None:
    shown = (DOCS / "index.md").read_text()
    for page in (DOCS / "readers").glob("*.md"):
        assert f"(readers/{page.name})" in shown
        assert f"readers/{page.name}" in (ROOT / "mkdocs.yml").read_text()


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_that_the_map_names_is_there(page: str) -> None:
    """Paths are written as people say them: from the root, or from the package, its house or its pages."""
    named = {name.split(":")[0] for name in re.findall(r"`([^`\s]+/[^`\s]*)", (ROOT / page).read_text())}
    places = [ROOT, *(ROOT / "src/croupier" / room for room in ("", "house", "web", "house/tournaments/poker"))]
    for name in named:
        if name == name.lower() and not name.startswith(("/", "http", "..")) and "{" not in name:
            assert any((place / one).exists() for place in places for one in (name, f"{name}.py")), name


def test_files_that_a_way_names_by_themselves_lie_beside_those_of_its_paths() -> None:
    places = [ROOT / "src/croupier" / room for room in ("", "house", "web")]
    for way in (ROOT / "ARCHITECTURE.md").read_text().split("\n\n"):
        named = re.findall(r"`([a-z_]+(?:/[a-z_]+)*/[a-z_]+\.py)", way)
        folders = [(place / name).parent for name in named for place in places]
        for alone in re.findall(r"`([a-z_]+\.py)`", way):
            assert any((folder / alone).exists() for folder in folders), alone


def test_no_package_has_more_than_25_modules() -> None:
    for folder in (ROOT / "src/croupier").rglob("*"):
        if folder.is_dir():
            assert len(list(folder.glob("*.py"))) <= 25, folder.relative_to(ROOT)


WRITTEN = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
OURS = ("src/", "docs/", "tests/", "examples/", "deploy/", "bench/")
TO_BE_MADE = ("deploy/.env",)  # by whoever deploys


def in_code(text: str) -> str:
    """The spans and blocks of a page that are code, one a line."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", text, re.M | re.S) + re.findall(r"^    .+$", text, re.M)
    return "\n".join([*blocks, *re.findall(r"`([^`\n]+)`", text)]).replace("\\\n", " ")


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_is_written_down_is_taken(page: Path) -> None:
    commands = typer.main.get_command(app).commands
    for name, rest in re.findall(r"(?<![\w/-])croupier ([a-z][a-z-]*)((?: [^\n]*)?)", in_code(page.read_text())):
        assert name in commands, f"croupier {name}"
        taken = {"--help"}.union(*(set(each.opts) | set(each.secondary_opts) for each in commands[name].params))
        said = rest.partition(" #")[0].partition("croupier ")[0]
        assert set(re.findall(r"(?<=\s)--?[a-zA-Z][a-z-]*", said)) <= taken, f"croupier {name}{rest}"


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_and_module_that_is_written_down_is_there(page: Path) -> None:
    code = in_code(page.read_text())
    for name in re.findall(rf"(?<![\w./-])((?:{'|'.join(OURS)})[\w./-]+)", code):
        if page.name != "CHANGELOG.md" and name == name.lower():  # the changelog tells of what was
            assert name in TO_BE_MADE or (ROOT / name.rstrip(".")).exists(), name
    for name in re.findall(r"(?<![\w./-])(croupier(?:\.[a-z]\w*)+)(?![\w./-])", code.replace("croupier.toml", "")):
        module = next((found for found in prefixes(name) if (ROOT / "src" / found.replace(".", "/")).is_dir()), "")
        rest = name.removeprefix(module).strip(".").split(".")[0]
        folder = ROOT / "src" / module.replace(".", "/")
        known = not rest or (folder / f"{rest}.py").is_file() or rest in (folder / "__init__.py").read_text()
        assert known or page.name == "CHANGELOG.md" or name in ENTRY_POINTS, name


SOCKETS = {"/api/v1/tables/{}/events"}  # which OpenAPI has no words for
ENTRY_POINTS = ("croupier.games", "croupier.odds", "croupier.rulebooks", "croupier.felts")


def prefixes(name: str) -> list[str]:
    """`croupier.odds.exact`, `croupier.odds`, `croupier`."""
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(len(parts), 0, -1)]


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_address_of_the_api_that_is_written_down_is_answered(page: Path) -> None:
    known = json.loads((ROOT / "tests/golden/openapi.json").read_text())  # "paths//api/v1/tables" and so on
    shapes = {re.sub(r"\{\w+\}", "{}", key.removeprefix("paths/")) for key in known} | SOCKETS
    for path in re.findall(r"/api/v1/[\w/{}|.-]+", in_code(page.read_text())):
        said = re.sub(r"\{[\w|]+\}|(?<=/)[A-Z][A-Z-]+(?=/|$)", "{}", re.sub(r"/\{[^}]*$", "", path).rstrip("/."))
        assert page.name == "CHANGELOG.md" or said in shapes or any(one.startswith(f"{said}/") for one in shapes), path
