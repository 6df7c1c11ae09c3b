"""A server of a test in a process of its own, killed while it works."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def killed(program: str, url: str, seed: str, heard: int) -> list[str]:
    """Kill it while it writes what follows the last of so many lines that were heard, however busy the machine is.

    What it said whole after `up`: every line is something that the house has acknowledged.
    """
    with subprocess.Popen(
        [sys.executable, "-c", program, url, seed],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "up\n"
        lines = [server.stdout.readline() for _ in range(heard)]
        server.send_signal(signal.SIGKILL)
        lines += server.stdout.read().splitlines(keepends=True)
    return [line.strip() for line in lines if line.endswith("\n")]
