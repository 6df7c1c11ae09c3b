"""What differs between two rulebooks of a game: two versions of one house, or two houses.

What is compared is what binds: wagers, pay tables, rules, options, irregularities and their remedies, payout limits
and the numbers of procedures. Our own wording, line numbers and readings are not; they say the same in other words.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from croupier.equipment.money import short_money
from croupier.rulebook.model import Irregularity, PayTable, Remedy, Rulebook, Setting, WagerRule

Facts = dict[str, tuple[str, str]]  # what is stated -> (its value in words, its clause)


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One statement that the second rulebook adds, drops or changes; an empty value: it says nothing of it."""

    section: str  # wagers, pay-tables, rules, options, exclusions, irregularities, payout-limits, procedures, stages
    name: str
    was: str
    now: str
    was_clause: str = ""
    now_clause: str = ""

    @property
    def kind(self) -> str:
        return "added" if not self.was else "dropped" if not self.now else "changed"


def compare(first: Rulebook, second: Rulebook) -> list[Difference]:
    """What `second` states otherwise than `first`, in the order of a rulebook."""
    found: list[Difference] = []
    then, now = stated(first), stated(second)
    for section, facts in then.items():
        others = now[section]
        for name in [*facts, *(n for n in others if n not in facts)]:
            was, was_clause = facts.get(name, ("", ""))
            says, clause = others.get(name, ("", ""))
            if was != says:
                found.append(
                    Difference(section=section, name=name, was=was, now=says, was_clause=was_clause, now_clause=clause)
                )
    return found


def stated(book: Rulebook) -> dict[str, Facts]:
    """Everything of a rulebook that is compared, by section."""
    return dict(_sections(book))


def as_json(first: Rulebook, second: Rulebook) -> dict[str, Any]:
    """The comparison as plain data."""
    differences = [{"kind": d.kind, **msgspec.to_builtins(d)} for d in compare(first, second)]
    return {"game": second.game, "first": _head(first), "second": _head(second), "differences": differences}


def _head(book: Rulebook) -> dict[str, Any]:
    return {"property": book.property, "game": book.game, "approved": str(book.approved), "document": book.document}


def _sections(book: Rulebook) -> Iterator[tuple[str, Facts]]:
    yield "wagers", {name: (_wager(w), w.clause) for name, w in book.wagers.items()}
    yield "pay-tables", dict(_rows(book))
    yield "rules", {n: (words(s.value, n), s.clause) for n, s in book.settings.items() if not s.optional}
    yield "options", {n: (_option(s), s.clause) for n, s in book.settings.items() if s.optional}
    yield "exclusions", {" with ".join(e.together): (", ".join(_when(e.together)), e.clause) for e in book.exclusions}
    yield "stages", {name: ("part of the round", stage.clause) for name, stage in book.stages.items()}
    yield "irregularities", dict(_irregularities(book.irregularities))
    yield "payout-limits", {limit.name: (_limit(limit), limit.clause) for limit in book.payout_limits}
    yield "procedures", dict(_procedures(book))


def _wager(wager: WagerRule) -> str:
    parts = [wager.title, wager.kind]
    limits = (("least", wager.least), ("most", wager.most), ("in steps of", wager.step))
    parts += [f"{word} {short_money(cents)}" for word, cents in limits if cents]
    parts += ["required"] if wager.mandatory else []
    parts += [f"with {' and '.join(wager.requires)}"] if wager.requires else []
    parts += [f"seeing {wager.sees}"] if wager.sees else []
    parts += [f"placed {wager.placed}"] if wager.placed else []
    parts += [f"on {' or '.join(wager.on)}"] if wager.on else []
    return ", ".join(parts + _when(wager.when))


def _rows(book: Rulebook) -> Iterator[tuple[str, tuple[str, str]]]:
    for wager in book.wagers.values():
        seen: dict[str, int] = {}
        for outcome, conditions in wager.outcomes.items():
            yield f"{wager.name}: what is {outcome}", (words(conditions), wager.clause)
        for table in wager.pay_tables:
            number = seen[table.name] = seen.get(table.name, 0) + 1
            name = f"{wager.name}{'' if table.name == 'main' else ' ' + table.name}"
            name += f" ({number})" if number > 1 else ""
            yield f"{name}: terms", (_terms(table), table.clause)
            for outcome, odds in table.rows:
                yield f"{name}: {outcome}", (str(odds), table.clause)


def _terms(table: PayTable) -> str:
    terms = ["at least these odds" if table.at_least else "these odds"]
    terms += [f"to the {table.to}"] if table.to != "player" else []
    return ", ".join(terms + _when(table.when))


def _option(setting: Setting) -> str:
    said = partial(words, name=setting.name)
    range_ = f"{said(setting.least)} to {'any' if setting.most is None else said(setting.most)}"
    choices = " or ".join(map(said, setting.choices)) or range_
    return f"{choices}; {said(setting.value)} unless chosen"


def _irregularities(found: tuple[Irregularity, ...]) -> Iterator[tuple[str, tuple[str, str]]]:
    seen: dict[str, int] = {}
    for irregularity in found:
        number = seen[irregularity.when] = seen.get(irregularity.when, 0) + 1
        name = irregularity.when + (f" ({number})" if number > 1 else "")
        choices = ", or ".join(map(_remedy, irregularity.choices))
        parts = [_remedy(irregularity.remedy) + (f": {choices}" if choices else "")]
        parts += [f"during {', '.join(irregularity.at)}"] if irregularity.at else []
        parts += [f"declared by the {irregularity.by}", *_when(irregularity.condition)]
        yield name, ("; ".join(parts), irregularity.clause)


def _remedy(remedy: Remedy) -> str:
    return ", ".join([remedy.ruling, *(_term(name, value) for name, value in remedy.terms.items())])


def _term(name: str, value: Any) -> str:
    """What a ruling is given beside its name, as it is said after it: `void-hand, called hand-dead, keeping trips`."""
    match name, value:
        case "replace-cards", bool():
            return "with new cards" if value else "with the same cards"
        case "reshuffle", bool():
            return "with a new shuffle" if value else "without a new shuffle"
        case "where", dict():
            return f"where {words(value)}"
    return f"{SAID.get(name, name)} {words(value, name)}"


SAID = {"choice": "called", "keep": "keeping", "forfeit": "giving up", "by": "decided by the"}


def _limit(limit: Any) -> str:
    parts = [f"a {limit.scope}", ", ".join(limit.wagers) or "all wagers"]
    parts += [f"fixed at {short_money(limit.fixed)}"] if limit.fixed is not None else []
    parts += [f"no less than {short_money(limit.at_least)}"] if limit.at_least is not None else []
    parts += ["or the best win at the least wager"] if limit.or_best_at_minimum else []
    return ", ".join(parts)


def _procedures(book: Rulebook) -> Iterator[tuple[str, tuple[str, str]]]:
    for procedure in book.procedures:
        yield procedure.name, ("stated", procedure.clause)
        for name, value in procedure.values.items():
            yield f"{procedure.name}: {name}", (words(value, name), procedure.clause)


def _when(condition: dict[str, Any]) -> list[str]:
    return [f"if {option} is {' or '.join(map(words, values))}" for option, values in condition.items()]


def words(value: Any, name: str = "") -> str:
    """A value of a rulebook as a person writes it; a number takes the unit that its name says."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(words(each, name) for each in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {words(each, key)}" for key, each in value.items()) or "none"
    if isinstance(value, int | float):
        parts = name.split("-")
        if "percent" in parts:
            return f"{value}%"
        if "dollars" in parts:
            return f"${value:,}"
    return str(value)
