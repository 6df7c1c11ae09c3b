"""Odds as a form has them: the figure, the printed word between, and the figure behind it: `40`, `to`, `1`."""

import re

_RATIO = re.compile(r"^(\d[\d,]*(?:\.\d+)?) (to|for) ([1-9]\d*)$")
_PERCENT = re.compile(r"^(\d+(?:\.\d+)?) ?%(?: of the meter)?$")
_DOLLARS = re.compile(r"^\$ ?(\d[\d,]*(?:\.\d+)?)$")


def parted(printed: str) -> tuple[str, str, str]:
    """(figure, form, figure behind it) of odds as printed; what is no odds stays whole in the first."""
    text = " ".join(printed.split())
    if not text:
        return "", "to", "1"
    if ratio := _RATIO.match(text):
        return ratio[1], ratio[2], ratio[3]
    if dollars := _DOLLARS.match(text):
        return dollars[1], "dollars", ""
    if percent := _PERCENT.match(text):
        return percent[1], "percent", ""
    if text.lower() == "push":
        return "", "push", ""
    return text, "to", ""


def printed(figure: str, form: str = "", behind: str = "") -> str:
    """The odds that the parts of a form say. Whoever writes all of it into the first field is understood too."""
    figure, behind = " ".join(figure.split()), " ".join(behind.split())
    form = form or ("to" if behind else "")
    whole = parted(figure)
    if not form or whole[1] != "to" or whole[2]:
        return _said(*whole) if figure else "Push" if form == "push" else ""
    return _said(figure, form, behind)


def _said(figure: str, form: str, behind: str) -> str:
    match form:
        case "push":
            return figure or "Push"
        case "dollars":
            return f"${figure}" if figure else ""
        case "percent":
            return f"{figure}%" if figure else ""
        case "to" | "for" if figure and behind:
            return f"{figure} {form} {behind}"
    return figure
