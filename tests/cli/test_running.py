"""A configuration file says what flags say, and less loudly; the doctor says what to mend and changes nothing."""

import json
import os
import socket
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cli import Mistake, app, floor
from croupier.cli.running.settings import EXPLAINED, Settings, export, read
from croupier.house.anchors.signed import in_groups, new_key
from croupier.house.record.database.storage import Storage
from croupier.web.kit.line.caller_limits import USUAL


def written(folder: Path, text: str) -> Path:
    file = folder / "croupier.toml"
    file.write_text(text)
    return file


def looked(*given: str, status: int) -> dict[str, dict[str, str]]:
    done = CliRunner().invoke(app, ["doctor", "--json", *given])
    assert done.exit_code == status, done.output
    return {check["name"]: check for check in json.loads(done.output)}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "house.sqlite3"
    storage = Storage.file(file)
    storage.migrate()
    storage.close()
    return file


def test_the_example_names_every_setting_with_its_default_and_explains_it() -> None:
    assert read(EXPLAINED) == Settings()
    settings = msgspec.to_builtins(Settings())
    lines = CliRunner().invoke(app, ["doctor", "--settings"]).output.splitlines()
    for section, named in settings.items():
        assert f"[{section}]" in lines
        for name in named:
            assert any(line.startswith(f"{name} = ") for line in lines), name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[serving]\nprot = 1", "[serving] has no prot; there are host, port, names, secure, proxies"),
        ("[served]", "the file has no served; there are record, serving, limits, files"),
        ("[serving]\nport = 70000", "serving.port: expected `int` <= 65535"),
        ("[serving]\nport = 'x'", "serving.port: expected `int`, got `str`"),
        ("[serving]\nproxies = ['10.0.0.300']", "serving.proxies takes addresses or networks"),
        ("[limits]\nrequest-s = 0", "limits.request-s: expected `float` > 0"),
        ("[limits]\nsockets-of-person = 0", "limits.sockets-of-person: expected `int` >= 1"),
        ('[serving]\nhost = "a\\u0000b"', "serving.host: expected text on one line, got 'a\\x00b'"),
        ('[files]\nkey = "a\\nb"', "files.key: expected text on one line"),
        ("serving", "is no TOML"),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(Mistake) as told:
        read(written(tmp_path, text))
    assert says in str(told.value)


def test_the_house_opens_as_the_file_says_and_flags_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []

    async def serve(*given: Any) -> None:
        opened.append(given)

    monkeypatch.setattr(floor, "_serve", serve)
    monkeypatch.setattr(floor, "listener_at", lambda host, port: (host, port))
    monkeypatch.setenv("CROUPIER_HOSTS", "")  # so that it is put back
    file = written(
        tmp_path,
        f"[record]\ndatabase = '{tmp_path}/a.sqlite3'\n[serving]\nport = 9001\nsecure = true\nproxies = ['10.0.0.5']\n"
        "names = ['tables.example']\n[limits]\nsockets-of-person = 3",
    )
    for more in ([], ["--port", "9002", "--no-secure", "--proxy", "10.0.0.6"]):
        done = CliRunner().invoke(app, ["floor", "--config", str(file), *more])
        assert done.exit_code == 0, done.output
    assert os.environ["CROUPIER_HOSTS"] == "tables.example"
    (storage, listener, at, settings, *_), (_, _, other, *_) = opened
    assert storage.url.database == f"{tmp_path}/a.sqlite3"
    assert listener == ("127.0.0.1", 9001)
    assert (at.port, at.secure, at.proxies, at.names) == (9001, True, ("10.0.0.5",), ("tables.example",))
    assert settings.limits == msgspec.structs.replace(USUAL, sockets_of_person=3)
    assert (other.port, other.secure, other.proxies) == (9002, False, ("10.0.0.6",))


def test_secrets_come_from_files_and_the_environment_wins(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("0123\n")
    settings = read(written(tmp_path, f"[files]\nkey = '{tmp_path}/key'\nrulebooks = ['a', 'b']"))
    environment = {"CROUPIER_RULEBOOKS": "mine"}
    export(settings, environment)
    assert environment == {"CROUPIER_RULEBOOKS": "mine", "CROUPIER_KEY": "0123"}
    (tmp_path / "key").write_text("\n")
    with pytest.raises(Mistake, match="is empty"):
        export(settings, {})


def test_a_house_in_order_has_nothing_to_mend(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROUPIER_KEY")
    key = tmp_path / "key"
    key.write_text("0123")
    key.chmod(0o600)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    signs = tmp_path / "anchors.key"
    public = new_key(signs)
    file = written(
        tmp_path,
        f"[record]\ndatabase = '{record}'\n[serving]\nport = {port}\n[files]\nkey = '{key}'\n"
        f"[anchors]\nkey = '{signs}'\nfolder = '{tmp_path}'",
    )
    found = looked("--config", str(file), status=0)
    assert {name: check["state"] for name, check in found.items() if name not in ("disk", "port")} == dict.fromkeys(
        ("configuration", "key", "anchors", "database", "writing", "mode", "clock", "encrypted", "https"), "good"
    )
    assert in_groups(public) in found["anchors"]["says"]


def test_the_doctor_says_what_to_mend_and_changes_nothing(record: Path, tmp_path: Path) -> None:
    record.chmod(0o644)
    file = written(
        tmp_path,
        "[record]\ndatabase = 'postgresql://a:secret@h/n'\n[serving]\nhost = '0.0.0.0'\n"
        f"[files]\nrulebooks = ['{tmp_path}/none']\nkey = '{tmp_path}/none'",
    )
    file.chmod(0o644)
    found = looked("--config", str(file), "--database", str(record), status=1)
    assert f"chmod 600 {record}" in found["mode"]["says"]
    assert f"chmod 600 {file}" in found["configuration"]["says"]
    assert "no such folder" in found["rulebooks"]["says"] and "No such file" in found["key"]["says"]
    assert found["https"]["state"] == "bad" and "proxy with TLS" in found["https"]["says"]
    assert found["names"]["state"] == "warn"
    assert found["anchors"]["state"] == "warn" and "[anchors]" in found["anchors"]["says"]
    gone = tmp_path / "new" / "house.sqlite3"
    assert looked("--database", str(gone), status=0)["database"]["state"] == "warn"
    assert not gone.parent.exists()


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("nosuch://x", "names no database"),
        ("postgresql://who:secret@127.0.0.1:1/none", "can't be read"),
        (str(EXPLAINED), "file is not a database"),
    ],
    ids=("no kind", "away", "no database"),
)
def test_a_database_that_is_none_is_a_fault(database: str, says: str) -> None:
    found = looked("--database", database, status=1)
    assert says in found["database"]["says"]
    assert "secret" not in found["database"]["says"]


def test_a_record_of_another_version_is_told(record: Path, tmp_path: Path) -> None:
    for version, status, says in (("9999", 1, "a newer Croupier"), ("0011", 0, "the next start brings it to")):
        storage = Storage.file(record)
        with storage.writing() as conn:
            conn.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")
        storage.close()
        assert says in looked("--database", str(record), status=status)["database"]["says"]


def test_a_file_that_is_no_configuration_is_a_fault_too(tmp_path: Path) -> None:
    found = looked("--config", str(written(tmp_path, "[serving]\nport = 0")), status=1)
    assert "expected `int` >= 1" in found["configuration"]["says"]


def test_every_mistake_of_a_file_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    text = """port = 1
[serving]
names = ["https://tables.example", "ok.example"]
proxies = ["10.0.0.5", "proxy.local"]
secure = "yes"
[limits]
request-s = inf
[anchors]
hook = "commission.example/hook"
authority = "https://time.example/tsr"
"""
    done = CliRunner().invoke(app, ["doctor", "--json", "--config", str(written(tmp_path, text))])
    told = [check["says"].partition(", ")[2] for check in json.loads(done.output)]
    assert [words.partition(": ")[0] for words in told] == [f"line {n}" for n in (1, 3, 4, 5, 7, 9)]
    for words, says in zip(told, ("no port", "'https://tables.example'", "'proxy.local'", "`bool`", "inf", "https://")):
        assert says in words
