"""A posting: a rulebook with the house's options chosen, as it hangs at one table.

Options that change rows (3 to 2 or 6 to 5, better odds than the printed minimum, which pay table)
are resolved here, at opening, and never patched inside a game.
"""

import copy
import hashlib
from typing import Any

import msgspec

from croupier.equipment.money import money, parse_money
from croupier.rulebook.earlier_digests import EARLIER
from croupier.rulebook.model import (
    Condition,
    Irregularity,
    PayoutLimit,
    PayTable,
    Row,
    Rulebook,
    Setting,
    Stage,
    Value,
    WagerRule,
)
from croupier.rulebook.payouts import Odds, parse_odds


class BadOption(ValueError):
    """An option the rulebook does not allow; the message says what it does allow."""


class Limits(msgspec.Struct, frozen=True):
    least: int
    most: int
    step: int


class Ceiling(msgspec.Struct, frozen=True):
    """A payout limit in force at this table."""

    name: str
    scope: str
    wagers: tuple[str, ...]
    cents: int
    clause: str


# What a table posts when the house says nothing else. The documents leave the amounts to a sign.
TABLE_LIMITS = Limits(least=10_00, most=1_000_00, step=1_00)
SIDE_LIMITS = Limits(least=1_00, most=100_00, step=1_00)
STOPS, ALERTS = "stops", "alerts"  # what comes of something that should have been done by now
CUT = "cut"  # the procedure by which shuffled cards are cut
SIDE_KINDS = ("side", "bonus", "progressive", "envy")


class Posting:
    """What the sign, the layout and the approval say at one table."""

    def __init__(
        self, rulebook: Rulebook, options: dict[str, Any] | None = None, progressives: Rulebook | None = None
    ) -> None:
        """`progressives` is the property's book of progressive wagers, one of which the house may link to the game."""
        self.rulebook = rulebook
        given = dict(options or {})
        self.settings: dict[str, Any] = {}
        for setting in rulebook.settings.values():
            self.settings[setting.name] = _choose(setting, given) if setting.optional else setting.value
        self._refuse_excluded()
        self.wagers = {name: w for name, w in rulebook.wagers.items() if self.holds(w.when)}
        self.progressives = progressives
        self.progressive = self._link(given)
        self.tables = self._choose_tables(given)
        self._rows = self._better_rows(given)
        self.limits = self._limits(given)
        self.ceilings = self._ceilings(given)
        self.shall = self._shall(given)
        if given:
            raise BadOption(
                f"{', '.join(sorted(given))}: no such option of {rulebook.key}; there are "
                f"{', '.join(self.option_names())}"
            )
        chosen = {k: str(v) for k, v in (options or {}).items()}
        self.chosen: dict[str, str] = dict(sorted(chosen.items()))
        beside = progressives if self.progressive else None
        linked = [[beside.key, was] for was in _wordings(beside)] if beside else [[]]
        self.digest = self._digest(rulebook.digest, linked[0])
        # (rulebook, posting) of these files' earlier wordings, under which journals may have been opened
        self.earlier = frozenset((was, self._digest(was, other)) for was in _wordings(rulebook) for other in linked)

    def _digest(self, book: str, linked: list[str]) -> str:
        named = [self.rulebook.key, book, *linked, self.chosen]
        return hashlib.sha256(msgspec.json.encode(named)).hexdigest()

    def __getitem__(self, name: str) -> Any:
        return self.settings[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.settings.get(name, default)

    def holds(self, condition: Condition) -> bool:
        return all(self.settings.get(name) in values for name, values in condition.items())

    def _refuse_excluded(self) -> None:
        """Refuse choices that may not stand together, and say which others would do."""
        for exclusion in self.rulebook.exclusions:
            if not self.holds(exclusion.together):
                continue
            found = " with ".join(f"{name}={self.settings[name]}" for name in exclusion.together)
            ways = []
            for name, values in exclusion.together.items():
                others = [str(c) for c in self.rulebook.settings[name].choices if c not in values]
                if others:
                    ways.append(f"{name} {' or '.join(others)}")
            raise BadOption(
                f"{found}: not together at {self.rulebook.key}; expected {', or '.join(ways)} "
                f"(clause {exclusion.clause})"
            )

    def option_names(self) -> list[str]:
        book = self.rulebook
        names = [s.name for s in book.settings.values() if s.optional]
        names += [f"pay-table.{w}" for w in sorted({w for w, _ in self._alternatives()})]
        names += ["progressive"] if self.linkable() else []
        names += ["least", "most", "step", "least.WAGER", "most.WAGER", "step.WAGER", "pay.WAGER.OUTCOME"]
        names += [f"shall.{procedure.name}" for procedure in book.procedures if "shall" in procedure.values]
        return names + [f"payout-limit.{limit.name}" for limit in book.payout_limits if limit.fixed is None]

    # A progressive linked to the game

    def linkable(self) -> list[str]:
        """Progressive wagers of this property that may be offered with this game."""
        if self.progressives is None:
            return []
        return [
            name
            for name in self.progressives.wagers
            if self.rulebook.game in self.progressives.settings[f"{name}-games"].value
        ]

    def _link(self, given: dict[str, Any]) -> str:
        """The chosen progressive joins the wagers under the name `progressive`, with its settings beside it."""
        wanted = str(given.pop("progressive", "none"))
        if wanted == "none":
            return ""
        if wanted not in self.linkable() or self.progressives is None:
            there = ", ".join(["none", *self.linkable()])
            raise BadOption(f"progressive={wanted}: at {self.rulebook.key} the house may offer {there}")
        rule = self.progressives.wagers[wanted]
        prefix = f"{wanted}-"
        for setting in self.progressives.settings.values():
            name = setting.name.removeprefix(prefix) if setting.name.startswith(prefix) else ""
            if name:
                named = msgspec.structs.replace(setting, name=f"progressive-{name}")
                self.settings[named.name] = _choose(named, given) if setting.optional else setting.value
        stake = self.settings.get("progressive-stake")
        if stake is not None:
            cents = parse_money(str(stake))
            rule = msgspec.structs.replace(rule, least=cents, most=cents, step=cents)
        self.wagers["progressive"] = msgspec.structs.replace(rule, name="progressive")
        return wanted

    # Pay tables

    def _alternatives(self) -> dict[tuple[str, str], list[PayTable]]:
        found: dict[tuple[str, str], list[PayTable]] = {}
        for wager in self.wagers.values():
            for table in wager.pay_tables:
                if self.holds(table.when):
                    found.setdefault((wager.name, table.name), []).append(table)
        return {key: tables for key, tables in found.items() if len(tables) > 1}

    def _choose_tables(self, given: dict[str, Any]) -> dict[tuple[str, str], PayTable]:
        chosen: dict[tuple[str, str], PayTable] = {}
        for wager in self.wagers.values():
            wanted = given.pop(f"pay-table.{wager.name}", None)
            fitting = [t for t in wager.pay_tables if self.holds(t.when)]
            if wanted is not None:
                if wanted not in [t.label for t in fitting]:
                    raise BadOption(f"pay-table.{wager.name}={wanted}: expected one of {[t.label for t in fitting]}")
                names = {t.name for t in fitting if t.label == wanted}
                fitting = [t for t in fitting if t.label == wanted or t.name not in names]
            for table in reversed(fitting):
                chosen[wager.name, table.name] = table
        return chosen

    def _better_rows(self, given: dict[str, Any]) -> dict[tuple[str, str, str], Row]:
        rows = {}
        for (wager, name), table in self.tables.items():
            for outcome, odds in table.rows:
                better = given.pop(
                    f"pay.{wager}.{outcome}" if name == "main" else f"pay.{wager}.{name}.{outcome}", None
                )
                if better is not None:
                    odds = _better(f"{wager}.{outcome}", table, odds, str(better))
                rows[wager, name, outcome] = Row(outcome, odds, table.clause, table.line)
        return rows

    def row(self, wager: str, outcome: str, table: str = "main") -> Row | None:
        """The row that pays an outcome, or None where this rulebook has none."""
        return self._rows.get((wager, table, outcome))

    def rows(self, wager: str, table: str = "main") -> list[Row]:
        return [row for (w, t, _), row in self._rows.items() if (w, t) == (wager, table)]

    def with_tables(self, labels: dict[str, str]) -> "Posting":
        """The same posting with other pay tables of some wagers, as the house could choose them by label."""
        other = copy.copy(self)
        other.tables, other._rows = dict(self.tables), dict(self._rows)
        for wager, label in labels.items():
            for table in self.wagers[wager].pay_tables:
                if table.label == label and self.holds(table.when) and table is not self.tables[wager, table.name]:
                    other.tables[wager, table.name] = table
                    for row in self.rows(wager, table.name):
                        del other._rows[wager, table.name, row.outcome]
                    for outcome, odds in table.rows:
                        other._rows[wager, table.name, outcome] = Row(outcome, odds, table.clause, table.line)
        other.chosen = dict(sorted({**self.chosen, **{f"pay-table.{w}": label for w, label in labels.items()}}.items()))
        return other

    # Limits

    def _limits(self, given: dict[str, Any]) -> dict[str, Limits]:
        table = {key: given.pop(key, None) for key in ("least", "most", "step")}
        limits = {}
        for wager in self.wagers.values():
            usual = SIDE_LIMITS if wager.kind in SIDE_KINDS else TABLE_LIMITS
            amounts = []
            for key in ("least", "most", "step"):
                own = given.pop(f"{key}.{wager.name}", None)
                printed: int | None = getattr(wager, key)
                posted = own if own is not None else None if usual is SIDE_LIMITS else table[key]
                cents = _cents(f"{key}.{wager.name}", posted) if posted is not None else printed or getattr(usual, key)
                if own is not None and printed is not None and not _within(key, cents, printed):
                    raise BadOption(
                        f"{key}.{wager.name}={money(cents)}: {self.rulebook.key} prints {money(printed)} "
                        f"({wager.clause})"
                    )
                amounts.append(cents)
            limits[wager.name] = Limits(*amounts)
            if limits[wager.name].least > limits[wager.name].most:
                raise BadOption(
                    f"{wager.title}: the least wager {money(amounts[0])} is above the most {money(amounts[1])}"
                )
        return limits

    def _ceilings(self, given: dict[str, Any]) -> tuple[Ceiling, ...]:
        found = []
        for limit in self.rulebook.payout_limits:
            cents = limit.fixed
            posted = given.pop(f"payout-limit.{limit.name}", None) if cents is None else None
            best = self._best_at_minimum(limit) if limit.or_best_at_minimum else 0
            if cents is not None:
                cents = max(cents, best)
            if posted is not None:
                cents = _cents(f"payout-limit.{limit.name}", posted)
                floor = max(limit.at_least or 0, best)
                if cents < floor:
                    raise BadOption(
                        f"payout-limit.{limit.name}={money(cents)}: at least {money(floor)} ({limit.clause})"
                    )
            if cents is not None:
                found.append(Ceiling(limit.name, limit.scope, limit.wagers, cents, limit.clause))
        return tuple(found)

    def _shall(self, given: dict[str, Any]) -> dict[str, str]:
        """Procedures with a time or a count, and the cut: whether one that is overdue or that nobody confirms stops
        play or alerts, as the house has it; by default as the clause has it. Every clause on the cut says shall."""
        found = {}
        for procedure in self.rulebook.procedures:
            if "shall" in procedure.values or procedure.name == CUT:
                usual = STOPS if procedure.values.get("shall", True) else ALERTS
                how = str(given.pop(f"shall.{procedure.name}", usual))
                if how not in (STOPS, ALERTS):
                    raise BadOption(
                        f"shall.{procedure.name}={how}: expected {STOPS} or {ALERTS} (clause {procedure.clause})"
                    )
                found[procedure.name] = how
        return found

    def cut_short(self) -> dict[str, Ceiling]:
        """Wagers that a ceiling of this table cuts short at the least wager already, each with that ceiling."""
        found: dict[str, Ceiling] = {}
        for limit in self.rulebook.payout_limits:
            for ceiling in self.ceilings:
                if ceiling.name == limit.name and self._best_at_minimum(limit) > ceiling.cents:
                    found |= dict.fromkeys(limit.wagers or self.wagers, ceiling)
        return found

    def _best_at_minimum(self, limit: PayoutLimit) -> int:
        """The most one patron could win in a round at the least wager: the best row of each wager together."""
        best: dict[str, int] = {}
        for (wager, _, _), row in self._rows.items():
            if wager in self.limits and (not limit.wagers or wager in limit.wagers) and row.odds.kind != "percent":
                stake = self.limits[wager].least * limit.times.get(wager, 1)
                best[wager] = max(best.get(wager, 0), int(row.odds.profit(stake)))
        return sum(best.values())

    # What hangs on the options

    def irregularities(self) -> list[Irregularity]:
        return [i for i in self.rulebook.irregularities if self.holds(i.condition)]

    def stage(self, name: str) -> Stage | None:
        return self.rulebook.stages.get(name)

    def clause(self, name: str) -> str:
        """The clause of a stage or of a setting, for citing."""
        cited = self.rulebook.stages.get(name) or self.rulebook.settings.get(name)
        return cited.clause if cited else ""

    def wager(self, name: str) -> WagerRule:
        return self.wagers[name]


def _wordings(book: Rulebook) -> tuple[str, ...]:
    """The digests of a file as it is and as it was."""
    return book.digest, *EARLIER.get(book.key, ())


def _choose(setting: Setting, given: dict[str, Any]) -> Value:
    raw = given.pop(setting.name, setting.value)
    expected = (
        f"one of {', '.join(map(str, setting.choices))}"
        if setting.choices
        else f"a number from {setting.least} to {setting.most if setting.most is not None else 'any'}"
    )
    if setting.choices:
        for choice in setting.choices:
            if (raw == choice and type(raw) is type(choice)) or str(raw).lower() == str(choice).lower():
                return choice
    else:
        number = int(raw) if str(raw).isdecimal() else -1
        if (setting.least or 0) <= number and (setting.most is None or number <= setting.most):
            return number
    raise BadOption(f"{setting.name}={raw}: expected {expected} (clause {setting.clause})")


def _better(where: str, table: PayTable, odds: Odds, text: str) -> Odds:
    if not table.at_least:
        raise BadOption(f"pay.{where}={text}: the odds are fixed at {odds} (clause {table.clause})")
    try:
        better = parse_odds(text)
    except ValueError as error:
        raise BadOption(f"pay.{where}: {error}") from None
    if better.kind != odds.kind or better.value < odds.value:
        raise BadOption(f"pay.{where}={text}: at least {odds} (clause {table.clause})")
    return better


def _cents(where: str, posted: Any) -> int:
    try:
        return posted * 100 if isinstance(posted, int) else parse_money(str(posted))
    except ValueError as error:
        raise BadOption(f"{where}: {error}") from None


def _within(key: str, cents: int, printed: int) -> bool:
    return cents >= printed if key == "least" else cents <= printed if key == "most" else cents % printed == 0
