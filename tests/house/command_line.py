"""The command line of a house, for tests: its exit code and what it said, in one line."""

from typer.testing import CliRunner

from croupier.cli import app


def croupier(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, " ".join(done.output.split()) + str(done.exception or "")
