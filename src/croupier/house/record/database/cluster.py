"""A PostgreSQL cluster of our own in a folder, for tests and benchmarks: made, started, stopped, removed.

It listens on a socket in its folder only. PostgreSQL refuses to run as root, so root starts it as `nobody`.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

import psycopg

UNPRIVILEGED = "nobody"
START_S_MAX = 60.0


def binaries() -> Path | None:
    """The folder that holds initdb and postgres, newest version first; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    return Path(on_path).resolve().parent if on_path else None


class Cluster:
    def __init__(self, options: tuple[str, ...] = ()) -> None:
        place = binaries()
        if place is None:
            raise FileNotFoundError("no PostgreSQL on this machine: neither initdb nor postgres was found")
        self.bin = place
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-pg-"))
        self.user: str | None = UNPRIVILEGED if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._initdb()
        self.start()

    def _initdb(self) -> None:
        command = [str(self.bin / "initdb"), "-D", str(self.data), "-U", "croupier", "-A", "trust", "-E", "UTF8"]
        done = subprocess.run(
            [*command, "--no-sync", "--no-locale"], user=self.user, cwd=self.folder, capture_output=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"initdb failed: {done.stderr.decode(errors='replace')}")

    def start(self) -> None:
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "60"}
        flags = [flag for name, value in settings.items() for flag in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, *flags, *self._options],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + START_S_MAX
        while True:
            try:
                psycopg.connect(self._conninfo("postgres")).close()
                return
            except psycopg.OperationalError:
                gone = self._process is None or self._process.poll() is not None
                if gone or time.monotonic() > deadline:
                    raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}") from None
                time.sleep(0.05)

    def _conninfo(self, database: str) -> str:
        return f"host={self.folder} user=croupier dbname={database}"

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://croupier@/{database}?host={self.folder}"

    def create(self, database: str, template: str = "template0") -> str:
        """A new database, perhaps a copy of another one; its URL."""
        with psycopg.connect(self._conninfo("postgres"), autocommit=True) as conn:
            conn.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}"'.encode())
        return self.url(database)

    def drop(self, database: str) -> None:
        with psycopg.connect(self._conninfo("postgres"), autocommit=True) as conn:
            conn.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)'.encode())

    def stop(self) -> None:
        """Stop the server at once, in an orderly way (PostgreSQL's fast shutdown)."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(START_S_MAX)
        self._process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()
