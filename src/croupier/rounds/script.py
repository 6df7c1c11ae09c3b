"""Words to answers: what a dealer keys, a player types, a case file or a script says.

One line is one act, read in the light of what the table waits for:

    sit 1 ann 500        bet 1 ante 25        bet 1 split 17-20 5     take 1 place 6     call 1 off place 6
    close                shuffle [cut]        Ks 9d 4c                6-5                00
    yes / no             hit                  2 fold                  $50                set Kd 9h
    irregularity card-exposed [position]      undo [entry]            done               meter 12500
"""

from croupier.equipment.cards import parse_card
from croupier.equipment.dice import parse_dice
from croupier.equipment.money import parse_money
from croupier.equipment.shoe import UNSEEN
from croupier.rounds import acts
from croupier.rounds.driver import Driver
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import (
    Amount,
    Arrange,
    Betting,
    Card,
    Decide,
    Do,
    Meter,
    Peek,
    Request,
    Roll,
    Shuffle,
    Spin,
    Stack,
    Together,
    Turn,
)

SEATING = ("sit", "buy", "leave")  # words that are understood at any moment between two rounds
YES, NO = ("yes", "y", "blackjack"), ("no", "n")


def parse(driver: Driver, line: str) -> acts.Anything:
    """The act that a line means here; raises Refused with what was expected."""
    words = line.split("#")[0].split()
    if not words:
        raise Refused(f"the table waits for {driver.pending.asks(driver.table)}")
    verb = words[0].lower()
    try:
        if verb in ("irregularity", "declare") and len(words) in (2, 3):
            return acts.Declared(words[1], int(words[2]) if len(words) == 3 else 0)
        if verb in ("irregularity", "declare"):
            raise ValueError(f"expected {verb} NAME [POSITION]; here: {', '.join(driver.declarable()) or 'none'}")
        if verb == "undo":
            return acts.Undone(int(words[1]) if len(words) > 1 else 0)
        if isinstance(driver.pending, Betting) or (verb in SEATING and driver.seating):
            return _betting(words)
        return _answer(driver.pending, words)
    except (ValueError, IndexError) as error:
        raise Refused(str(error) or f"the table waits for {driver.pending.asks(driver.table)}") from None


def _betting(words: list[str]) -> acts.Answer:
    verb, rest = words[0].lower(), words[1:]
    if verb == "close":
        return acts.Close()
    if verb == "sit":
        return acts.Sit(int(rest[0]), rest[1], parse_money(rest[2]) if len(rest) > 2 else 0)
    if verb == "buy":
        return acts.Buy(int(rest[0]), parse_money(rest[1]))
    if verb == "leave":
        return acts.Leave(int(rest[0]))
    if verb == "bet" and len(rest) in (3, 4):
        return acts.Bet(int(rest[0]), rest[1], parse_money(rest[-1]), rest[2] if len(rest) == 4 else "")
    if verb == "take" and len(rest) in (2, 3, 4):
        amount = parse_money(rest[3]) if len(rest) == 4 else 0
        return acts.Take(int(rest[0]), rest[1], rest[2] if len(rest) > 2 else "", amount)
    if verb == "call" and len(rest) in (2, 3, 4):
        return acts.Call(int(rest[0]), rest[1], *rest[2:])
    raise ValueError(
        "wagers are open; expected bet POSITION WAGER [ON] AMOUNT, take POSITION WAGER [ON], call, sit, leave, buy or "
        f"close, not {' '.join(words)!r}"
    )


def _answer(request: Request, words: list[str]) -> acts.Answer:
    position = int(words.pop(0)) if len(words) > 1 and words[0].isdigit() and _is_players(request) else 0
    word = words[0]
    match request:
        case Card():
            fall = acts.Fall(_card(word))
            if len(words) > 1:
                raise ValueError("one card is keyed at a time here")
            return fall
        case Stack() | Turn():
            return acts.Falls(tuple(_card(w) for w in words))
        case Shuffle():
            if word.lower() != "shuffle":
                raise ValueError(
                    "the cards are to be shuffled: say shuffle, or shuffle and where the cutting card lies"
                )
            return acts.Shuffled(int(words[1]) if len(words) > 1 else request.cut)
        case Roll(count=count):
            return acts.Thrown(parse_dice(" ".join(words), count))
        case Spin():
            if len(words) != 1:
                raise ValueError("key where it came to rest, and nothing else, such as 17 or 00")
            return acts.Landed(word)
        case Peek():
            if word.lower() not in YES + NO:
                raise ValueError("the card reader shows blackjack: yes or no")
            return acts.Saw(word.lower() in YES)
        case Meter():
            return acts.Reads(parse_money(words[-1]))
        case Do():
            return acts.Done()
        case Decide():
            return acts.Chosen(word, position)
        case Amount():
            try:
                return acts.Staked(_amount(word), position)
            except ValueError:
                raise ValueError(f"{word!r} is no amount: {request.range_words()}") from None
        case Arrange():
            return acts.Arranged(tuple(_card(w) for w in words if w.lower() != "set"), position)
        case Together():
            if not position and len(request.parts) > 1:
                raise ValueError(f"say for which position, such as {request.parts[0].position} {' '.join(words)}")
            part = (request.part(position) if position else request.parts[0]) or request.parts[0]
            return _answer(part, [str(position or part.position), *words])
    raise ValueError(f"no words for {type(request).__name__}")


def _is_players(request: Request) -> bool:
    return isinstance(request, Decide | Amount | Arrange | Together)


def _amount(word: str) -> int:
    return 0 if word.lower() in ("no", "none", "decline", "check", "pass") else parse_money(word)


def _card(word: str) -> int:
    return UNSEEN if word == "?" else parse_card(word)


def do(driver: Driver, by: acts.By, line: str) -> None:
    """Read a line and do what it says."""
    act = parse(driver, line)
    if isinstance(act, acts.Declared):
        driver.declare(by, act.when, act.position)
    elif isinstance(act, acts.Undone):
        driver.undo(by, act.entry or None)
    else:
        driver.answer(by, act)
