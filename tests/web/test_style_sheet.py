"""The one style sheet of all pages: no rule of it makes a browser style a whole page anew for one changed word.

A rule that asks what something holds (`:has`) is asked again whenever anything changes below it. What it styles must
be named then, by a class, an identifier, an attribute or an element: where it is "whatever lies there", a browser takes
everything on every page for it, rules of other pages included, since all of them are one sheet.
"""

import re
from importlib.resources import files

import pytest

CSS = files("croupier.web") / "static" / "css"
COMMENT, RULE = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"([^{}]*)\{")
JOINED = re.compile(r"\s*[>+~]\s*|\s+")
NAMED = re.compile(r"[.#\[]|^[a-z]")


def split(selector: str, at: re.Pattern[str]) -> list[str]:
    """A selector in parts, where brackets keep together what lies in them."""
    parts, depth, begins, here = [], 0, 0, 0
    while here < len(selector):
        depth += (selector[here] in "([") - (selector[here] in ")]")
        joint = None if depth else at.match(selector, here)
        if joint and here > begins:
            parts.append(selector[begins:here])
        begins, here = (joint.end(), joint.end()) if joint else (begins, here + 1)
    return [*parts, selector[begins:]]


def named(compound: str) -> bool:
    """Whether one says what is styled; of alternatives each must."""
    plain, choices, depth, begins = "", [], 0, 0
    for here, letter in enumerate(compound):
        if letter == "(":
            depth, begins = depth + 1, begins if depth else here
        elif letter == ")":
            depth -= 1
            if not depth and compound[:begins].endswith((":is", ":where")):
                choices.append(compound[begins + 1 : here])
        elif not depth:
            plain += letter
    if NAMED.search(plain.replace("*", "")):
        return True
    return bool(choices) and all(
        named(split(one.strip(), JOINED)[-1]) for inside in choices for one in split(inside, re.compile(","))
    )


def styles_anything(selector: str) -> bool:
    *above, last = split(selector.strip(), JOINED)
    return any(":has(" in part for part in above) and not named(last)


def test_whatever_depends_on_what_lies_elsewhere_is_named() -> None:
    found = []
    for sheet in sorted(CSS.iterdir(), key=lambda file: file.name):
        rules = RULE.findall(COMMENT.sub("", sheet.read_text()))
        each = [s.strip() for rule in rules if not rule.strip().startswith("@") for s in split(rule, re.compile(","))]
        found += [f"{sheet.name}: {selector}" for selector in each if styles_anything(selector)]
    assert not found


@pytest.mark.parametrize(
    "selector",
    [
        ".list:has(.ruling) > :not(form)",
        ".side:has(.ruling) *",
        ".side:has(b) :is(.on, .paid h2 ~ *)",
        ".a:has(b):first-child > :only-child",
    ],
)
def test_a_rule_for_whatever_lies_there_is_seen(selector: str) -> None:
    assert styles_anything(selector)


@pytest.mark.parametrize(
    "selector",
    [
        ".list:has(.ruling)",
        ".list:has(> :not(form)) > form:not(.off)",
        ".side:has(b) :is(.on, h2 ~ dl)",
        ".foot > :has(.no-dealer)",
        ".a:has([href='>']) + [data-on]",
        ".list:not(:has(.x)) #one",
    ],
)
def test_a_rule_that_names_what_it_styles_is_none(selector: str) -> None:
    assert not styles_anything(selector)
