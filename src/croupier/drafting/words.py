"""`croupier rulebooks words`: what a kind of rulebook knows, and what each word means."""

import textwrap
from typing import Any

from croupier.drafting.kinds import BOOKS, not_played, vocabulary_of
from croupier.games import game_class
from croupier.poker.rulings.remedies import REMEDIES
from croupier.rounds.game import Game
from croupier.rounds.rulings import COMMON
from croupier.rounds.words import glossary
from croupier.rulebook import NotFound, Rulebook, properties, rulebooks
from croupier.rulebook.load import KINDS
from croupier.rulebook.shapes import words
from croupier.rulebook.vocabulary import Outcomes

Words = dict[str, Any]
WIDTH = 80  # of a terminal of the usual kind


def words_of(game: str) -> Words:
    """Everything a rulebook of this kind may say, as plain data."""
    try:
        known = vocabulary_of(game)
    except NotFound:
        raise NotFound(not_played(game)) from None
    means, on_shelf = meanings(game), said_on_shelf(game)
    return {
        "game": game,
        "rules": [
            {
                "name": name,
                "expected": words(expected),
                "required": name in known.settings,
                "means": means.get(f"rules.{name}", ""),
                "for_example": on_shelf.get(name, ""),
            }
            for name, expected in (known.optional | known.settings).items()
        ],
        "stages": [{"name": name, "means": means.get(f"stages.{name}", "")} for name in known.stages or ()],
        "wagers": [{"name": name, "pay_tables": _tables(tables)} for name, tables in (known.wagers or {}).items()],
        "described": _described(game),
        "kinds_of_wagers": [{"name": name, "means": glossary()["wagers"][name]} for name in KINDS],
        "rulings": [
            {
                "name": name,
                "means": means.get(f"rulings.{name}", ""),
                "with": {term: words(expected) for term, expected in terms.items()},
            }
            for name, terms in (known.rulings or {}).items()
        ],
        "procedures": [
            {"name": name, "values": words(expected), "means": means.get(f"procedures.{name}", "")}
            for name, expected in known.procedures.items()
        ],
    }


def _described(game: str) -> dict[str, Any]:
    """What a wager that the book describes itself may see in this game, and what may be said about it."""
    shown = None if game in BOOKS else game_class(game).DESCRIBES
    if shown is None:
        return {}
    both = {"any": "one of these tables of conditions holds", "not": "these conditions do not hold"}
    return {
        "sees": dict(shown.sees),
        "conditions": {**both, **{word: shown.means.get(word, "") for word in shown.makers}},
        "placed": dict(shown.placed),
    }


def meanings(game: str) -> dict[str, str]:
    """What each word means, by its address."""
    if game not in BOOKS:
        return _of_a_game(game_class(game))
    remedies = {name: _first_sentence(remedy.__doc__) for name, remedy in REMEDIES.items()}
    return {f"rulings.{name}": says for name, says in remedies.items()} if game == "poker" else {}


def _of_a_game(game: type[Game]) -> dict[str, str]:
    """What each word of a game means: `rules.decks`, `stages.reveal`, `rulings.void-round`."""
    known, shared = game.vocabulary(), glossary()
    found = {f"rules.{name}": shared["rules"].get(name, "") for name in known.optional | known.settings}
    found |= {f"stages.{name}": shared["stages"].get(name, "") for name in game.STAGES}
    found |= {f"procedures.{name}": shared["procedures"].get(name, "") for name in known.procedures}
    for name in known.rulings or ():
        own = getattr(game, f"rule_{name.replace('-', '_')}", COMMON.get(name))
        found[f"rulings.{name}"] = shared["rulings"].get(name) or (_first_sentence(own.__doc__) if own else "")
    return found | game.MEANS


def said_on_shelf(game: str) -> dict[str, str]:
    """What a book on the shelf says of each rule, the latest of each: an example where a word is not explained."""
    found: dict[str, str] = {}
    for book in sorted(_books(game), key=lambda book: book.approved):
        title = properties()[book.property].title
        found |= {name: f"{rule.says} ({title}, {rule.clause})" for name, rule in book.settings.items() if rule.says}
    return found


def _books(game: str) -> list[Rulebook]:
    try:
        return rulebooks(game=game)
    except NotFound:  # a game that no property here offers
        return []


def _tables(tables: Outcomes) -> list[dict[str, Any]]:
    return [
        {"name": name, "outcomes": [{"name": outcome, "without_a_row": _fallback(f)} for outcome, f in known.items()]}
        for name, known in tables.items()
    ]


def _fallback(fallback: str | None) -> str:
    """What happens to an outcome that the pay table has no row for."""
    if fallback is None:
        return "a row is required"
    return {"lose": "it loses", "push": "it is returned"}.get(fallback, f"it is paid as {fallback}")


def _first_sentence(text: str | None) -> str:
    return " ".join((text or "").split("\n\n")[0].split())


# For people


def as_text(found: Words) -> str:
    """The same as a page to read."""
    lines = [f"{found['game']}: what its rulebook may say", ""]
    for required, title in ((True, "Rules it must have"), (False, "Rules it may have")):
        rules = [rule for rule in found["rules"] if rule["required"] is required]
        lines += _section(title, [(rule["name"], rule["expected"], _explained(rule)) for rule in rules])
    lines += _section("Stages of the round, all of them", [(s["name"], s["means"], "") for s in found["stages"]])
    lines += _wagers(found["wagers"])
    for title, words_ in (
        ("What a wager that the book describes itself may see (`sees`)", "sees"),
        ("Conditions of its outcomes (`outcomes`); numbers are exact, a list, or { least, most }", "conditions"),
        ("When it may be placed (`placed`)", "placed"),
    ):
        lines += _section(title, [(name, means, "") for name, means in found["described"].get(words_, {}).items()])
    kinds_ = found["kinds_of_wagers"] if found["wagers"] else ()
    lines += _section("Kinds of wagers", [(kind["name"], kind["means"], "") for kind in kinds_])
    rulings = [(r["name"], r["means"], _terms(r["with"])) for r in found["rulings"]]
    lines += _section("Rulings on irregularities", rulings)
    procedures = [(p["name"], p["values"], p["means"]) for p in found["procedures"]]
    lines += _section("Procedures whose values are read", procedures)
    return "\n".join(lines).rstrip()


def _explained(rule: dict[str, Any]) -> str:
    return rule["means"] or (f"For example: {rule['for_example']}" if rule["for_example"] else "")


def _section(title: str, entries: list[tuple[str, str, str]]) -> list[str]:
    if not entries:
        return []
    lines = _wrapped(title, "", "    ")
    for name, first, second in entries:
        lines += _wrapped(f"{name}: {first}" if first else name, "  ", "      ")
        lines += _wrapped(second, "      ", "      ") if second else []
    return [*lines, ""]


def _wrapped(words_: str, first: str, rest: str) -> list[str]:
    """Lines that a terminal shows whole, names unbroken."""
    return textwrap.wrap(
        words_, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def _terms(terms: dict[str, str]) -> str:
    told = [f"{term} ({expected})" for term, expected in terms.items() if term not in ("choice", "where")]
    return f"with {', '.join(told)}" if told else ""


def _wagers(wagers: list[dict[str, Any]]) -> list[str]:
    lines = ["Wagers, their pay tables and outcomes"] if wagers else []
    for wager in wagers:
        lines.append(f"  {wager['name']}")
        for table in wager["pay_tables"]:
            outcomes = ", ".join(f"{o['name']} ({o['without_a_row']})" for o in table["outcomes"])
            lines += _wrapped(f"{table['name']}: {outcomes}", "      ", "          ")
    return [*lines, ""] if lines else []
