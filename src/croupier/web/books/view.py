"""Rulebooks as pages: clauses, pay tables, readings; what changed between two of them."""

import re

import msgspec

from croupier.equipment.money import short_money
from croupier.house.approvals.history import PAYS, Change
from croupier.rounds.game import Game
from croupier.rulebook import Posting
from croupier.rulebook.compare import compare as differences
from croupier.rulebook.compare import stated
from croupier.rulebook.model import Reading, Rulebook
from croupier.web.felt.outcome_words import caption
from croupier.web.kit import words
from croupier.web.kit.links import book_path


class Sentence(msgspec.Struct, frozen=True):
    """One thing a rulebook says."""

    clause: str
    title: str
    says: str
    lines: tuple[int, ...] = ()
    kind: str = ""
    extra: tuple[tuple[str, str], ...] = ()


class PaySheet(msgspec.Struct, frozen=True):
    title: str
    label: str
    clause: str
    at_least: bool
    rows: tuple[tuple[str, str], ...]
    note: str = ""


class About(msgspec.Struct, frozen=True):
    """What a person reads about one wager or clause without leaving the table."""

    title: str
    clause: str
    says: tuple[str, ...]
    sheets: tuple[PaySheet, ...] = ()
    limits: str = ""
    readings: tuple[Reading, ...] = ()
    link: str = ""


def sentences(book: Rulebook) -> list[Sentence]:
    """Everything in the order of its clauses."""
    found = []
    for wager in book.wagers.values():
        found.append(Sentence(wager.clause, wager.title, wager.says, wager.lines, "Wager"))
    for setting in book.settings.values():
        value = ", ".join(words.value_words(one, setting.choices) for one in setting.choices or (setting.value,))
        kind = "Option" if setting.optional else "Rule"
        extra = (("Choices" if setting.optional else "Value", value),) if len(value) < 200 else ()
        found.append(
            Sentence(setting.clause, words.option_title(setting.name), setting.says, setting.lines, kind, extra)
        )
    for barred in book.exclusions:
        pairs = tuple(
            (words.option_title(name), " or ".join(map(words.value_words, values)))
            for name, values in barred.together.items()
        )
        title = " with ".join(f"{name}: {values}" for name, values in pairs)
        found.append(Sentence(barred.clause, title, barred.says, barred.lines, "Options that may not go together"))
    for stage in book.stages.values():
        found.append(Sentence(stage.clause, words.plain(stage.name), stage.says, stage.lines, "Procedure"))
    for irregularity in book.irregularities:
        ruling = irregularity.remedy.says or words.plain(irregularity.remedy.ruling)
        found.append(
            Sentence(
                irregularity.clause,
                words.plain(irregularity.when),
                irregularity.says,
                irregularity.lines,
                "Irregularity",
                (("Ruling", ruling),),
            )
        )
    for procedure in book.procedures:
        found.append(
            Sentence(procedure.clause, words.plain(procedure.name), procedure.says, procedure.lines, "Procedure")
        )
    for limit in book.payout_limits:
        found.append(Sentence(limit.clause, words.plain(limit.name), limit.says, limit.lines, "Payout limit"))
    return sorted(found, key=lambda s: _order(s.clause))


def _order(clause: str) -> tuple[tuple[int, int | str], ...]:
    """Clauses in reading order: 2 before 10, letters after numbers."""
    parts = clause.split(",")[0].replace("(", ".").replace(")", "").split(".")
    return tuple((0, int(p)) if p.strip().isdigit() else (1, p.strip()) for p in parts)


def sheets(book: Rulebook) -> list[PaySheet]:
    return [
        PaySheet(
            wager.title,
            table.label,
            table.clause,
            table.at_least,
            tuple((caption(outcome), str(odds)) for outcome, odds in table.rows),
            table.says,
        )
        for wager in book.wagers.values()
        for table in wager.pay_tables
    ]


def wager_words(game: Game, wager: str, on: str) -> About:
    posting = game.posting
    rule = posting.wagers[wager]
    limits = posting.limits[wager]
    made = [
        PaySheet(
            rule.title,
            table.label,
            table.clause,
            table.at_least,
            tuple((words.plain(r.outcome), str(r.odds)) for r in posting.rows(wager, name)),
        )
        for (kind, name), table in posting.tables.items()
        if kind == wager
    ]
    odds = game.odds_words(wager, on)
    says = (rule.says, f"Pays {odds}." if odds and on else "")
    readings = tuple(r for r in posting.rulebook.readings if wager in r.touches)
    return About(
        words.wager_title(posting, wager, on),
        rule.clause,
        tuple(s for s in says if s),
        tuple(made),
        f"{short_money(limits.least)} to {short_money(limits.most)}",
        readings,
        book_path(posting.rulebook),
    )


def clause_words(posting: Posting, clause: str) -> About:
    """What the rulebook says under a clause, its pay tables beside it."""
    book = posting.rulebook
    wanted = {part.strip() for part in clause.split(",")}
    said = [s for s in sentences(book) if wanted & {p.strip() for p in s.clause.split(",")}]
    pays = tuple(s for s in sheets(book) if wanted & {p.strip() for p in s.clause.split(",")})
    title = said[0].title if said else pays[0].title if pays else f"Clause {clause}"
    return About(title, clause, tuple(f"{s.says}" for s in said if s.says), pays, "", (), book_path(book))


class Row(msgspec.Struct, frozen=True):
    """One statement of two rulebooks side by side."""

    topic: str
    name: str
    one: str
    other: str
    one_clause: str
    other_clause: str
    mark: str  # "", changed, added, removed
    section: str = ""  # of the file
    key: str = ""  # what it is called there


TOPICS = {
    "wagers": "Wagers",
    "pay-tables": "Pays",
    "rules": "Rules",
    "options": "Options",
    "exclusions": "Options that may not go together",
    "stages": "Parts of the round",
    "irregularities": "Irregularities",
    "payout-limits": "Payout limits",
    "procedures": "Procedures",
}
SLUG = re.compile(r"\b[a-z]+(?:-[a-z0-9]+)+\b")
HYPHENED = ("commission-free", "all-in", "dual-rate", "add-on", "bring-in", "cash-out")  # as people write them
MARKS = {"dropped": "removed"}  # as the pages say it


def compare(one: Rulebook, other: Rulebook) -> list[Row]:
    """Every statement of both rulebooks in their order; those that differ are marked."""
    marks = {(d.section, d.name): MARKS.get(d.kind, d.kind) for d in differences(one, other)}
    first, second = stated(one), stated(other)
    titles = {name: wager.title for book in (other, one) for name, wager in book.wagers.items()}
    rows: list[Row] = []
    for section in first:
        facts, others = first[section], second[section]
        for name in [*facts, *(n for n in others if n not in facts)]:
            rows.append(_row(section, name, facts.get(name, ("", "")), others.get(name, ("", "")), marks, titles))
    # A pay table that only the other has stands with its wager's, not at the end.
    order = {topic: place for place, topic in reversed(list(enumerate(row.topic for row in rows)))}
    return sorted(rows, key=lambda row: order[row.topic])


def told(change: Change) -> list[Row]:
    """What a version changed, in sentences: what pays first, then the order of a rulebook."""
    marks = {(d.section, d.name): MARKS.get(d.kind, d.kind) for d in change.differences}
    rows = [
        _row(d.section, d.name, (d.was, d.was_clause), (d.now, d.now_clause), marks, change.titles)
        for d in sorted(change.differences, key=lambda d: d.section not in PAYS)
    ]
    order = {topic: place for place, topic in reversed(list(enumerate(row.topic for row in rows)))}
    return sorted(rows, key=lambda row: order[row.topic])


def _row(
    section: str,
    name: str,
    one: tuple[str, str],
    other: tuple[str, str],
    marks: dict[tuple[str, str], str],
    titles: dict[str, str],
) -> Row:
    head, _, rest = name.partition(": ")
    wager, _, table = head.partition(" ")
    if section in ("wagers", "pay-tables"):
        head = " ".join(filter(None, (titles.get(wager, words.plain(wager)), table.replace("-", " "))))
    else:
        head = words.plain(head)
    topic = f"{TOPICS[section]}: {head}" if rest else TOPICS[section]
    said = words.plain(rest) if rest else head
    mark = marks.get((section, name), "")
    return Row(topic, said, _spoken(one[0], titles), _spoken(other[0], titles), one[1], other[1], mark, section, name)


def _spoken(text: str, titles: dict[str, str]) -> str:
    """A statement without names that only the files use: `void-round` is a void round."""
    return SLUG.sub(lambda m: m[0] if m[0] in HYPHENED else titles.get(m[0], m[0].replace("-", " ")), text)
