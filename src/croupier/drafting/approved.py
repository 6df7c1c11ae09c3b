"""A record of approvals beside the rulebooks of its property: days, votes and lines that do not agree with them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.house.approvals.vocabulary import BY_MEMBERS
from croupier.rulebook.faults import Fault, Found, one_of
from croupier.rulebook.load import load


def days_without_rules(path: Path, table: dict[str, Any]) -> Iterator[Found]:
    """Approvals of a day on which this property's shelf has no rules of a game, though it has some: worth a look."""
    for number, approval in enumerate(table["approval"], 1):
        days = sorted(book.stem.partition("@")[2] for book in path.parent.glob(f"{approval['game']}@*.toml"))
        if days and str(approval["approved"]) not in days:
            meant = one_of(approval["approved"], days)
            words = f"no rules of {approval['game']} here were approved on this day; {meant}"
            yield Found(f"approval[{number}].approved", words, warning=True)


def poll_faults(path: Path, table: dict[str, Any]) -> Iterator[Found]:
    """Polls against the property's own rules of approval: how many vote, what carries, and the lines they cite."""
    for rules in sorted(path.parent.glob("approvals@*.toml"))[-1:]:
        try:
            book = load(rules)
        except Fault:
            return  # which has faults of its own, told there
        members, by_members = book.settings["members"].value, book.settings["carried-by"].value == BY_MEMBERS
        least, most = book.lines
        for number, approval in enumerate(table["approval"], 1):
            where = f"approval[{number}]"
            for key, line in (("line", approval.get("line")), *_cited(approval.get("poll", {}))):
                if line is not None and most and not least <= line <= most:
                    yield Found(f"{where}.{key}", f"expected a line of the record, {least} to {most}, found {line}")
            if poll := approval.get("poll"):
                votes = poll["support"] + poll.get("oppose", 0)
                carried = 2 * poll["support"] > (members if by_members else votes)
                if votes > members:
                    yield Found(f"{where}.poll.support", f"{votes} votes of {members} members")
                elif carried != poll["carried"]:
                    words = "carries the poll" if carried else "does not carry the poll"
                    of = f"{members} members" if by_members else f"{votes} votes"
                    yield Found(f"{where}.poll.carried", f"{poll['support']} of {of} {words}")


def _cited(poll: dict[str, Any]) -> Iterator[tuple[str, int]]:
    yield from ((f"poll.lines[{number}]", line) for number, line in enumerate(poll.get("lines", ()), 1))
