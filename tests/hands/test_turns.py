"""One process makes what several want; nobody waits for one that runs behind him."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.hands.turns import in_turn

NICE = 4
pytestmark = pytest.mark.skipif(os.nice(0) + NICE > 19, reason="nothing runs behind these tests")


class Beside:
    """Another process, behind this one or not, that tells what it does and waits to be told."""

    def __init__(self, does: Callable[["Beside"], None], behind: bool) -> None:
        (self._reads, tells), (hears, self._told) = os.pipe(), os.pipe()
        self._process = os.fork()
        if self._process:
            os.close(tells)
            os.close(hears)
            return
        try:
            os.nice(NICE if behind else 0)
            self._reads, self._told = hears, tells
            does(self)
            os._exit(0)
        finally:
            os._exit(1)

    def says(self) -> bytes:
        return os.read(self._reads, 1)

    def tell(self, word: bytes) -> None:
        os.write(self._told, word)

    def ended(self) -> None:
        assert os.waitpid(self._process, 0)[1] == 0
        os.close(self._reads)
        os.close(self._told)


def test_nobody_waits_for_a_process_that_runs_behind_him(tmp_path: Path) -> None:
    lock = tmp_path / "made.lock"

    def holds(other: Beside) -> None:
        with in_turn(lock):
            other.tell(b"h")
            other.says()

    slow = Beside(holds, behind=True)
    assert slow.says() == b"h"
    with in_turn(lock):  # the other has it still
        slow.tell(b"g")
    slow.ended()


@pytest.mark.parametrize("behind", [True, False])
def test_who_runs_behind_or_beside_waits_for_who_was_first(tmp_path: Path, behind: bool) -> None:
    lock, made = tmp_path / "made.lock", tmp_path / "made"

    def wants(other: Beside) -> None:
        other.tell(b"?")
        with in_turn(lock):
            other.tell(made.read_bytes() if made.exists() else b"0")

    with in_turn(lock):
        other = Beside(wants, behind)
        assert other.says() == b"?"
        made.write_bytes(b"1")
    assert other.says() == b"1"
    other.ended()


def test_where_nothing_can_be_written_everybody_makes_his_own(tmp_path: Path) -> None:
    with in_turn(tmp_path / "no such folder" / "made.lock") as file:
        assert file is None


def test_the_file_of_ones_own_niceness_is_named(tmp_path: Path) -> None:
    with in_turn(tmp_path / "made.lock") as file:
        assert file is not None and file.exists()
