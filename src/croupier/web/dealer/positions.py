"""The positions on the dealer's screen: cards, wagers and how they ended, what to pay and the chips to cut."""

import itertools
from typing import Any

import msgspec

from croupier.equipment.money import money, short_money
from croupier.equipment.shoe import UNSEEN
from croupier.games.dice.wagers import COMBINED
from croupier.house.money import chips as floor_chips
from croupier.house.people.persons import Person
from croupier.house.record.errors import Refused
from croupier.house.tables.live import Live
from croupier.rounds.acts import By
from croupier.rounds.authority import at_stations
from croupier.rounds.driver import Driver
from croupier.rounds.events import Settled
from croupier.rounds.requests import Betting, Card, Request, Shuffle
from croupier.rounds.view import view
from croupier.rulebook.model import Setting
from croupier.web.dealer.shown import DealerSeat, Payout
from croupier.web.felt import hand_names as hands
from croupier.web.felt import recorded_facts
from croupier.web.felt.addressed import to_dealer
from croupier.web.felt.craps import vigorish
from croupier.web.felt.reasons import hand_title
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.shown import Hand
from croupier.web.kit import words

RAISE, PLAYS = "raise", "Plays"
COMMON = ("player", "banker")  # the hands of baccarat, in the order in which they are dealt
LEVEL = (("push", "Push"), ("returned", "Returned"))  # how wagers ended that neither won nor lost


class Seats:
    """The positions of a table as its dealer sees them, and the round that was settled last."""

    def __init__(self, live: Live, who: Person, played: list[Played], chips: tuple[int, ...]) -> None:
        self.chips = chips  # the values with which this property pays
        self.driver, self.played = live.driver, played
        self.leaving = _may_leave(live, who)
        self.posting = live.driver.game.posting
        self.game = live.driver.game.NAME
        self.shown = view(live.driver, By(who.role, who.badge))
        self.pending: Request = live.driver.pending

    def seats(self) -> tuple[DealerSeat, ...]:
        """All positions; of stations those where somebody sits."""
        stations = at_stations(self.driver.table)
        return tuple(self._seat(p) for p in self.shown["positions"] if p["patron"] or not stations)

    def _seat(self, shown: dict[str, Any]) -> DealerSeat:
        number = shown["number"]
        active = self._active() == number
        over = self._over()
        theirs = over.of(shown["patron"]) if over and shown["patron"] else over.settled if over else []
        ended = [e for e in theirs if e.position == number]
        several = len(shown["hands"]) > 1
        lines = [
            (hand_title(self.posting, w["kind"], w["on"], w["hand"], several), self._lies(number, w))
            for w in sorted(shown["wagers"], key=self._place_of)
        ]
        state = next((h["state"] for h in shown["hands"] if h["state"]), "")
        note, note_kind = "", "t2"
        tag, kind = self._decided(shown["wagers"]), ""
        if state in ("folded", "dead"):
            tag, kind = words.plain(state.removesuffix("ed")) if state == "folded" else "Dead", "neg"
        if ended and not shown["wagers"]:
            net = sum(e.net for e in ended if e.to == "player")
            split = several or any(e.hand for e in ended)
            lines = [(hand_title(self.posting, e.wager, e.on, e.hand, split), _result(e)) for e in ended]
            level = next((word for result, word in LEVEL if all(e.result == result for e in ended)), "Even")
            if state != "folded" or net > 0:
                tag, kind = ("Paid", "pos") if net > 0 else ("Lost", "neg") if net < 0 else (level, "info")
            note, note_kind = "" if split else to_dealer(ended[-1].because), "pos" if net > 0 else "t2"
            if any(recorded_facts.read(e.because).foul for e in ended):
                tag, kind = "Foul", "neg"
        if active:
            tag, kind = "Now", "accent"
        if old := isinstance(self.pending, Betting) and bool(self.driver.felt.wagers):  # its cards are in the rack
            tag = kind = ""
        drawn = tuple(
            Hand(
                cards=parted or tuple(h["cards"]),
                label=both or hands.label(self.game, h["cards"]),
                rows=hands.PARTED if parted else (),
                number=at if several else 0,
                acting=active and several and self._hand() == at - 1,
            )
            for at, h in enumerate(shown["hands"], 1)
            if h["cards"] and not old
            for parted, both in (hands.as_set(h["cards"], self._low(number, at - 1)),)
        )
        if not note and not several and drawn and drawn[0].label:
            note = drawn[0].label
        taken = bool(shown["patron"])
        return DealerSeat(
            position=number,
            taken=bool(lines or drawn),
            active=active,
            tag=tag,
            tag_kind=kind,
            hands=drawn,
            lines=tuple(lines),
            note=note if lines or drawn else "No wager" if taken else "Open",
            note_kind=note_kind,
            missing=1 if active and isinstance(self.pending, Card) else 0,
            patron=words.badge_words(shown["patron"]) if shown["patron"] and self.leaving else "",
            chips=money(self.driver.table.chips(number)) if shown["patron"] and self.leaving else "",
            leaves=self._leaves(number) if shown["patron"] else "",
        )

    def _place_of(self, lying: dict[str, Any]) -> tuple[int, int, int]:
        """Wagers stand by their hand, then in the rulebook's order, however often one was paid and put up again."""
        on = lying["on"]
        order = list(self.posting.wagers)
        at = order.index(lying["kind"]) if lying["kind"] in order else len(order)
        return lying["hand"], at, int(on) if on.isdecimal() else 0

    def _lies(self, number: int, lying: dict[str, Any]) -> str:
        """What lies for a wager, with the vigorish that was taken for it."""
        paid = vigorish.paid_with(self.driver.felt, lying["kind"], number, lying["on"])
        return short_money(lying["stake"]) + (f" + {short_money(paid)}" if paid else "")

    def _decided(self, wagers: list[dict[str, Any]]) -> str:
        """The wager by which a position stays in, where it was made: Play, Raise."""
        rules = [self.posting.wagers[w["kind"]] for w in wagers if w["kind"] in self.posting.wagers]
        return next((rule.title for rule in rules if rule.kind == RAISE), "")

    def _leaves(self, number: int) -> str:
        """What a patron takes with him from a position, in words; nothing while he has a wager there."""
        table = self.driver.table
        if not self.leaving or table.wagers(position=number):
            return ""
        patron = table.position(number).patron
        others = [p.number for p in self.driver.felt.positions if p.patron == patron and p.number != number]
        if others:
            return f"His chips stay with him at position {others[0]}."
        chips = table.chips(number)
        if not chips:
            return "He has no chips left."
        cut, rest = self._cut(chips)
        parts = [f"{count} × {short_money(value)}" for value, count in cut.items()]
        parts += [f"{money(rest)} in coin"] if cut and rest else []
        made = f", as {', '.join(parts)}" if parts else ""
        return f"{money(chips)}{made}. It stands to his credit at the cage."

    def _cut(self, cents: int) -> tuple[floor_chips.Chips, int]:
        """The chips that make an amount, and what is left below the smallest of this property: it is paid in coin."""
        rest = cents % min(self.chips, default=1)
        try:
            return floor_chips.cut(cents - rest, self.chips), rest
        except Refused:
            return {}, 0

    def _active(self) -> int:
        to = getattr(self.pending, "to", "")
        if to and to[0].isdigit():
            return int(to.partition(".")[0])
        return int(getattr(self.pending, "position", 0) or 0)

    def _low(self, number: int, hand: int) -> object:
        """The cards that were set apart for the Low hand, where a game has one."""
        return self.driver.felt.positions[number - 1].hands[hand].memo.get("low")

    def _hand(self) -> int:
        """Which hand of a position that has split is dealt to or asked."""
        _, _, hand = getattr(self.pending, "to", "").partition(".")
        return int(hand or getattr(self.pending, "hand", 0))

    def _over(self) -> Played | None:
        if not self.played:
            return None
        last = self.played[0]
        if last.round == self.driver.felt.round:
            return last
        fresh = isinstance(self.pending, Betting | Shuffle)
        return last if fresh and last.round == self.driver.felt.round - 1 else None

    def hands(self) -> tuple[DealerSeat, ...]:
        """The hands that belong to no position: the dealer's, or the Player's and the Banker's."""
        felt = self.driver.felt
        if not felt.shoes:
            return ()
        if self.driver.game.FAMILY == "baccarat":
            return tuple(self._common(place) for place in COMMON)
        return (self._dealer(),)

    def _common(self, place: str) -> DealerSeat:
        """A hand that all wagers are about."""
        cards = tuple(self.shown["places"].get(place, {"cards": ()})["cards"])
        over = isinstance(self.pending, Betting) and bool(self.driver.felt.wagers)  # they are in the rack
        cards = () if over else cards
        active = getattr(self.pending, "to", "") == place
        return DealerSeat(
            position=0,
            title=words.plain(place),
            taken=True,
            hands=(Hand(cards=cards),) if cards or active else (),
            lines=(("Count", hands.label(self.game, cards)),) if cards else (),
            active=active,
            tag="Now" if active else "",
            tag_kind="accent" if active else "",
            missing=1 if active and isinstance(self.pending, Card) else 0,
        )

    def _dealer(self) -> DealerSeat:
        felt = self.driver.felt
        over = isinstance(self.pending, Betting) and bool(felt.wagers)  # the cards of the last round are in the rack
        cards = () if over else tuple(self.shown["dealer"]["cards"])
        parted, both = hands.as_set(cards, felt.dealer.memo.get("low"))
        shown = [Hand(cards=parted or cards, rows=hands.PARTED if parted else ())] if cards else []
        lines = []
        name = both or hands.label(self.game, cards)
        if name:
            lines.append((name, ""))
        for place, hand in self.shown["places"].items():
            if place not in ("burn", "discards") and hand["cards"] and not over:
                shown.append(Hand(cards=tuple(hand["cards"])))
                lines.append((words.plain(place), hands.label(self.game, hand["cards"])))
        active = getattr(self.pending, "to", "") == "dealer"
        seen = bool(cards) and not active and all(card is not None and card >= 0 for card in cards)
        if seen and (plays := dealer_plays(self.driver)):
            lines.append((PLAYS, plays_words(*plays)))
        return DealerSeat(
            position=0,
            title="Dealer",
            taken=True,
            hands=tuple(shown),
            lines=tuple(lines),
            active=active,
            tag="Now" if active else "",
            tag_kind="accent" if active else "",
        )

    def payouts(self) -> tuple[Payout, ...]:
        """What was settled last, one position at a time, with the chips to cut."""
        over = self._over()
        if over is None:
            return ()
        order: list[int] = []
        for event in over.settled:
            if event.position in order:
                order.remove(event.position)
            order.insert(0, event.position)
        return tuple(
            self._payout(position, [e for e in over.settled if e.position == position]) for position in order[:4]
        )

    def _payout(self, position: int, events: list[Settled]) -> Payout:
        lines: list[tuple[str, str, str]] = []
        split = any(event.hand for event in events)
        for (whole, lost), parts in itertools.groupby(events, key=_lost_part_of):
            for event in [self._together(whole, list(parts))] if lost else parts:
                lines.append(self._line(event, split))
                if again := vigorish.taken_again(self.posting, event):
                    lines.append(
                        ("Vigorish, it stays up", self.posting.clause(vigorish.WHEN), money(-again, sign=True))
                    )
        won = sum(e.net - vigorish.taken_again(self.posting, e) for e in events if e.net > 0 and e.to == "player")
        cut, rest = self._cut(won)
        return Payout(position=position, lines=tuple(lines), cut=tuple(cut.items()), coin=money(rest) if rest else "")

    def _line(self, event: Settled, split: bool) -> tuple[str, str, str]:
        title = hand_title(self.posting, event.wager, event.on, event.hand, split)
        odds = f", {event.odds}" if event.odds and event.result == "won" else f", {event.result}"
        odds += f" less {money(event.vigorish)} vigorish" if event.vigorish and event.to == "player" else ""
        paid = money(event.stake) if event.result == "returned" else money(event.net, sign=True)
        stake = short_money(event.stake)
        said = f"{stake} on {title}" if title.startswith("$") else f"{title} {stake}"  # at big six: $10 on $2
        return f"{said}{odds}", event.clause, paid

    def _together(self, whole: str, parts: list[Settled]) -> Settled:
        """Parts of one wager that are all lost, as the wager that the dealer takes."""
        stake, net = sum(part.stake for part in parts), sum(part.net for part in parts)
        clause = self.posting.wagers[whole].clause
        return msgspec.structs.replace(parts[0], wager=whole, on="", stake=stake, net=net, clause=clause)


def _lost_part_of(event: Settled) -> tuple[str, bool]:
    """The combined wager of which this is a part that is lost, if it is."""
    lost = event.on in COMBINED and event.result == "lost"
    return (event.on, True) if lost else ("", False)


def dealer_plays(driver: Driver) -> tuple[bool, Setting] | None:
    """Whether the dealer's hand plays, and by which rule: where the book has one and all of the hand can be seen."""
    rule, seen = driver.game.posting.rulebook.settings.get("qualifier"), driver.felt.dealer.cards
    if rule is None or not seen or UNSEEN in seen or (plays := driver.game.dealer_plays(driver.table)) is None:
        return None
    return plays, rule


def plays_words(plays: bool, rule: Setting) -> str:
    return f"{'Yes' if plays else 'No'} · {rule.clause}"


def _may_leave(live: Live, who: Person) -> bool:
    """Whether this person may colour patrons up here: between rounds, where they have no station of their own."""
    table = live.driver.table
    if table.electronic or at_stations(table) or live.table.settings.tournament or not live.driver.seating:
        return False
    return who.role != "dealer" or live.table.dealer == who.badge


def _result(event: Settled) -> str:
    if event.result == "returned":
        return short_money(event.stake)
    return money(event.net, sign=True)[:-3] if event.net % 100 == 0 else money(event.net, sign=True)
