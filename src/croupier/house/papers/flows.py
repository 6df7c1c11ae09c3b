"""The flows of documents: which lines a kind of slip takes and who may sign each. They are data, in flows.toml."""

from pathlib import Path

import msgspec

from croupier.house.people.permissions import PERMITS

SHEET = Path(__file__).with_name("flows.toml")


class Step(msgspec.Struct, frozen=True, array_like=True):
    name: str
    act: str  # the permission it takes
    to: str  # the state it leads to
    says: str  # what the signature states
    same: str = ""  # an earlier step whose signer may sign this one too


class Flow(msgspec.Struct, frozen=True):
    kind: str
    title: str
    steps: tuple[Step, ...]
    clause: str = ""
    only: str = ""  # what alone begins it, where nobody does by hand
    desk: str = ""  # where it is begun, if not at the pit
    alone: bool = False  # one at a time at each table
    apart: bool = False  # two count for themselves: neither is shown the other's figures before both are in
    kept: bool = False  # signed to its end once it is begun, and never voided

    @property
    def final(self) -> str:
        return self.steps[-1].to

    def step(self, name: str) -> Step | None:
        return next((step for step in self.steps if step.name == name), None)

    def after(self, state: str) -> Step | None:
        """The step that a document in this state waits for."""
        states = ["", *(step.to for step in self.steps)]
        return self.steps[states.index(state)] if state in states[:-1] else None


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    steps: tuple[Step, ...]
    clause: str = ""
    only: str = ""
    desk: str = ""
    alone: bool = False
    apart: bool = False
    kept: bool = False


def _read() -> dict[str, Flow]:
    rows = msgspec.toml.decode(SHEET.read_bytes(), type=dict[str, _Row])
    unknown = {step.act for row in rows.values() for step in row.steps} - set(PERMITS)
    assert not unknown, f"flows.toml names permissions that nobody has: {unknown}"
    return {kind: Flow(kind, **msgspec.structs.asdict(row)) for kind, row in rows.items()}


FLOWS = _read()
