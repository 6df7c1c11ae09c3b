"""The pages of the documentation that are made, not written: rulebooks with their odds, coverage, references.

MkDocs calls the functions `on_...` (see mkdocs.yml). Nothing made here is committed: a rulebook, a docstring or a route
that changes is on the site the next time it is built. The odds take long to compute, so `make docs` writes them to
build/odds.md first; without that file the rulebooks stand without them.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from croupier.games import module_of
from croupier.house.house import House
from croupier.house.record.database.storage import Storage
from croupier.rulebook.coverage import as_markdown, coverage
from croupier.rulebook.library import properties, rulebooks
from croupier.rulebook.model import Cited, Rulebook
from croupier.web.app import create_app

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
ODDS = ROOT / "build" / "odds.md"
COPIED = {"ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
HOUSE_DOCUMENTS = dict.fromkeys(("room", "tournaments", "promotions"), "croupier.house")
# Packages whose docstrings are the reference; what people touch (web, cli) is described where they touch it.
REFERENCE = ("equipment", "hands", "rulebook", "rounds", "games", "odds", "poker", "agents", "drafting", "house")
METHODS = ("get", "post", "put", "patch", "delete")


def on_files(files: Files, config: Any) -> Files:
    made = dict(_all())
    for uri, text in made.items():
        files.append(File.generated(config, uri, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to the files at the repository's head, which readers of the repository follow too, stay on the site."""
    for name, uri in COPIED.items():
        markdown = markdown.replace(f"](../{name}", f"]({uri}")
    return markdown


def _all() -> Iterator[tuple[str, str]]:
    for name, uri in COPIED.items():
        yield uri, _relinked((ROOT / name).read_text())
    books = rulebooks()
    odds = _odds()
    yield "rulebooks/index.md", _shelf(books)
    for book in books:
        yield _uri(book), _book(book, odds.get(book.key, ""))
    yield "coverage-whole.md", as_markdown(_modules())
    yield "reference/http.md", _http()
    yield "reference/index.md", _packages()
    for package in REFERENCE:
        for module in _modules_of(package):
            yield f"reference/{module}.md", f"# {module}\n\n::: {module}\n"


def _relinked(text: str) -> str:
    """A file of the repository's head as a page: links into docs/ are links beside it."""
    return text.replace("](docs/", "](")


# ---- rulebooks


def _uri(book: Rulebook) -> str:
    return f"rulebooks/{book.property}/{book.game}-{book.approved}.md"


def _shelf(books: Iterable[Rulebook]) -> str:
    text = ["# The shelf of rulebooks", "", "Each rulebook as it is carried out, with the odds of its wagers.", ""]
    titles = {name: house.title for name, house in properties().items()}
    for name in dict.fromkeys(book.property for book in books):
        text += [f"## {titles[name]}", ""]
        for book in (book for book in books if book.property == name):
            link = _uri(book).removeprefix("rulebooks/")
            text.append(f"- [{book.title}, approved {book.approved}]({link})")
        text.append("")
    return "\n".join(text)


def _book(book: Rulebook, odds: str) -> str:
    text = [f"# {book.title}, {book.property}", "", f"Approved {book.approved}. Source: {book.source}.", ""]
    if odds:
        text += ["[The odds of its wagers](#odds) are below.", ""]
    text += _part("Wagers", (_wager(wager) for wager in book.wagers.values()))
    chosen = [s for s in book.settings.values() if s.optional]
    text += _part("What the house may choose", (_item(s.name, s, f" (as a rule `{_short(s.value)}`)") for s in chosen))
    fixed = [s for s in book.settings.values() if not s.optional]
    text += _part("Rules", (_item(s.name, s, f": `{_short(s.value)}`") for s in fixed))
    text += _part("Stages", (_item(s.name, s) for s in book.stages.values()))
    text += _part("Payout limits", (_item(limit.name, limit) for limit in book.payout_limits))
    text += _part("Irregularities", (_item(i.when, i, f": {_words(i.remedy.ruling)}") for i in book.irregularities))
    text += _part("Procedures", (_item(p.name, p) for p in book.procedures))
    readings = (
        f"Line {', '.join(map(str, r.lines))}: {r.gap} *Read as:* {r.read_as} {r.because}" for r in book.readings
    )
    text += _part("Readings", (f"- {_plain(words)}" for words in readings))
    return "\n".join(text) + (f"\n## Odds\n\n{odds}\n" if odds else "\n")


def _part(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return [f"## {title}", "", *found, ""] if found else []


def _item(name: str, said: Cited, more: str = "") -> str:
    where = ", ".join(part for part in (said.clause, f"line {said.line}" if said.line else "") if part)
    return f"- **{_words(name)}**{more} ({where}). {_plain(said.says)}".rstrip()


def _wager(wager: Any) -> str:
    text = [_item(wager.title, wager)]
    for table in wager.pay_tables:
        at_least = ", at least" if table.at_least else ""
        text += ["", f"    {table.label or table.name}{at_least} ({table.clause}, line {table.line})", ""]
        text += ["    | outcome | pays |", "    |---|---|"]
        text += [f"    | {_words(outcome)} | {odds} |" for outcome, odds in table.rows]
        text.append("")
    return "\n".join(text)


def _words(name: str) -> str:
    return _plain(name.replace("-", " "))


def _short(value: object) -> str:
    return " ".join(str(value).split()).replace("`", "'").replace("|", "/")[:160]


def _plain(text: str) -> str:
    """Words of a rulebook in a page: brackets and stars are theirs, not links and emphasis."""
    return re.sub(r"([\[\]<>*_|])", r"\\\1", " ".join(text.split()))


def _odds() -> dict[str, str]:
    """What `croupier odds --all` wrote, by rulebook."""
    if not ODDS.exists():
        return {}
    found = {}
    for part in ODDS.read_text().split("\n## ")[1:]:
        head, _, body = part.partition("\n")
        game, _, rest = head.partition(" at ")
        name, _, approved = rest.partition(", ")
        found[f"{name}/{game}@{approved}"] = body.strip()
    return found


def _modules() -> dict[str, str]:
    games = {row.section.rulebook for row in coverage()}
    return (
        {game: module for game in games if (module := module_of(game))} | {"poker": "croupier.poker"} | HOUSE_DOCUMENTS
    )


# ---- references


def _modules_of(package: str) -> Iterator[str]:
    for path in sorted((SOURCE / "croupier" / package).rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if "migrations" in parts or path.name == "__main__.py":
            continue
        yield ".".join(parts[:-1] if path.name == "__init__.py" else parts)


def _packages() -> str:
    text = ["# Reference", "", "From the docstrings: what each module holds. [The API over HTTP](http.md).", ""]
    for package in REFERENCE:
        text += [f"## {package}", ""]
        text += [f"- [{module}]({module}.md): {_docstring(module)}" for module in _modules_of(package)]
        text.append("")
    return "\n".join(text)


def _docstring(module: str) -> str:
    """The first line of a module's docstring."""
    path = SOURCE.joinpath(*module.split("."))
    text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()
    found = re.match(r'"""(.*?)(?:"""|\n)', text)
    return _plain(found[1]) if found else ""


def _http() -> str:
    """Every route of the API, from the application's own description."""
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage.file(Path(folder) / "described.db")
        storage.migrate()
        house = House(storage)
        try:
            described = create_app(house).openapi()
        finally:
            house.writer.close()
            storage.close()
    text = ["# The API over HTTP", "", "A running house describes it whole at `/api/v1/openapi.json`."]
    text += ["What is refused answers `error`, `clause` and, where more can be done about it, `kind`."]
    text += ["", "| | path | what |", "|---|---|---|"]
    for path, methods in described["paths"].items():
        for method in (m for m in METHODS if m in methods):
            what = methods[method].get("summary", "")
            text.append(f"| {method.upper()} | `{path}` | {_plain(what)} |")
    return "\n".join(text) + "\n"
