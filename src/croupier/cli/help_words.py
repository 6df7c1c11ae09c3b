"""How a command's help reads: what an option takes in plain words, paragraphs and examples as wide as a terminal."""

import inspect
import re
import textwrap
from typing import Any

from typer.core import TyperCommand, TyperGroup

WIDE = 78  # columns of a terminal, less the space that stands on both sides of the help
TAKES = {  # an option's name -> what it takes; what is not here takes what its name says: --wager WAGER
    "on": "DAY",
    "first": "DAY",
    "last": "DAY",
    "option": "NAME=VALUE",
    "pay": "ROW=ODDS",
    "html": "FILE",
    "write": "FILE",
    "summary": "FILE",
    "script": "FILE",
    "journal": "FILE",
    "save": "FILE",
    "out": "FILE",
    "anchor": "FILE",
    "since": "FILE",
    "public_key": "KEY",
    "authorities": "FILE",
    "key": "FILE",
    "follows": "FILE",
    "check": "FILE",
    "folder": "FOLDER",
    "hook": "ADDRESS",
    "authority": "ADDRESS",
    "cluster": "ADDRESS",
    "host": "ADDRESS",
    "proxy": "ADDRESS",
    "database": "RECORD",
    "chips": "MONEY",
    "least": "MONEY",
    "most": "MONEY",
    "buy_in": "MONEY",
    "guarantee": "MONEY",
    "up": "CARD",
    "board": "CARDS",
    "seen": "CARDS",
    "dead": "CARDS",
    "lines": "FIRST-LAST",
    "compare": "VERSION",
    "without": "PROPERTY",
}
NUMBERS = ("int", "float")
MARKUP = re.compile(r"\[(?=[a-z#/@])")  # what is printed in brackets is no style


class Spoken(TyperCommand):
    """A command whose help names days, files and money where Python would name types."""

    def get_params(self, ctx: Any) -> list[Any]:
        return spoken(super().get_params(ctx))


class SpokenGroup(TyperGroup):
    """The same of `croupier` itself."""

    def get_params(self, ctx: Any) -> list[Any]:
        return spoken(super().get_params(ctx))


def spoken(found: list[Any]) -> list[Any]:
    for each in found:
        # Its own answers speak of `<list[str]>` and `1<=x<=8`; an option can't be made of a class of ours.
        said = taken(each)
        vars(each)["display_type_rich"] = lambda ctx, said=said: said
        vars(each)["_get_number_range_help_str"] = lambda: None
    return found


def taken(param: Any) -> str:
    """What stands behind an option's name in the help: nothing behind one that takes nothing, or behind an argument."""
    if param.param_type_name == "argument" or getattr(param, "is_flag", False):
        return ""
    if param.metavar is not None:
        return str(param.metavar)
    least, most = getattr(param, "min", None), getattr(param, "max", None)
    kind = param.type_descriptor
    if kind.is_ranged or param.bare_type() in NUMBERS:
        if least is not None and most is not None:
            return f"{least:,} to {most:,}"
        return "NUMBER" if least is None else f"{least:,} or more"
    return TAKES.get(param.name, "FILE" if kind.is_path else param.name.upper().replace("_", "-"))


def reflowed(text: str) -> str:
    """A docstring for the screen: paragraphs as wide as it is, each example on lines of its own that can be copied."""
    first, *rest = inspect.cleandoc(text).split("\n\n")
    parts = [" ".join(first.split())]
    if rest and "\n    " in rest[0]:
        parts.append("")  # else the indentation of the only other paragraph is taken for that of the whole
    parts += [_examples(part) if "\n    " in part else " ".join(part.split()) for part in rest]
    return MARKUP.sub(r"\\[", "\n\n".join(parts))


def _examples(part: str) -> str:
    return "\n".join(_example(line) for line in part.splitlines())


def _example(line: str) -> str:
    if len(line) <= WIDE:
        return line
    lines = textwrap.wrap(
        line.strip(), WIDE - 2, initial_indent="    ", subsequent_indent=" " * 8, break_on_hyphens=False,
        break_long_words=False,
    )  # fmt: skip
    return " \\\n".join(lines)
