"""What a line of the log says more exactly than its act: the record beside it names a round, a step or a change.

An approval is kept as the step that was signed, an act of a poker tournament by its name, the reading of a round by its
number. Each is said here as one would tell it; a line that nothing is known of says its act (`log_words`).
"""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import msgspec

from croupier.house.people.person import Logged
from croupier.rulebook import properties

ROUND = re.compile(r"round (\d+) of ([^\s:]+)")
JOURNAL = re.compile(r"journal (\S+)")
RULES = re.compile(r"rules (\S+)/(\S+) ([0-9a-f]{8,})")
BEGUN = re.compile(r"begun: (\S+)")
ADDED = re.compile(r"(?:added as|demonstration:) (.+)")
PLACES = re.compile(r"\b([a-z]+(?:-[a-z]+)*)(?:/([a-z0-9]+(?:-[a-z0-9]+)*))?(?:@[\d-]+)?")
BOOKS = {"room": "the poker room"}  # rules that are no game's
# The steps of an approval, as words that go before the rules that it is about.
STEPS = {
    "submit": "submitted for approval",
    "withdraw": "withdrew from approval",
    "ask": "asked the house about",
    "answer": "answered the commission about",
    "poll": "put before the members",
    "notice": "gave notice to the commission of",
    "enter": "entered into the record of a meeting",
    "post": "put up the notice of",
}
# The acts of a poker tournament, as words that go before it.
EVENT = {
    "register": "registered an entry for",
    "withdraw": "withdrew an entry from",
    "rebuy": "sold chips again in",
    "start": "started",
    "move": "moved a player in",
    "correct": "corrected a count in",
    "draw": "drew seats in",
    "race": "raced off chips in",
    "window": "opened or closed a sale in",
    "cashout": "cashed a player out of",
    "clock": "stopped or started the clock of",
    "penalty": "gave a penalty in",
    "away": "noted who is away in",
    "agree": "recorded an agreed division in",
    "propose": "proposed a division in",
    "consent": "consented to a division in",
    "cancel": "called off",
    "close": "closed",
    "bust": "recorded a knock-out in",
    "samehand": "settled who went out first in",
    "round": "noted a round of play in",
    "count": "counted chips in",
    "button": "placed the button in",
    "keyed": "keyed a hand in",
    "shift": "moved the clock of",
    "jump": "changed the level of",
    "rest": "called a break in",
    "alter": "changed the levels of",
    "dealt": "dealt a hand in",
    "push": "changed dealers in",
    "declare": "declared an irregularity in",
    "say": "ruled in",
    "timed": "called time in",
    "timebank": "gave time to a player in",
    "served": "noted a penalty as served in",
    "undo": "took back an act in",
}


class Told(msgspec.Struct, frozen=True):
    """A line said by what is on record beside it; empty words are left to its act."""

    did: str = ""
    subject: str = ""
    where: str = ""
    why: str | None = None
    link: str = ""
    link_words: str = ""


def plainly(said: str) -> str:
    """Names of properties and games as they are called: `oneida/four-card-poker` is Four Card Poker at Oneida."""

    def named(found: re.Match[str]) -> str:
        place, game = found[1], found[2] or ""
        if place not in properties():
            return found[0]
        called = BOOKS.get(game) or game.replace("-", " ").title().replace("Holdem", "Hold'em")
        return f"{called} at {properties()[place].title}" if game else properties()[place].title

    return PLACES.sub(named, said)


def told(line: Logged) -> Told:
    """What the record beside a line says of it, and where it leads."""
    kind = line.act.partition(".")[0]
    return TELLERS[kind](line) if kind in TELLERS else Told()


def _read(line: Logged) -> Told:
    """Who looks at a round reads what its players did not see; the link to it is made with the tables."""
    if line.outcome == "refused" or line.act != "audit.read":
        return Told()
    if found := ROUND.match(line.reason):
        return Told("opened the replay of", f"round {int(found[1]):,}", line.subject, "")
    if found := JOURNAL.match(line.reason):
        return Told("read the whole journal of", line.subject, "", "")
    return Told()


def _draft(line: Logged) -> Told:
    link, words = f"/studio/{quote(line.subject)}", f"Draft {line.subject}"
    if found := BEGUN.match(line.reason):
        return Told("began draft", f"{line.subject} of {plainly(found[1])}", "", "", link, words)
    if line.act == "draft.comment" and line.outcome == "done":
        about = json.loads(line.reason)
        link += f"?at={quote(about['at'])}#comments" if about["at"] else "#comments"
        return Told("commented on draft", line.subject, "", about["says"], link, words)
    return Told(link=link, link_words=words)


def _approval(line: Logged) -> Told:
    found = RULES.fullmatch(line.subject)
    if found is None:
        return Told()
    rules = f"the rules of {plainly(f'{found[1]}/{found[2]}')}"
    link = Told("", rules, "", None, f"/approvals/{found[1]}/{found[2]}/{found[3]}", "Approval")
    if line.outcome == "signed":  # the step that it was signed for follows as a line of its own
        return msgspec.structs.replace(link, did="signed, with the password again, about", why="")
    try:
        about = json.loads(line.reason)
    except ValueError:
        return link
    did, why = _step(about) if isinstance(about, dict) else ("", None)
    return msgspec.structs.replace(link, did=did, why=why) if did else link


def _step(about: dict[str, Any]) -> tuple[str, str | None]:
    """A step of an approval and what was said with it."""
    said = {key: str(value) for key, value in about.items()}
    reason = said.get("reason") or said.get("text") or said.get("conditions") or ""
    match said.get("step"):
        case "decide" if about.get("approve"):
            return "approved", " ".join(filter(None, (f"In force from {said.get('day', '')}.", reason)))
        case "decide":
            return "refused to approve", reason
        case "vote":
            return (
                "recorded a reply about",
                f"Member {said.get('member', '')}: {said.get('vote', '')}. {reason}".strip(),
            )
        case "close":
            return "closed the poll about", f"{'Carried.' if about.get('carried') else 'Not carried.'} {reason}".strip()
        case "enter":
            return STEPS["enter"], f"Meeting of {said.get('meeting', '')}."
        case "post":
            return STEPS["post"], said.get("where", "")
        case step:
            return STEPS.get(step or "", ""), reason


def _event(line: Logged) -> Told:
    """The acts of a tournament, several of which may be written at once: each is said once."""
    names = [name.strip() for name in line.reason.split(",")]
    if line.outcome == "refused" or not all(name in EVENT for name in names):
        return Told()
    first = EVENT[names[0]]
    also = dict.fromkeys(f"{EVENT[name]} it" for name in names[1:] if name != names[0])
    times = f"{len(names)} times." if len(names) > 1 and not also else ""
    return Told(first, f"tournament {line.subject}", "", f"And {', '.join(also)}." if also else times)


def _people(line: Logged) -> Told:
    if line.outcome != "refused" and (found := ADDED.fullmatch(line.reason)):
        return Told("added", f"{line.subject} as {found[1]}", "", "")
    return Told()


TELLERS: dict[str, Callable[[Logged], Told]] = {
    "approval": _approval,
    "audit": _read,
    "draft": _draft,
    "event": _event,
    "people": _people,
    "tournament": _event,
}
