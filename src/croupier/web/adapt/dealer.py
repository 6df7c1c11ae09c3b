"""The dealer's screen: the next step in one sentence, what to key, who comes next, what to pay."""

from typing import Any

import msgspec

from croupier.equipment.cards import RANKS, SUITS, card_name, make_card
from croupier.equipment.money import money, short_money
from croupier.equipment.shoe import UNSEEN
from croupier.floor import chips as floor_chips
from croupier.floor.errors import Refused
from croupier.floor.live import Live
from croupier.floor.people import Person
from croupier.rounds import acts, refusal
from croupier.rounds.acts import By
from croupier.rounds.events import Settled
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
from croupier.rounds.view import view
from croupier.web import words
from croupier.web.adapt import hands
from croupier.web.adapt.asked import adds_words, choice_title
from croupier.web.adapt.reasons import to_dealer
from croupier.web.adapt.rulings import irregularities
from croupier.web.adapt.station import book_link, shown_person
from croupier.web.recent import Played
from croupier.web.views import Action, CardKey, DealerSeat, DealerView, Hand, Payout, RulingView, Step

SUIT_MARKS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_ROWS = "shdc"


def marked(card: int) -> str:
    """`9♠`, which pages draw; `Joker`."""
    name = card_name(card)
    return "Joker" if card == 52 else f"{'10' if name[0] == 'T' else name[0]}{SUIT_MARKS[name[1]]}"


class Screen:
    def __init__(self, live: Live, who: Person, played: list[Played]) -> None:
        self.live, self.who, self.played = live, who, played
        self.driver = live.driver
        self.table = live.driver.table
        self.posting = live.driver.game.posting
        self.game = self.posting.rulebook.game
        self.shown = view(live.driver, By(who.role, who.badge))
        self.pending: Request = live.driver.pending

    # ---- the next step

    def next_step(self) -> dict[str, Any]:
        match self.pending:
            case Betting():
                return self._betting()
            case Card(to=to, face=face):
                return self._cards(to, face, 1)
            case Stack(to=to, face=face, count=count):
                return self._cards(to, face, count)
            case Turn(to=to, count=count):
                what = "card" if count == 1 else f"{count} cards"
                return {
                    "asks": f"Turn {_possessive(to)} {what} and key {'it' if count == 1 else 'them'}",
                    "where": place_words(to),
                    "kind": "cards",
                    "count": count,
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
                    "kind": "shuffle",
                    "actions": (Action(id="shuffled", title="Shuffled and cut", icon="again"),),
                }
            case Roll():
                return {"asks": "Call the dice and key them", "kind": "dice"}
            case Spin(pockets=pockets):
                return {
                    "asks": "Key where it came to rest",
                    "kind": "spin",
                    "pockets": _in_order(pockets, words.family(self.game) == "roulette"),
                }
            case Do(says=says, by=by):
                others = by == "supervisor" and self.who.role == "dealer"
                why = "The supervisor does this and presses it at this screen." if others else ""
                return {
                    "asks": self._in_words(says),
                    "kind": "do",
                    "where": words.plain(by),
                    "actions": (Action(id="done", title="Done", icon="check", open=not why, why=why),),
                }
        return self._decision()

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
        if electronic:
            return {
                "asks": "Wagers are open",
                "note": note,
                "kind": "wait",
                "alert": "The table deals by itself when its players are ready.",
            }
        title = {"roulette": "No more bets", "craps": "Dice are out", "big-six": "No more bets"}.get(
            words.family(self.game), "Close the wagers"
        )
        return {
            "asks": "Take wagers, then close them",
            "note": note,
            "kind": "betting",
            "offers": self._offers(),
            "actions": (Action(id="close", title=title, icon="lock", open=not why, why=why),),
        }

    def _offers(self) -> tuple[tuple[str, str], ...]:
        """What a dealer may mark for a patron without a station: key and title of each wager."""
        game = self.driver.game
        return tuple(
            (words.key_of(wager, on), words.wager_title(self.posting, wager, on))
            for wager in self.posting.wagers
            if wager not in game.PLACED_LATER
            for on in game.selections(wager)
        )

    def _cards(self, to: str, face: str, count: int) -> dict[str, Any]:
        what = "a card" if count == 1 else f"{count} cards"
        place = place_words(to)
        if self.table.electronic:
            return {"asks": f"The shuffler deals {what} to {place}", "kind": "wait"}
        if face != "up":
            where = {"burn": "Burn", "discards": "Discard"}.get(to, "Deal")
            asks = f"{where} {what}{'' if to in ('burn', 'discards') else ' to ' + place}, face down"
            return {
                "asks": asks,
                "where": place,
                "kind": "do",
                "count": count,
                "note": "Nobody sees a face, so none is keyed.",
                "actions": (Action(id="down", title="Dealt face down", icon="cards"),),
            }
        return {
            "asks": f"Deal {place} {what} and key {'it' if count == 1 else 'them'}",
            "where": place,
            "kind": "cards",
            "count": count,
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
            return CardKey(card=card)
        if not shoe.copies(card):
            return CardKey(card=card, lies="not in use", said="is not in use")
        to = self.table.where(card)
        return CardKey(card=card, lies=_short_place(to), said=_lies(to))

    def _decision(self) -> dict[str, Any]:
        pending = self.pending
        if isinstance(pending, Meter):
            return {"asks": "The meter is read", "kind": "wait", "alert": "A jackpot waits to be verified."}
        if isinstance(pending, Together):
            return self._together(pending)
        if isinstance(pending, Decide):
            by = pending.by if pending.by != "player" else f"position {pending.position}"
            asks = pending.question or f"Ask {by} for the decision"
            return {
                "asks": asks,
                "where": words.plain(by),
                "kind": self._may(pending),
                "actions": tuple(
                    _choice(c, pending.choices, f"choose:{pending.position}:{c.name}") for c in pending.choices
                ),
                "alert": f"{words.plain(by)} decides.",
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
                "where": f"position {pending.position}",
                "kind": "wait" if self.table.electronic else "amount",
                "actions": (action,),
                "alert": f"Position {pending.position} decides.",
            }
        assert isinstance(pending, Arrange)
        place = f"{pending.position}.{pending.hand}" if pending.position else "dealer"
        cards = tuple(c for c in self.table.hand(place).cards if c != UNSEEN)
        return {
            "asks": pending.question,
            "where": place_words(place),
            "count": pending.count,
            "keyed": cards,
            "kind": "wait" if self.table.electronic and pending.position else "arrange",
        }

    def _may(self, pending: Decide) -> str:
        """Whether this person answers it here."""
        if pending.by == "player":
            return "wait" if self.table.electronic else "decide"
        if pending.by == "supervisor" and self.who.role == "dealer":
            return "wait"
        return "decide"

    def _together(self, pending: Together) -> dict[str, Any]:
        actions = []
        for part in pending.parts:
            if isinstance(part, Decide):
                actions += [
                    _choice(c, part.choices, f"choose:{part.position}:{c.name}", f"{part.position}: ")
                    for c in part.choices
                ]
        names = ", ".join(str(p.position) for p in pending.parts)
        return {
            "asks": f"Take the decisions of positions {names}",
            "actions": tuple(actions),
            "kind": "wait" if self.table.electronic or not actions else "decide",
            "alert": f"Positions {names} decide.",
        }

    def away(self) -> str:
        """Why this person only looks on: another dealer stands at the table, or none."""
        if self.who.role != "dealer" or self.live.table.dealer == self.who.badge:
            return ""
        there = self.live.table.dealer
        return f"Badge {there} deals here. You look on." if there else "Nobody deals here yet. You look on."

    # ---- undo

    def undo(self) -> tuple[str, str]:
        """What the button takes back, or why it can't."""
        entry = self.driver.last_keyed()
        try:
            self.driver.check_undo(By(self.who.role, self.who.badge), acts.Undone(entry))
        except refusal.Refused as refused:
            return "", refused.says
        for number, _, act in self.driver.recent():
            if number == entry:
                return f"Undo {_act_words(act)}", ""
        return "Undo", ""

    # ---- positions

    def seats(self) -> tuple[DealerSeat, ...]:
        return tuple(self._seat(p) for p in self.shown["positions"])

    def _seat(self, shown: dict[str, Any]) -> DealerSeat:
        number = shown["number"]
        active = self._active() == number
        over = self._over()
        ended = [e for e in over.settled if e.position == number] if over else []
        lines = [
            (words.wager_title(self.posting, w["kind"], w["on"]), short_money(w["stake"])) for w in shown["wagers"]
        ]
        tag, kind = ("Now", "accent") if active else ("", "")
        state = next((h["state"] for h in shown["hands"] if h["state"]), "")
        note, note_kind = "", "t2"
        if state in ("folded", "dead"):
            tag, kind = words.plain(state.removesuffix("ed")) if state == "folded" else "Dead", "neg"
        if ended and not shown["wagers"]:
            net = sum(e.net for e in ended if e.to == "player")
            lines = [(words.wager_title(self.posting, e.wager, e.on), _result(e)) for e in ended]
            level = next((word for result, word in LEVEL if all(e.result == result for e in ended)), "Even")
            tag, kind = ("Paid", "pos") if net > 0 else ("Lost", "neg") if net < 0 else (level, "info")
            note, note_kind = to_dealer(ended[-1].because), "pos" if net > 0 else "t2"
        drawn = tuple(
            Hand(cards=tuple(h["cards"]), label=hands.label(self.game, h["cards"]))
            for h in shown["hands"]
            if h["cards"]
        )
        if not note and drawn and drawn[0].label:
            note = drawn[0].label
        taken = bool(shown["patron"])
        return DealerSeat(
            position=number,
            taken=bool(lines or drawn),
            active=active,
            tag=tag,
            tag_kind=kind,
            hands=drawn,
            lines=tuple(lines[:6]),
            note=note if lines or drawn else "No wager" if taken else "Open",
            note_kind=note_kind,
            missing=1 if active and isinstance(self.pending, Card) else 0,
        )

    def _active(self) -> int:
        to = getattr(self.pending, "to", "")
        if to and to[0].isdigit():
            return int(to.partition(".")[0])
        return int(getattr(self.pending, "position", 0) or 0)

    def _over(self) -> Played | None:
        if not self.played:
            return None
        last = self.played[0]
        if last.round == self.driver.felt.round:
            return last
        fresh = isinstance(self.pending, Betting | Shuffle)
        return last if fresh and last.round == self.driver.felt.round - 1 else None

    def dealer(self) -> DealerSeat | None:
        felt = self.driver.felt
        if not felt.shoes:
            return None
        cards = tuple(self.shown["dealer"]["cards"])
        shown = [Hand(cards=cards)] if cards else []
        lines = []
        name = hands.label(self.game, cards)
        if name:
            lines.append((name, ""))
        for place, hand in self.shown["places"].items():
            if place not in ("burn", "discards") and hand["cards"]:
                shown.append(Hand(cards=tuple(hand["cards"])))
                lines.append((words.plain(place), hands.label(self.game, hand["cards"])))
        return DealerSeat(
            position=0,
            title="Dealer",
            taken=True,
            hands=tuple(shown),
            lines=tuple(lines),
            active=getattr(self.pending, "to", "") == "dealer",
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
        lines = []
        for event in events:
            title = words.wager_title(self.posting, event.wager, event.on)
            odds = f", {event.odds}" if event.odds and event.result == "won" else f", {event.result}"
            paid = money(event.stake) if event.result == "returned" else money(event.net, sign=True)
            lines.append((f"{title} {short_money(event.stake)}{odds}", event.clause, paid))
        won = sum(e.net for e in events if e.net > 0 and e.to == "player")
        try:
            cut = tuple(floor_chips.cut(won).items()) if won else ()
        except Refused:
            cut = ()
        return Payout(position=position, lines=tuple(lines), cut=cut)

    def steps(self) -> tuple[Step, ...]:
        stages = self.driver.game.STAGES
        at = stages.index(self.driver.felt.stage) if self.driver.felt.stage in stages else 0
        return tuple(
            Step(
                title=words.STAGES.get(stage, words.plain(stage)),
                state="done" if place < at else "now" if place == at else "next",
            )
            for place, stage in enumerate(stages)
        )


def dealer(
    live: Live,
    who: Person,
    played: list[Played],
    property_title: str,
    *,
    due: str = "",
    ruling: RulingView | None = None,
    called: str = "",
) -> DealerView:
    screen = Screen(live, who, played)
    undo, undo_why = screen.undo()
    step = screen.next_step()
    found = irregularities(live, who)
    if away := screen.away():
        step = {"asks": step["asks"], "where": step.get("where", ""), "kind": "wait", "alert": away}
        undo, undo_why = "", away
        found = tuple(msgspec.structs.replace(item, possible=False, why=away) for item in found)
    note = step.pop("note", "") or _stage_says(screen)
    mode = "electronic" if live.table.mode == "electronic" else "dealer-operated"
    return DealerView(
        table=live.table.id,
        game=screen.game,
        family=words.family(screen.game),
        title=live.table.settings.title or screen.posting.rulebook.title,
        property_title=property_title,
        mode=mode,
        limits=words.limits_words(screen.posting),
        number=live.driver.entry,
        request=live.driver.number,
        me=shown_person(who, None),
        round=live.driver.felt.round,
        due=due,
        steps=screen.steps(),
        note=note,
        clause=screen.posting.clause(live.driver.felt.stage),
        undo=undo,
        undo_why=undo_why,
        dealer=screen.dealer(),
        seats=screen.seats(),
        irregularities=found,
        ruling=ruling,
        payouts=screen.payouts(),
        rulebook_link=book_link(screen.posting),
        called=called,
        **step,
    )


def _stage_says(screen: Screen) -> str:
    stage = screen.posting.stage(screen.driver.felt.stage)
    return stage.says if stage else ""


def _choice(choice: Choice, among: tuple[Choice, ...], id_: str, before: str = "") -> Action:
    says = choice.says[:1].upper() + choice.says[1:]
    cost = adds_words(choice, among) if choice.cost else says or "No cost"
    return Action(
        id=id_,
        title=f"{before}{choice_title(choice.name)}",
        cost=cost[:70],
        open=not choice.blocked,
        why=choice.blocked,
    )


def _possessive(to: str) -> str:
    place = place_words(to)
    return f"{place}'s" if not place.endswith("s") else place


def _short_place(to: str) -> str:
    if not to:
        return "Dealt"
    return f"Pos {to.partition('.')[0]}" if to[0].isdigit() else words.plain(to)


def _lies(to: str) -> str:
    """Where a card lies, read aloud."""
    if not to:
        return "is dealt"
    known = {"burn": "is burned", "discards": "lies among the discards", "dealer": "lies at the dealer's place"}
    return known.get(to, f"lies at {place_words(to)}")


def _in_order(pockets: tuple[str, ...], layout: bool) -> tuple[str, ...]:
    """Each result once, as it is counted; as a roulette layout has them, 00 over 0, then each column from the top."""

    def place(pocket: str) -> tuple[bool, int, int, str]:
        if not pocket.isdigit():
            return True, 0, 0, pocket
        number = int(pocket)
        return False, (number + 2) // 3 if layout else number, -number, "" if pocket == "00" else pocket

    return tuple(sorted(set(pockets), key=place))


LEVEL = (("push", "Push"), ("returned", "Returned"))  # how wagers ended that neither won nor lost


def _act_words(act: acts.Act) -> str:
    match act:
        case acts.Fall(card=card):
            return "a card face down" if card == UNSEEN else marked(card)
        case acts.Falls(cards=cards):
            return "cards face down" if UNSEEN in cards else " ".join(map(marked, cards))
        case acts.Thrown(faces=faces):
            return "dice " + " and ".join(map(str, faces))
        case acts.Landed(pocket=pocket):
            return f"ball in {pocket}"
        case acts.Chosen(name=name, position=position):
            return f"{words.plain(name).lower()}{f', position {position}' if position else ''}"
        case acts.Shuffled():
            return "the shuffle"
        case acts.Declared():
            return "the declaration"
        case acts.Saw(yes=yes):
            return "blackjack" if yes else "no blackjack"
        case acts.Reads():
            return "the meter's reading"
        case acts.Done():
            return "the step done last"
        case acts.Staked(amount=amount, position=position):
            return f"{short_money(amount)}, position {position}" if position else short_money(amount)
        case acts.Arranged(position=position):
            return f"the cards set, position {position}" if position else "the cards set"
        case acts.Close():
            return "the close of wagers"
    return words.plain(type(act).__name__).lower()


def _result(event: Settled) -> str:
    if event.result == "returned":
        return short_money(event.stake)
    return money(event.net, sign=True)[:-3] if event.net % 100 == 0 else money(event.net, sign=True)
