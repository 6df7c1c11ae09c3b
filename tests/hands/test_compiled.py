"""Compiled kernels are kept under a digest of all their sources."""

import importlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core import config

from croupier.hands import cache, compiled
from croupier.hands.turns import in_turn


def test_the_digest_of_a_module_covers_what_it_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change in a module that a kernel only calls must not find the old kernel."""
    package = tmp_path / "croupier_probe"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "low.py").write_text("def f(x):\n    return x + 1\n")
    (package / "high.py").write_text("from croupier_probe import low\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(compiled, "PROJECT", "croupier_probe")
    compiled.digest.cache_clear()
    before = compiled.digest("croupier_probe.high")
    compiled.digest.cache_clear()
    assert compiled.digest("croupier_probe.high") == before
    (package / "low.py").write_text("def f(x):\n    return x + 2\n")
    compiled.digest.cache_clear()
    assert compiled.digest("croupier_probe.high") != before
    compiled.digest.cache_clear()


def test_kernels_are_kept_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    assert cache.cache_root() == tmp_path
    compiled.cache_folder.cache_clear()
    folder = compiled.cache_folder("croupier.hands.kernels")
    assert folder is not None and folder.parent == tmp_path / "kernels" and folder.is_dir()
    compiled.cache_folder.cache_clear()


def test_numba_gets_the_folder_only_while_decorating() -> None:
    before = config.CACHE_DIR
    compiled.loop(lambda: 1)
    assert before == config.CACHE_DIR


def test_the_same_sources_elsewhere_find_the_kernels_that_were_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second installation, a fresh clone: what they are made of is the same, so nothing is compiled again."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiled, "PROJECT", "croupier_twice")
    source = "from croupier.hands.compiled import loop\n\n\n@loop\ndef twice(x):\n    return 2 * x\n"
    for name, hits in (("first", 0), ("second", 1)):
        package = tmp_path / name / "croupier_twice"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "twice.py").write_text(source)
        compiled.cache_folder.cache_clear()
        compiled.digest.cache_clear()
        with monkeypatch.context() as installed:
            installed.syspath_prepend(str(package.parent))
            module = importlib.import_module("croupier_twice.twice")
            assert module.twice(4) == 8
            assert sum(module.twice.stats.cache_hits.values()) == hits
        for loaded in ("croupier_twice.twice", "croupier_twice"):
            del sys.modules[loaded]
    compiled.cache_folder.cache_clear()
    compiled.digest.cache_clear()


def test_of_several_processes_that_want_a_kernel_one_compiles_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiled, "PROJECT", "croupier_together")
    source = "from croupier.hands.compiled import loop\n\n\n@loop\ndef down(x):\n    return down(x - 1) if x else 0\n"
    package = tmp_path / "croupier_together"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "deep.py").write_text(source)
    compiled.cache_folder.cache_clear()
    compiled.digest.cache_clear()
    monkeypatch.syspath_prepend(str(tmp_path))
    deep = importlib.import_module("croupier_together.deep")
    folder = compiled.cache_folder("croupier_together.deep")
    assert folder is not None

    with in_turn(folder / "down.lock"):  # all of them have asked before the first gets it
        asking, ended = zip(*(_asks(deep.down) for _ in range(3)))
        for asked in asking:
            assert os.read(asked, 1) == b"?"
        assert not list(folder.glob("*.nbc"))
    told = sorted(os.read(asked, 1) for asked in asking)
    assert told == [b"0", b"0", b"1"], "how often each of them compiled it"
    for asked, process in zip(asking, ended):
        os.close(asked)
        assert os.waitpid(process, 0)[1] == 0

    for loaded in ("croupier_together.deep", "croupier_together"):
        del sys.modules[loaded]
    compiled.cache_folder.cache_clear()
    compiled.digest.cache_clear()


def _asks(kernel: Any) -> tuple[int, int]:
    """Another process, which says that it asks for the kernel, and then how often it has compiled it."""
    reads, writes = os.pipe()
    process = os.fork()
    if process:
        os.close(writes)
        return reads, process
    try:
        os.write(writes, b"?")
        assert kernel(5) == 0
        os.write(writes, str(sum(kernel.stats.cache_misses.values())).encode())
        os._exit(0)
    finally:
        os._exit(1)
