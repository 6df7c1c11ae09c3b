"""What a book of poker tournaments says, and what a sheet of levels and payouts must be."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from croupier.rulebook.faults import Found
from croupier.rulebook.shapes import Expected, Keys, ListOf, Money, Span, misfits
from croupier.rulebook.vocabulary import Vocabulary

FORMATS = (
    "standard", "bounty", "survivor", "cash-out", "single-table",
    "shootout", "bracket", "heads-up", "rebuy", "satellite",
)  # fmt: skip
STRUCTURES = ("non-ante", "ante", "pot-limit", "limit", "three-blind")
PENALTIES = (
    "verbal-warning", "missed-hand", "one-round", "two-rounds", "three-rounds", "four-rounds", "disqualification",
)  # fmt: skip
BOUNTIES = ("prize-pool", "buy-in", "bounty-fee")
REBUYS = ("stack", "any-stack", "level", "number")  # what decides whether one may rebuy or add on
_PERCENT = Span(0, 100)
_TABLES = Span(1)

RULES: dict[str, Expected] = {
    "schedules": ListOf(("daily", "special-event")),
    "buy-in": Keys(must={"least": Money(), "most": Money()}),
    "prize-pool-least-percent": _PERCENT,
    "formats": ListOf(FORMATS),
    "blind-structures": ListOf(STRUCTURES),
    "survivor": Keys(must={"players-a-prize": Span(1)}, may={"lesser-prize": bool}),
    "cash-out": Keys(
        must={"most-percent-of-pool": _PERCENT, "most-percent-of-stack": _PERCENT},
        may={"pool-step": Money(), "closes": str, "remainder": str},
    ),
    "single-table": Keys(must={"players": Span(2)}),
    "bracket": Keys(must={"players-least": Span(2)}),
    "heads-up": Keys(must={"players-a-table": Span(2)}, may={"advance": Span(1)}),
    "balancing": Keys(
        must={
            "halts-when-short": Span(1),
            "numerical-above-tables": _TABLES,
            "within-one-from-tables": _TABLES,
            "within": Span(1),
        }
    ),
    "final-table": Keys(must={"above-a-full-table": Span(0), "most": Span(2)}, may={"not-in": ListOf(FORMATS)}),
    "penalties": ListOf(PENALTIES),
    "hand-for-hand": bool,
    "deals": bool,
    "taxable-above-dollars": Span(0),
}
ALSO: dict[str, Expected] = {
    "distribution": ListOf(("prize-pool", "administration-fee", "house-fee")),
    "payout-schedule": Keys(
        may={
            "assigned-before": ("registration", "start", "money"),
            "in": ("percent", "dollars"),
            "by": ("entries", "players"),
        }
    ),
    "bounty": Keys(may={"from": BOUNTIES, "paid": str, "chips-from": ListOf(str), "restored": str}),
    "shootout": Keys(may={"tables-won-least": Span(1), "advance": Span(1)}),
    "rebuy": Keys(
        may={"to-prize-pool-percent": _PERCENT, "rebuy-by": REBUYS, "add-on-by": REBUYS, "where": ListOf(str)}
    ),
    "satellite": Keys(may={"follows": ListOf(FORMATS), "seats-by": str}),
    "reentry": Keys(may={"not-in": ListOf(FORMATS), "within": str}),
    "chips": Keys(
        may={
            "cash-value": bool,
            "styles-least": Span(1),
            "styles-a-tournament": Span(1),
            "kept-at": ListOf(str),
            "inventory-of-each": bool,
        }
    ),
    "registration": Keys(may={"by": ListOf(str), "card": str, "opens-and-closes": str, "seat-at": str}),
    "seats-drawn": str,
    "breaking": Keys(may={"order-posted-at": str, "takes-the-place": bool, "no-hand": str}),
    "moved-player": Keys(may={"who": str, "to": str, "never": str, "stud": str}),
    "redraws": Keys(other=ListOf(Span(1))),
    "chip-race": Keys(may={"from-seat": Span(1), "most-a-player": Span(1), "raced-out": bool, "remainder": str}),
    "levels": Keys(may={"applies-to": str, "hand-begins": ListOf(str)}),
    "devices": Keys(may={"removed": str}),
    "cancel": Keys(may={"by": str}),
    "penalty-hands": Keys(may={"dealt": bool, "killed": bool, "own-missed-hand-counts": bool}),
    "disqualified": Keys(may={"chips": str, "refund": bool}),
}
TOURNAMENTS = Vocabulary(
    settings=RULES,
    optional=ALSO,
    procedures={
        "no-match": Keys(must={"writes": str}),
        "paid-in": Keys(may={"states": ListOf(str), "signed-by": ListOf(str), "supported-by": ListOf(str)}),
        "payout": Keys(may={"shows": ListOf(str), "signs": str, "searched": str}),
    },
)

# A sheet of structures: [pays.NAME] and [levels.NAME]

_LEVEL = Keys(
    must={"minutes": Span(1)},
    may={
        "blinds": ListOf(Span(1), least=2, distinct=False),
        "bets": ListOf(Span(1), least=2, distinct=False),
        "ante": Span(0),
        "bring_in": Span(1),
        "chip": Span(1),
        "form": str,
    },
)
SHEET = Keys(
    may={
        "pays": Keys(other=Keys(other=ListOf(Span(1, 10_000), distinct=False))),
        "levels": Keys(
            other=Keys(
                must={"structure": STRUCTURES, "chips": Span(1), "levels": ListOf(_LEVEL, least=2, distinct=False)}
            )
        ),
    }
)
WHOLE = 10_000  # shares are hundredths of a percent


def sheet_faults(sheet: dict[str, Any]) -> list[Found]:
    """Everything wrong with a sheet: its shape, levels that fall, blinds the wrong way around, shares short of all."""
    found = [Found(fault.where.lstrip("."), fault.says) for fault in misfits(sheet, SHEET, "")]
    if found:
        return found
    for name, structure in sheet.get("levels", {}).items():
        found += _level_faults(f"levels.{name}.levels", structure["levels"])
    for name, rows in sheet.get("pays", {}).items():
        for entries, shares in rows.items():
            where = f"pays.{name}.{entries}"
            if sum(shares) != WHOLE:
                found.append(Found(where, f"expected shares of {WHOLE} together (100 %), found {sum(shares)}"))
            falls = (place for place, (better, worse) in enumerate(pairwise(shares), 2) if worse > better)
            found += [Found(f"{where}[{place}]", "pays more than the place before it") for place in falls]
    return found


def _level_faults(where: str, levels: list[dict[str, Any]]) -> Iterator[Found]:
    before: dict[str, int] = {}  # form -> the larger blind or bet of its last level
    for number, level in enumerate(levels, 1):
        for key in ("blinds", "bets"):
            chips = level.get(key, [])
            address = f"{where}[{number}].{key}"
            last = before.get(f"{level.get('form', '')} {key}", 0)
            if any(small > big for small, big in pairwise(chips)):
                yield Found(address, f"expected the smaller one first, found {chips}")
            elif chips and chips[-1] < last:
                yield Found(address, f"expected no less than the {last} of the level before it, found {chips[-1]}")
            if chips:
                before[f"{level.get('form', '')} {key}"] = chips[-1]


__all__ = ["SHEET", "TOURNAMENTS", "sheet_faults"]
