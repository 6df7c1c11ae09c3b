"""Text histories as PokerStars writes them (and others in its manner), read into the fields of a PHH hand.

Only what the text says is taken: cards that were not shown stay unknown, and the winnings are those
collected, so that the rake follows.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from croupier.poker.errors import PHHError

_HEAD = re.compile(
    r"Hand #(?P<hand>\d+).*?(?P<game>Hold'em|Omaha Hi/Lo|Omaha)\s+(?P<kind>No Limit|Pot Limit|Limit)"
    r".*?\((?P<first>[^/)]+)/(?P<second>[^)]+)\)"
)
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_SEAT = re.compile(r"^Seat (\d+): (.+) \(([^ )]+) in chips\)")
_VARIANT = {
    ("Hold'em", "No Limit"): "NT",
    ("Hold'em", "Pot Limit"): "PT",
    ("Hold'em", "Limit"): "FT",
    ("Omaha", "Pot Limit"): "PO",
    ("Omaha", "No Limit"): "NO",
    ("Omaha Hi/Lo", "Limit"): "FO/8",
    ("Omaha Hi/Lo", "Pot Limit"): "PO/8",
}
_HOLE = {"T": 2, "O": 4, "O/8": 4}


def split(text: str) -> Iterator[str]:
    """The single hands of a text."""
    for block in re.split(r"\n\s*\n(?=\S*.*Hand #)", text.strip()):
        if "Hand #" in block:
            yield block


def _amount(text: str) -> Decimal:
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text)
    if not found:
        raise PHHError("history", f"{text!r} is no amount")
    return Decimal(found[0].replace(",", ""))


class _Hand:
    def __init__(self, text: str) -> None:
        head = _HEAD.search(text)
        button = _BUTTON.search(text)
        if not head or not button:
            raise PHHError("history", "no hand of hold'em or omaha begins here")
        self.variant = _VARIANT.get((head["game"], head["kind"]), "")
        if not self.variant:
            raise PHHError("history", f"{head['kind']} {head['game']} is not read")
        self.number = int(head["hand"])
        self.sizes = _amount(head["first"]), _amount(head["second"])
        self.lines = text.splitlines()
        seats = [(int(m[1]), m[2], _amount(m[3])) for line in self.lines if (m := _SEAT.match(line.strip()))]
        at = int(button[1])
        seats.sort(key=lambda seat: (seat[0] <= at, seat[0]))
        self.names = [name for _, name, _ in seats]
        self.stacks = [stack for _, _, stack in seats]
        if len(self.names) < 2:
            raise PHHError("players", "fewer than two players are seated")
        count = len(self.names)
        self.antes, self.blinds = [Decimal(0)] * count, [Decimal(0)] * count
        self.hole: dict[int, str] = {}
        self.winnings = [Decimal(0)] * count
        self.actions: list[str] = []

    def player(self, line: str) -> tuple[int, str]:
        """Who acts, and the words after his name."""
        for i in sorted(range(len(self.names)), key=lambda i: -len(self.names[i])):
            if line.startswith(self.names[i] + ":"):
                return i, line[len(self.names[i]) + 1 :].strip()
            if line.startswith(self.names[i] + " collected"):
                return i, line[len(self.names[i]) :].strip()
        return -1, line

    def read(self) -> dict[str, Any]:
        for raw in self.lines:
            line = raw.strip()
            if line.startswith("*** SUMMARY"):
                break
            if line.startswith("***"):
                self._street(line)
            elif line.startswith("Dealt to "):
                self._dealt(line)
            else:
                i, words = self.player(line)
                if i >= 0:
                    self._act(i, words)
        return self._fields()

    def _street(self, line: str) -> None:
        cards = re.findall(r"\[([^\]]+)\]", line)
        if cards and line.split()[1] in ("FLOP", "TURN", "RIVER"):
            self.actions.append(f"d db {cards[-1].replace(' ', '')}")

    def _dealt(self, line: str) -> None:
        found = re.match(r"Dealt to (.+) \[([^\]]+)\]", line)
        if found and found[1] in self.names:
            self.hole[self.names.index(found[1])] = found[2].replace(" ", "")

    def _act(self, i: int, words: str) -> None:
        who = f"p{i + 1}"
        if words.startswith("posts the ante"):
            self.antes[i] = _amount(words)
        elif words.startswith("posts small & big blinds"):
            self.blinds[i] = -self.sizes[1]
            self.antes[i] += _amount(words) - self.sizes[1]
        elif words.startswith("posts"):
            regular = "small blind" in words or any(blind == self.sizes[1] for blind in self.blinds)
            first_big = "big blind" in words and not any(blind == self.sizes[1] for blind in self.blinds)
            self.blinds[i] = _amount(words) if first_big or ("small blind" in words and regular) else -_amount(words)
        elif words.startswith("folds"):
            self.actions.append(f"{who} f")
        elif words.startswith(("checks", "calls")):
            self.actions.append(f"{who} cc")
        elif words.startswith("bets"):
            self.actions.append(f"{who} cbr {_amount(words)}")
        elif words.startswith("raises"):
            self.actions.append(f"{who} cbr {_amount(words.split(' to ')[1])}")
        elif words.startswith("shows"):
            found = re.search(r"\[([^\]]+)\]", words)
            if found:
                self.actions.append(f"{who} sm {found[1].replace(' ', '')}")
        elif words.startswith("mucks"):
            self.actions.append(f"{who} sm")
        elif words.startswith("collected"):
            self.winnings[i] += _amount(words)

    def _fields(self) -> dict[str, Any]:
        size = _HOLE[self.variant[1:]]
        deals = [f"d dh p{i + 1} {self.hole.get(i, '??' * size)}" for i in range(len(self.names))]
        blinds = self.blinds[::-1] if len(self.names) == 2 else self.blinds
        antes = self.antes[::-1] if len(self.names) == 2 else self.antes
        data: dict[str, Any] = {
            "variant": self.variant,
            "ante_trimming_status": False,
            "antes": antes,
            "blinds_or_straddles": blinds,
            "starting_stacks": self.stacks,
            "actions": deals + self.actions,
            "hand": self.number,
            "players": self.names,
            "winnings": self.winnings,
        }
        if self.variant[0] == "F":
            data |= {"small_bet": self.sizes[0], "big_bet": self.sizes[1]}
        else:
            data["min_bet"] = self.sizes[1]
        return data


def read_stars(text: str) -> list[dict[str, Any]]:
    """The hands of a PokerStars text, as PHH fields for `phh.replay`."""
    return [_Hand(block).read() for block in split(text)]


def is_one(text: str) -> bool:
    return "Hand #" in text.lstrip()[:80].split("\n")[0]


def hands(text: str) -> Iterator[dict[str, Any] | PHHError]:
    """The hands of a site's text one by one; what cannot be read comes as its error."""
    for block in split(text):
        try:
            yield _Hand(block).read()
        except PHHError as error:
            yield error
