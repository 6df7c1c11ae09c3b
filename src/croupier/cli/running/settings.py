"""The configuration file of a house: TOML, every setting with a default; `EXPLAINED` has each of them.

A flag of `croupier floor` wins over the file, and so does an environment variable that is set. Names of files are
read from the folder in which the program runs, as those of flags are.
"""

import math
import os
import re
import tomllib
from collections.abc import Callable, Iterator, MutableMapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from croupier.cli import Mistake
from croupier.cli.running import DATABASE, DEFAULT_PORT
from croupier.rulebook.positions import Positions
from croupier.web.kit.line.caller_limits import Limits

EXPLAINED = Path(__file__).with_name("croupier.toml")  # every setting with its default and what it does


class Section(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """One part of the file: a name that it does not know is a mistake of whoever wrote it."""


class Record(Section, frozen=True):
    database: Annotated[str, Meta(min_length=1)] = DATABASE


class Serving(Section, frozen=True):
    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = DEFAULT_PORT
    names: tuple[str, ...] = ()
    secure: bool = False
    proxies: tuple[str, ...] = ()


class Files(Section, frozen=True):
    rulebooks: tuple[str, ...] = ()
    key: str = ""
    metrics_token: str = ""


class Anchors(Section, frozen=True):
    every_hours: Annotated[float, Meta(ge=0)] = 24.0
    key: str = ""
    folder: str = ""
    hook: str = ""
    authority: str = ""

    @property
    def wanted(self) -> bool:
        return bool(self.every_hours and self.key and (self.folder or self.hook))


class Logging(Section, frozen=True):
    form: Literal["text", "json"] = "text"


class Settings(Section, frozen=True):
    record: Record = Record()
    serving: Serving = Serving()
    limits: Limits = Limits()
    files: Files = Files()
    anchors: Anchors = Anchors()
    logging: Logging = Logging()


class Misread(Mistake):
    """A configuration file with mistakes: each in words, with its line."""

    def __init__(self, file: Path, mistakes: list[str]) -> None:
        super().__init__(f"{file}: {'; '.join(mistakes)}")
        self.mistakes = mistakes


def read(file: Path) -> Settings:
    """What a file says; every mistake in it is told with its line."""
    try:
        text = file.read_text(encoding="utf-8")
        said = tomllib.loads(text)
    except UnicodeDecodeError:
        raise Mistake(f"{file} is no TOML: expected UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"{file} is no TOML: {error}") from None
    if found := list(_mistakes(said)):
        positions = Positions(text)
        placed = sorted((positions.at(place)[0], words) for place, words in found)
        raise Misread(file, [f"line {line}: {words}" for line, words in placed])
    return msgspec.convert(said, Settings)


def _mistakes(said: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The address of each mistake and its words."""
    sections = {field.encode_name: field.type for field in msgspec.structs.fields(Settings)}
    for name, part in said.items():
        if name not in sections:
            yield name, f"the file has no {name}; there are {', '.join(sections)}"
        elif not isinstance(part, dict):
            yield name, f"{name} is a section: write [{name}], and its settings below"
        else:
            yield from _in_section(name, sections[name], part)


def _in_section(name: str, section: Any, part: dict[str, Any]) -> Iterator[tuple[str, str]]:
    known = {field.encode_name: field.type for field in msgspec.structs.fields(section)}
    for key, value in part.items():
        place = f"{name}.{key}"
        if key not in known:
            yield place, f"[{name}] has no {key}; there are {', '.join(known)}"
            continue
        try:
            msgspec.convert(value, known[key])
        except msgspec.ValidationError as error:
            what, _, at = str(error).partition(" - at `$")
            yield place, f"{place}{at.rstrip('`')}: {what[0].lower()}{what[1:]}"
            continue
        if isinstance(value, float) and not math.isfinite(value):
            yield place, f"{place}: expected a number, got {value}"
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str) and not one.isprintable():
                yield place, f"{place}: expected text on one line, got {one!a}"
            elif words := CHECKED.get(place, lambda _: "")(one):
                yield place, f"{place} {words}"


def _no_network(proxy: str) -> str:
    try:
        ip_network(proxy)
    except ValueError as error:
        return f"takes addresses or networks such as 10.0.0.0/24: {error}"
    return ""


def _no_name(name: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]", name):
        return ""
    return f"takes names such as tables.example, without https:// and without a port: {name!r} is none"


def _no_address(address: str) -> str:
    if not address or re.fullmatch(r"https?://[^\s/]+\S*", address):
        return ""
    return f"takes an address that begins with https:// or http://: {address!r} is none"


CHECKED: dict[str, Callable[[Any], str]] = {  # what the kind of a value does not tell
    "serving.proxies": _no_network,
    "serving.names": _no_name,
    "anchors.hook": _no_address,
    "anchors.authority": _no_address,
}


def flags(settings: Settings) -> dict[str, Any]:
    """The settings that are flags, too, by the name of the flag."""
    serving = settings.serving
    return {
        "database": settings.record.database,
        "host": serving.host,
        "port": serving.port,
        "secure": serving.secure,
        "proxy": list(serving.proxies),
    }


def export(settings: Settings, environment: MutableMapping[str, str] = os.environ) -> None:
    """What the rest of the program reads from its environment; a variable that is set already stays."""
    files = settings.files
    said = {
        "CROUPIER_HOSTS": " ".join(settings.serving.names),
        "CROUPIER_RULEBOOKS": os.pathsep.join(files.rulebooks),
        "CROUPIER_KEY": secret(files.key),
        "CROUPIER_METRICS_TOKEN": secret(files.metrics_token),
    }
    for name, value in said.items():
        if value and not environment.get(name):
            environment[name] = value


def secret(file: str) -> str:
    """The one line of a file that holds a secret; empty where none is named."""
    if not file:
        return ""
    try:
        found = Path(file).read_text().strip()
    except UnicodeDecodeError:
        raise Mistake(f"{file} holds no line of text: another file was meant") from None
    if not found:
        raise Mistake(f"{file} is empty: it should hold one line, such as openssl rand -hex 32 prints")
    return found
