"""The fields of a search for support that a winner owes, as the page of a claim sends them."""

from typing import Any

from croupier.web.kit.context import words
from croupier.web.kit.forms import cents_of


def searches_of(values: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What was typed of each winner: fields are called `search-FIELD-BADGE`."""
    badges = dict.fromkeys(key.removeprefix("search-number-") for key in values if key.startswith("search-number-"))
    found = {}
    for badge in badges:
        typed = {name: words(values, f"search-{name}-{badge}", most=120).strip() for name in ("number", "no_inquiry")}
        sums = {name: cents_of(values, f"search-{name}-{badge}", name.capitalize(), 0) for name in ("owed", "tax")}
        marker = f"search-paper-{badge}-"
        papers = [key.removeprefix(marker) for key in values if key.startswith(marker)]
        if any(typed.values()) or any(sums.values()):
            found[badge] = {**typed, **sums, "papers": papers, "told": bool(values.get(f"search-told-{badge}"))}
    return found
