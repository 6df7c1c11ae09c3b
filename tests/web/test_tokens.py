"""The page colours: every pair that is used together can be read, and no colour hides outside its file."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from croupier.web.draw import colours

CSS = files("croupier.web") / "static" / "css"
PAIR = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9A-Fa-f]{6}), (#[0-9A-Fa-f]{6})\)")
FIXED = re.compile(r"--([a-z0-9-]+): (#[0-9A-Fa-f]{6});")

TEXT, LARGE = 4.5, 3.0
GROUNDS = ("bg", "s1", "s2")
INKS = ("text", "t2", "t3", "accent", "pos", "neg", "warn", "info")
PAIRS = [
    *((ink, ground, TEXT) for ink in INKS for ground in GROUNDS),
    *((ink, "s3", TEXT) for ink in ("text", "t2")),
    *((kind, f"{kind}-soft", TEXT) for kind in ("pos", "neg", "warn", "info", "accent")),
    *(("text", f"{kind}-soft", TEXT) for kind in ("pos", "neg", "warn", "info", "accent")),
    *(("t2", f"{kind}-soft", TEXT) for kind in ("pos", "accent")),
    ("main-ink", "main", TEXT), ("danger-ink", "danger", TEXT), ("mark-ink", "mark", TEXT),
    ("line2", "bg", LARGE), ("line2", "s1", LARGE),
    ("face-black", "face", TEXT), ("face-red", "face", TEXT), ("card-blue", "face", TEXT), ("card-green", "face", TEXT),
    ("suit-red", "s1", TEXT), ("suit-blue", "s1", TEXT), ("suit-green", "s1", TEXT), ("suit-red", "bg", TEXT),
    ("felt-text", "felt", TEXT), ("felt-accent-ink", "felt-accent", TEXT), ("felt-text", "felt-box", TEXT),
    ("felt-text", "wheel-red", TEXT), ("felt-text", "wheel-black", TEXT), ("felt-text", "wheel-green", TEXT),
    ("text", "felt-panel", TEXT), ("t2", "felt-panel", TEXT),
    ("card-blue", "face", TEXT), ("card-green", "face", TEXT),
]  # fmt: skip
FELT_PAIRS = [
    (colours.IVORY, colours.FELT_LIGHT, TEXT), (colours.GOLD, colours.FELT_LIGHT, TEXT),
    (colours.CORAL, colours.FELT_LIGHT, LARGE), (colours.ACCENT_INK, colours.ACCENT, TEXT),
    (colours.PILL_INK, colours.PILL, TEXT), (colours.WON, colours.WON_BACK, TEXT),
    (colours.LOST, colours.LOST_BACK, TEXT),
    (colours.PUSH, colours.PUSH_BACK, TEXT), (colours.RED_SUIT, colours.FACE, TEXT),
    (colours.BLACK_SUIT, colours.FACE, TEXT),
    ("#FFFFFF", colours.WHEEL_RED, TEXT),
    ("#FFFFFF", colours.WHEEL_BLACK, TEXT), ("#FFFFFF", colours.WHEEL_GREEN, TEXT),
    *((ink, body, TEXT) for body, _, ink in colours.CHIPS.values()),
    *(("#FFFFFF", body, 4.0) for body, _ in colours.PATRON_CHIPS),
]  # fmt: skip


def tokens() -> dict[str, tuple[str, str]]:
    """Each token's light and dark colour."""
    text = (CSS / "tokens.css").read_text()
    found = {name: (light, dark) for name, light, dark in PAIR.findall(text)}
    return found | {name: (colour, colour) for name, colour in FIXED.findall(text)}


def luminance(colour: str) -> float:
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    a, b = sorted((luminance(one), luminance(other)), reverse=True)
    return (a + 0.05) / (b + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_pair_of_tokens_can_be_read(theme: int) -> None:
    found = tokens()
    weak = [
        f"{ink} on {ground}: {ratio:.2f}, needs {least}"
        for ink, ground, least in PAIRS
        if (ratio := contrast(found[ink][theme], found[ground][theme])) < least
    ]
    assert not weak


def test_what_is_drawn_on_felt_cards_and_chips_can_be_read() -> None:
    weak = [
        f"{ink} on {ground}: {contrast(ink, ground):.2f}"
        for ink, ground, least in FELT_PAIRS
        if contrast(ink, ground) < least
    ]
    assert not weak


def test_no_raw_colour_outside_the_token_file() -> None:
    for entry in CSS.iterdir():
        if entry.name != "tokens.css":
            assert not re.findall(r"#[0-9A-Fa-f]{3,8}\b|rgba?\(|hsla?\(", entry.read_text()), entry.name


def test_every_token_that_is_used_exists() -> None:
    known = set(tokens()) | set(re.findall(r"--([a-z0-9-]+):", (CSS / "tokens.css").read_text()))
    for entry in CSS.iterdir():
        text = entry.read_text()
        used = set(re.findall(r"var\(--([a-z0-9-]+)\)", text))
        own = set(re.findall(r"--([a-z0-9-]+):", text))  # a measure that one sheet gives itself
        assert used <= known | own, f"{entry.name}: {used - known - own}"


def test_patron_chips_differ_from_value_chips_and_from_each_other() -> None:
    values = [body for body, _, _ in colours.CHIPS.values()]
    patrons = [body for body, _ in colours.PATRON_CHIPS]
    assert len(set(values + patrons)) == len(values) + len(patrons)


def test_what_has_no_box_is_worn_in_one_room_only() -> None:
    """All rooms share one stylesheet: what one of them unboxes by a word would lose its row in every other."""
    boxless = {
        word
        for entry in CSS.iterdir()
        for word in re.findall(r"^\.([\w-]+) \{[^}]*display: contents", entry.read_text(), re.MULTILINE)
    }
    assert boxless
    worn: dict[str, set[str]] = {word: set() for word in boxless}
    for page in Path(str(files("croupier.web"))).glob("*/templates/*.html"):
        for words in re.findall(r'class="([^"]*)"', page.read_text()):
            for word in boxless.intersection(words.split()):
                worn[word].add(page.parts[-3])
    assert {word: rooms for word, rooms in worn.items() if len(rooms) > 1} == {}
