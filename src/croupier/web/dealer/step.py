"""The next step of the dealer's screen: what the table asks for, and what is pressed or keyed for it."""

from typing import Any

from croupier.equipment.cards import RANKS, SUITS, make_card
from croupier.equipment.money import money
from croupier.equipment.shoe import UNSEEN
from croupier.games.shoegame import burn_value
from croupier.house.people.persons import Person
from croupier.house.tables.life import CLOSING, FloorTable
from croupier.rounds import acts, coupons, refusal
from croupier.rounds.acts import By
from croupier.rounds.authority import at_stations
from croupier.rounds.driver import Driver
from croupier.rounds.requests import (
    Amount,
    Arrange,
    Betting,
    Card,
    Choice,
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
    place_words,
)
from croupier.web.dealer.shown import CardKey, Offered, OfferGroup
from croupier.web.dealer.wager_nicknames import CALLED
from croupier.web.felt import kinds
from croupier.web.felt.choices import adds_words, choice_title
from croupier.web.felt.shown import Action
from croupier.web.kit import words

SUIT_ROWS = "shdc"


class NextStep:
    """What a table asks for now, as the fields of the dealer's view."""

    def __init__(self, driver: Driver, table: FloorTable, who: Person) -> None:
        self.who, self.driver, self.table = who, driver, driver.table
        self.table_id = table.id
        self.posting = driver.game.posting
        self.felt = kinds.of(driver.game.FELT)
        self.pending: Request = driver.pending
        self.stations = at_stations(self.table)
        self.closing = table.state == CLOSING
        self.apart = self.table.electronic or self.stations  # players decide where they sit, not at this screen

    def fields(self) -> dict[str, Any]:
        match self.pending:
            case Betting():
                return self._betting()
            case Card(to=to, face=face):
                return self._cards(to, face, 1)
            case Stack(to=to, face=face, count=count):
                return self._cards(to, face, count)
            case Turn(to=to, count=count):
                return {
                    "asks": f"Turn {_cards_of(to, count, hands=self._hands(to))} and key {_it(count)}",
                    "where": self._where(to),
                    "kind": "cards",
                    "count": count,
                    "place": _short_place(to),
                    "hand": _possessive(to),
                    "last": f"Turn {_cards_of(to, 1, 'last ', self._hands(to))} and key it",
                    **self._keys(),
                }
            case Peek():
                return {
                    "asks": "Look at the hole card with the reader",
                    "kind": "peek",
                    "actions": (Action(id="saw:no", title="No blackjack"), Action(id="saw:yes", title="Blackjack")),
                }
            case Shuffle():
                return {
                    "asks": "Shuffle and cut the cards",
                    "note": self._says("who-cuts", "cut", "shuffle-check"),
                    "kind": "shuffle",
                    "actions": (Action(id="shuffled", title="Shuffled and cut", icon="again"),),
                }
            case Roll(count=count):
                return {"asks": "Call the dice and key them", "kind": "dice", "count": count, "where": self._point()}
            case Spin(pockets=pockets):
                return {
                    "asks": "Key where it came to rest",
                    "kind": "spin",
                    "pockets": tuple((one, self.felt.fell(one)) for one in self.felt.in_order(pockets)),
                }
            case Do(says=says, by=by):
                others = by == "supervisor" and self.who.role == "dealer"
                why = (
                    f"The supervisor does this, signed in on the dealer's screen of {self.table_id}." if others else ""
                )
                asks, _, more = self._in_words(says).partition(": ")
                return {
                    "asks": asks,
                    "note": f"{more[:1].upper()}{more[1:]}",
                    "kind": "do",
                    "where": words.plain(by),
                    "actions": (Action(id="done", title="Done", icon="check", open=not why, why=why),),
                }
        return self._decision()

    def _hands(self, to: str) -> int:
        """How many hands the position of a place has: more than one where it has split."""
        number = to.partition(".")[0]
        return len(self.table.position(int(number)).hands) if number.isdigit() and int(number) else 1

    def _where(self, to: str) -> str:
        hands = self._hands(to)
        number, _, hand = to.partition(".")
        return f"position {number}, hand {int(hand or 0) + 1} of {hands}" if hands > 1 else said_place(to)

    def _says(self, *names: str) -> str:
        """What the rulebook's procedures say of this step, each with its clause."""
        found = [rule for name in names if (rule := self.posting.rulebook.procedure(name)) and rule.says]
        return " ".join(f"{rule.says} ({rule.clause})" for rule in found)

    def _in_words(self, says: str) -> str:
        """What a progressive calls its outcomes is written as people say it."""
        rows = self.posting.rows("progressive") if "progressive" in self.posting.wagers else ()
        for row in rows:
            says = says.replace(row.outcome, row.outcome.replace("-", " "))
        return says

    def _betting(self) -> dict[str, Any]:
        positions = self.table.betting_positions()
        staked = sum(w.stake for w in self.driver.felt.wagers)
        why = ""
        try:
            self.driver.check(By("dealer", self.who.badge), acts.Close())
        except refusal.Refused as refused:
            why = refused.says
        electronic = self.table.electronic
        have = "1 position has" if len(positions) == 1 else f"{len(positions)} positions have"
        note = f"{have} {money(staked)} on the layout." if positions else "No wager yet."
        if point := self._point():
            note = f"{point[:1].upper()}{point[1:]}. {note}"
        if electronic:
            return {
                "asks": "Wagers are open",
                "note": note,
                "kind": "wait",
                "alert": "The table deals by itself when its players are ready.",
            }
        game = self.driver.game
        title = "No more bets" if "wheel" in game.EQUIPMENT else "Close the wagers"
        title = "Dice are out" if game.FAMILY == "dice" else title
        asks = "Wagers are open at the stations; close them" if self.stations else "Take wagers, then close them"
        if self.closing:
            asks = "This table is closing: play the wagers that lie there"
        return {
            "asks": asks,
            "note": note,
            "kind": "betting",
            "offers": () if self.stations or self.closing else self._offers(),
            "coupons": () if self.stations or self.closing else self._coupons(),
            "actions": (Action(id="close", title=title, icon="lock", open=not why, why=why),),
        }

    def _point(self) -> str:
        """What the next throw is about, where the game has a point."""
        point = self.driver.felt.memo.get("point") if self.driver.game.FAMILY == "dice" else None
        return "" if point is None else f"the point is {point}" if point else "come-out roll"

    def _burned(self) -> str:
        """How many of the cards that a first burn card asks for lie burned: `card 3 of 9`."""
        burned = self.driver.felt.places.get("burn")
        by_value = self.posting.get("burn", "none") == "by-value" and self.driver.felt.stage == "shuffle"
        if not by_value or burned is None or not burned.cards or burned.cards[0] == UNSEEN:
            return ""
        return f"card {len(burned.cards)} of {burn_value(burned.cards[0])}"

    def _coupons(self) -> tuple[tuple[str, str], ...]:
        game = self.driver.game
        return tuple((name, game.posting.wagers[name].title) for name in coupons.beside(game))

    def _offers(self) -> tuple[OfferGroup, ...]:
        """What a dealer may mark for a patron without a station, in the book's order: what has one name and several
        numbers is a group of that name."""
        game = self.driver.game
        groups: list[OfferGroup] = []
        for wager, rule in self.posting.wagers.items():
            if wager in game.PLACED_LATER:
                continue
            found = tuple(self._offered(wager, on, rule.title) for on in game.selections(wager))
            title = rule.title if len(found) > 1 else ""
            if groups and not title and not groups[-1].title:
                groups[-1] = OfferGroup(offers=groups[-1].offers + found)
            elif found:
                groups.append(OfferGroup(title=title, offers=found))
        return tuple(groups)

    def _offered(self, wager: str, on: str, name: str) -> Offered:
        title = words.wager_title(self.posting, wager, on)
        short = title.removeprefix(name).strip() or title
        return Offered(key=words.key_of(wager, on), title=title, short=short, also=CALLED.get(wager, ""))

    def _cards(self, to: str, face: str, count: int) -> dict[str, Any]:
        what = "a card" if count == 1 else f"{count} cards"
        hands = self._hands(to)
        place = said_place(to, hands)
        if self.table.electronic:
            return {"asks": f"The shuffler deals {what} to {place}", "kind": "wait"}
        if face != "up":
            burned = self._burned() if to == "burn" else ""
            return {
                "asks": f"{_dealt(to, count, hands)}, face down",
                "where": f"{place}, {burned}" if burned else self._where(to),
                "kind": "do",
                "count": count,
                "note": "Nobody sees a face, so none is keyed.",
                "actions": (Action(id="down", title="Dealt face down", icon="cards"),),
            }
        fell, given = to == "aside", _given(to, count, hands=hands)
        return {
            "asks": "Key the card that fell in error" if fell else f"{given} and key {_it(count)}",
            "note": "What becomes of it follows from the ruling, once it is on record." if fell else "",
            "where": self._where(to),
            "kind": "cards",
            "count": count,
            "place": _short_place(to),
            "hand": _possessive(to),
            "last": f"{_given(to, 1, 'the last card', hands)} and key it",
            **self._keys(),
        }

    def _keys(self) -> dict[str, Any]:
        rows = tuple(
            tuple(self._key(make_card(RANKS.index(rank), SUITS.index(suit))) for rank in reversed(RANKS))
            for suit in SUIT_ROWS
        )
        joker = self._key(52) if self.table.shoe.copies(52) else None
        return {"keys": rows, "joker": joker}

    def _key(self, card: int) -> CardKey:
        shoe = self.table.shoe
        if shoe.copies(card) and shoe.unseen(card) > 0:
            return CardKey(card=card, left=shoe.unseen(card))
        if not shoe.copies(card):
            return CardKey(card=card, lies="not in use", said="is not in use")
        to = self.table.where(card)
        return CardKey(card=card, lies=_short_place(to), said=lies(to))

    def _decision(self) -> dict[str, Any]:
        pending = self.pending
        if isinstance(pending, Meter):
            return {"asks": "The meter is read", "kind": "wait", "alert": "A jackpot waits to be verified."}
        if isinstance(pending, Together):
            return self._together(pending)
        if isinstance(pending, Decide):
            by = pending.by if pending.by != "player" else f"position {pending.position}"
            of = f"{pending.position}.{pending.hand}"
            which = f" on hand {pending.hand + 1}" if self._hands(of) > 1 else ""
            asks, note = pending.question or f"Ask {by} for the decision{which}", ""
            if by == "supervisor":  # the question is a clause, or a ruling in full: too long for a headline
                asks, note = "The supervisor decides", pending.question
            elif self.driver.ruling and pending.position:
                asks, note = f"Ask position {pending.position} to choose", pending.question
            others = by == "supervisor" and self.who.role == "dealer"
            choices = () if others else pending.choices
            where = f", signed in on the dealer's screen of {self.table_id}" if others else ""
            return {
                "asks": asks,
                "note": note,
                "where": self._where(of) if which else words.plain(by),
                "kind": self._may(pending),
                "actions": tuple(_choice(c, choices, f"choose:{pending.position}:{c.name}") for c in choices),
                "clause": next((c.clause for c in pending.choices if by == "supervisor"), ""),
                "alert": f"The supervisor decides{where}." if by == "supervisor" else f"{words.plain(by)} decides.",
            }
        if isinstance(pending, Amount):
            action = Action(
                id=f"stake:{pending.position}",
                title=pending.wager,
                default=pending.least,
                least=0 if pending.may_decline else pending.least,
                most=pending.most,
                cost=pending.range_words(),
            )
            return {
                "asks": pending.question or f"Ask position {pending.position}: {pending.wager}?",
                "where": self._where(f"{pending.position}.{pending.hand}"),
                "kind": "wait" if self.apart else "amount",
                "actions": (action,),
                "alert": f"Position {pending.position} decides.",
            }
        assert isinstance(pending, Arrange)
        place = f"{pending.position}.{pending.hand}" if pending.position else "dealer"
        cards = tuple(c for c in self.table.hand(place).cards if c != UNSEEN)
        return {
            "asks": pending.question,
            "where": said_place(place),
            "count": pending.count,
            "keyed": cards,
            "kind": "wait" if self.apart and pending.position else "arrange",
        }

    def _may(self, pending: Decide) -> str:
        """Whether this person answers it here."""
        if pending.by == "player":
            return "wait" if self.apart else "decide"
        if pending.by == "supervisor" and self.who.role == "dealer":
            return "wait"
        return "decide"

    def _together(self, pending: Together) -> dict[str, Any]:
        if self.stations and self.who.role == "dealer":
            count = len(pending.parts)
            who = "1 station decides" if count == 1 else f"{count} stations decide"
            return {
                "asks": f"Wait: {who}",
                "kind": "wait",
                "alert": "The next card is asked for when all have decided.",
            }
        actions = []
        for part in pending.parts:
            if isinstance(part, Decide):
                actions += [
                    _choice(c, part.choices, f"choose:{part.position}:{c.name}", f"{part.position}: ")
                    for c in part.choices
                ]
        names, several = ", ".join(str(p.position) for p in pending.parts), len(pending.parts) > 1
        return {
            "asks": f"Take the decisions of positions {names}" if several else f"Take the decision of position {names}",
            "actions": tuple(actions),
            "kind": "wait" if self.apart or not actions else "decide",
            "alert": f"Positions {names} decide." if several else f"Position {names} decides.",
        }


def _choice(choice: Choice, among: tuple[Choice, ...], id_: str, before: str = "") -> Action:
    says = choice.says[:1].upper() + choice.says[1:]
    cost = adds_words(choice, among) if choice.cost else says or "No cost"
    return Action(
        id=id_,
        title=f"{before}{choice_title(choice.name)}",
        cost=cost,
        open=not choice.blocked,
        why=choice.blocked,
    )


# Places whose names alone are no words of a sentence: at baccarat the two hands are nobody's at the table.
PLACES = {
    "player": "the Player",
    "banker": "the Banker",
    "determinant": "the determinant card",
    "extra": "the extra stack",
}
STREWN = ("burn", "discards", "community", "determinant")  # what lies there is named with the card, not beside it


def said_place(to: str, hands: int = 1) -> str:
    """A place in words; of a position that has split the very hand."""
    number, _, hand = to.partition(".")
    return f"hand {int(hand or 0) + 1} of position {number}" if hands > 1 else PLACES.get(to) or place_words(to)


def _it(count: int) -> str:
    return "it" if count == 1 else "them"


def _strewn(to: str, what: str) -> str:
    """A card that goes where no hand is: `Burn a card`, `Deal 3 community cards`, `Draw the determinant card`."""
    if to == "determinant":
        return "Draw the determinant card"
    if to == "community":
        article, _, rest = what.rpartition(" ")
        return f"Deal {article} community {rest}"
    return f"{'Burn' if to == 'burn' else 'Discard'} {what}"


def _given(to: str, count: int, what: str = "", hands: int = 1) -> str:
    """What is dealt and shown: `Deal the Player a card`."""
    what = what or ("a card" if count == 1 else f"{count} cards")
    return _strewn(to, what) if to in STREWN else f"Deal {said_place(to, hands)} {what}"


def _dealt(to: str, count: int, hands: int) -> str:
    """What is dealt and stays closed: `Deal 3 cards to position 1`."""
    what = "a card" if count == 1 else f"{count} cards"
    return _strewn(to, what) if to in STREWN else f"Deal {what} to {said_place(to, hands)}"


def _cards_of(to: str, count: int, which: str = "", hands: int = 1) -> str:
    """Cards that lie there closed: `the dealer's 3 cards`, `the last community card`."""
    number = f"{count} " if count > 1 else ""
    if to == "community":
        return f"the {which}{number}community card{'s' if count > 1 else ''}"
    if hands > 1:
        return f"the {which}{number}card{'s' if count > 1 else ''} of {said_place(to, hands)}"
    return f"{_possessive(to)} {which}{number}card{'s' if count > 1 else ''}"


def _possessive(to: str) -> str:
    place = said_place(to)
    return f"{place}'s" if not place.endswith("s") else place


def _short_place(to: str) -> str:
    if not to:
        return "Dealt"
    return f"Pos {to.partition('.')[0]}" if to[0].isdigit() else words.plain(to)


def lies(to: str) -> str:
    """Where a card lies, read aloud."""
    if not to:
        return "is dealt"
    known = {"burn": "is burned", "discards": "lies among the discards", "dealer": "lies at the dealer's place"}
    return known.get(to, f"lies {'in ' + _possessive(to) + ' hand' if to in PLACES else 'at ' + place_words(to)}")
