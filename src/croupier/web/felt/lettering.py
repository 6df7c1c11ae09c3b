"""What is lettered on the felt: from the posting, so that a table that pays 6 to 5 says so."""

from functools import lru_cache

from croupier.games import class_of
from croupier.rulebook.posting import Posting

QUALIFIERS = {
    "queen-high": "DEALER PLAYS WITH QUEEN HIGH OR BETTER",
    "pair": "DEALER PLAYS WITH A PAIR OR BETTER",
    "king-high": "DEALER PLAYS WITH KING HIGH OR BETTER",
    "none": "",
}
SOFT_17 = "Dealer draws to soft 17 · stands on hard 17"


def _odds(posting: Posting, wager: str, outcome: str) -> str:
    row = posting.row(wager, outcome)
    return str(row.odds) if row else ""


def _best(posting: Posting, wager: str) -> str:
    rows = [r for r in posting.rows(wager) if r.odds.kind != "percent"]
    return str(max(rows, key=lambda r: r.odds.value).odds) if rows else ""


@lru_cache(maxsize=256)
def lettering(posting: Posting) -> tuple[tuple[str, ...], str]:
    """Lines on the arcs, and what stands in the insurance band."""
    if class_of(posting.rulebook).FAMILY == "twenty-one":
        return _twenty_one(posting)
    lines = []
    qualifier = QUALIFIERS.get(str(posting.get("qualifier", "")), "")
    lines.append(qualifier or posting.rulebook.title.upper())
    extras = [
        f"{w.title} pays up to {best}"
        for w in posting.wagers.values()
        if w.kind in ("side", "bonus") and (best := _best(posting, w.name))
    ]
    if extras:
        lines.append(" · ".join(extras[:2]))
    return tuple(lines), ""


def _twenty_one(posting: Posting) -> tuple[tuple[str, ...], str]:
    base = next((w.name for w in posting.wagers.values() if w.kind == "base"), "blackjack")
    pays = _odds(posting, base, "blackjack")
    lines = [f"BLACKJACK PAYS {pays.upper()}" if pays else posting.rulebook.title.upper()]
    soft = posting.get("soft-17", posting.get("dealer-soft-17", ""))
    if soft:
        drawn = str(soft) in ("hit", "draw", "draws", "hits")
        lines.append(SOFT_17 if drawn else "Dealer stands on all 17s")
    elif (stands := posting.get("stands-on-soft-17")) is not None:
        lines.append("Dealer stands on all 17s" if stands else SOFT_17)
    else:
        lines.append("Dealer draws to 16 and stands on 17")
    insurance = _odds(posting, "insurance", "win")
    return tuple(lines), f"INSURANCE PAYS {insurance.upper()}" if insurance else ""
