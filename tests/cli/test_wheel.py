"""The package as a stranger gets it: a wheel that is installed elsewhere and run from any folder."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
START_S = 120
CROUPIER = "import sys; from croupier.cli import app; sys.argv[0] = 'croupier'; app()"

pytestmark = pytest.mark.slow


def ran(*command: object, at: Path, **environment: str) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=at, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    return done.stdout


def test_a_wheel_has_all_that_a_house_needs_and_opens_one_from_any_folder(tmp_path: Path) -> None:
    built, installed, elsewhere = tmp_path / "built", tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    ran(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", built, ROOT, at=tmp_path)
    (wheel,) = built.glob("*.whl")
    ran(*pip, "install", "--no-deps", "--target", installed, wheel, at=tmp_path)
    own = {"PYTHONPATH": str(installed)}
    found = ran(sys.executable, "-c", "import croupier; print(croupier.__file__)", at=elsewhere, **own)
    assert found.startswith(str(installed)), "the wheel's own package is run, not the sources"
    croupier = (sys.executable, "-c", CROUPIER)
    assert "hard-rock-cincinnati" in ran(*croupier, "rulebooks", at=elsewhere, **own)
    assert "[anchors]" in ran(*croupier, "doctor", "--settings", at=elsewhere, **own)
    _opens(croupier, elsewhere, own)


def _opens(croupier: tuple[str, ...], at: Path, own: dict[str, str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*croupier, "floor", "--port", str(port)]
    with open(at / "said", "w") as said:
        house = subprocess.Popen(command, cwd=at, env=os.environ | own, stdout=said, stderr=said)
    try:
        deadline = time.monotonic() + START_S
        while "Address" not in (at / "said").read_text():
            assert house.poll() is None and time.monotonic() < deadline, (at / "said").read_text()
            time.sleep(0.2)
        here = f"http://127.0.0.1:{port}"
        with urllib.request.urlopen(f"{here}/readyz", timeout=START_S) as answer:
            assert json.loads(answer.read())["state"] == "ready"
        with urllib.request.urlopen(f"{here}/", timeout=START_S) as answer:
            assert b"Croupier" in answer.read()
    finally:
        house.terminate()
        house.wait(START_S)
    assert (at / "house" / "croupier.sqlite3").is_file()
