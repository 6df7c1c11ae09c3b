"""Text histories of online rooms, read into the fields of a PHH hand.

Only what the text says is taken: cards that were not shown stay unknown, and the winnings are those collected, so that
the rake follows. How each room words its lines, and which games are read, is in `site_words`; what is dealt to whom in
`site_dealing`.
"""

import datetime
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from croupier.poker.errors import PHHError
from croupier.poker.phh.fields import form_of
from croupier.poker.phh.site_dealing import STREETS, Dealing
from croupier.poker.phh.site_words import GAMES, SITES, Act, Site, act, amount, cards, dealt, first_amount

_BEGINS = tuple((site, re.compile(site.begins)) for site in SITES)
_BUTTON = re.compile(r"Seat #?(\d+) is the button|button is in seat #(\d+)|Set dealer \[(\d+)\]", re.IGNORECASE)
_SEAT = re.compile(r"^Seat (\d+): (.+?)\s*\(\s*([^()]*?\d[\d.,]*)[^()\d]*(?:,[^()]*)?\)")
_TWICE = re.compile(r"^\*{3} *(?:first|second) (?:flop|turn|river)", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d{1,2}):(\d\d):(\d\d)")
_ANY_DATE = re.compile(r"\d{4}/\d\d/\d\d|\d\d/\d\d/\d{4}")
_STAKES = re.compile(r"([$€£¥]?\d[\d,.]*)\s*€?\s*/\s*([$€£¥]?\d[\d,.]*)\s*€?(?:\s*/\s*(\d[\d,.]*))?")
_GAMES = tuple((re.compile(game.called, re.IGNORECASE), game.letters) for game in GAMES)
_KINDS = ((re.compile(r"no limit|\bNL\b", re.I), "N"), (re.compile(r"pot limit|\bPL\b", re.I), "P"))
_LIMIT = re.compile(r"\blimit\b|\bFL\b|fixed", re.I)
_SYMBOLS = "$€£¥"
_TOTALS = ("PokerStars", "GGPoker", "Full Tilt Poker")  # rooms whose total is that of the pot before the rake


def is_one(text: str) -> bool:
    """Whether a text begins as a hand of a known room does."""
    lines = [line.strip("\ufeff ") for line in text.lstrip().splitlines()[:3]]
    return not any(line.startswith("[") or " = " in line for line in lines[:1]) and any(map(_begins, lines))


def _begins(line: str) -> tuple[Site, str] | None:
    for site, pattern in _BEGINS:
        if found := pattern.match(line.strip()):
            return site, found["hand"]
    return None


def split(text: str) -> Iterator[str]:
    """The single hands of a text: each begins with a line that begins a hand."""
    hand: list[str] = []
    for line in text.splitlines():
        if _begins(line.strip("\ufeff ")):
            if hand:
                yield "\n".join(hand)
            hand = []
        elif not hand:
            continue
        hand.append(line.strip("\ufeff "))
    if hand:
        yield "\n".join(hand)


def hands(text: str) -> Iterator[dict[str, Any] | PHHError]:
    """The hands of a site's text one by one; what cannot be read comes as its error."""
    for block in split(text):
        try:
            yield _Hand(block).read()
        except PHHError as error:
            yield error


class _Hand:
    """One hand of a text while it is read."""

    def __init__(self, text: str) -> None:
        self.lines = [line.strip() for line in text.splitlines()]
        begun = _begins(self.lines[0])
        if begun is None:
            raise PHHError("history", f"no hand begins here: {self.lines[0]!r}")
        self.site, self.number = begun
        self.head = " ".join(self.lines[:2])
        self.variant = self._variant()
        self.form = form_of(self.variant)
        button = _BUTTON.search(text)
        if not button and self.form.family != "stud":
            raise PHHError("history", f"a hand of {self.form.title} cannot be read where no button is named")
        self.seats, self.names, self.stacks = self._seated(int(next(filter(None, button.groups()))) if button else 0)
        count = len(self.names)
        self.antes, self.blinds = [Decimal(0)] * count, [Decimal(0)] * count
        self.bets = [Decimal(0)] * count  # of this street
        self.winnings = [Decimal(0)] * count
        self.pots: list[tuple[int, str, Decimal]] = []  # who won how much of which pot
        self.actions: list[str] = []
        self.dealing = Dealing(self.form, self.names, self.actions.append)
        self.shown: set[int] = set()
        self.paid = [Decimal(0)] * count  # into the pot so far, antes apart
        self.posted: set[str] = set()
        self.bring_in = Decimal(0)
        self.later = False  # past the first round of betting
        self.sizes = self._stakes()

    def _variant(self) -> str:
        heads = (self.lines[0], self.head)  # a table may be called after a game that is not played at it
        found = (letters for head in heads for pattern, letters in _GAMES if pattern.search(head))
        game = next(found, "")
        if not game:
            raise PHHError("history", f"no hand of a game that is read here begins so: {self.lines[0]!r}")
        kind = next((letter for pattern, letter in _KINDS if pattern.search(self.head)), "")
        fixed = _LIMIT.search(self.head) or form_of("F" + game).family == "stud"
        return (kind or ("F" if fixed else "N")) + game

    def _seated(self, button: int) -> tuple[list[int], list[str], list[Decimal]]:
        """Who plays: the seated who act, post or are dealt to; the first left of the button comes first."""
        seats: dict[int, tuple[str, Decimal]] = {}
        for line in self.lines:
            if (found := _SEAT.match(line)) and int(found[1]) not in seats and "SUMMARY" not in line:
                seats[int(found[1])] = (_plain(found[2]), amount(found[3]))
            if line.upper().startswith(("*** SUMMARY", "** SUMMARY")):
                break
        acting = {name for name, _ in seats.values() if any(self._of(line, name) is not None for line in self.lines)}
        order = sorted(seats, key=lambda seat: (seat <= button, seat))
        order = [seat for seat in order if seats[seat][0] in acting]
        if len(order) < 2:
            raise PHHError("players", "fewer than two players are in the hand")
        return order, [seats[seat][0] for seat in order], [seats[seat][1] for seat in order]

    @staticmethod
    def _of(line: str, name: str) -> Act | None:
        """What a line tells of this player."""
        if line.startswith("Dealt to ") and line[9:].startswith(name):
            rest = line[9 + len(name) :]
            return dealt(rest) if rest.strip() == "" or rest.lstrip().startswith("[") else None
        bare = line.replace("  [ME]", "").replace(" [ME]", "")
        if not bare.startswith(name) or bare[len(name) : len(name) + 1] not in (":", " "):
            return None
        return act(bare[len(name) :].lstrip(": "))

    def read(self) -> dict[str, Any]:
        by_length = sorted(range(len(self.names)), key=lambda i: -len(self.names[i]))
        summary = False
        for line in self.lines:
            if _TWICE.match(line):
                raise PHHError("history", "a board that is run more than once is not read")
            if line.upper().startswith("*** SUMMARY"):
                summary = True
                break
            if street := STREETS.match(line):
                self._street(street[1], street[2])
                continue
            for i in by_length:
                if (found := self._of(line, self.names[i])) is not None:
                    self._act(i, found)
                    break
        for line in self.lines if summary else ():
            if line.startswith(("Board [", "Board: [")):
                self.dealing.same_board(cards(line[5:]))
        self.dealing.deal()
        if summary and not any(self.winnings):
            self._from_summary()
        return self._fields()

    def _street(self, name: str, rest: str) -> None:
        groups = [found for group in re.findall(r"\[([^\]]+)\]", rest) if (found := cards(group))]
        if (groups or self.form.family != "board") and not name.startswith("3"):
            self._new_round()
            self.dealing.begin("".join(groups[-1:]), "".join(groups[:-1]))

    def _from_summary(self) -> None:
        """Where the winner is told in the summary alone: `Seat 1: Ada did not show and won 24.80`."""
        at = next(n for n, line in enumerate(self.lines) if line.upper().startswith("*** SUMMARY"))
        for line in self.lines[at:]:
            for i, (seat, name) in enumerate(zip(self.seats, self.names)):
                if line.startswith(f"Seat {seat}: {name} "):
                    rest = re.sub(r"\[[^\]]*\]", "", line[len(f"Seat {seat}: {name} ") :])
                    if found := re.search(r"(?:and won|collected) \(?([$€£¥]?\d[\d,.]*)", rest):
                        self.winnings[i] += amount(found[1].rstrip(".,"))

    def _act(self, i: int, told: Act) -> None:
        if told.verb not in ("post", "hole", "discard", "draw", "win"):
            self.dealing.deal()
        match told.verb:
            case "post":
                self._post(i, told)
            case "hole":
                self.dealing.told(i, told.before, told.what)
            case "discard":
                self._new_round()
                self.dealing.discard(i, int(told.amount), told.what)
            case "draw":
                self._new_round()
                self.dealing.drew(i, int(told.amount))
            case "show" if told.what and i not in self.shown:
                self.shown.add(i)
                self.actions.append(f"p{i + 1} sm {self.dealing.shown(i, told.what)}")
            case "muck" if i not in self.shown and sum(self.dealing.alive) > 1:
                self.shown.add(i)
                self.actions.append(f"p{i + 1} sm")
            case "win":
                self.winnings[i] += told.amount
                self.pots.append((i, told.what, told.amount))
            case _:
                self._bets(i, told)

    def _bets(self, i: int, told: Act) -> None:
        who = f"p{i + 1}"
        match told.verb:
            case "fold":
                self.dealing.alive[i] = False
                self.actions.append(f"{who} f")
            case "check":
                self._check(i)
                self.actions.append(f"{who} cc")
            case "bring-in":
                self.bring_in = told.amount if self._left(i) > told.amount else self._called_bring_in(told.amount)
                self._wager(i, told.amount)
                self.actions.append(f"{who} pb")
            case "call":
                self._call(i, told.amount)
                self.actions.append(f"{who} cc")
            case "bet" | "raise" | "all-in":
                self._raise(i, told)

    def _new_round(self) -> None:
        """What was bet before lies in the pot."""
        self.later = True
        self.bets = [Decimal(0)] * len(self.names)

    def _called_bring_in(self, short: Decimal) -> Decimal:
        """The whole of a bring-in that was all-in for less, by the first call of it, if there is one."""
        told = [found for line in self.lines for name in self.names if (found := self._of(line, name)) is not None]
        after = told[[act.verb for act in told].index("bring-in") + 1 :]
        first = next((act for act in after if act.verb in ("call", "raise", "bet", "check")), Act("check"))
        return max(short, first.amount) if first.verb == "call" else short

    def _left(self, i: int) -> Decimal:
        """How far his chips of this street can reach."""
        return self.bets[i] + self.stacks[i] - self.antes[i] - self.paid[i]

    def _wager(self, i: int, to: Decimal) -> None:
        self.paid[i] += to - self.bets[i]
        self.bets[i] = to

    def _due(self) -> tuple[Decimal, ...]:
        """What a player may have to match: the highest wager; on the first street the whole of one that was short."""
        high = max(self.bets)
        forced = self.bring_in if self.form.family == "stud" else self._first_bet()
        return (high,) if self.later or high >= forced else (high, forced)

    def _first_bet(self) -> Decimal:
        """The big blind."""
        return self.sizes[0] if self.variant[0] == "F" else self.sizes[1]

    def _check(self, i: int) -> None:
        if self.bets[i] < max(self.bets) and self._left(i) > self.bets[i]:
            short = max(self.bets) - self.bets[i]
            raise PHHError("check", f"{self.names[i]} checks, but it is {short:,} to him")

    def _call(self, i: int, added: Decimal) -> None:
        """A call is for what was due, or for all that he has left."""
        reach = [min(due, self._left(i)) for due in self._due()]
        to = next((to for to in reach if to - self.bets[i] == added), None)
        if to is None and added:
            words = f"{self.names[i]} calls {added:,}, but it is {reach[0] - self.bets[i]:,} to him"
            raise PHHError("call-amount", words)
        self._wager(i, reach[0] if to is None else to)

    def _raise(self, i: int, told: Act) -> None:
        added = told.verb == "all-in" or told.what == "added" or (told.verb == "bet" and self.site.adds)
        to = self.bets[i] + told.amount if added else told.amount
        if told.verb == "all-in" and to <= max(self.bets):
            self._wager(i, to)
            self.actions.append(f"p{i + 1} cc")
            return
        if told.by and told.by not in (to - self.bets[i], *(to - due for due in self._due())):
            words = f"{self.names[i]} raises {told.by:,} to {to:,}, which is {to - max(self.bets):,} more"
            raise PHHError("raise-amount", words)
        self._wager(i, to)
        self.actions.append(f"p{i + 1} cbr {to.normalize():f}")

    def _post(self, i: int, told: Act) -> None:
        """Antes and dead chips lie in the pot; the first small and big blind are the blinds, others are posts."""
        if told.what in ("ante", "dead"):
            self.antes[i] += told.amount
            return
        big = self._first_bet()
        live = told.amount
        if told.what == "both" and told.amount > big:
            self.antes[i] += told.amount - big
            live = big
        first = told.what == "straddle" or (told.what in ("small", "big") and told.what not in self.posted)
        self.posted.add(told.what)
        self.blinds[i] = live if first else -live
        self._wager(i, live)

    def _stakes(self) -> tuple[Decimal, Decimal]:
        """The two sizes of the head, or the blinds as posted where the head has none."""
        for match in _STAKES.finditer(_ANY_DATE.sub("", self.head)):
            sizes = [amount(part) for part in match.groups() if part]
            if sizes[-2] <= sizes[-1]:
                return sizes[-2], sizes[-1]
        told = [self._of(line, name) for line in self.lines for name in self.names]
        posts = {post.what: post.amount for post in reversed(told) if post is not None and post.verb == "post"}
        small, big = posts.get("small", Decimal(0)), posts.get("big", posts.get("small", Decimal(0)) * 2)
        if not big:
            raise PHHError("history", "neither the head nor a blind says what is played for")
        return small or big / 2, big

    def _fields(self) -> dict[str, Any]:
        first, second = self.sizes
        turned = len(self.names) == 2  # heads-up the format lists the small blind first
        data: dict[str, Any] = {
            "variant": self.variant,
            "ante_trimming_status": False,
            "antes": self.antes[::-1] if turned else self.antes,
        }
        if self.form.family == "stud":
            data["bring_in"] = self.bring_in or first / 2  # where the first player completes, nobody says what it was
        else:
            data["blinds_or_straddles"] = self.blinds[::-1] if turned else self.blinds
        data |= {"small_bet": first, "big_bet": second} if self.variant[0] == "F" else {"min_bet": second}
        data |= {
            "starting_stacks": self.stacks,
            "actions": self.dealing.opening + self.actions,
            "hand": int(self.number) if self.number.isdigit() else self.number,
            "seats": self.seats,
            "players": self.names,
            "winnings": self.winnings,
            "_whole": True,  # nothing that anybody posted or won is left out
        }
        if self.pots and all(pot for _, pot, _ in self.pots):
            data["_pots"] = [[i, int(pot), won] for i, pot, won in self.pots]
        return data | self._about() | self._total()

    def _total(self) -> dict[str, Any]:
        """The pot and what was taken from it, where the room states both and nothing was given to the pot."""
        if self.site.venue not in _TOTALS or any("cash drop" in line.lower() for line in self.lines):
            return {}
        found = next((line for line in self.lines if line.startswith("Total pot") and "|" in line), None)
        if found is None:
            return {}
        pot, *taken = found.split("|")
        return {"_pot": first_amount(pot), "_rake": sum((first_amount(part) for part in taken), Decimal(0))}

    def _about(self) -> dict[str, Any]:
        """Where and when, for the record."""
        about: dict[str, Any] = {"venue": self.site.venue} if self.site.venue else {}
        if table := re.search(r"Table:? '([^']+)'", " ".join(self.lines[:4])):
            about["table"] = table[1]
        if date := _DATE.search(self.head):
            year, month, day, hour, minute, second = map(int, date.groups())
            about |= {"year": year, "month": month, "day": day}
            if hour < 24 and minute < 60 and second < 60:
                about["time"] = datetime.time(hour, minute, second)
        symbol = next((letter for letter in "".join(self.lines[:8]) if letter in _SYMBOLS), "")
        return about | ({"currency_symbol": symbol} if symbol else {})


def _plain(name: str) -> str:
    return name.replace(" [ME]", "").strip()
