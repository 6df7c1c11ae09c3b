"""Which wager a printed table belongs to, and which outcome each of its rows is."""

import re

import msgspec

from croupier.drafting.document.knowledge import Knowledge, Known, tokens
from croupier.drafting.document.tables import Row, Table

COVER = 0.6  # of the rows must be outcomes of the wager
SURE = 0.8  # how much of a label and an outcome's words must be the same
LIKELY = 0.4  # enough where each is the other's best by far, and that is said
BY_FAR = 0.2
OWN = ("base", "raise")
BARE = ("win", "other", "else")  # an outcome that a row names by its wager alone
PLAIN = {"odd", "payout", "pay", "table", "bonus", "paytable"}
_ANOTHER = re.compile(
    r"alternativ|either|discretion|\btable [a-z0-9]+\b|\bpaytable\b|\bdecks?\b|\bversion|\belects?\b", re.IGNORECASE
)
_CARDS = re.compile(r"\b\w+[- ]cards?\b", re.IGNORECASE)


class Match(msgspec.Struct, frozen=True):
    """A row as the outcome it means; `guessed` where the words are only alike."""

    outcome: str
    row: Row
    guessed: bool = False


class Placed(msgspec.Struct, frozen=True):
    """A printed table, or some of its rows, as a pay table of a wager."""

    wager: str
    table: str
    label: str
    rows: tuple[Match, ...]


class Unplaced(msgspec.Struct, frozen=True):
    """What a reader must place himself."""

    line: int
    text: str
    why: str


def place(tables: list[Table], known: Knowledge) -> tuple[list[Placed], list[Unplaced]]:
    """Every table to its wager: as a whole where its rows are one wager's outcomes, else row by row."""
    placed: list[Placed] = []
    left: list[Unplaced] = []
    before: Table | None = None
    wager = ""
    for table in sorted(tables, key=lambda table: not _is_named(table, known)):
        owners, why = _owners(table, known, placed, before, wager)
        before, wager = table, owners[0].wager if owners else ""
        if not owners:
            mine, others = _row_by_row(table, known, placed, why)
            placed += mine
            left += others
            continue
        matches, rest = _matches(table.rows, owners[0])
        mine, others = _row_by_row(table, known, placed, why)
        if len(others) < len(rest):  # every row names its own wager
            placed += mine
            left += others
            continue
        label = _label(table, owners[0])
        placed += [Placed(owner.wager, owner.table, label, tuple(matches)) for owner in owners]
        left += [_left(row, f"no outcome of {owners[0].wager} goes by these words") for row in rest]
    return placed, left


def _is_named(table: Table, known: Knowledge) -> bool:
    """Whether the words before a table name a wager that its rows fit; such tables are placed first."""
    if 2 * sum(bool(_wagers_named(row.label, known)) for row in table.rows) > len(table.rows):
        return True
    return any(_named(table, e) and len(_matches(table.rows, e)[0]) >= COVER * len(table.rows) for e in known.tables)


def _left(row: Row, why: str) -> Unplaced:
    return Unplaced(row.line, f"{row.label} {row.odds.odds}", why)


def _label(table: Table, owner: Known) -> str:
    named = tokens(table.column)
    return table.column if named - PLAIN and not any(named <= title for title in owner.titles) else ""


# ---- whole tables


def _beside(table: Table, entry: Known, before: Table | None, wager: str) -> bool:
    """A second column of a table pays the same wager as the first."""
    return (
        before is None or not wager or before.lead != table.lead or before.first != table.first or entry.wager == wager
    )


def _owners(
    table: Table, known: Knowledge, placed: list[Placed], before: Table | None, wager: str
) -> tuple[list[Known], str]:
    """The pay table that rows and lead fit best; with it those that the lead or other books pay by the same one.
    None where two fit alike: it is not for a program to choose between them."""
    scored: list[tuple[float, Known]] = []
    for entry in known.tables:
        named = _named(table, entry)
        cover = len(_matches(table.rows, entry)[0]) / len(table.rows)
        fits = cover >= COVER and named is not None and (len(table.rows) > 1 or named >= 2)
        if fits and named is not None and _beside(table, entry, before, wager):
            scored.append((round(cover + named - (0 if _pays_alike(table, entry, known) else 0.5), 2), entry))
    if not scored:
        return [], "no wager goes by this name"
    most = max(score for score, _ in scored)
    best = [entry for score, entry in scored if score == most]
    best = [entry for entry in best if not _stands(table, entry, placed)] or best
    first = best[0]
    if _stands(table, first, placed):
        other = _renamed(table, known, placed)
        return ([other], "") if other else ([], f"{first.wager} has other odds already, and nothing says which hold")
    family = {first.wager, *first.shares}
    if not _named(table, first):
        taken = {p.wager for p in placed}
        rule = known.wager(first.wager)  # a table that names nobody pays the game itself, no side bet
        if rule is None or rule.kind not in OWN or any(e.wager not in family | taken for _, e in scored):
            return [], "nothing before the table says whose it is"
    if any(entry.wager not in family for entry in best):
        if not all(_in_nearest(table, entry) for entry in best):
            return [], f"{' or '.join(sorted({e.wager for e in best}))} may be meant"
        family |= {entry.wager for entry in best}
    return [first, *(e for e in known.tables if e.wager in family - {first.wager} and e.table == first.table)], ""


def _stands(table: Table, entry: Known, placed: list[Placed]) -> bool:
    """Whether this pay table was read before with other odds, and nothing says that there are two."""
    rows = {
        (m.outcome, m.row.odds.odds) for p in placed if (p.wager, p.table) == (entry.wager, entry.table) for m in p.rows
    }
    if not rows or _label(table, entry) or any(_ANOTHER.search(line) for line in (*table.lead[-2:], table.column)):
        return False
    odds = dict(rows)
    return any(odds.get(m.outcome, m.row.odds.odds) != m.row.odds.odds for m in _matches(table.rows, entry)[0])


def _renamed(table: Table, known: Knowledge, placed: list[Placed]) -> Known | None:
    """A table whose rows bear another wager's name: the one that its lead speaks of, if one alone is left."""
    every = frozenset().union(*(title for entry in known.tables for title in entry.titles))
    rows = tuple(Row(row.line, " ".join(tokens(row.label) - every) or row.label, row.odds) for row in table.rows)
    taken = {(p.wager, p.table) for p in placed}
    fits = [
        entry
        for entry in known.tables
        if (entry.wager, entry.table) not in taken
        and _in_nearest(table, entry)
        and len(_matches(rows, entry)[0]) == len(rows)
    ]
    return fits[0] if len(fits) == 1 else None


def _in_nearest(table: Table, entry: Known) -> bool:
    words = frozenset().union(*map(tokens, table.lead[-2:]))
    return any(title <= words for title in entry.titles)


def _named(table: Table, entry: Known) -> float | None:
    """How plainly the words before a table name it: its column, then the nearest line; None: they speak against it."""
    score = _special(table, entry)
    if score is None:
        return None
    lines = (*table.lead, table.column) if tokens(table.column) - PLAIN else table.lead
    for back in range(len(lines)):
        place = len(lines) - 1 - back
        wrapped = place and not lines[place - 1].endswith((".", ":", ";"))  # a name may be broken over two lines
        words = tokens(f"{lines[place - 1]} {lines[place]}") if wrapped else tokens(lines[place])
        longest = max((len(title) for title in entry.titles if title <= words), default=0)
        if longest:
            return score + 2.0 - 0.4 * back + 0.05 * longest
    return score


def _special(table: Table, entry: Known) -> float | None:
    """A bonus, an envy, a dealers' table is called so by its column or the line before; any other is the main one."""
    titled = bool(tokens(table.column) - {"odd", "payout", "pay", "table", "paytable"})
    where = [table.column.lower()] if titled or table.columns > 1 else [line.lower() for line in table.lead[-2:]]
    if entry.table == "main":
        return 0.0 if not titled or not {"envy", "natural", "dealer"} & tokens(table.column) else -1.0
    named = [label for label in entry.labels if any(label in words for words in where)]
    return 0.5 + 0.01 * max(map(len, named)) if named else None


def _pays_alike(table: Table, entry: Known, known: Knowledge) -> bool:
    """Flat amounts are paid where other books pay flat amounts, ratios where they pay ratios."""
    flat = sum(row.odds.odds.startswith("$") for row in table.rows) * 2 > len(table.rows)
    seen = [
        sum(odds.kind == "dollars" for _, odds in printed.rows) * 2 > len(printed.rows)
        for book in known.books
        if entry.wager in book.wagers
        for printed in book.wagers[entry.wager].pay_tables
        if printed.name == entry.table
    ]
    return not seen or flat in seen


# ---- rows


def _matches(rows: tuple[Row, ...], entry: Known) -> tuple[list[Match], list[Row]]:
    """Each row as the outcome that its words are; what is left over as the one outcome that each is likest to, if that
    is likest to it too."""
    sure = {row.line: name for row in rows if (name := _outcome(row.label, entry))}
    if len(set(sure.values())) < len(sure):  # two rows that read as one outcome: neither is sure
        twice = {name for name in sure.values() if list(sure.values()).count(name) > 1}
        sure = {line: name for line, name in sure.items() if name not in twice}
    open_rows = [row for row in rows if row.line not in sure]
    free = [name for name in entry.outcomes if name not in sure.values()]
    likely = _mutual(open_rows, free, entry) if sure else {}
    found = [
        Match(sure.get(row.line) or likely[row.line], row, row.line not in sure)
        for row in rows
        if row.line in sure or row.line in likely
    ]
    return found, [row for row in open_rows if row.line not in likely]


def _mutual(rows: list[Row], outcomes: list[str], entry: Known) -> dict[int, str]:
    likes = {
        (row.line, name): max(_overlap(tokens(row.label), said) for said in entry.outcomes[name] or {tokens(name)})
        for row in rows
        for name in outcomes
    }
    found = {}
    for (line, name), like in likes.items():
        rivals = [other for (at, said), other in likes.items() if (at == line) != (said == name)]
        if like >= LIKELY and all(like >= rival + BY_FAR for rival in rivals):
            found[line] = name
    return found


def _overlap(label: frozenset[str], outcome: frozenset[str]) -> float:
    """How much is the same; a label with a number that the outcome lacks means something else."""
    if not label or {word for word in label - outcome if word.isdigit()}:
        return 0.0
    return len(label & outcome) / len(label | outcome)


def _outcome(label: str, entry: Known) -> str:
    """The outcome of this pay table that a label means; empty where none does, or two do alike."""
    ways = {tokens(label)}
    ways |= {way - frozenset().union(*entry.titles) for way in ways}
    ways |= {tokens(_CARDS.sub("", label))}
    scored = sorted(
        ((max(_alike(way, said) for way in ways), name) for name, known in entry.outcomes.items() for said in known),
        reverse=True,
    )
    if not scored or scored[0][0] < SURE:
        return ""
    first = scored[0]
    return "" if any(score == first[0] and name != first[1] for score, name in scored[1:]) else first[1]


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """How much of two labels is the same; a number that only one of them has makes them two things."""
    if not one or not other or {word for word in one ^ other if word.isdigit()}:
        return 0.0
    return len(one & other) / len(one | other)


# ---- row by row


def _row_by_row(table: Table, known: Knowledge, placed: list[Placed], why: str) -> tuple[list[Placed], list[Unplaced]]:
    """A table of many wagers: each row names its own, or is left."""
    taken = {(p.wager, p.table, match.outcome) for p in placed for match in p.rows}
    found: dict[tuple[str, str], list[Match]] = {}
    left: list[Unplaced] = []
    for row in table.rows:
        fits = _wagers_named(row.label, known)
        rest = _all_the_rest(row.label, known) if not fits else None
        if rest and rest not in taken:
            taken.add(rest)
            found.setdefault(rest[:2], []).append(Match(rest[2], row, guessed=True))
            continue
        if len(fits) != 1 or fits[0] in taken:
            left.append(_left(row, why if len(fits) < 2 else "more than one wager may be meant"))
            continue
        wager, name, outcome = fits[0]
        taken.add(fits[0])
        found.setdefault((wager, name), []).append(Match(outcome, row))
    return [Placed(wager, name, "", tuple(rows)) for (wager, name), rows in found.items()], left


def _wagers_named(label: str, known: Knowledge) -> list[tuple[str, str, str]]:
    """The wager and the outcome that a label names by both their words."""
    words = tokens(label)
    found: dict[tuple[str, str, str], float] = {}
    for entry in known.tables:
        for outcome, ways in entry.outcomes.items():
            said: set[frozenset[str]] = set(ways) | ({frozenset()} if outcome in BARE else set())
            score = max((_alike(words, title | way) for title in entry.titles for way in said), default=0.0)
            if score >= SURE:
                found[entry.wager, entry.table, outcome] = score
    best = max(found.values(), default=0.0)
    fits = [key for key, score in found.items() if score == best]
    main = [key for key in fits if key[1] == "main"]
    return main or fits


def _all_the_rest(label: str, known: Knowledge) -> tuple[str, str, str] | None:
    """A row that begins with a wager's name and lists what none of its other outcomes is: the one called `other`."""
    words = tokens(label)
    fits = [
        (entry.wager, entry.table, "other")
        for entry in known.tables
        if "other" in entry.outcomes
        and any(title and title < words for title in entry.titles)
        and all(word.isdigit() for word in words - frozenset().union(*entry.titles))
    ]
    return fits[0] if len(fits) == 1 else None
