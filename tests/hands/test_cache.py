"""Tables and kernels between runs: named by their sources, safe among processes, never needed."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from croupier.hands import cache

LOAD = "from croupier.hands import tables; t = tables.load(); print(int(t.values.sum()), int(t.offsets.sum()))"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    cache.cache_dir.cache_clear()
    yield tmp_path / "cache"
    cache.cache_dir.cache_clear()


def numbers(calls: list[int]) -> dict[str, np.ndarray]:
    calls.append(1)
    return {"a": np.arange(5), "b": np.ones(3)}


def test_what_was_built_once_is_read_afterwards(root: Path) -> None:
    calls: list[int] = []
    for _ in range(3):
        kept = cache.arrays("numbers", lambda: numbers(calls))
        assert kept["a"].tolist() == [0, 1, 2, 3, 4] and kept["b"].sum() == 3
    assert len(calls) == 1
    assert [path.name for path in root.rglob("*.npz")] == ["numbers.npz"]


@pytest.mark.parametrize("damage", [b"", b"not an archive", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_built_again(root: Path, damage: bytes) -> None:
    calls: list[int] = []
    cache.arrays("numbers", lambda: numbers(calls))
    next(root.rglob("numbers.npz")).write_bytes(damage)
    assert cache.arrays("numbers", lambda: numbers(calls))["a"].sum() == 10
    assert len(calls) == 2
    cache.arrays("numbers", lambda: numbers(calls))
    assert len(calls) == 2


def test_without_a_place_to_write_it_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "file" / "below"))
    cache.cache_dir.cache_clear()
    try:
        assert cache.cache_dir("hands") is None
        assert cache.arrays("numbers", lambda: numbers([]))["a"].sum() == 10
    finally:
        cache.cache_dir.cache_clear()


def test_a_changed_source_gets_a_folder_of_its_own(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "package" / "hands" / "rules.py"
    source.parent.mkdir(parents=True)
    source.write_text("ACE = 12\n")
    monkeypatch.setattr(cache, "PACKAGE", tmp_path / "package")
    first = cache.cache_dir("hands")
    source.write_text("ACE = 13\n")
    cache.cache_dir.cache_clear()
    assert first and first.is_dir()
    assert cache.cache_dir("hands") != first


def test_folders_unused_for_a_month_are_forgotten(root: Path) -> None:
    old, recent = root / "hands" / "hands-old", root / "hands" / "hands-recent"
    old.mkdir(parents=True)
    recent.mkdir()
    long_ago = time.time() - 40 * 86400
    os.utime(old, (long_ago, long_ago))
    cache.cache_dir("hands")
    assert not old.exists()
    assert recent.exists()


def test_several_processes_fill_an_empty_cache_at_once(root: Path) -> None:
    environment = {**os.environ, "CROUPIER_CACHE": str(root)}
    running = [
        subprocess.Popen([sys.executable, "-c", LOAD], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = {process.communicate(timeout=120)[0] for process in running}
    assert all(process.returncode == 0 for process in running)
    assert len(answers) == 1
    assert [path.name for path in root.rglob("*") if path.is_file()] == ["five-to-seven.npz"]


def test_the_plain_rankings_do_not_import_numba() -> None:
    code = "import sys, croupier.hands, croupier.hands.paigow; print('numba' in sys.modules, 'numpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "False"]
