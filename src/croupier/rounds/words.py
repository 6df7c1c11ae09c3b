"""Words that every game at a table shares: rules, terms of rulings, values of procedures that the table reads."""

import functools
import tomllib
from pathlib import Path

from croupier.rulebook.shapes import Either, Expected, Keys, ListOf, Span
from croupier.rulebook.vocabulary import Terms

ROLES = ("player", "dealer", "supervisor", "manager")

# Rules that any game may have; one whose own expectation is a plain whole number takes the span from here.
COMMON: dict[str, Expected] = {
    "positions": Span(1),
    "positions-per-patron": Span(1),
    "positions-adjacent": bool,
    "several-positions-least": Span(0),
    "decks": Span(1),
    "batches": (1, 2),
    "payout-unit": Span(1),
    "losing-first": bool,
    "tournament": bool,
}
ANY_TERMS: Terms = {"choice": str}  # what a remedy is called among those that somebody chooses between
# What each remedy that all games know may be given (`with`).
REMEDY_TERMS: dict[str, Terms] = {
    "void-round": {"keep": ListOf(str), "replace-cards": bool, "reshuffle": bool},
    "go-on": {},
    "no-roll": {"then": str, "by": ROLES},
    "discard-card": {"seen": bool},
    "use-as-next-card": {"seen": bool},
    "reshuffle": {"replace-cards": bool},
    "void-hand": {"keep": ListOf(str), "forfeit": bool},
    "step": {"by": ROLES},
    "supervisor-decides": {},
    "player-decides": {},
}
_STEPS = ("limit", "betting-order", "least-wager", "first-shooter", "dice-pass")
PROCEDURES: dict[str, Expected] = {
    "card-change": Keys(may={"hours": Either((Span(1), Keys(other=Span(1)))), "shall": bool}),
    "stub-count": Keys(may={"rounds": Span(1), "shall": bool}),
    "uniform-odds": Keys(may={"uniform-options": ListOf(str, least=0), "uniform-rows": ListOf(str, least=0)}),
    "uniform-vigorish": Keys(may={"uniform-options": ListOf(str, least=0), "uniform-rows": ListOf(str, least=0)}),
    "match-play": Keys(must={"wagers": ListOf(str)}, may={"odds": str}),
    "late-wagers": Keys(may={"confirmed-by": ("dealer", "supervisor")}),
    "cut": Keys(may={"least-cards": Span(1)}),
    "randomness-review": Keys(may={"times-a-year": Span(1), "least-outcomes": Span(1)}),
    "tournament": Keys(
        may={
            "approved-by": str,
            "states": ListOf(_STEPS, least=0),
            "one-of": ListOf(str, least=0),
            "most-kinds-on-a-number": Span(1),
        }
    ),
}


@functools.cache
def glossary() -> dict[str, dict[str, str]]:
    """What the shared words mean: rules, stages, procedures, kinds of wagers."""
    return tomllib.loads(Path(__file__).with_name("glossary.toml").read_text(encoding="utf-8"))
