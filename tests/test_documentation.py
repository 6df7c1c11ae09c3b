"""What is written down of the program is so: the committed summaries are fresh, and no link of docs/ leads nowhere."""

import re
from pathlib import Path

import pytest

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


def test_no_package_has_more_than_25_modules() -> None:
    for folder in (ROOT / "src/croupier").rglob("*"):
        if folder.is_dir():
            assert len(list(folder.glob("*.py"))) <= 25, folder.relative_to(ROOT)
