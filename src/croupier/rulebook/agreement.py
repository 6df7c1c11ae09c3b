"""What no single entry of a rulebook can show: names that refer to something, pay tables that do not overlap, lines
inside the section.

One function checks one part of the book and is listed in `CHECKS`; a new part gets its own beside them. Each takes the
book as far as it could be read, and tells its faults by address.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.rulebook.faults import Faults, near, one_of
from croupier.rulebook.model import Cited, Condition, Irregularity, PayTable, Reading, Rulebook, Setting, WagerRule
from croupier.rulebook.reading import shown

Combination = dict[str, Any]  # option -> the value chosen
MOST_COMBINATIONS = 5_000  # of the options that one wager's tables hang on


def address_of(setting: Setting) -> str:
    return f"{'options' if setting.optional else 'rules'}.{setting.name}"


def agree(book: Rulebook, faults: Faults) -> None:
    """Everything that the parts of a book must agree on, part by part."""
    for check in CHECKS:
        check(book, faults)


# Citations


def entries(book: Rulebook) -> Iterator[tuple[str, Cited | Reading]]:
    """Everything in a book that cites its source, with its address."""
    yield from ((address_of(setting), setting) for setting in book.settings.values())
    yield from ((f"wagers.{wager.name}", wager) for wager in book.wagers.values())
    yield from ((f"stages.{stage.name}", stage) for stage in book.stages.values())
    lists: tuple[tuple[str, tuple[Cited | Reading, ...]], ...] = (
        ("irregularities", book.irregularities),
        ("procedures", book.procedures),
        ("payout-limits", book.payout_limits),
        ("exclusions", book.exclusions),
        ("readings", book.readings),
    )
    for part, items in lists:
        yield from ((f"{part}[{number}]", item) for number, item in enumerate(items, 1))


def check_lines(book: Rulebook, faults: Faults) -> None:
    """Lines inside the section; only a reading may name others, as it compares what stands elsewhere."""
    first, last = book.lines
    if not last:
        return
    section = f"expected a line of the section, {first} to {last}"
    for address, item in entries(book):
        outside = [n for n, line in enumerate(item.lines, 1) if not first <= line <= last]
        if outside and not isinstance(item, Reading):
            where = f"{address}.line" if len(item.lines) == 1 else f"{address}.lines[{outside[0]}]"
            faults.fault(where, f"{section}, found {item.lines[outside[0] - 1]}")
    for wager in book.wagers.values():
        for number, table in enumerate(wager.pay_tables, 1):
            if table.line and not first <= table.line <= last:
                faults.fault(f"wagers.{wager.name}.pay-tables[{number}].line", f"{section}, found {table.line}")


# Conditions


def conditions(book: Rulebook) -> Iterator[tuple[str, Condition]]:
    """Every `if` of a book with its address."""
    for wager in book.wagers.values():
        yield f"wagers.{wager.name}.if", wager.when
        for number, table in enumerate(wager.pay_tables, 1):
            yield f"wagers.{wager.name}.pay-tables[{number}].if", table.when
    for number, irregularity in enumerate(book.irregularities, 1):
        yield f"irregularities[{number}].if", irregularity.condition
    for number, exclusion in enumerate(book.exclusions, 1):
        yield f"exclusions[{number}].if", exclusion.together


def check_conditions(book: Rulebook, faults: Faults) -> None:
    for where, condition in conditions(book):
        for name, values in condition.items():
            setting = book.settings.get(name)
            if setting is None:
                known = one_of(name, (s.name for s in book.settings.values() if s.optional))
                faults.fault(f"{where}.{name}", f"{name!r} is no rule or option of this rulebook; {known}")
            elif wrong := [value for value in values if not _possible(setting, value)]:
                faults.fault(f"{where}.{name}", f"{name} is {_possibilities(setting)}, not {shown(wrong[0])}")


def _possible(setting: Setting, value: object) -> bool:
    """Whether a setting can have a value; a rule's own kind will do, as a table may be printed that never applies."""
    if setting.choices:
        return any(value == choice and type(value) is type(choice) for choice in setting.choices)
    if setting.least is not None:
        return type(value) is int and setting.least <= value and (setting.most is None or value <= setting.most)
    return type(value) is type(setting.value)


def _possibilities(setting: Setting) -> str:
    if setting.choices:
        return f"one of {', '.join(shown(choice) for choice in setting.choices)}"
    if setting.least is not None:
        return f"a number from {setting.least} to {setting.most if setting.most is not None else 'any'}"
    return f"always {shown(setting.value)}"


def check_exclusions(book: Rulebook, faults: Faults) -> None:
    for number, exclusion in enumerate(book.exclusions, 1):
        settings = [(book.settings.get(name), values) for name, values in exclusion.together.items()]
        if settings and all(setting and setting.value in values for setting, values in settings):
            faults.fault(f"exclusions[{number}].if", "excludes what holds unless the house chooses otherwise")


# Wagers and their pay tables


def check_wagers(book: Rulebook, faults: Faults) -> None:
    titles: dict[str, str] = {}
    for wager in book.wagers.values():
        where = f"wagers.{wager.name}"
        for number, other in enumerate(wager.requires, 1):
            address = f"{where}.requires[{number}]"
            if other not in book.wagers:
                faults.fault(address, f"{other!r} is no wager of this rulebook; {one_of(other, book.wagers)}")
            elif wager.name in _needed(book, other):
                faults.fault(address, f"{wager.name} and {other} each need the other first: nobody can place them")
        if wager.when and not faults.told(f"{where}.if") and not any(_offered(book, wager)):
            faults.fault(f"{where}.if", "never holds, so that the wager is never offered")
        elif wager.when and set(wager.when.get(wager.name, ())) - NOT_OFFERED == set() and wager.name in wager.when:
            words = f"is offered where the option {wager.name} says that it is not; expected its other values"
            faults.fault(f"{where}.if.{wager.name}", words)
        if wager.title and titles.setdefault(wager.title, wager.name) != wager.name:
            faults.fault(f"{where}.title", f"{wager.title!r} is the title of wagers.{titles[wager.title]} too")
    against_the_house = [wager for wager in book.wagers.values() if wager.kind not in METERED]
    if against_the_house and all(wager.kind != "base" for wager in against_the_house):
        first = against_the_house[0]
        faults.fault(f"wagers.{first.name}.kind", f"no wager is a main one; expected base for one, found {first.kind}")


def _needed(book: Rulebook, wager: str) -> set[str]:
    """All wagers that must stand before this one, itself included."""
    found, left = set(), [wager]
    while left:
        name = left.pop()
        if name not in found and name in book.wagers:
            found.add(name)
            left += book.wagers[name].requires
    return found


def check_pay_tables(book: Rulebook, faults: Faults) -> None:
    """Whatever the house chooses, each wager is paid by one table of each name: not by none, and not by two."""
    for wager in book.wagers.values():
        where = f"wagers.{wager.name}"
        if any(faults.told(f"{where}.pay-tables[{n}].if") for n in range(1, len(wager.pay_tables) + 1)):
            continue
        names = dict.fromkeys(table.name for table in wager.pay_tables)
        for name in names:
            same = [(number, t) for number, t in enumerate(wager.pay_tables, 1) if t.name == name]
            _one_applies(book, wager, name, same, faults)


def check_rows(book: Rulebook, faults: Faults) -> None:
    """Every row pays something that a wager of its kind can be paid."""
    for wager in book.wagers.values():
        metered = wager.kind in METERED
        for number, table in enumerate(wager.pay_tables, 1):
            for row, (_, odds) in enumerate(table.rows, 1):
                where = f"wagers.{wager.name}.pay-tables[{number}].rows[{row}][2]"
                if odds.kind == "percent" and not metered and table.name != PARTS:
                    words = f"{odds} is a share of a meter, and this is no progressive; expected odds such as 40 to 1"
                    faults.fault(where, words)
                elif odds.kind in ("to", "dollars") and odds.profit(100_00) == 0:
                    faults.fault(where, f"{odds} pays nothing; expected Push where the wager is returned, or no row")
            if alone := _of_another_kind(table):
                words = f"{table.rows[alone - 1][1]} is of another kind than every other row of this table"
                faults.fault(f"wagers.{wager.name}.pay-tables[{number}].rows[{alone}][2]", words, warning=True)


def _of_another_kind(table: PayTable) -> int:
    """The number of the one row that is odds for one among odds to one, or an amount among odds; 0: there is none."""
    kinds = [odds.kind for _, odds in table.rows if odds.kind in ("to", "for", "dollars")]
    alone = [kind for kind in set(kinds) if kinds.count(kind) == 1]
    if len(set(kinds)) != 2 or len(kinds) < 4 or not alone:
        return 0
    return next(number for number, (_, odds) in enumerate(table.rows, 1) if odds.kind == alone[0])


def _one_applies(book: Rulebook, wager: WagerRule, name: str, same: list[tuple[int, PayTable]], faults: Faults) -> None:
    where = f"wagers.{wager.name}"
    asked = {option for _, table in same for option in table.when}
    for combination in _offered(book, wager, asked):
        fitting = [(number, table) for number, table in same if _holds(table.when, combination)]
        if not fitting and name != "main":
            continue  # whether a table beside the main one may be missing, the game knows
        if not fitting:
            words = f"no pay table applies with {_words(combination)}"
            faults.fault(f"{where}.pay-tables[{same[0][0]}]", words)
            return
        for (_, table), (number, other) in itertools.combinations(fitting, 2):
            if table.when != other.when:
                words = f"applies beside {_called(table)} with {_words(combination)}; expected one of them"
                faults.fault(f"{where}.pay-tables[{number}]", words)
                return
            if table.label == other.label:
                words = f"is labelled {other.label!r} like another that applies with it; the house chooses by label"
                faults.fault(f"{where}.pay-tables[{number}]{'.label' if other.label else ''}", words)
                return


def _called(table: PayTable) -> str:
    return f"the table {table.label!r}" if table.label else f"another table named {table.name!r}"


def _words(combination: Combination) -> str:
    return ", ".join(f"{name} = {shown(value)}" for name, value in combination.items()) or "nothing chosen"


def _offered(book: Rulebook, wager: WagerRule, beside: Iterable[str] = ()) -> Iterator[Combination]:
    """The combinations of some options under which a wager is offered: those of its own condition and others beside."""
    names = dict.fromkeys([*wager.when, *beside])
    for combination in combinations(book, [name for name in names if name in book.settings]):
        if _holds(wager.when, combination):
            yield combination


def combinations(book: Rulebook, names: Iterable[str]) -> Iterator[Combination]:
    """Everything that the house may choose for some options, without what it may not choose together."""
    asked = list(names)
    ways = [_ways(book, book.settings[name]) for name in asked]
    for values in itertools.islice(itertools.product(*ways), MOST_COMBINATIONS):
        combination = dict(zip(asked, values))
        if not any(_excluded(exclusion.together, combination) for exclusion in book.exclusions):
            yield combination


def _ways(book: Rulebook, setting: Setting) -> list[Any]:
    """The values that make a difference: all choices; of a span its ends, what conditions name and what is beside."""
    if setting.choices:
        return list(setting.choices)
    if setting.least is None:
        return [setting.value]
    named = [v for _, condition in conditions(book) for v in condition.get(setting.name, []) if isinstance(v, int)]
    most = setting.most if setting.most is not None else max([setting.least, *named]) + 1
    near = {value + step for value in named for step in (-1, 0, 1)} | {setting.least, most}
    return sorted(value for value in near if setting.least <= value <= most)


def _holds(condition: Condition, combination: Combination) -> bool:
    return all(combination.get(name) in values for name, values in condition.items())


def _excluded(together: Condition, combination: Combination) -> bool:
    return together.keys() <= combination.keys() and _holds(together, combination)


# Limits, irregularities, procedures, readings


def check_limits(book: Rulebook, faults: Faults) -> None:
    _twice("payout-limits", "name", [limit.name for limit in book.payout_limits], faults)
    for number, limit in enumerate(book.payout_limits, 1):
        where = f"payout-limits[{number}]"
        named = [(f"{where}.wagers[{n}]", name) for n, name in enumerate(limit.wagers, 1)]
        for address, name in named + [(f"{where}.times.{name}", name) for name in limit.times]:
            if name not in book.wagers:
                faults.fault(address, f"{name!r} is no wager of this rulebook; {one_of(name, book.wagers)}")


def check_irregularities(book: Rulebook, faults: Faults) -> None:
    for number, irregularity in enumerate(book.irregularities, 1):
        where = f"irregularities[{number}]"
        for place, stage in enumerate(irregularity.at, 1):
            if stage not in book.stages:
                known = one_of(stage, book.stages)
                faults.fault(f"{where}.at[{place}]", f"{stage!r} is no stage of this rulebook; {known}")
        for other, earlier in enumerate(book.irregularities[: number - 1], 1):
            if _same_case(earlier, irregularity):
                words = f"{irregularity.when!r} in this case is ruled on by irregularities[{other}] already"
                faults.fault(f"{where}.when", words)


def _same_case(one: Irregularity, other: Irregularity) -> bool:
    """Whether two entries rule on the same: the same name, condition, stages, and facts that must hold."""
    return (
        one.when == other.when
        and one.condition == other.condition
        and (one.at == other.at or not one.at or not other.at or bool(set(one.at) & set(other.at)))
        and one.remedy.terms.get("where") == other.remedy.terms.get("where")
    )


def check_procedures(book: Rulebook, faults: Faults) -> None:
    _twice("procedures", "name", [procedure.name for procedure in book.procedures], faults)


def check_readings(book: Rulebook, faults: Faults) -> None:
    """What a reading touches is something of this book, or a game of it."""
    known = {*book.wagers, *book.settings, *book.stages, *(p.name for p in book.procedures)}
    known |= {irregularity.when for irregularity in book.irregularities}
    for number, reading in enumerate(book.readings, 1):
        for place, name in enumerate(reading.touches, 1):
            if name in known:
                continue
            meant = near(name, known)
            if book.wagers or meant:
                said = f"did you mean {meant}? Expected" if meant else "expected"
                faults.fault(
                    f"readings[{number}].touches[{place}]",
                    f"{name!r} is nothing of this rulebook; {said} a wager, rule, "
                    "stage, procedure or irregularity of it",
                )


def _twice(part: str, key: str, names: list[str], faults: Faults) -> None:
    for number, name in enumerate(names, 1):
        if name and name in names[: number - 1]:
            faults.fault(f"{part}[{number}].{key}", f"{name!r} stands twice")


def check_meters(book: Rulebook, faults: Faults) -> None:
    """Of each wager no more goes to its meter and the reserve for the next seed than there is."""
    for wager in book.wagers:
        parts = [book.settings.get(f"{wager}-{part}") for part in ("increment", "reserve")]
        shares = [setting.value for setting in parts if setting and isinstance(setting.value, int)]
        if sum(shares) > 100:
            last = next(setting for setting in reversed(parts) if setting)
            words = f"{' and '.join(map(str, shares))} hundredths of a wager are more than the whole"
            faults.fault(f"{address_of(last)}.{'default' if last.optional else 'value'}", words)


METERED = ("progressive", "envy")  # kinds of wagers that a meter pays
NOT_OFFERED = {False, "not-offered"}  # what an option that bears a wager's name says where the wager is not there
PARTS = "parts"  # the pay table that splits a wager between others: its rows are shares

CHECKS: tuple[Callable[[Rulebook, Faults], None], ...] = (
    check_lines,
    check_conditions,
    check_exclusions,
    check_wagers,
    check_pay_tables,
    check_rows,
    check_limits,
    check_meters,
    check_irregularities,
    check_procedures,
    check_readings,
)
