"""A poker table in a player's words: last acts, pots by name, what each decision costs, the time, the hand by street.

One set of words for cash games and tournaments: `say` writes an amount, as money or as tournament chips, and `unit`
is how many cents the page reckons for one of them.
"""

import datetime
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from croupier.house.people.persons import Person
from croupier.house.poker_room.table.refusals import short
from croupier.house.record.sentences import listed
from croupier.poker.hand_words import IN_FRONT
from croupier.web.felt.hand_names import short as caption
from croupier.web.felt.oval.shown import (
    Ahead,
    Amount,
    Bank,
    Choice,
    PastHand,
    PokerSeat,
    PotShown,
    Preset,
    StreetLine,
    StreetShown,
    Taken,
    Timer,
)
from croupier.web.kit.words import plain

Said = Callable[[int], str]
Named = dict[int, str]

APART = 60  # thousandths of the slider between two marks that have their figures

ACTS = {
    "post": ("Posts {}", "call"),
    "fold": ("Fold", "fold"),
    "check": ("Check", "call"),
    "call": ("Call {}", "call"),
    "bet": ("Bet {}", "bet"),
    "raise": ("Raise to {}", "bet"),
    "complete": ("Complete to {}", "bet"),
    "bring-in": ("Brings in {}", "call"),
    "all-in": ("All in {}", "all-in"),
    "muck": ("Mucked", "fold"),
}


def deals_here(who: Person | None, mode: str, dealer: str) -> bool:
    """Whether this person keys the hands of a table: its dealer, or the floor."""
    return mode == "dealer" and who is not None and (who.badge == dealer or who.role in ("supervisor", "manager"))


def last_act(told: dict[str, Any] | None, place: int, say: Said) -> tuple[str, str]:
    """The strip of a plate: words, and how it looks."""
    if told is None or place < 0:
        return "", ""
    act = told["acts"][place]
    kind = act["kind"]
    named = told["named"].get(place) or told["named"].get(str(place), "")
    if kind == "show" and named:
        return caption(named.partition(";")[0]), "bet"
    if kind == "draw":
        return (f"Draws {act['amount']}" if act["amount"] else "Stands pat"), "call"
    words, look = ACTS.get(kind, ("", ""))
    return words.format(say(act["amount"])), look


def pots(
    told: dict[str, Any] | None, order: Sequence[int], names: Named, own: int, say: Said, unit: int = 1
) -> tuple[PotShown, ...]:
    if told is None:
        return ()
    return tuple(_pot(pot, order, names | {own: "You"}, say, unit) for pot in told["pots"])


def _pot(pot: dict[str, Any], order: Sequence[int], names: Named, say: Said, unit: int) -> PotShown:
    seats = [order[place] for place in pot["players"]]
    if pot["pushed"]:
        note = names.get(seats[0], f"seat {seats[0]}") if len(seats) == 1 else f"{len(seats)} share it"
    else:
        note = f"{len(seats)} seats" if not pot["front"] else "in front" if pot["name"] != IN_FRONT else ""
    return PotShown(
        name=pot["name"],
        amount=say(pot["amount"]),
        cents=pot["amount"] * unit,
        note=note,
        front=pot["front"],
        pushed=pot["pushed"],
    )


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def bank(found: dict[str, Any] | None, his_turn: bool) -> Bank | None:
    """The time bank of the reader whose turn it is; one that runs can't be taken again."""
    if found is None or not his_turn or not (found["bank"] or found["bank_s"]):
        return None
    return Bank(
        words="It runs" if found["bank"] else f"{_minutes(found['bank_s'])} after your time", runs=found["bank"]
    )


def timer(found: dict[str, Any] | None) -> Timer | None:
    """The time of the player in turn: his time to think, then the clock of the book as his time bank."""
    if found is None:
        return None
    seconds = -(-found["left_ms"] // 1000)
    bank = found["bank_s"]
    then = "Time bank runs" if found["bank"] else f"Time bank {_minutes(bank)}" if bank else ""
    return Timer(left_ms=found["left_ms"], of_ms=found["of_ms"], words=f"{seconds} s", then=then)


def hand_name(told: dict[str, Any] | None) -> str:
    return caption(told["called"]) if told and told["called"] else ""


# ---- what may be done

NO_RAISE = {
    "table-stakes": "The call takes the whole stack",
    "barred": "A ruling bars this seat from raising",
    "nobody-to-answer": "Nobody is left who could answer a raise",
    "reopen": "No full raise since the last act of this seat",
    "cap": "The bet was raised as often as it may be",
    "check-raise": "Who has checked may not raise",
    "bound": "What this seat did out of turn binds it",
}


def no_raise(options: dict[str, Any] | None) -> str:
    """Why the player in turn may not raise, with the clause; nothing where he may."""
    rule = (options or {}).get("why_no_raise", "")
    clause = (options or {}).get("no_raise_clause", "")
    return f"{NO_RAISE.get(rule) or plain(rule)}{f' · {clause}' if clause else ''}" if rule else ""


def priced(
    found: Sequence[Choice], options: dict[str, Any] | None, stack: int, out: int, say: Said, unit: int = 1
) -> tuple[Choice, ...]:
    """The decisions with what each adds and what stays."""
    made = []
    for one in found:
        adds = 0
        if one.act == "call" and options:
            adds = options["call"]
        elif one.act == "bring-in" and options:
            adds = options["bring_in"]
        elif one.act in ("bet", "raise"):
            adds = one.to - out
        elif one.act not in ("fold", "check"):
            made.append(one)
            continue
        cost = f"{say(max(0, stack - adds))} stays" if adds else "No cost"
        asks = one.act == "fold" and options is not None and bool(options["check"])
        key = "" if one.act in ("bet", "raise") and any(m.act == one.act for m in made) else one.key
        changed = {"note": cost, "key": key, "asks": asks, "adds": adds * unit, "adding": say(adds) if adds else ""}
        made.append(msgspec.structs.replace(one, **changed))
    return tuple(made)


def amount(
    options: dict[str, Any] | None,
    hand: dict[str, Any] | None,
    stack: int,
    out: int,
    big: int,
    say: Said,
    unit: int = 1,
) -> Amount | None:
    """A bet of his own size, where the structure lets him choose; presets that are over what he may bet say so."""
    if not options or options["amounts"] or not options["most"] or hand is None:
        return None
    least, most, step = options["least"], options["most"], max(1, options["step"])
    call, pot = options["call"] or 0, hand["pot"]
    level = hand["level"]
    wanted = (("Min", least), ("½ pot", (pot + call) // 2 + level), ("Pot", pot + call + level), ("All in", most))
    quick: list[Preset] = []
    for key, (title, size) in enumerate(wanted, 1):
        size = size if size in (least, most) else max(least, size // step * step)
        off = "" if size <= most else "Over your stack" if most == stack + out else "Over the limit"
        if title == "All in" and most < stack + out:
            title = "Most"
        mark = round(1000 * (min(size, most) - least) / (most - least)) if most > least else 0
        apart = not off and all(mark - one.mark >= APART for one in quick if not one.off and one.apart)
        quick.append(
            Preset(title=title, key=str(key), cents=size * unit, words=say(size), mark=mark, off=off, apart=apart)
        )
    verb = "bet" if options["kind"] == "bet" else "raise"
    word = {"bet": "Bet", "complete": "Complete to"}.get(options["kind"], "Raise to")
    return Amount(
        verb=verb,
        word=word,
        least=least * unit,
        most=most * unit,
        step=step * unit,
        level=out * unit,
        stack=stack * unit,
        big=max(step, big) * unit,
        quick=tuple(quick),
        range=f"{say(least)} to {say(most)}",
    )


def ahead(
    hand: dict[str, Any] | None, mine: PokerSeat | None, out: int, stack: int, say: Said, unit: int = 1
) -> Ahead | None:
    """What a player with a live hand may choose while others act."""
    if hand is None or mine is None or not mine.playing or mine.acting or not mine.cards or not stack:
        return None
    if hand["phase"] != "bet":
        return None
    call = min(stack, max(0, hand["level"] - out))
    return Ahead(call=call * unit, words=say(call) if call else "")


# ---- hands that are over


def several_pots(records: Sequence[dict[str, Any]]) -> bool:
    """Whether the winners of a hand are told pot by pot."""
    return any(record.get("pot") for record in records if record["type"] == "Awarded")


def of_pot(won: dict[str, Any], several: bool) -> str:
    """From which pot something was won, where there were several."""
    number = won.get("pot", 0)
    return (f" of side pot {number}" if number else " of the main pot") if several else ""


def past_hands(found: Sequence[dict[str, Any]]) -> tuple[PastHand, ...]:
    """The latest hands from the record, newest first: board, hands shown, who won what."""
    made = []
    for hand in reversed(found):
        events = hand["events"]
        won = [event for event in events if event.get("type") == "Awarded"]
        if not won:
            continue
        board = [card for event in events if event.get("type") == "BoardDealt" for card in event["cards"]]
        lines = [f"Seat {e['seat']} shows {' '.join(e['cards'])}" for e in events if e.get("type") == "Shown"]
        lines += [f"Seat {e['seat']} wins {short(e['amount'])}{of_pot(e, several_pots(won))}" for e in won]
        made.append(PastHand(at_us=_at_us(hand["at"]), board=" ".join(board), lines=tuple(lines)))
    return tuple(made)


def _at_us(at: str) -> int:
    return int(datetime.datetime.fromisoformat(at).timestamp() * 1_000_000)


# ---- the hand by street

DID = {
    "Folded": "folds",
    "Checked": "checks",
    "Mucked": "hand not shown",
}
RAISED = {"bet": "bets", "complete": "completes to", "raise": "raises to"}
POSTED = {
    "ante": "ante",
    "blind": "blind",
    "straddle": "straddle",
    "kill": "kill",
    "post": "posts",
    "dead": "dead money",
}
BETTING = ("Folded", "Checked", "Called", "BroughtIn", "Raised")


class Street:
    """One street while the records are gone through."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.cards: list[str] = []
        self.did: dict[int, list[str]] = {}
        self.put: dict[int, int] = {}
        self.taken: list[Taken] = []
        self.betting = False
        self.run = 0

    def says(self, seat: int, words: str) -> None:
        self.did[seat] = [*self.did.pop(seat, []), words]  # who acted last stands last

    def shown(self, names: Named, own: int, total: Said, still: bool = False) -> StreetShown:
        lines = tuple(
            StreetLine(
                seat=seat,
                name="You" if seat == own else names.get(seat, f"Seat {seat}"),
                did=", ".join(words),
                amount=total(self.put[seat]) if self.put.get(seat) else "",
                you=seat == own,
            )
            for seat, words in self.did.items()
        )
        put = sum(self.put.values())
        cards, taken = " ".join(self.cards), tuple(self.taken)
        told = f"{total(put)}{' so far' if still else ''}" if put else ""
        return StreetShown(title=self.title, cards=cards, sum=told, lines=lines, taken=taken)


def story(
    records: Sequence[dict[str, Any]],
    told: dict[str, Any] | None,
    names: Named,
    own: int,
    say: Said,
    total: Said,
    house: dict[str, Any] | None = None,
    turn: tuple[int, str] = (0, ""),
) -> tuple[StreetShown, ...]:
    """The hand by street, newest first: one line a player with what he did and his sum, and what the house took.

    `total` writes a sum of the last column, `house` says how much of a pot is taken, `turn` whose act is awaited.
    """
    if told is None:
        return ()
    titles = [_title(name) for name in told["rounds"]]
    streets = [Street(titles[0])]
    split, several = any(record.get("half") == "low" for record in records), several_pots(records)
    shown = {record["seat"] for record in records if record["type"] == "Shown"}
    before: dict[str, int] = {}  # what the house has taken of each kind
    for record in records:
        kind = record["type"]
        if kind == "Mucked" and record["seat"] in shown:  # killed before the pots were pushed
            continue
        new = kind in ("BoardDealt", "Drew") or (kind == "Dealt" and told["family"] == "stud")
        again = kind == "BoardDealt" and bool(streets[-1].cards)
        if new and (streets[-1].betting or again) and not record.get("board"):
            streets.append(Street(titles[min(len(streets), len(titles) - 1)]))
        if kind == "Collected":
            pot = sum(sum(street.put.values()) for street in streets)
            streets[-1].taken.append(_collected(record, pot, before.get(record["kind"], 0), house or {}, say, total))
            before[record["kind"]] = before.get(record["kind"], 0) + record["amount"]
        else:
            _tell(streets[-1], record, say, split, several)
    seat, asked = turn
    if seat:
        streets[-1].says(seat, asked)
    told_streets = [street for street in reversed(streets) if street.did or street.cards]
    return tuple(street.shown(names, own, total, bool(seat) and not at) for at, street in enumerate(told_streets))


def awaited(seat: int, own: int, options: dict[str, Any] | None) -> tuple[int, str]:
    """Whose act the hand waits for, as its account says it; the reader's own with what he may do."""
    if not seat or seat != own or not options:
        return seat, "to act"
    may = [word for word in ("check", "call", options["kind"]) if _may(options, word)]
    may += ["fold"] if options["fold"] else []
    return seat, f"to act: {listed(may, 'or')}"


def _may(options: dict[str, Any], word: str) -> bool:
    if word in ("check", "call"):
        return bool(options[word])
    return bool(options["amounts"] or options["most"])


def _collected(record: dict[str, Any], pot: int, before: int, house: dict[str, Any], say: Said, total: Said) -> Taken:
    """Rake or drop as it was taken: how much, of what, less what was taken before, under which clause."""
    words = f"The pot came to {say(pot)}"
    if record["kind"] == "rake":
        title = "Rake"
        if house.get("percent"):
            most = f", at most {say(house['most'])}" if house["most"] else ""
            words = f"{house['percent']:g}% of {say(pot)}{most}{f', {say(before)} of it before' if before else ''}"
    else:
        title = "Jackpot drop"
        reached = [say(level) for level in house.get("drops", ()) if level <= pot]
        words = f"The pot passed {' and '.join(reached)}" if reached else words
    return Taken(title=title, words=words, amount=f"−{total(record['amount'])}", clause=record.get("clause", ""))


def _title(name: str) -> str:
    return "Before the flop" if name == "pre-flop" else name.replace("-", " ").capitalize()


def _tell(street: Street, record: dict[str, Any], say: Said, split: bool, several: bool) -> None:
    kind, seat = record["type"], record.get("seat", 0)
    amount = record.get("amount", 0)
    street.betting = street.betting or kind in BETTING
    if kind == "BoardDealt":
        if record.get("board", 0) != street.run:  # another run: its cards stand apart from those before
            street.run = record["board"]
            street.cards.append("·")
        street.cards += [card for card in record.get("cards", ()) if card != "??"]
    elif kind in DID:
        street.says(seat, DID[kind])
    elif kind == "Posted":
        street.put[seat] = street.put.get(seat, 0) + amount
        street.says(seat, POSTED.get(record["kind"], "posts"))
    elif kind in ("Called", "BroughtIn"):
        street.put[seat] = street.put.get(seat, 0) + amount
        street.says(
            seat, ("calls" if kind == "Called" else "brings it in") + (" all in" if record.get("all_in") else "")
        )
    elif kind == "Raised":
        street.put[seat] = max(street.put.get(seat, 0), record["to"])
        end = ", all in" if record.get("all_in") else ""
        street.says(seat, f"{RAISED.get(record['kind'], 'bets')} {say(record['to'])}{end}")
    elif kind == "Drew":
        count = len(record.get("discards", ()))
        street.says(seat, f"draws {count}" if count else "stands pat")
    elif kind == "Shown":
        street.says(seat, "shows " + " ".join(card for card in record.get("cards", ()) if card != "??"))
    elif kind == "Awarded":
        half = f" {record['half']}" if split and record.get("half") else ""
        street.says(seat, f"wins{half} {say(amount)}{of_pot(record, several)}")
    elif kind == "Returned":
        street.put[seat] = street.put.get(seat, 0) - amount
        street.says(seat, f"{say(amount)} back, uncalled")
    elif kind == "Ruled":
        ruling = record.get("says") or record["ruling"].replace("-", " ")
        street.taken.append(
            Taken(title=f"Ruling: {plain(record['when'])}", words=ruling, clause=record.get("clause", ""))
        )
