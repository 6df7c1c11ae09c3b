"""What the doctor looks at, each thing by itself: what is wrong with one hides nothing about the others."""

import os
import shutil
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from croupier.cli import Mistake, one_line
from croupier.cli.running.database import hidden
from croupier.cli.running.settings import Anchors, Misread, Serving, Settings, read, secret
from croupier.house import readiness
from croupier.house.anchors.signed import NoKey, in_groups, public_half, read_key
from croupier.house.keys import changing as used
from croupier.house.keys import keyring
from croupier.house.keys.keyring import Keyring
from croupier.house.readiness import Check
from croupier.house.record.clock import system_clock
from croupier.house.record.database.storage import Foreign, Storage
from croupier.rulebook import plugins

OTHERS = 0o077  # what a file's mode gives to anybody but its owner


def checks(config: Path | None, database: str | None) -> list[Check]:
    """Everything, in the order in which one would mend it."""
    try:
        settings = read(config) if config else Settings()
    except Misread as error:
        *told, last = (f"{config}, {words}" for words in error.mistakes)
        return [Check("configuration", "bad", words) for words in (*told, f"{last}; nothing else was looked at")]
    except (Mistake, OSError) as error:
        return [Check("configuration", "bad", f"{one_line(error)}; nothing else was looked at")]
    record = database or settings.record.database
    looked_at = [*_configuration(config, settings), *_anchors(settings.anchors), *_record(record, _keys(settings))]
    return [*looked_at, *_facing(settings.serving), *_tools(record)]


# ---- configuration


def _configuration(config: Path | None, settings: Settings) -> Iterator[Check]:
    if config is None:
        yield Check("configuration", "good", "no file: every setting has its default")
    elif ":" in settings.record.database.partition("://")[2].rpartition("@")[0] and _mode(config) & OTHERS:
        says = f"{config} holds a password that others on this machine may read: chmod 600 {config}"
        yield Check("configuration", "bad", says)
    else:
        yield Check("configuration", "good", f"{config} can be read")
    for words in plugins.troubles():
        yield Check("packages", "warn", words)
    for folder in settings.files.rulebooks:
        if not Path(folder).is_dir():
            yield Check("rulebooks", "bad", f"files.rulebooks names {folder}, and there is no such folder")
    yield from _secret("key", settings.files.key, "CROUPIER_KEY")
    yield from _secret("metrics token", settings.files.metrics_token, "CROUPIER_METRICS_TOKEN")
    if not settings.files.key and not os.environ.get("CROUPIER_KEY"):
        says = (
            "none: whoever has a copy of the record reads the order of shoes that are still to be dealt, and staff has "
            "no authenticators. croupier keys --new FILE, files.key = FILE; keep a copy elsewhere"
        )
        yield Check("key", "warn", says)


def _keys(settings: Settings) -> Keyring:
    """The keys that a server would have; none where their file can't be read, which is told elsewhere."""
    try:
        return keyring.read(os.environ.get(keyring.VARIABLE) or secret(settings.files.key))
    except (Mistake, OSError):
        return Keyring()


def _anchors(anchors: Anchors) -> Iterator[Check]:
    """Whether somebody outside is handed what the record can be held to."""
    if not anchors.wanted:
        says = "none are handed out: whoever owns the database could rewrite it whole. Set [anchors] key and folder"
        yield Check("anchors", "warn", says)
        return
    file = Path(anchors.key)
    try:
        public = public_half(read_key(file))
    except (NoKey, OSError) as error:
        yield Check("anchors", "bad", one_line(error))
        return
    if _mode(file) & OTHERS:
        yield Check("anchors", "bad", f"others on this machine may read {file}: chmod 600 {file}")
    elif anchors.folder and not Path(anchors.folder).is_dir():
        yield Check("anchors", "warn", f"{anchors.folder} is not there: the first anchor makes it, if it may")
    else:
        yield Check("anchors", "good", f"every {anchors.every_hours:g} hours, signed by {in_groups(public)}")


def _secret(name: str, file: str, variable: str) -> Iterator[Check]:
    if not file:
        return
    try:
        secret(file)
    except (Mistake, OSError) as error:
        yield Check(name, "bad", one_line(error))
        return
    if os.environ.get(variable):
        yield Check(name, "warn", f"{variable} is set and wins over {file}")
    elif _mode(Path(file)) & OTHERS:
        yield Check(name, "bad", f"others on this machine may read {file}: chmod 600 {file}")
    else:
        yield Check(name, "good", f"{file} can be read by its owner only")


def _mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


# ---- the record


def _record(database: str, keys: Keyring) -> Iterator[Check]:
    file = None if "://" in database else Path(database)
    if file is not None and not file.exists():
        yield _to_be_made(file)
        return
    try:
        storage = Storage(database) if file is None else Storage.file(file)
    except (SQLAlchemyError, ModuleNotFoundError, ValueError):
        says = f"{hidden(database)!r} names no database: give a file, sqlite:///FILE or postgresql://USER@HOST/NAME"
        yield Check("database", "bad", says)
        return
    made = storage.is_sqlite and Path(str(storage.url.database)).exists()
    if storage.is_sqlite and not made:
        yield _to_be_made(Path(str(storage.url.database)))
        return
    try:
        yield from _opened(storage, hidden(database), keys)
    finally:
        storage.close()


def _to_be_made(file: Path) -> Check:
    """The first start makes the file and its folder: can it?"""
    folder = next(place for place in (file.resolve().parent, *file.resolve().parents) if place.exists())
    if not os.access(folder, os.W_OK):
        return Check("database", "bad", f"{file} is not there, and {folder} may not be written by this user")
    return Check("database", "warn", f"{file} is not there: the first start makes it, with an administrator's password")


def _opened(storage: Storage, named: str, keys: Keyring) -> Iterator[Check]:
    try:
        with storage.reading() as conn:
            there, newest = storage.version(conn)
        yield _version(named, there, newest)
        yield _written(storage, there)
    except Foreign as other:
        yield Check("database", "bad", f"{named}: {other}")
        return
    except (SQLAlchemyError, OSError) as error:
        words = str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__]
        yield Check("database", "bad", f"{named} can't be read: {words[0]}")
        return
    if storage.is_sqlite:
        yield from _modes(Path(str(storage.url.database)))
    yield readiness.disk(storage)
    if there is not None:
        with storage.reading() as conn:
            yield readiness.clock(conn, storage, system_clock())
            if there == newest:
                yield from _encrypted(conn, keys)


def _encrypted(conn: Connection, keys: Keyring) -> Iterator[Check]:
    """Whether what is encrypted can be opened, and whether something still is under no key or an old one."""
    found = used.standing(conn)
    for under in used.missing(conn, keys):
        says = f"{under.words} are under the key {under.key}, which is not here: put it back into files.key, at the end"
        yield Check("encrypted", "bad", says)
    old = [name or "no key" for name in found if keys and name != keys.names[0] and (not name or name in keys.names)]
    if old:
        says = f"something is under {' and '.join(old)}: croupier keys --renew encrypts it under {keys.names[0]}"
        yield Check("encrypted", "warn", says)
    elif keys and set(found) <= set(keys.names):
        yield Check("encrypted", "good", f"under the key {keys.names[0]}")


def _version(named: str, there: str | None, newest: str) -> Check:
    if there is None:
        return Check("database", "good", f"{named} is empty: the first start furnishes it")
    if there != newest:
        says = (
            f"{named} is of version {there}: the next start brings it to {newest}; make a copy first (croupier backup)"
        )
        return Check("database", "warn", says)
    return Check("database", "good", f"{named} is of this program's version, {newest}")


def _written(storage: Storage, there: str | None) -> Check:
    """A writing transaction that changes no row."""
    try:
        with storage.writing() as conn:
            if there is not None:
                conn.execute(text("UPDATE counter SET value = value WHERE name = ''"))
            elif not storage.is_sqlite and not _may_create(conn):
                return Check(
                    "writing", "bad", "this user may make no tables there: GRANT CREATE ON SCHEMA public TO it"
                )
    except SQLAlchemyError as error:
        words = str(getattr(error, "orig", None) or error).partition("\n")[0]
        return Check("writing", "bad", f"it can't be written: {words}")
    return Check("writing", "good", "it can be written")


def _may_create(conn: Connection) -> bool:
    return bool(conn.scalar(text("SELECT has_schema_privilege(current_schema(), 'CREATE')")))


def _modes(file: Path) -> Iterator[Check]:
    open_ones = [one for one in file.parent.glob(f"{file.name}*") if _mode(one) & OTHERS]
    if open_ones:
        named = " ".join(str(one) for one in open_ones)
        yield Check("mode", "bad", f"others on this machine may read the record: chmod 600 {named}")
    else:
        yield Check("mode", "good", f"{file} can be read by its owner only")


# ---- what browsers meet


def _facing(serving: Serving) -> Iterator[Check]:
    inside = _loopback(serving.host)
    if not inside and not serving.secure:
        says = f"{serving.host} is reached from outside without https: put a proxy with TLS before it, secure = true"
        yield Check("https", "bad", says)
    elif serving.secure and not serving.proxies:
        says = "no proxy is named (serving.proxies): all guests count as one address, the proxy's"
        yield Check("https", "warn", says)
    else:
        yield Check(
            "https", "good", "cookies are for https" if serving.secure else "only this machine reaches the house"
        )
    if not serving.names and not os.environ.get("CROUPIER_HOSTS") and (serving.secure or not inside):
        says = "the house answers to any name: list those under which it is reached in serving.names"
        yield Check("names", "warn", says)
    yield _port(serving)


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _port(serving: Serving) -> Check:
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    at = f"port {serving.port} of {serving.host}"
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((serving.host, serving.port))
        except PermissionError:
            return Check("port", "bad", f"{at} may not be taken by this user: choose one above 1023")
        except OSError as error:
            return Check("port", "warn", f"{at}: {error.strerror or error}; by the house itself, if it is open")
    return Check("port", "good", f"{at} is free")


# ---- tools


def _tools(database: str) -> Iterator[Check]:
    if database.startswith("postgres"):
        lacking = [tool for tool in ("pg_dump", "pg_restore") if shutil.which(tool) is None]
        if lacking:
            says = f"{' and '.join(lacking)} not found: croupier backup and restore need PostgreSQL's client programs"
            yield Check("tools", "warn", says)
        else:
            yield Check("tools", "good", "pg_dump and pg_restore are here")
