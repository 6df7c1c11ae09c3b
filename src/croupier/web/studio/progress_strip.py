"""How far a draft is from being in force: four steps, each with its day."""

import datetime

import msgspec

from croupier.house.approvals.case import OVER, Case
from croupier.house.studio.drafts import Draft
from croupier.web.kit.words import day


class StripStep(msgspec.Struct, frozen=True):
    title: str
    note: str
    state: str  # done, now, later, ended


def strip(draft: Draft, case: Case | None, today: datetime.date) -> list[StripStep]:
    begun = f"since {day(draft.began_us)}"
    asked = f"asks for {draft.day}" if draft.day else "no day asked for"
    if case is None or case.state in OVER:
        fate = f"{case.state.replace('-', ' ')}: {case.reason}" if case is not None else "not yet"
        return [
            StripStep("Draft", begun, "now"),
            StripStep("Submitted", fate, "ended" if case is not None else "later"),
            StripStep("Approved", "by the commission", "later"),
            StripStep("In force", asked, "later"),
        ]
    holds = case.in_force(today)
    when = f"from {case.approved}" if case.approved else f"asks for {case.asked or draft.day}"
    return [
        StripStep("Draft", begun, "done"),
        StripStep("Submitted", day(case.submitted_us), "done" if case.approved else "now"),
        StripStep("Approved", when if case.approved else "by the commission", _state(case.approved is not None, holds)),
        StripStep("In force", when, "done" if holds else "later"),
    ]


def _state(approved: bool, holds: bool) -> str:
    return "done" if holds else "now" if approved else "later"
