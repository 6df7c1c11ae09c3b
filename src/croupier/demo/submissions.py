"""Submissions of rules to try: one at every state on its way, all for days to come: no table deals otherwise today."""

import datetime

import msgspec

from croupier.drafting.check import faults_in
from croupier.drafting.scaffold import new_text
from croupier.house.approvals.case import Case
from croupier.house.approvals.desk import ApprovalDesk
from croupier.house.house import House
from croupier.house.people.persons import Person, Proof
from croupier.house.record.clock import DAY_US
from croupier.house.studio.desk import StudioDesk
from croupier.rulebook.editing.merging import Edit

PLACE = "oneida"
PAIR_PLUS, ACES_UP = "wagers.pair-plus.pay-tables[1].rows", "wagers.aces-up.pay-tables[1].rows"
THREE, FOUR = "three-card-poker", "four-card-poker"
FIRST_DAYS = 30  # from today to the first of the days that are asked for


class Submission(msgspec.Struct, frozen=True):
    """One text that differs in one row, and the state that it is left in."""

    game: str
    row: str
    odds: str
    state: str


SHOWN = (
    Submission(FOUR, f"{ACES_UP}[2][2]", "40 to 1", "draft"),
    Submission(FOUR, f"{ACES_UP}[1][2]", "60 to 1", "submitted"),
    Submission(FOUR, f"{ACES_UP}[3][2]", "8 to 1", "asked"),
    Submission(FOUR, f"{ACES_UP}[6][2]", "3 to 1", "refused"),
    Submission(FOUR, f"{ACES_UP}[5][2]", "4 to 1", "withdrawn"),
    Submission(THREE, f"{PAIR_PLUS}[5][2]", "50 to 1", "approved"),
    Submission(THREE, f"{PAIR_PLUS}[4][2]", "33 to 1", "polled"),
    Submission(THREE, f"{PAIR_PLUS}[2][2]", "3 to 1", "sent-back"),
    Submission(THREE, f"{PAIR_PLUS}[3][2]", "6 to 1", "accepted"),
    Submission(THREE, f"{PAIR_PLUS}[5][2]", "45 to 1", "recorded"),
)
# The replies of the nine members, seat by seat, where a poll is left open or closed.
REPLIES = {"polled": "sso", "sent-back": "ssoooosso", "accepted": "sssssosss", "recorded": "ssssssoss"}


async def furnish_submissions(house: House, password: str) -> None:
    """Put the drafts and submissions there; a house that has a draft keeps what it has."""
    studio, desk = StudioDesk(house, faults_in, new_text), ApprovalDesk(house)
    with house.storage.reading() as conn:
        if studio.drafts.count(conn):
            return
    for number, shown in enumerate(SHOWN):
        await _Walk(house, studio, desk, password).go(shown, number)


class _Walk:
    """The people of the demonstration, each signing what is his to sign."""

    def __init__(self, house: House, studio: StudioDesk, desk: ApprovalDesk, password: str) -> None:
        self.house, self.studio, self.desk, self._password = house, studio, desk, password

    def _sign(self, badge: str) -> Proof:
        return self.house.people.prove(badge, self._password)

    async def go(self, shown: Submission, number: int) -> None:
        manager = Person("manager", "Manager", "manager", True, False)
        draft = await self.studio.begin(manager, PLACE, shown.game)
        draft = await self.studio.edit(manager, draft.id, draft.revision, [Edit("set", shown.row, shown.odds)])
        if shown.state == "draft":
            return
        day = self.house.today() + datetime.timedelta(days=FIRST_DAYS + number)
        case = await self.studio.submit(self._sign("manager"), draft.id, day=day, seen=draft.revision)
        match shown.state:
            case "asked":
                question = "Is the layout reprinted before that day?"
                await self.desk.ask(self._sign("commission"), case.subject, question=question)
            case "refused":
                reason = "The players would have the edge."
                await self.desk.decide(self._sign("commission"), case.subject, approve=False, day=day, reason=reason)
            case "withdrawn":
                await self.desk.withdraw(self._sign("manager"), case.subject, reason="Another row is changed instead.")
            case "submitted":
                pass
            case _:
                await self._approved(shown.state, case, day)

    async def _approved(self, state: str, case: Case, day: datetime.date) -> None:
        name, desk = case.subject, self.desk
        conditions = "The new layout is on the tables first." if state == "polled" else ""
        await desk.decide(self._sign("commission"), name, approve=True, day=day, conditions=conditions)
        if state == "approved":
            return
        due = self.house.sources.now_us() + 2 * DAY_US
        why = "The layouts go to print this week."
        await desk.open_poll(self._sign("admin-demo"), name, deadline_us=due, justification=why)
        replies = {seat: {"s": "support", "o": "oppose"}[word] for seat, word in enumerate(REPLIES[state], 1)}
        reasons = {3: "Another row would be clearer to players."} if state == "polled" else {}
        await desk.vote(self._sign("admin-demo"), name, replies, reasons=reasons)
        if state == "polled":
            return
        wanted = "Print the old odds beside the new ones." if state == "sent-back" else ""
        await desk.close_poll(self._sign("admin-demo"), name, revisions=wanted)
        if state == "recorded":
            await desk.notice(self._sign("admin-demo"), name)
            meeting = self.house.today() + datetime.timedelta(days=7)
            await desk.enter(self._sign("admin-demo"), name, meeting=meeting)
