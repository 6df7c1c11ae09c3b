"""The table: plain data with the verbs of the floor. Every chip that moves, moves here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from croupier.equipment.cards import JOKER
from croupier.equipment.money import money
from croupier.equipment.shoe import UNSEEN, Shoe
from croupier.rounds import coupons, events
from croupier.rounds.events import Dealt, Moved, Turned
from croupier.rounds.felt import Felt, Hand, Position, Wager
from croupier.rounds.refusal import Refused
from croupier.rounds.settlement import LOSE, Payment, settle_due
from croupier.rulebook.posting import Posting

SETTLEMENT = "settlement"  # the stage in which hands are compared and paid
LAYOUT, INVENTORY, DROP, CASH, TOKES = "layout", "inventory", "drop", "cash", "toke-pool"
BUY_IN = "buy-in"  # why cash goes into the drop and chips come for it


def patron_account(name: str) -> str:
    return f"patron:{name}"


@lru_cache(maxsize=4096)
def _seat(to: str) -> tuple[int, int] | None:
    """Where the hand of a place such as `3.1` stands among positions and their hands; None for any other place."""
    if not to[0].isdigit():
        return None
    number, _, index = to.partition(".")
    return int(number) - 1, int(index or 0)


@lru_cache(maxsize=512)
def _dealt(to: str, face: str) -> tuple[events.Dealt, ...]:
    """What it is called that a card comes to a place, by card (UNSEEN is the last): said again and again."""
    return tuple(Dealt(to, card, face) for card in (*range(JOKER + 1), UNSEEN))


class Table:
    """Felt and posting together. Games read it and use its verbs; they never touch an account."""

    def __init__(self, posting: Posting, felt: Felt, mode: str) -> None:
        self.posting, self.felt, self.mode = posting, felt, mode
        self.events: list[events.Happening] = []  # what followed from the last act
        self.recorded: list[events.Recorded] = []  # and what of it the journal keeps
        self.due: list[Payment] = []
        self.together = False  # whether a round's payments wait for each other: see `conclude`
        self.waiting: list[Payment] = []
        self.to_the_letter = True  # whether mended rulings hold here: see `croupier.rounds.driver.TO_THE_LETTER`

    def record(self, event: events.Recorded) -> None:
        """Something happened that goes into the journal beside the act it follows from."""
        self.events.append(event)
        self.recorded.append(event)

    # Looking

    @property
    def electronic(self) -> bool:
        return self.mode == "electronic"

    @property
    def shoe(self) -> Shoe:
        return self.felt.shoes[self.felt.shoe]

    def position(self, number: int) -> Position:
        positions = self.felt.positions
        if 0 < number <= len(positions):
            return positions[number - 1]
        raise Refused(f"this table has positions 1 to {len(positions)}, not {number}")

    def hand(self, to: str) -> Hand:
        """The hand at a place: `dealer`, `3`, `3.1`, or a place of the game such as `community`."""
        if to == "dealer":
            return self.felt.dealer
        seat = _seat(to)
        if seat is not None:
            return self.felt.positions[seat[0]].hands[seat[1]]
        hand = self.felt.places.get(to)
        if hand is None:
            hand = self.felt.places[to] = Hand()
        return hand

    def hands(self) -> Iterator[tuple[str, Hand]]:
        for position in self.felt.positions:
            for index, hand in enumerate(position.hands):
                yield (f"{position.number}.{index}" if index else str(position.number)), hand
        yield "dealer", self.felt.dealer
        yield from self.felt.places.items()

    def where(self, card: int) -> str:
        """The place where a card lies face up, or an empty string."""
        return next((to for to, hand in self.hands() if card in hand.cards), "")

    def wagers(self, kind: str = "", position: int = 0) -> list[Wager]:
        return [
            w for w in self.felt.wagers if (not kind or w.kind == kind) and (not position or w.position == position)
        ]

    def wager(self, kind: str, position: int, on: str | None = None, hand: int | None = None) -> Wager | None:
        for wager in self.felt.wagers:
            if (
                wager.kind == kind
                and wager.position == position
                and (on is None or wager.on == on)
                and (hand is None or wager.hand == hand)
            ):
                return wager
        return None

    def has_wager(self, position: int) -> bool:
        """Whether anything of a position lies on the layout."""
        return position in [wager.position for wager in self.felt.wagers]

    def betting_positions(self) -> list[int]:
        """Positions with a wager on the layout, in dealing order."""
        wagers = self.felt.wagers
        return [wagers[0].position] if len(wagers) == 1 else sorted({w.position for w in wagers})

    def chips(self, position: int) -> int:
        return self.felt.accounts.get("patron:" + self.position(position).patron, 0)

    # Chips

    def move(self, source: str, target: str, cents: int, why: str) -> None:
        if cents == 0:
            return
        assert cents > 0, f"{why}: a movement is positive"
        accounts = self.felt.accounts
        accounts[source] = accounts.get(source, 0) - cents
        accounts[target] = accounts.get(target, 0) + cents
        self.events.append(Moved(source, target, cents, why))

    def account(self, position: int) -> str:
        return "patron:" + self.position(position).patron

    def sit(self, position: int, patron: str, chips: int = 0) -> None:
        self.position(position).patron = patron
        self.felt.accounts.setdefault(patron_account(patron), 0)
        self.buy(position, chips)

    def buy(self, position: int, chips: int) -> None:
        """Cash goes into the drop box, chips come from the table inventory."""
        self.move(CASH, DROP, chips, BUY_IN)
        self.move(INVENTORY, self.account(position), chips, BUY_IN)

    def leave(self, position: int) -> None:
        """The patron takes the chips away, unless seated at another position too."""
        seat = self.position(position)
        patron, seat.patron = seat.patron, ""
        if all(p.patron != patron for p in self.felt.positions):
            account = patron_account(patron)
            self.move(account, CASH, self.felt.accounts[account], "leaves the table")
            del self.felt.accounts[account]

    def bet(self, position: int, kind: str, cents: int, on: str = "", hand: int = 0) -> Wager:
        """Chips from the patron to the layout: a new wager, or more on the one that is there."""
        felt, wager = self.felt, self.wager(kind, position, on, hand)
        if wager is None:
            felt.last_wager += 1
            wager = Wager(felt.last_wager, kind, position, 0, on, hand, felt.round)
            felt.wagers.append(wager)
        self.move(self.account(position), LAYOUT, cents, f"wager {kind}")
        wager.stake += cents
        self.events.append(events.Placed(position, kind, on, cents, wager.stake))
        return wager

    def take_down(self, wager: Wager, cents: int = 0) -> None:
        """The patron takes a wager back, whole or in part."""
        cents = cents or wager.stake
        self.move(LAYOUT, self.account(wager.position), cents, f"wager {wager.kind} taken back")
        wager.stake -= cents
        if not wager.stake:
            coupons.give_back(self, wager)
            self.felt.wagers.remove(wager)
        self.events.append(events.TakenDown(wager.position, wager.kind, wager.on, cents))

    # Cards

    def give(self, to: str, card: int, face: str) -> None:
        """A card leaves the shoe and comes to lie at a place."""
        felt = self.felt
        felt.shoes[felt.shoe].draw(card)
        self.lay(to, card, face)

    def give_stack(self, to: str, cards: Sequence[int], face: str) -> None:
        """Several cards leave the shoe together and come to lie at a place."""
        self.shoe.draw_stack(cards)
        self.lay_stack(to, cards, face)

    def lay_stack(self, to: str, cards: Sequence[int], face: str) -> None:
        """Several cards come to lie at a place, wherever they came from."""
        hand = self.hand(to)
        hand.cards += cards
        hand.faces += face[0] * len(cards)
        self.events += map(_dealt(to, face).__getitem__, cards)

    def lay(self, to: str, card: int, face: str) -> None:
        """A card comes to lie at a place, wherever it came from."""
        hand = self.hand(to)
        hand.cards.append(card)
        hand.faces += face[0]
        self.events.append(Dealt(to, card, face))

    def turn(self, to: str, index: int, card: int = UNSEEN) -> None:
        """A card shows its face; `card` where the face was not on record."""
        hand = self.hand(to)
        if hand.cards[index] == UNSEEN:
            self.shoe.reveal(card)
            hand.cards[index] = card
        hand.faces = hand.faces[:index] + "u" + hand.faces[index + 1 :]
        self.events.append(Turned(to, index, hand.cards[index]))

    def turn_stack(self, to: str, indexes: Iterable[int], faces: Mapping[int, int]) -> None:
        """Several cards of a place show their faces; `faces` has those that were not on record."""
        hand, happened = self.hand(to), self.events
        cards, shown = hand.cards, list(hand.faces)
        for index in indexes:
            if (card := cards[index]) == UNSEEN:
                card = cards[index] = faces.get(index, UNSEEN)
                self.shoe.reveal(card)
            shown[index] = "u"
            happened.append(Turned(to, index, card))
        hand.faces = "".join(shown)

    def clear(self) -> None:
        """All cards go to the discard rack; every place is empty."""
        for position in self.felt.positions:
            hands = position.hands
            if len(hands) > 1 or hands[0].cards or hands[0].state or hands[0].memo:
                position.hands = [Hand()]
        self.felt.dealer = Hand()
        self.felt.places.clear()

    # Settlement

    def settle(self, wager: Wager, outcome: str, *, table: str = "main", because: str = "", vigorish: int = 0) -> None:
        """Name the outcome of a wager; the posting's row gives odds and clause. Paid by `conclude`."""
        if any(payment.wager is wager and payment.closes for payment in self.waiting):
            return  # its outcome is named, and it lies there until the last hand is shown
        self.due.append(Payment(wager, outcome, table, because, vigorish, closes=True))

    def award(
        self, wager: Wager, outcome: str, *, table: str, because: str = "", meter: str = "", reading: int = 0
    ) -> None:
        """Pay a bonus on a wager that stays where it is (or is settled by itself)."""
        self.due.append(Payment(wager, outcome, table, because, 0, closes=False, meter=meter, reading=reading))

    def conclude(self) -> None:
        """Compute all payments that are due, cap and round them, then move the money.

        Where one ceiling stands over all hands of a round, those of the settlement wait for the last hand: then each is
        cut in proportion, and none is paid what another's turn has left.
        """
        due, self.due = self.due, []
        if self.together and self.felt.stage == SETTLEMENT and any(payment.outcome != LOSE for payment in due):
            self.waiting += due
        else:
            settle_due(self, due)

    def conclude_round(self) -> None:
        """Pay what has waited for the last hand."""
        waiting, self.waiting = self.waiting, []
        if waiting:
            settle_due(self, waiting)

    def void(self, keeps: tuple[str, ...] = (), clause: str = "", why: str = "", since: int | None = None) -> None:
        """Return all wagers but the kinds in `keeps`; `since` spares wagers placed in earlier rounds."""
        self.due.clear()
        self.waiting.clear()
        self.record(events.Voided(clause, keeps, why))
        for wager in list(self.felt.wagers):
            if wager.kind not in keeps and (since is None or wager.round >= since):
                self.give_back(wager, clause, why)

    def give_back(self, wager: Wager, clause: str = "", why: str = "") -> None:
        self.move(LAYOUT, self.account(wager.position), wager.stake, f"wager {wager.kind} returned")
        coupons.give_back(self, wager)
        self.felt.wagers.remove(wager)
        self.record(
            events.Settled(
                wager.position,
                wager.kind,
                wager.on,
                wager.stake,
                "returned",
                "void",
                0,
                clause=clause,
                because=why,
                hand=wager.hand,
            )
        )

    # Words

    def at(self, stage: str) -> None:
        """Where the procedure stands; the rulebook gives the clause of the stage."""
        self.felt.stage = stage

    def note(self, says: str, clause: str = "") -> None:
        self.events.append(events.Noted(says, clause))

    def fell(self, what: str) -> None:
        self.events.append(events.Fell(what))

    def balance(self) -> int:
        """All accounts together: always zero."""
        return sum(self.felt.accounts.values())

    def audit(self) -> None:
        """What must hold between any two answers; a breach is a bug and stops the table."""
        accounts, wagers = self.felt.accounts, self.felt.wagers
        assert self.balance() == 0, f"accounts sum to {money(self.balance())}"
        staked = sum([w.stake for w in wagers]) if wagers else 0
        assert accounts.get(LAYOUT, 0) == staked, f"layout holds {accounts.get(LAYOUT, 0)}, wagers are {staked}"
        below = [name for name, cents in accounts.items() if cents < 0 and name.startswith("patron:")]
        assert not below, "a patron's chips are below zero"
