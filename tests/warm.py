"""Commands as a shell gives them, each in a process of its own, forked from one that has loaded what they load.

A command of a second would load for another second what the one before has loaded. Nothing is shared but that: every
command finds its environment, its arguments and its streams as if it had been started by itself.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

LOADED = ("croupier.cli", "croupier.odds.lines", "croupier.odds.simulate.run")
FORKS = """
import importlib, json, os, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
from croupier.cli import main
for line in sys.stdin:
    asked = json.loads(line)
    process = os.fork()
    if not process:
        code = 70
        try:
            for stream, path in enumerate((os.devnull, asked["out"], asked["err"])):
                os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), stream)
            os.environ.update(asked["environment"])
            sys.argv = ["croupier", *asked["words"]]
            try:
                main()
                code = 0
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
            except BaseException:
                sys.excepthook(*sys.exc_info())
                code = 1
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""


class Commands:
    """`run` is `croupier WORDS`; the environment is that of all of them, and each may have something else in it."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._folder = TemporaryDirectory()
        self._forks = subprocess.Popen(
            [sys.executable, "-c", FORKS, *LOADED],
            env=dict(environment or os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        assert self._forks.stdin is not None and self._forks.stdout is not None
        out, err = (Path(self._folder.name) / name for name in ("out", "err"))
        asked = {"words": words, "environment": environment, "out": str(out), "err": str(err)}
        self._forks.stdin.write(json.dumps(asked) + "\n")
        self._forks.stdin.flush()
        code = int(self._forks.stdout.readline())
        done = subprocess.CompletedProcess(words, code, out.read_text(), err.read_text())
        for written in (out, err):
            written.unlink()
        return done

    def close(self) -> None:
        assert self._forks.stdin is not None and self._forks.stdout is not None
        self._forks.stdin.close()
        assert self._forks.wait(60) == 0
        self._forks.stdout.close()
        self._folder.cleanup()
