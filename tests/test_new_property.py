"""docs/new-property.md is walked as it is written: from an empty folder to an open table."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "new-property.md").read_text()
BLOCK = re.compile(r"```sh(?: (\w+))?\n(.*?)```", re.DOTALL)
CROUPIER = f'#!/bin/sh\nexec "{sys.executable}" -c "from croupier.cli import main; main()" "$@"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, and the command where a shell finds it."""
    folder = tmp_path_factory.mktemp("walk")
    (folder / "bin").mkdir()
    command = folder / "bin" / "croupier"
    command.write_text(CROUPIER)
    command.chmod(0o755)
    return folder


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "CROUPIER_RULEBOOKS": str(folder / "rules")}


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-ec", code], cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=300
    )


@pytest.mark.skipif(shutil.which("sh") is None, reason="the page is written for a shell")
def test_the_page_leads_from_an_empty_folder_to_an_open_table(folder: Path) -> None:
    blocks = BLOCK.findall(PAGE)
    assert [way for way, _ in blocks] == ["", "", "", "", "fails", "", "", "serves"]
    said = []
    for way, code in blocks:
        if way == "serves":
            assert "Roulette" in served(folder, code)
            continue
        found = run(folder, code)
        assert found.returncode == (2 if way == "fails" else 0), (code, found.stdout, found.stderr)
        said.append(found.stdout + found.stderr)
    new, words, changed, checked, fault, odds, played = said
    assert "property.toml is written" in new and "zero-trios" in words and changed == ""
    assert "2 files, none with faults" in checked and "did you mean settlement?" in fault
    assert "2.7027 %" in odds  # 1/37: a single zero
    assert "In all" in played
    shown = re.compile(r"croupier: draft\.toml:\d+:\d+: stages\.setlement: this game has no such stage; did you mean")
    assert shown.search(fault) and shown.search(PAGE)


def served(folder: Path, code: str) -> str:
    """The lobby of the house that a command opens, at a port of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (asked,) = re.findall(r"--port (\d+)", code)
    assert f"http://localhost:{asked}/?house=lakeside" in PAGE
    server = subprocess.Popen(
        ["sh", "-ec", f"exec {code.strip().replace(asked, str(port))}"],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        return _lobby(f"http://127.0.0.1:{port}/?house=lakeside", server)
    finally:
        server.terminate()
        server.wait(timeout=60)


def _lobby(address: str, server: "subprocess.Popen[bytes]") -> str:
    """The address is taken before the tables are open: whoever comes early waits for the answer."""
    until = time.monotonic() + 240
    while server.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=240) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)  # the program has not taken the address yet
    raise AssertionError("the house did not open")
