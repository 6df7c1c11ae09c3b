"""The randomness battery: what it says of a shuffle, of dice, of a wheel, and of a property's records.

The documents ask for a review of at least 500 outcomes of a Big Six wheel and 10,000 of a roulette wheel
twice a year; `examine_file` does that on a plain text or CSV file of outcomes.
"""

from __future__ import annotations

import csv
import re
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.equipment.cards import parse_card
from croupier.odds.randomness import tests as rt
from croupier.odds.randomness.tests import Finding, Values

CONFIDENCE = 0.99
WIDE = 80  # columns
LEAST_OUTCOMES = {"roulette": 10_000, "big-six": 500}
KINDS = ("auto", "single-zero", "double-zero", "big-six", "dice", "cards")


class Report(msgspec.Struct, frozen=True):
    """What the battery found. A family passes when its worst p-value, so chosen, still passes."""

    subject: str
    outcomes: int
    findings: tuple[Finding, ...]
    confidence: float = CONFIDENCE
    remarks: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        return rt.smallest_of([f.p_value for f in self.findings]) >= 1.0 - self.confidence

    def text(self) -> str:
        lines = [f"{self.subject}: {self.outcomes:,} outcomes, {100 * self.confidence:g} % confidence"]
        for f in self.findings:
            mark = "ok  " if f.passes(self.confidence) else "FAIL"
            degrees = f", {f.degrees} degrees" if f.degrees else ""
            lines.append(f"  {mark}  {f.name:<34} p = {f.p_value:.4f}  ({f.statistic:.3f}{degrees})")
            if f.note:
                lines.append(f"        {f.note}")
        for remark in self.remarks:
            lines.append(textwrap.fill(f"note: {remark}", WIDE, initial_indent="  ", subsequent_indent="        "))
        lines.append("  passes as a whole" if self.passes else "  does not look random: have the equipment inspected")
        return "\n".join(lines)


# ------------------------------------------------------------------------ independent outcomes


def examine(
    values: Sequence[int] | Values,
    probabilities: Sequence[float] | NDArray[np.float64],
    subject: str = "outcomes",
    confidence: float = CONFIDENCE,
    remarks: tuple[str, ...] = (),
) -> Report:
    """Outcomes that should be independent, each with its chance."""
    sequence = np.asarray(values, dtype=np.int64)
    chances = np.asarray(probabilities, dtype=np.float64)
    _check(sequence, chances)
    findings = independent(sequence, chances)
    return Report(subject, len(sequence), findings, confidence, remarks)


def independent(values: Values, chances: NDArray[np.float64]) -> tuple[Finding, ...]:
    """Every test for a sequence of independent outcomes."""
    likely, rare = _share(chances, 0.5), _share(chances, 0.1)
    return (
        rt.frequency(values, chances),
        rt.runs(values),
        rt.serial_correlation(values, 1),
        rt.serial_correlation(values, 2),
        rt.serial_pairs(values, chances),
        rt.permutation(values, 3),
        rt.permutation(values, 4),
        rt.gaps(values, likely, float(chances[likely].sum()), "gaps, half of the outcomes"),
        rt.gaps(values, rare, float(chances[rare].sum()), "gaps, a tenth of the outcomes"),
    )


def _share(chances: NDArray[np.float64], share: float) -> list[int]:
    """Outcomes from the first on that together have about this chance; never all of them."""
    chosen: list[int] = []
    total = 0.0
    for outcome, chance in enumerate(chances):
        if chosen and total + chance / 2 > share:
            break
        chosen.append(outcome)
        total += float(chance)
    return chosen if len(chosen) < len(chances) else chosen[:-1]


def _check(values: Values, chances: NDArray[np.float64]) -> None:
    if values.ndim != 1 or len(values) < 20:
        raise ValueError(f"at least 20 outcomes are needed to say anything; there are {values.size}")
    if abs(float(chances.sum()) - 1) > 1e-9 or bool((chances < 0).any()):
        raise ValueError("the chances of the outcomes must add up to one")
    if int(values.min()) < 0 or int(values.max()) >= len(chances):
        raise ValueError(f"outcomes must lie between 0 and {len(chances) - 1}")


# --------------------------------------------------------------------- shuffles, dice, wheels


def examine_shuffles(shuffles: Values, subject: str = "shuffle", confidence: float = CONFIDENCE) -> Report:
    """Shuffles of one deck or shoe, a row each, cards numbered from zero.

    Between shuffles the card in one place is an independent outcome; those tests are made for places
    spread over the deck, and the worst counts for all of them.
    """
    deals = np.asarray(shuffles, dtype=np.int64)
    if deals.ndim != 2 or len(deals) < 100:
        raise ValueError("at least 100 shuffles are needed, a row each")
    cards = deals.shape[1]
    if not (np.sort(deals, axis=1) == np.arange(cards)).all():
        raise ValueError(f"every row must hold the cards 0 to {cards - 1} once each")
    chances = np.full(cards, 1.0 / cards)
    places = np.unique(np.linspace(0, cards - 1, 13).astype(int))
    by_place = [independent(deals[:, place], chances) for place in places]
    findings = [rt.positions(deals), rt.neighbours(deals), rt.followers(deals)]
    for tests in zip(*by_place):
        worst = min(tests, key=lambda f: f.p_value)
        p_value = rt.smallest_of([f.p_value for f in tests])
        findings.append(msgspec.structs.replace(worst, p_value=p_value, note=f"worst of {len(places)} places"))
    return Report(subject, len(deals), tuple(findings), confidence)


def examine_dice(rolls: Values, subject: str = "dice", confidence: float = CONFIDENCE) -> Report:
    """Throws of two dice, a row each with faces 1 to 6."""
    dice = np.asarray(rolls, dtype=np.int64)
    if dice.ndim != 2 or dice.shape[1] != 2 or dice.min() < 1 or dice.max() > 6:
        raise ValueError("dice are rows of two faces from 1 to 6")
    faces = dice - 1
    combinations = faces[:, 0] * 6 + faces[:, 1]
    face = np.full(6, 1 / 6)
    ways = np.array([6 - abs(5 - total) for total in range(11)]) / 36
    totals = faces.sum(axis=1)
    findings = (
        rt.frequency(faces[:, 0], face, "first die"),
        rt.frequency(faces[:, 1], face, "second die"),
        rt.frequency(combinations, np.full(36, 1 / 36), "both dice together"),
        rt.gaps(totals, [5], 1 / 6, "rolls between sevens"),
        *independent(totals, ways),
    )
    return Report(subject, len(dice), findings, confidence)


def examine_wheel(
    sections: Mapping[str, int], outcomes: Sequence[str], subject: str, confidence: float = CONFIDENCE
) -> Report:
    """Spins of a wheel, from how many sections bear each sign."""
    signs = list(sections)
    number = {sign: i for i, sign in enumerate(signs)}
    unknown = sorted({o for o in outcomes if o not in number})
    if unknown:
        raise ValueError(f"this wheel does not show {', '.join(unknown[:5])}: it shows {', '.join(signs)}")
    places = sum(sections.values())
    chances = [sections[sign] / places for sign in signs]
    kind = "big-six" if len(set(sections.values())) > 1 else "roulette"
    remarks: tuple[str, ...] = ()
    if len(outcomes) < LEAST_OUTCOMES[kind]:
        remarks = (f"a review takes at least {LEAST_OUTCOMES[kind]:,} outcomes; these are {len(outcomes):,}",)
    return examine([number[o] for o in outcomes], chances, subject, confidence, remarks)


def roulette_sections(double_zero: bool) -> dict[str, int]:
    signs = ["0", *(["00"] if double_zero else []), *(str(n) for n in range(1, 37))]
    return dict.fromkeys(signs, 1)


# ---------------------------------------------------------------------------- a property's file


def examine_file(
    path: str | Path,
    kind: str = "auto",
    sections: Mapping[str, int] | None = None,
    column: str | None = None,
    confidence: float = CONFIDENCE,
) -> Report:
    """A file of outcomes: one a line or separated by commas or blanks, or a CSV with a named column.

    Dice are written `3-4`; a shuffle is a line of its cards. A Big Six wheel needs its sections.
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of record: {', '.join(KINDS)}")
    name = Path(path).name
    text = Path(path).read_text(encoding="utf-8-sig")
    if kind == "cards":
        return examine_shuffles(_shuffles(text), name, confidence)
    words = _words(text, column)
    if not words:
        raise ValueError("no outcomes are in it")
    chosen = _guess(words, sections) if kind == "auto" else kind
    if chosen == "dice":
        return examine_dice(_rolls(words), f"{name} (dice)", confidence)
    if chosen == "big-six":
        if sections is None:
            raise ValueError("a Big Six record needs the sections of its wheel")
        return examine_wheel(sections, [_sign(w, sections) for w in words], f"{name} (Big Six)", confidence)
    wheel = roulette_sections(chosen == "double-zero")
    return examine_wheel(wheel, [w.strip() for w in words], f"{name} ({chosen} roulette)", confidence)


HEADERS = ("outcome", "result", "number", "insignia", "spin", "roll", "winner")


def _words(text: str, column: str | None) -> list[str]:
    """The outcomes of a text: of one column where it has a header, else every word."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return []
    rows = list(csv.reader(lines))
    header = [cell.strip().lower() for cell in rows[0]]
    named = [column.lower()] if column else [h for h in HEADERS if h in header]
    if column and named[0] not in header:
        raise ValueError(f"there is no column {column!r}: the file has {', '.join(header)}")
    if named and named[0] in header:
        place = header.index(named[0])
        return [row[place].strip() for row in rows[1:] if len(row) > place and row[place].strip()]
    return [word for line in lines for word in re.split(r"[\s,;]+", line.strip()) if word]


def _guess(words: list[str], sections: Mapping[str, int] | None) -> str:
    if sections is not None:
        return "big-six"
    if all(re.fullmatch(r"[1-6][-x/][1-6]", word) for word in words):
        return "dice"
    if all(re.fullmatch(r"\d{1,2}", word) for word in words):
        return "double-zero" if "00" in words else "single-zero"
    raise ValueError("these are neither roulette numbers nor dice such as 3-4: say what kind of record it is")


def _rolls(words: list[str]) -> Values:
    faces = [re.split(r"[-x/]", word) for word in words]
    bad = next((word for word, pair in zip(words, faces) if len(pair) != 2), None)
    if bad is not None:
        raise ValueError(f"{bad!r} is no throw of two dice: write it 3-4")
    return np.array([[int(a), int(b)] for a, b in faces], dtype=np.int64)


def _sign(word: str, sections: Mapping[str, int]) -> str:
    """A sign as written in the record, with or without the dollar sign."""
    for sign in sections:
        if word.lower().lstrip("$") == sign.lower().lstrip("$"):
            return sign
    return word


def _shuffles(text: str) -> Values:
    rows = [
        [parse_card(word) for word in re.split(r"[\s,;]+", line.strip())] for line in text.splitlines() if line.strip()
    ]
    if len({len(row) for row in rows}) != 1:
        raise ValueError("every line must hold one whole shuffle")
    return np.array(rows, dtype=np.int64)
