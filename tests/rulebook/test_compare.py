"""Two rulebooks compared: what an approval changed, what two houses do differently."""

import itertools

import msgspec
import pytest

from croupier.rulebook import rulebook, rulebooks
from croupier.rulebook.compare import as_json, compare, stated


def test_a_rulebook_does_not_differ_from_itself() -> None:
    for book in rulebooks():
        assert compare(book, book) == []


def test_what_oneidas_approval_of_2024_added_to_four_card_poker() -> None:
    """The 2024 text lets a supervisor rule on a card found unsuitable; the version before it has no such clause."""
    was, now = rulebook("oneida", "four-card-poker", "2024-01-01"), rulebook("oneida", "four-card-poker", "2025-01-01")
    found = compare(was, now)
    assert [(d.section, d.name, d.kind) for d in found] == [("irregularities", "unsuitable-card", "added")]
    assert found[0].now_clause and not found[0].was_clause


def test_two_houses_pay_pair_plus_differently_only_where_their_rows_differ() -> None:
    first, second = rulebook("hard-rock-cincinnati", "three-card-poker"), rulebook("oneida", "three-card-poker")
    rows = {d.name: (d.was, d.now) for d in compare(first, second) if d.section == "pay-tables"}
    for wager, mine in first.wagers.items():
        theirs = second.wagers.get(wager)
        for outcome, odds in mine.pay_tables[0].rows:
            other = theirs.pay_tables[0].odds(outcome) if theirs else None
            differs = f"{wager}: {outcome}" in rows
            assert differs == (other is None or str(other) != str(odds)), (wager, outcome)


@pytest.mark.parametrize("game", ["craps", "blackjack", "roulette", "pai-gow-poker"])
def test_the_other_way_round_added_and_dropped_change_places(game: str) -> None:
    opposite = {"added": "dropped", "dropped": "added", "changed": "changed"}
    for first, second in itertools.combinations(rulebooks(game=game), 2):
        there = {(d.section, d.name, d.was, d.now, d.kind) for d in compare(first, second)}
        back = {(d.section, d.name, d.now, d.was, opposite[d.kind]) for d in compare(second, first)}
        assert there == back


def test_a_changed_number_is_found_wherever_it_stands() -> None:
    book = rulebook("hard-rock-cincinnati", "three-card-poker")
    pair_plus = book.wagers["pair-plus"]
    table = pair_plus.pay_tables[0]
    rows = (table.rows[0], *((o, table.rows[0][1]) for o, _ in table.rows[1:2]), *table.rows[2:])
    changed = msgspec.structs.replace(pair_plus, pay_tables=(msgspec.structs.replace(table, rows=rows),))
    other = msgspec.structs.replace(book, wagers={**book.wagers, "pair-plus": changed})
    found = compare(book, other)
    assert [(d.name, d.was, d.now) for d in found] == [("pair-plus: three-of-a-kind", "30 to 1", "40 to 1")]
    plain = as_json(book, other)
    assert plain["differences"][0]["kind"] == "changed" and plain["first"]["approved"] == "2019-12-05"


def test_a_ruling_is_stated_in_words_that_follow_each_other() -> None:
    """Terms of a ruling are said after it; its choices after a colon; no key stands in brackets."""
    said = dict(stated(rulebook("hard-rock-cincinnati", "blackjack")))["irregularities"]
    assert said["requested-card-missed"][0] == (
        "player-decides: card-later, or void-hand, called hand-dead, keeping buster; during decisions; "
        "declared by the dealer"
    )
    for book in rulebooks():
        for words, _ in dict(stated(book))["irregularities"].values():
            assert "(choice" not in words and "True" not in words, words
