"""Processes that work for a command: Ctrl+C is the command's alone, and it ends them."""

import multiprocessing
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

from croupier.odds.processes import deaf, ended

BLOCKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


def _hears() -> bool:
    told = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, check=True)
    return told.stdout.strip() == "False"


def test_what_is_begun_deaf_does_not_hear_an_interruption_and_the_command_does_again() -> None:
    with deaf():
        assert not _hears()
    assert _hears()


def test_a_pool_is_ended_in_the_middle_of_its_work() -> None:
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    with deaf():
        pool.submit(signal.pause)
    (process,) = pool._processes.values()
    ended(pool)
    process.join(60)
    assert process.exitcode == -signal.SIGTERM
