"""A template reads as a page does: no line is longer than a screen is wide."""

from pathlib import Path

import pytest

import croupier.web

WEB = Path(croupier.web.__file__).parent
MOST = 160


@pytest.mark.parametrize("template", sorted(WEB.glob("*/templates/*")), ids=lambda path: path.name)
def test_no_line_of_a_template_is_longer_than_160_characters(template: Path) -> None:
    long = [number for number, line in enumerate(template.read_text().splitlines(), 1) if len(line) > MOST]
    assert not long, f"{template.name}: break lines {long} between tags, attributes or inside a Jinja tag"
