"""What a person types at a table, read generously: short names, other spellings, what is plain from the moment."""

import difflib

from croupier.equipment.cards import RANKS
from croupier.equipment.money import parse_money
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Amount, Betting, Card, Decide, Request, Shuffle, Stack, Together, Turn
from croupier.rounds.script import parse

BESIDE = ("irregularity", "declare", "undo")
SEATING = ("sit", "leave", "buy-in")  # at any moment between two rounds
VERBS = ("bet", "take", "call", "sit", "leave", "close")


def read(driver: Driver, line: str) -> acts.Anything:
    """The act that a line means now; raises Refused with what was expected."""
    words = line.split()
    if words and words[0].lower() in BESIDE:
        return parse(driver, line)
    if isinstance(driver.pending, Betting) or (words and words[0].lower() in SEATING and driver.seating):
        return _betting(driver, words)
    return parse(driver, _answer(driver, words))


# While wagers are open


def _betting(driver: Driver, words: list[str]) -> acts.Anything:
    if not words:
        return acts.Close()
    verb = words[0].lower()
    if verb == "buy-in":
        return _buy_in(driver, words[1:])
    if verb in ("sit", "leave", "close", "deal", "roll", "spin"):
        return parse(driver, " ".join(["close" if verb in ("deal", "roll", "spin") else verb, *words[1:]]))
    if verb in ("bet", "take", "call"):
        words = words[1:]
        if not words:
            raise Refused(f"{verb} what? {usage(driver)}")
    else:
        verb = "bet"
    seat = _seat(driver)
    if len(words) > 1 and words[0].isdecimal():
        seat = words.pop(0)
    if verb == "call":
        return parse(driver, " ".join(["call", seat, words[0].lower(), *_named(driver, words[1:])]))
    return parse(driver, " ".join([verb, seat, *_named(driver, words, amount=verb == "bet")]))


def _buy_in(driver: Driver, words: list[str]) -> acts.Buy:
    seat = words.pop(0) if len(words) == 2 and words[0].isdecimal() else _seat(driver)
    try:
        return acts.Buy(int(seat), parse_money(words[0]))
    except (ValueError, IndexError):
        raise Refused("buy-in and an amount, such as buy-in 500") from None


def _seat(driver: Driver) -> str:
    """The position somebody means who names none: the first that is taken."""
    return str(next((p.number for p in driver.felt.positions if p.patron), 1))


def _named(driver: Driver, words: list[str], *, amount: bool = False) -> list[str]:
    """The same words with the wager and what it is on as the rulebook spells them; a lone amount stays."""
    if not words:
        return []
    found = find_wager(driver, words)
    if found is None:
        raise Refused(unknown_wager(driver, words[0]))
    name, used = found
    rest = words[used:]
    if len(rest) > amount:
        rest[0] = _selection(driver, name, rest[0])
    return [name, *rest]


def find_wager(driver: Driver, words: list[str]) -> tuple[str, int] | None:
    """The wager that the first words name, and how many words that took: `pair plus`, `Don't Pass`, `pair`."""
    rules = driver.game.posting.wagers
    spelled = {slug(rule.title): name for name, rule in reversed(rules.items())} | {name: name for name in rules}
    for count in range(min(len(words), 5), 0, -1):
        name = spelled.get(slug(" ".join(words[:count])))
        if name:
            return name, count
    short = slug(words[0])
    meant = {name for name in rules if name.startswith(short)} if len(short) > 1 else set()
    return (meant.pop(), 1) if len(meant) == 1 else None


def slug(text: str) -> str:
    return "-".join(text.lower().replace("'", "").replace("’", "").replace(":", "").replace("-", " ").split())


def unknown_wager(driver: Driver, word: str) -> str:
    names = list(driver.game.posting.wagers)
    near = [n for n in names if n.startswith(slug(word))] or difflib.get_close_matches(slug(word), names, 3, 0.5)
    if word.lower() in VERBS or not word[0].isalpha() or not near:
        return f"{word!r} is no wager at this table. {usage(driver)}"
    return f"{word!r} is no wager at this table; is it {' or '.join(near)}? ? lists them all"


def usage(driver: Driver) -> str:
    names = list(driver.game.posting.wagers)
    some = ", ".join(names[:6]) + (", and more: ? lists them" if len(names) > 6 else "")
    return f"Type a wager and an amount, or Enter to close; wagers are {some}"


def _selection(driver: Driver, wager: str, word: str) -> str:
    """`20-17` is the split 17-20; the first column is `1` or `1st`."""
    known = driver.game.selections(wager)
    if word in known or known == ("",):
        return word
    parts = word.replace("/", "-").replace(",", "-").split("-")
    for selection in known:
        if sorted(selection.split("-")) == sorted(parts):
            return selection
    near = [s for s in known if s.lower().startswith(word.lower())]
    return near[0] if len(near) == 1 else word


# When the table asks


def _answer(driver: Driver, words: list[str]) -> str:
    request = driver.pending
    if isinstance(request, Shuffle) and not words:
        return "shuffle"
    down = isinstance(request, Card | Stack) and request.face != "up" and not driver.table.electronic
    if down and (not words or set("".join(words)) == {"?"}):
        return " ".join(["?"] * (request.count if isinstance(request, Stack) else 1))
    if isinstance(request, Stack | Turn) and len(words) == 1:
        words = split_cards(words[0])
    return " ".join(_choice(request, words))


def split_cards(word: str) -> list[str]:
    """`Ks9d4c` is three cards."""
    cards, start = [], 0
    for end, letter in enumerate(word, 1):
        if letter.lower() in "cdhs" and word[start : end - 1].upper() in (*RANKS, "10"):
            cards.append(word[start:end])
            start = end
    return cards if cards and start == len(word) else [word]


def _choice(request: Request, words: list[str]) -> list[str]:
    """A decision by the beginning of its name, where only one begins so."""
    if not words:
        return words
    place = 1 if len(words) > 1 and words[0].isdecimal() else 0
    if isinstance(request, Together):
        part = request.part(int(words[0])) if place else request.parts[0]
    else:
        part = request if isinstance(request, Decide | Amount) else None
    if not isinstance(part, Decide):
        return words
    word = slug(" ".join(words[place:]))
    names = [choice.name for choice in part.choices]
    open_now = [choice.name for choice in part.choices if not choice.blocked]
    meant = [n for n in names if n == word] or [n for n in open_now if n.startswith(word)]
    return [*words[:place], meant[0]] if len(meant) == 1 else words
