"""The configuration file of a house: TOML, every setting with a default; `EXPLAINED` has each of them.

A flag of `croupier floor` wins over the file, and so does an environment variable that is set. Names of files are
read from the folder in which the program runs, as those of flags are.
"""

import os
import tomllib
from collections.abc import MutableMapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from croupier.cli import Mistake
from croupier.cli.running import DATABASE, DEFAULT_PORT
from croupier.web.kit.caller_limits import Limits

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


def read(file: Path) -> Settings:
    """What a file says; a mistake in it is told with its place."""
    try:
        said = tomllib.loads(file.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"{file} is no TOML: {error}") from None
    try:
        found = msgspec.convert(said, Settings)
    except msgspec.ValidationError as error:
        raise Mistake(f"{file}: {_in_words(str(error))}") from None
    for proxy in found.serving.proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise Mistake(f"{file}: serving.proxies takes addresses or networks such as 10.0.0.0/24: {error}") from None
    return found


def _in_words(says: str) -> str:
    """Where it stands as the file writes it; for a name that is unknown, those that are known."""
    what, _, at = says.partition(" - at `$")
    place = at.rstrip("`").lstrip(".")
    if "unknown field" not in what:
        return f"{place}: {what[0].lower()}{what[1:]}" if place else what
    section = getattr(Settings(), place) if place else Settings()
    known = ", ".join(field.encode_name for field in msgspec.structs.fields(section))
    unknown = what.partition("`")[2].rstrip("`")
    return f"{f'[{place}]' if place else 'the file'} has no {unknown}; there are {known}"


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
    found = Path(file).read_text().strip()
    if not found:
        raise Mistake(f"{file} is empty: it should hold one line, such as openssl rand -hex 32 prints")
    return found
