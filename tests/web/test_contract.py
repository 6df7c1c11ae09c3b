"""Whatever is sent to the API, it answers in its own words: no request makes the house stumble."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from .server import Server

schemathesis = pytest.importorskip("schemathesis")

GAMES = [
    ("hard-rock-cincinnati", "blackjack"),
    ("hard-rock-cincinnati", "roulette"),
    ("hard-rock-cincinnati", "three-card-poker"),
]
ROLES = ("player", "dealer", "manager", "surveillance")
EXAMPLES = 8


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A house of its own: strange requests may close its tables and end its sessions."""
    from croupier.web import guard

    running = Server(Path(tmp_path_factory.mktemp("apart")), GAMES)
    floor = running.app.state.floor
    floor.guests = floor.sign_ins = floor.acts = guard.Pace(10**9, 60)
    return running


@pytest.fixture(scope="module")
def tokens(apart: Server) -> dict[str, dict[str, str]]:
    """Made before the first wrong password locks anybody out."""
    return {role: {"authorization": apart.client(role).headers["authorization"]} for role in ROLES}


def faults_of(apart: Server, operation: Any, headers: dict[str, str]) -> list[str]:
    """Answers of one operation that are no answers."""
    failures: list[str] = []

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    def run(case: Any) -> None:
        answer = case.call(headers={**(case.headers or {}), **headers}, base_url=apart.address)
        if answer.status_code >= 500:
            sent = (case.path_parameters, case.query, case.body)
            failures.append(f"{operation.method} {operation.path}: {answer.status_code} {sent}")

    run()
    return failures


@pytest.mark.parametrize("role", ROLES)
def test_no_request_makes_the_house_stumble(apart: Server, tokens: dict[str, Any], role: str) -> None:
    schema = schemathesis.openapi.from_url(f"{apart.address}/api/v1/openapi.json")
    failures: list[str] = []
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.method.lower() != "delete":
            failures += faults_of(apart, operation, tokens[role])
    assert not failures, failures[:5]


def test_the_document_names_every_route(apart: Server) -> None:
    document = apart.client().get("/api/v1/openapi.json").json()
    assert len(document["paths"]) > 25
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation.get("summary"), (method, path)
            assert "422" in operation["responses"]
    assert document["components"]["securitySchemes"]
