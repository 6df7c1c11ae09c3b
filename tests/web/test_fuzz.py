"""Requests made up from the OpenAPI document, and acts made up from the table's own types: none makes the house fail.

Whatever was sent, the answer is one that the document knows, the ledger sums to zero and every chain of hashes holds.
"""

import contextlib
import math
import typing
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from croupier.demo import players as bots
from croupier.demo.furnish import PASSWORD
from croupier.house.poker_room.procedures.desk import SLIPS
from croupier.house.record import journals
from croupier.house.record.database.cluster import Cluster, binaries
from croupier.house.record.database.storage import Storage
from croupier.rounds import acts
from croupier.rounds.driver import Driver

from .lab import BADGES, Lab, lab

schemathesis = pytest.importorskip("schemathesis")
from schemathesis import GenerationMode  # noqa: E402

GAMES = ("blackjack", "three-card-poker", "roulette", "craps", "pai-gow-poker")
SHORT, LONG = 4, 60  # requests of each kind: in `make test`, in `make proof`
CALLERS = [*BADGES.values(), ""]
ENDS_SESSIONS = {("DELETE", "/api/v1/sessions")}


def usual(examples: int, derandomize: bool) -> Any:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
        derandomize=derandomize,
    )


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with lab(tmp_path_factory.mktemp("fuzz"), *GAMES) as made:
        yield made


def whole(floor: Lab) -> None:
    """The record is as it must be, whatever was asked."""
    with floor.storage.reading() as conn:
        assert floor.house.ledger.audit(conn) == []
        for about in journals.of_table(conn):
            assert journals.verify(conn, about.id) is None, about.id


class Known:
    """Values that exist, to be put where made-up ones stood: a request must get past the door to find a fault."""

    def __init__(self, floor: Lab) -> None:
        self.tables = [t.id for t in floor.app.state.floor.tables() if t.state == "open"]
        self.words = {
            "table_id": self.tables,
            "journal": [f"{t}.1" for t in self.tables],
            "property": ["hard-rock-cincinnati", "oneida", "horseshoe-baltimore"],
            "game": list(GAMES),
            "password": [PASSWORD],
            "badge": list(BADGES.values()),
            "second_badge": ["supervisor-2", "cage-2"],
            "second_password": [PASSWORD],
            "table": self.tables,
            "kind": ["fill", "credit", "drop", "cards", "checklist", "closing", *SLIPS, "rack", "cart", "warning"],
            "patron": ["player", "player-2"],
            "role": ["dealer", "player"],
            "name": ["P-1", "CART-1"],
            "offence": ["stalling", "weapon"],
            "tournament": ["T-1"],
            "dealer": ["dealer"],
        }

    def mix(self, draw: Callable[[st.SearchStrategy[Any]], Any], given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {
            name: draw(st.sampled_from(self.words[name])) if name in self.words and draw(st.booleans()) else value
            for name, value in given.items()
        }


def fuzz(floor: Lab, operation: Any, mode: GenerationMode, examples: int, *, derandomize: bool) -> None:
    known = Known(floor)
    documented = {int(code) for code in operation.definition.raw["responses"] if code.isdigit()} | {413}

    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    @usual(examples, derandomize)
    def run(case: Any, data: st.DataObject) -> None:
        badge = data.draw(st.sampled_from(CALLERS))
        client = floor.program(badge) if badge else floor.anybody()
        case.path_parameters = known.mix(data.draw, case.path_parameters)
        body = None if case.body is schemathesis.core.NOT_SET else known.mix(data.draw, case.body)
        query = case.query if isinstance(case.query, dict) else None
        try:
            sent = {"content": body} if isinstance(body, bytes) else {"json": body}
            answer = client.request(case.method, case.formatted_path, params=query, **sent)
        except (TypeError, ValueError):
            return  # what the client itself can't put into a request
        said = (
            f"{case.method} {case.formatted_path} {query} {body} as {badge}: {answer.status_code} {answer.text[:300]}"
        )
        assert answer.status_code < 500, said
        if operation.path != "/api/v1/guests":
            assert answer.status_code in documented | {404, 405}, said

    with contextlib.suppress(Unsatisfiable):  # a request without parameters can't be wrong
        run()


def operations(floor: Lab) -> list[Any]:
    schema = schemathesis.openapi.from_dict(floor.anybody().get("/api/v1/openapi.json").json())
    found = [result.ok() for result in schema.get_all_operations()]
    return [op for op in found if (op.method.upper(), op.path) not in ENDS_SESSIONS]


@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["as-documented", "against-it"]
)
def test_no_documented_request_makes_the_house_fail(floor: Lab, mode: GenerationMode) -> None:
    found = operations(floor)
    assert len(found) > 30
    for operation in found:
        fuzz(floor, operation, mode, SHORT, derandomize=True)
    whole(floor)


# ---- acts


def _values(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a field of an act: plausible, at the edge, and of another type."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return st.lists(_values(inner[0]), max_size=6)
    numbers = st.integers(-2, 60) | st.sampled_from([500, 1000, 2500, 10_000, 2**31, 2**63 - 1, -(2**63), 2**64])
    text = st.sampled_from(
        [
            "",
            "ante",
            "play",
            "fold",
            "blackjack",
            "pass",
            "stand",
            "hit",
            "17",
            "0",
            "player",
            "straight",
            "red",
            "x" * 60,
        ]
    )
    usual_ones = {int: numbers, str: text, bool: st.booleans()}.get(kind, numbers | text)
    strange = st.sampled_from([None, "\0", "é", 1.5, math.pi, [], {}, True, "²"])
    return usual_ones | usual_ones | usual_ones | strange


def any_act() -> st.SearchStrategy[dict[str, Any]]:
    made = []
    for kind in typing.get_args(acts.Anything):
        config = kind.__struct_config__
        hints = typing.get_type_hints(kind)
        fields = {name: _values(hints[name]) for name in kind.__struct_fields__}
        made.append(st.fixed_dictionaries({"act": st.just(config.tag)}, optional=fields))
    return st.one_of(made)


class Patron:
    """A guest with a seat, who knows what he might do next."""

    def __init__(self, floor: Lab, table: str) -> None:
        self._floor, self.table = floor, table
        self.client, badge = floor.guest()
        free = [p.number for p in self.driver.felt.positions if not p.patron]
        self.seat = free[0] if free else 1
        sit = {"act": "sit", "position": self.seat, "patron": badge, "chips": 50_000}
        self.client.post(f"/api/v1/tables/{table}/acts", json={"act": sit})

    @property
    def driver(self) -> Driver:
        found: Driver = self._floor.do(lambda: self._floor.house.table(self.table)).driver
        return found

    def sensible(self) -> dict[str, Any] | None:
        """A wager or a decision that the table would take."""
        entropy, driver = self._floor.house.sources.entropy, self.driver
        act = bots.wager(entropy, driver, self.seat) if driver.betting else bots.decision(entropy, driver)
        return msgspec.to_builtins(act) if act is not None else None


def play(floor: Lab, examples: int, *, derandomize: bool) -> set[int]:
    """Acts of everybody at every table, some of them sensible; the statuses that came."""
    patrons = [Patron(floor, table) for table in Known(floor).tables]
    staff = [floor.program(badge) for badge in ("player", "dealer", "dealer-2", "supervisor")]
    statuses: set[int] = set()

    @given(
        act=any_act(),
        patron=st.sampled_from(patrons),
        who=st.integers(0, 7),
        how=st.integers(0, 5),
        field=st.integers(0, 5),
        value=_values(int),
    )
    @usual(examples, derandomize)
    def run(act: dict[str, Any], patron: Patron, who: int, how: int, field: int, value: Any) -> None:
        client = staff[who] if who < len(staff) else patron.client
        path = f"/api/v1/tables/{patron.table}"
        if how < 3 and (sensible := patron.sensible()):
            client, act = patron.client, sensible
            if how == 0:  # nearly sensible: one field of it is another
                act |= {sorted(act)[field % len(act)]: value}
        try:
            answer = client.post(f"{path}/acts", json={"act": act})
            answer = client.post(f"{path}/ready") if how == 1 and answer.status_code == 200 else answer
        except ValueError:
            return  # a number that JSON does not have
        statuses.add(answer.status_code)
        assert answer.status_code < 500, (path, act, answer.text[:300])

    run()
    return statuses


def test_no_act_makes_a_table_fail(floor: Lab) -> None:
    statuses = play(floor, 800, derandomize=True)
    assert statuses >= {200, 403, 422}, statuses
    whole(floor)


# ---- the long run


@pytest.fixture(scope="module")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    if binaries() is None:
        pytest.skip("no PostgreSQL on this machine")
    with (
        Cluster() as cluster,
        lab(tmp_path_factory.mktemp("pg"), *GAMES, storage=Storage(cluster.create("fuzz"))) as made,
    ):
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("database", ["floor", "on_postgresql"])
@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["as-documented", "against-it"]
)
def test_no_request_of_a_long_run_makes_the_house_fail(
    request: pytest.FixtureRequest, database: str, mode: GenerationMode
) -> None:
    floor: Lab = request.getfixturevalue(database)
    for operation in operations(floor):
        fuzz(floor, operation, mode, LONG, derandomize=False)
    play(floor, 3000, derandomize=False)
    whole(floor)
