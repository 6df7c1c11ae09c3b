"""`croupier floor` says in words why a house does not open, before it shows anything that is shown once."""

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.cli.floor import listener_at


def test_a_taken_port_is_said_before_the_one_time_password(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        file = tmp_path / "house.sqlite3"
        done = CliRunner().invoke(app, ["floor", "--database", str(file), "--port", str(port)])
    assert done.exit_code == 2
    said = " ".join(done.output.split())
    assert f"Port {port} of 127.0.0.1 is taken" in said
    assert "one-time password" not in said
    assert "Address" not in said
    assert not file.exists()


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("nosuch://x", "names no database"),
        ("postgresql://who:secret@127.0.0.1:1/none", "can't be used"),
    ],
)
def test_a_database_that_is_none_is_said_in_words(database: str, words: str) -> None:
    done = CliRunner().invoke(app, ["floor", "--database", database, "--port", "65321"])
    assert done.exit_code == 2
    assert isinstance(done.exception, SystemExit), "said, not thrown"
    assert words in " ".join(done.output.replace("│", " ").split())
    assert "secret" not in done.output


def test_whoever_comes_while_the_house_starts_waits_and_is_not_turned_away() -> None:
    with listener_at("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname(), 5) as early:
        early.sendall(b"GET / HTTP/1.1\r\n\r\n")
        taken, _ = listener.accept()
        with taken:
            assert taken.recv(3) == b"GET"
