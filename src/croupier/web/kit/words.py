"""The floor's words for what the record names by key."""

import datetime
import re
import zoneinfo
from collections.abc import Callable, Sequence
from contextvars import ContextVar

from croupier.equipment.cards import card_name
from croupier.equipment.money import money, short_money
from croupier.house.record.clock import time_of
from croupier.house.record.sentences import listed
from croupier.rulebook import properties
from croupier.rulebook.posting import Posting

SUIT_MARKS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
STAGES = {
    "shuffle": "Shuffle",
    "betting": "Wagers",
    "dealing": "Deal",
    "deal": "Deal",
    "decisions": "Decisions",
    "reveal": "Reveal",
    "settlement": "Settle",
    "spin": "Spin",
    "throw": "Throw",
    "insurance": "Insurance",
    "dealer": "Dealer's hand",
    "play": "Play",
}
KEYS = {
    "hit": "H",
    "stand": "S",
    "stay": "S",
    "double": "D",
    "double-less": "L",
    "double-hidden": "F",
    "split": "P",
    "play": "P",
    "fold": "F",
    "raise": "R",
    "check": "C",
    "insurance": "N",
    "surrender": "U",
    "yes": "Y",
    "no": "N",
    "even-money": "E",
    "let-it-ride": "L",
    "pull": "B",
    "call": "C",
    "bet": "B",
    "zap": "Z",
    "ride": "L",
    "withdraw": "W",
    "tuck": "T",
    "fold-tucked": "T",
}


def role_words(role: str) -> str:
    """`slot-supervisor` as one says it: slot supervisor."""
    return role.replace("-", " ")


ORDINAL = re.compile(r"^\d(?:st|nd|rd)$")
TIMES = re.compile(r"(?:^|-)([1-9])x$")


def decision_key(name: str) -> str:
    """The key of a decision: a letter of its own, or how many times a wager it adds."""
    times = TIMES.search(name)
    return times[1] if times else KEYS.get(name, "")


def plain(key: str) -> str:
    """`double-down` as words: `Double down`."""
    words = key.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def value_words(value: object, among: Sequence[object] = ()) -> str:
    """What a rule or an option is set to: `yes`, `no`, `automated shoe`; one among cards by their count, `6 and 7`."""
    said = {"True": "yes", "False": "no"}.get(str(value), str(value).replace("-", " "))
    if among and all(isinstance(one, str) and one.isdigit() for one in among):
        return listed(said)
    return said


def option_title(name: str) -> str:
    return plain(name).replace("rockn", "Rock'n")


def key_of(wager: str, on: str = "") -> str:
    """How pages name a place for chips: the wager, and what it is on."""
    return f"{wager}:{on}" if on else wager


def split_key(key: str) -> tuple[str, str]:
    wager, _, on = key.partition(":")
    return wager, on


def wager_title(posting: Posting, wager: str, on: str = "") -> str:
    """`Split 17, 20`, `Place 6`, `2nd column`, `Pair Plus`, `Any Craps of the Craps-Eleven`."""
    rule = posting.wagers.get(wager)
    title = rule.title if rule else plain(wager)
    if not on:
        return title
    if whole := posting.wagers.get(on):
        return f"{title} of the {whole.title}"
    if ORDINAL.match(on):  # the second dozen is called `2nd-12`
        return f"{on} {title[:1].lower()}{title[1:]}"
    return f"{title} {on.replace('-', ', ' if on.replace('-', '').isdigit() else ' ')}"


def odds_words(posting: Posting) -> str:
    """How many times the wager they support odds may be, as a craps table posts it: `3-4-5 times odds`."""
    by_point = sorted({*dict(posting.get("odds-by-point", {})).values()})
    multiple = posting.get("odds-multiple", 0)
    return f"{'-'.join(map(str, by_point)) or multiple} times odds" if by_point or multiple else ""


def limits_words(posting: Posting) -> str:
    """The table's least and most, as the sign has them; inside and outside apart where they differ."""
    base = [posting.limits[w.name] for w in posting.wagers.values() if w.kind == "base"] or list(
        posting.limits.values()
    )
    if not base:
        return ""
    least, most = min(b.least for b in base), max(b.most for b in base)
    return f"{short_money(least)} – {short_money(most)}"


# The clock of the house whose page is being made: its time zone, asked for when a time is shown; "" is UTC.
ZONE: ContextVar[Callable[[], str]] = ContextVar("zone", default=str)


def house_zone() -> datetime.tzinfo:
    """The time zone in which this house shows and reads times; UTC where it has chosen none."""
    named = ZONE.get()()
    return zoneinfo.ZoneInfo(named) if named else datetime.UTC


def zone_words() -> str:
    """What stands beside a field for a time: `UTC`, or `New York`."""
    return (ZONE.get()() or "UTC").rpartition("/")[2].replace("_", " ")


def _local(at_us: int) -> datetime.datetime:
    return time_of(at_us, house_zone())


def clock(at_us: int) -> str:
    """24-hour time with seconds, on the house's clock."""
    return _local(at_us).strftime("%H:%M:%S")


def day(at_us: int) -> str:
    return _local(at_us).date().isoformat()


def moment(at_us: int) -> str:
    return f"{day(at_us)} {clock(at_us)}"


def badge_words(badge: str) -> str:
    """Guests have long badges; their beginning is enough to tell them apart."""
    return f"guest {badge[6:12]}" if badge.startswith("guest-") else badge


def patron_words(badge: str, name: str = "") -> str:
    """A patron by name where it is known; guests share a name, so their badge's beginning tells them apart."""
    if not name or name == badge:
        return badge_words(badge)
    return f"{name}, {badge_words(badge)}"


def account_words(name: str) -> str:
    """A ledger account as people call it."""
    kind, _, rest = name.partition(":")
    if kind == "patron":
        badge, _, table = rest.partition("@")
        who = f"Patron {badge_words(badge)}"
        return f"{who} at {table}" if table else who
    if kind == "meter":
        return f"Meter of the {meter_title(rest)}"
    names = {
        "layout": "Layout",
        "inventory": "Table inventory",
        "drop": "Drop box",
        "toke-pool": "Dealer toke pool",
        "cage": "Cage",
        "outside": "Cash",
        "transit": "In transit",
        "house": "House",
        "variance": "Variance",
        "reserve": "Reserve",
        "jackpot": "Jackpot",
        "ticket": "Ticket",
        "count-room": "Count room",
    }
    return (
        f"{names.get(kind, plain(kind))} {rest}"
        if kind in ("layout", "inventory", "drop")
        else names.get(kind, plain(kind))
    )


def signed(cents: int) -> str:
    return money(cents, sign=True)


def marked(card: int) -> str:
    """`9♠`, which pages draw; `Joker`."""
    name = card_name(card)
    return "Joker" if card == 52 else f"{'10' if name[0] == 'T' else name[0]}{SUIT_MARKS[name[1]]}"


def meter_title(name: str) -> str:
    """`hard-rock-cincinnati-three-card` -> `Three card progressive`."""
    place = next((p for p in properties() if name.startswith(f"{p}-")), "")
    kind = name.removeprefix(f"{place}-")
    apart = ", demo chips" if kind.endswith("-demo") else ""
    return f"{plain(kind.removesuffix('-demo'))} progressive{apart}"


def place_in(order: tuple[str, ...], state: str) -> int:
    """Where in a list somebody stands; last, whose state is none of these."""
    return order.index(state) if state in order else len(order)
