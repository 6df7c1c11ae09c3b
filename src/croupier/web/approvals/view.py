"""Versions of rules on their way into force: where each stands, what was signed, what comes next and who does it."""

import datetime
from collections import Counter

from markupsafe import Markup

from croupier.house.approvals.case import (
    ACCEPTED,
    ACTS,
    APPROVED,
    OPPOSE,
    POLLED,
    RECORDED,
    REFUSED,
    SENT_BACK,
    SUBMITTED,
    SUPPORT,
    WITHDRAWN,
    Case,
    Terms,
    terms,
)
from croupier.house.approvals.case import SignedLine as Signed
from croupier.house.people.permissions import PERMITS, ROLE_TITLES, ROLES
from croupier.house.people.persons import Person
from croupier.house.record import kept_books
from croupier.house.record.database.storage import Reading
from croupier.house.record.errors import NotFound, Refused
from croupier.rulebook import NotFound as NoBook
from croupier.rulebook import Rulebook, properties, rulebook, rulebooks
from croupier.rulebook.approvals import approvals as on_record
from croupier.web.approvals.shown import DIGEST_CHARS, Line, Past, Stand, Version, VersionView, Vote
from croupier.web.books.blocks import Block, blocks_of
from croupier.web.books.comparing import Text, rows_of
from croupier.web.draw.votes import vote_bar
from croupier.web.kit import words
from croupier.web.kit.context import Floor

PROCEDURE = "approvals"  # the book that says how, not a book that is dealt by
CHANGES_MAX = 60
POSTABLE = (APPROVED, POLLED, ACCEPTED, RECORDED)  # what a notice may be put up of
TITLES = {
    "submit": "Submitted to the commission",
    "decide": "Decided by the commission",
    "poll": "Put before the members",
    "close": "Result of the poll",
    "notice": "Notice to the commission",
    "enter": "Entered into the record",
    "ask": "The commission asked",
    "answer": "The house answered",
    "withdraw": "Withdrawn by the house",
    "post": "Notice posted",
}
ROUTES = {"e-poll": "E-poll", "agenda": "Agenda request"}
FIRST, SECOND = ("submit", "decide"), ("poll", "close", "notice", "enter")


# ---- finding


def today_of(floor: Floor) -> datetime.date:
    return floor.house.today()


def versions(conn: Reading, floor: Floor, house: str, known: dict[str, Case] | None = None) -> list[Version]:
    """Every version of a property: the newest of each game first."""
    known = every_case(conn, floor) if known is None else known
    books = {(b.game, b.approved): b for b in rulebooks(house)}
    printed = {(a.game, a.approved): a for a in on_record(house)}
    cases = {digest: case for digest, case in known.items() if case.property == house}
    found = []
    for key in sorted(books.keys() | printed.keys(), key=lambda k: (_title(books.get(k), k[0]), -k[1].toordinal())):
        if key[0] == PROCEDURE:
            continue
        book = books.get(key)
        case = cases.pop(book.digest, None) if book else None
        found.append(Version(house, key[0], _title(book, key[0]), key[1], book, case, printed.get(key)))
    own = [_written(conn, house, case) for case in cases.values() if case.written]
    gone = [Version(house, c.game, words.plain(c.game), None, None, c) for c in cases.values() if not c.written]
    return sorted(own + found, key=lambda v: (v.title, -(v.day or datetime.date.min).toordinal())) + gone


def _written(conn: Reading, house: str, case: Case) -> Version:
    """A version that was written in this house's studio: its text is in the record."""
    try:
        book = kept_books.from_record(conn, case.version)
    except NoBook:
        return Version(house, case.game, words.plain(case.game), case.asked, None, case)
    return Version(house, case.game, book.title, book.approved, book, case)


def _title(book: Rulebook | None, game: str) -> str:
    return book.title if book else words.plain(game)


def version_of(conn: Reading, floor: Floor, house: str, game: str, name: str) -> Version:
    """One version by the day that is printed on it, or by the digest of a text that is no longer on the shelf."""
    if house in properties():
        for version in versions(conn, floor, house):
            digest = version.case.version if version.case else version.book.digest if version.book else ""
            if version.game == game and name in (str(version.day), digest, digest[:DIGEST_CHARS] or None):
                return version
    raise NotFound(f"{house} has no rules of {game} of {name}.", "Look at the list of approvals.")


def before(conn: Reading, floor: Floor, version: Version) -> Rulebook | None:
    """The version that this one replaced: of the property, or of its earlier name."""
    book = version.book
    if book is None:
        return None
    day = book.approved - datetime.timedelta(days=1)
    if version.case is not None and version.case.written:
        try:
            return floor.house.approvals.book(conn, book.property, book.game, min(day, today_of(floor)))
        except NoBook:
            return None
    earlier = properties()[book.property].successor_of
    for house in filter(None, (book.property, earlier)):
        try:
            return rulebook(house, book.game, day)
        except NoBook:
            continue
    return None


def every_case(conn: Reading, floor: Floor) -> dict[str, Case]:
    """All that was ever submitted here, by version."""
    return {case.version: case for case in floor.house.approvals.cases(conn)}


# ---- standing


def stand(conn: Reading, floor: Floor, version: Version, cases: dict[str, Case] | None = None) -> Stand:
    """What a badge says of a version today."""
    case, today = version.case, today_of(floor)
    if case is not None and case.state == SUBMITTED:
        return Stand("Awaiting approval", "warn", f"Submitted {words.moment(case.submitted_us)}.", "clock")
    if case is not None and case.state in (REFUSED, SENT_BACK, WITHDRAWN):
        said = {REFUSED: "Refused", SENT_BACK: "Sent back", WITHDRAWN: "Withdrawn"}[case.state]
        return Stand(said, "neg", case.reason or "No reason is on record.", "cross")
    since = case.approved if case else version.day
    if since is None or version.book is None:
        return Stand("Not on the shelf", "", "Known from the record only.", "info")
    note = _second(case)
    if case is not None and case.until is not None and case.until <= today:
        return Stand("Expired", "", f"It was approved until {case.until}.", "again")
    if since > today:
        return Stand(f"In force from {since}", "info", note, "clock")
    try:
        current = floor.house.approvals.in_force(conn, version.property, version.game, today, cases)
    except Refused:
        current = None
    if current is None or current.key == version.book.key:
        return Stand("In force", "pos", f"Since {since}. {note}".strip())
    return Stand("Superseded", "", f"By the version of {current.approved}.", "again")


def _second(case: Case | None) -> str:
    """How far the second body has come."""
    if case is None:
        return ""
    members = terms(case.property).members
    match case.state:
        case "approved":
            return "The members have not been asked." if members else ""
        case "polled":
            voted = f"{len(case.votes)} of {members} replied"
            return f"{ROUTES[case.route]} {case.poll}: {voted}, deadline {words.moment(case.deadline_us)}."
        case "accepted":
            return "Accepted; the commission has its notice." if case.noticed else "Accepted; notice is to be given."
        case _:
            return f"Accepted; on record of {case.meeting}." if case.meeting else ""


def badges(floor: Floor, books: list[Rulebook]) -> dict[str, Stand]:
    """By key, for the rulebook pages."""
    with floor.house.storage.reading() as conn:
        cases, made = every_case(conn, floor), {}
        for book in books:
            if book.game == PROCEDURE:
                continue
            version = Version(book.property, book.game, book.title, book.approved, book, cases.get(book.digest))
            made[book.key] = stand(conn, floor, version, cases)
    return made


def next_step(version: Version) -> str:
    """What may be signed next: a step, or nothing."""
    case = version.case
    if case is None:
        return "submit" if version.book else ""
    match case.state:
        case "submitted":
            return "decide"
        case "approved":
            return "poll" if terms(case.property).members else ""
        case "polled":
            return "vote"
        case "accepted" | "sent-back":
            return "notice" if not case.noticed else "enter" if case.meeting is None else ""
        case _:
            return ""


def office(step: str) -> str:
    """Who signs a step, in words."""
    return " or ".join(ROLE_TITLES[r].lower() for r in ROLES if r in PERMITS[ACTS[step]])


def waits_for(version: Version) -> str:
    step = next_step(version)
    if not step or version.case is None:
        return ""
    if any(not question.answer for question in version.case.questions) and step == "decide":
        return f"{office('answer').capitalize()} answers the commission."
    said = {"decide": "decides", "poll": "asks the members", "vote": "records the votes"}
    said |= {"notice": "gives notice", "enter": "enters the result"}
    return f"{office(step).capitalize()} {said[step]}."


# ---- one version


def version_view(conn: Reading, floor: Floor, who: Person, version: Version) -> VersionView:
    signed = floor.house.approvals.steps(conn, version.subject) if version.book or version.case else []
    rules, step, case = terms(version.property), next_step(version), version.case
    may, why = _may(who, step, signed)
    earlier = before(conn, floor, version)
    changes = _changes(earlier, version)
    closes, close_why = _closes(floor, version, rules)
    return VersionView(
        version=version,
        stand=stand(conn, floor, version),
        lines=_lines(conn, floor, version, signed, rules),
        votes=_votes(conn, floor, case, signed, rules),
        terms=rules,
        step=step if case or who.may(ACTS["submit"]) else "",
        steps=len(signed),
        may=may,
        why_not=why,
        may_close=may and closes,
        close_why_not=close_why,
        today=today_of(floor),
        deadline=_deadline(floor, version.property),
        facts=_facts(version),
        before=earlier,
        changes=changes[:CHANGES_MAX],
        more_changes=max(0, len(changes) - CHANGES_MAX),
        marks=dict(Counter(block.mark for block in changes)),
        timeline=_timeline(conn, floor, version),
        bar=_bar(case, rules) if case else Markup(),
        may_post=case is not None and case.state in POSTABLE and who.may(ACTS["post"], version.property),
        follows=case is not None and case.state not in (SUBMITTED, WITHDRAWN),
        may_ask=case is not None and case.state == SUBMITTED and who.may(ACTS["ask"], version.property),
        may_answer=bool(case and any(not q.answer for q in case.questions))
        and who.may(ACTS["answer"], version.property),
        may_withdraw=_may_withdraw(case, who, today_of(floor)),
    )


def _changes(earlier: Rulebook | None, version: Version) -> tuple[Block, ...]:
    """What a version states otherwise than the one before it, a block a clause."""
    if earlier is None or version.book is None:
        return ()
    written = version.case is not None and version.case.written
    one, other = Text(earlier.key, earlier), Text(version.name, version.book, None, written)
    return tuple(block for block in blocks_of(earlier, version.book, rows_of(one, other, False)) if block.mark)


def _timeline(conn: Reading, floor: Floor, version: Version) -> tuple[Past, ...]:
    """Every version of the same game, the newest first."""
    known = every_case(conn, floor)
    mine = [v for v in versions(conn, floor, version.property, known) if v.game == version.game]
    return tuple(
        Past(str(v.day or "not on the shelf"), v.path, stand(conn, floor, v, known), v.path == version.path)
        for v in mine
    )


def _may_withdraw(case: Case | None, who: Person, today: datetime.date) -> bool:
    if case is None or not case.written or not who.may(ACTS["withdraw"], case.property) or case.in_force(today):
        return False
    return case.state in (SUBMITTED, APPROVED, POLLED)


def _may(who: Person, step: str, signed: list[Signed]) -> tuple[bool, str]:
    if not step:
        return False, ""
    if not who.may(ACTS[step]):
        return False, f"This step is signed by the {office(step)}."
    if ACTS[step] == ACTS["poll"] and any(s.step == "decide" and s.by == who.badge for s in signed):
        return False, f"Badge {who.badge} decided for the commission. Another person signs for the members."
    return True, ""


def _closes(floor: Floor, version: Version, rules: Terms) -> tuple[bool, str]:
    """Whether the result of a poll is certain, and what it waits for."""
    case = version.case
    if case is None or case.state != POLLED:
        return False, ""
    support, waiting = case.count(SUPPORT), rules.members - len(case.votes)
    if not waiting or floor.house.sources.now_us() > case.deadline_us:
        return True, ""
    said = "member has" if waiting == 1 else "members have"
    reached = "Majority reached. " if rules.certain(support) else ""
    return False, f"{reached}{waiting} {said} not replied; the deadline is {words.moment(case.deadline_us)}."


def _bar(case: Case, rules: Terms) -> Markup:
    return vote_bar(case.count(SUPPORT), case.count(OPPOSE), rules.members, rules.carries(case.cast))


def _deadline(floor: Floor, house: str) -> str:
    """The next of the hour that the property's book prints, as a form has it."""
    try:
        printed = rulebook(house, PROCEDURE).settings.get("deadline")
    except NoBook:
        printed = None
    hour = str(printed.value) if printed else "12:00"
    zone = words.house_zone()
    now = datetime.datetime.fromtimestamp(floor.house.sources.now_us() / 1_000_000, zone)
    due = datetime.datetime.combine(now.date(), datetime.time.fromisoformat(hour), zone)
    if due <= now + datetime.timedelta(hours=1):
        due += datetime.timedelta(days=1)
    return due.strftime("%Y-%m-%dT%H:%M")


def _who(conn: Reading, floor: Floor, badge: str) -> str:
    role = floor.house.people.get(conn, badge).role
    return f"{ROLE_TITLES.get(role, role)}, badge {badge}"


def _lines(conn: Reading, floor: Floor, version: Version, signed: list[Signed], rules: Terms) -> tuple[Line, ...]:
    done = {s.step: s for s in signed if s.step != "vote"}
    case, step = version.case, next_step(version)
    waiting = "close" if step == "vote" else step
    names = FIRST if not rules.members or (case and case.state == REFUSED) else (*FIRST, *SECOND)
    made = []
    for number, name in enumerate(names, 1):
        line = done.get(name)
        if line is not None:
            note, title = _said(line, case, rules)
            made.append(Line(number, title, _who(conn, floor, line.by), "done", words.moment(line.at_us), note))
        else:
            state = "now" if name == waiting and case else "next"
            made.append(Line(number, TITLES[name], f"Signed by the {office(name)}", state))
    return tuple(made)


def _said(line: Signed, case: Case | None, rules: Terms) -> tuple[str, str]:
    """What a signed step says beside its signature, and its title."""
    about, title = line.about, TITLES[line.step]
    match line.step:
        case "decide":
            if not about["approve"]:
                return about["reason"], "Refused by the commission"
            until = f" until {about['until']}" if about.get("until") else ""
            under = f". On condition: {about['conditions']}" if about.get("conditions") else ""
            opened = ". Open tables change to it between rounds" if about.get("takes-up") else ""
            return f"In force from {about['day']}{until}{opened}{under}", "Approved by the commission"
        case "poll":
            because = f" It can't wait: {about['reason']}" if about["reason"] else ""
            return (
                f"{ROUTES[about['route']]} {about['poll']}, deadline {words.moment(about['deadline_us'])}.{because}",
                title,
            )
        case "close":
            support, cast = (case.count(SUPPORT), case.cast) if case else (0, 0)
            counted = f"{support} of {rules.members} in support, {rules.said(cast)}"
            if about["carried"]:
                return counted, "Accepted by the members"
            return f"{counted}. {about['reason']}".strip(), "Sent back by the members"
        case "enter":
            return f"Meeting of {about['meeting']}", title
        case _:
            return "", title


def _votes(conn: Reading, floor: Floor, case: Case | None, signed: list[Signed], rules: Terms) -> tuple[Vote, ...]:
    if case is None or not case.poll:
        return ()
    given: dict[int, list[Signed]] = {}
    for step in signed:
        if step.step == "vote":
            given.setdefault(int(step.about["member"]), []).append(step)
    made = []
    for member in range(1, rules.members + 1):
        replies = given.get(member, [])
        if not replies:
            made.append(Vote(member))
            continue
        *before, line = replies
        earlier = tuple(f"{words.plain(old.about['vote'])}, {words.moment(old.at_us)}" for old in before)
        reply, reason, at = line.about["vote"], line.about.get("reason", ""), words.moment(line.at_us)
        made.append(Vote(member, reply, _who(conn, floor, line.by), at, reason, earlier))
    return tuple(made)


def _facts(version: Version) -> tuple[tuple[str, str], ...]:
    """What the printed record says of a version."""
    rows: list[tuple[str, str]] = []
    printed, book = version.printed, version.book
    if book is not None:
        rows.append(("Text", book.digest[:DIGEST_CHARS]))
    if printed is None:
        return tuple(rows)
    if printed.submitted:
        rows.append(("Submitted, as printed", str(printed.submitted)))
    rows.append(("Approved, as printed", str(printed.approved)))
    if printed.until:
        rows.append(("Replaced on", str(printed.until)))
    if printed.poll:
        poll = printed.poll
        result = "carried" if poll.carried else "sent back"
        rows.append(
            (f"E-poll {poll.number}", f"asked {poll.requested:%Y-%m-%d %H:%M}, due {poll.deadline:%Y-%m-%d %H:%M}")
        )
        rows.append(("Result", f"{result}, {poll.support} in support, {poll.result:%Y-%m-%d %H:%M}"))
    if printed.agenda:
        rows.append(("On the agenda of", str(printed.agenda)))
    if printed.says:
        rows.append(("Note", printed.says))
    return tuple(rows)
