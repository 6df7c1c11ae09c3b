"""Baccarat and its variants: two hands, a fixed table for the third card, wagers on which comes nearer to nine.

A variant is what its rulebook says: whether the banker pays vigorish, pushes on a three-card seven or pays half
on a six, and which bonus wagers are offered.
"""

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from croupier.equipment.cards import card_names
from croupier.equipment.money import money, round_up
from croupier.equipment.shoe import Shoe
from croupier.games.baccarat.counting import (
    banker_draws,
    card_value,
    coup_outcomes,
    is_natural,
    player_draws,
    point_count,
)
from croupier.games.baccarat.described import SHOWN, hands_seen, never_shown, sight, walk
from croupier.games.shoegame import BURNS, CONTINUOUS, SHOE, SHOE_RULINGS, ShoeGame
from croupier.rounds import acts
from croupier.rounds.acts import Declared
from croupier.rounds.felt import Wager
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import LOOK_AGAIN, ask, betting, turn_up
from croupier.rounds.refusal import Refused, Void
from croupier.rounds.requests import Card, Choice, Decide
from croupier.rounds.table import Table
from croupier.rulebook.described import Described, describe
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Irregularity, Rulebook, WagerRule
from croupier.rulebook.posting import Posting
from croupier.rulebook.shapes import Keys, ListOf, Span

PLAYER, BANKER = "player", "banker"
MAINS = (PLAYER, BANKER, "tie")
LAST_HAND = ("finish-hand", "one-more-hand")
FIRST_CARDS = 4  # two to each hand
KEPT_RESULTS = 90  # a shoe of eight decks has no more hands


def third_cards(posting: Posting) -> dict[str, str]:
    """By the Banker's count: the values of the Player's third card on which he draws, as this table posts it."""
    draws: dict[str, str] = posting["third-card"]
    return {**draws, "6": str(posting["banker-six"])} if "banker-six" in posting.settings else draws


class Baccarat(ShoeGame):
    FAMILY = "baccarat"
    FELT = "baccarat"
    HANDS = "baccarat"
    LAYOUT = Layout((("player",), ("banker",), ("tie",), ("*", "*")), (24, 24, 18, 17), 44)
    STAGES = ("shuffle", "betting", "dealing", "third-cards", "settlement")
    SETTINGS = {
        "positions": int,
        "decks": Span(1),
        "batches": (1, 2),
        "dealing": (SHOE, CONTINUOUS),
        "burn": BURNS,
        "cutting-card-from-bottom": Span(1),
        "after-cutting-card": LAST_HAND,
        "initial-cards": ("up", "down"),
        "midi": bool,
        "third-card": Keys(must=dict.fromkeys(map(str, range(8)), str)),
        "vigorish": Span(0, 100),
        "vigorish-unit": Span(1),
        "vigorish-collection": ("at-payout", "deferred"),
        "tied-banker-vigorish": Span(0, 100),
        "bonus-alone": bool,
        "bonus-settlement": ("all-first", "with-each-player"),
        "tournament": bool,
    }
    OPTIONAL = {"bonus-beside": ListOf((PLAYER, BANKER, "tie")), "tournament-one-hand": bool, "banker-six": str}
    RULINGS = (*SHOE_RULINGS, "first-card-of-next-hand", "banker-takes-it", "simulated-round", "use-if-needed")
    OUTCOMES = {
        "banker": {"main": {"win": None, "win-three-card-seven": "win", "win-six": "win"}},
        "player": {"main": {"win": None}},
        "tie": {"main": {"tie": None}},
        "fortune-7": {"main": {"banker-three-card-seven": None}},
        "super-6": {"main": {"banker-six": None}},
        "dragon-bonus": {
            "main": {**{f"win-by-{n}": None for n in range(4, 10)}, "natural": None, "natural-tie": "push"},
        },
    }  # fmt: skip

    BONUSES = ("fortune-7", "super-6", "dragon-bonus")
    DESCRIBES = SHOWN

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: the third-card table names values of a card, each once."""
        found = super().faults(book)
        rule = book.settings.get("third-card")
        for count, drawn_on in (rule.value if rule and isinstance(rule.value, dict) else {}).items():
            text = str(drawn_on)
            if text and (not text.isdecimal() or len(set(text)) != len(text)):
                words = (
                    f"expected the values 0 to 9 of a third card, each at most once, such as 012345679, found {text!r}"
                )
                found.append(Found(f"rules.third-card.value.{count}", words))
        return found

    # Wagers that the rulebook describes itself

    @classmethod
    def check_described(cls, book: Rulebook, wager: WagerRule) -> list[Found]:
        """A book may describe the wagers on the hands too: any rows that it pays them by."""
        if wager.name not in MAINS:
            return super().check_described(book, wager)
        described, faults = describe(wager, SHOWN)
        return faults if described is None else cls.never_seen(book, described)

    @classmethod
    def never_seen(cls, book: Rulebook, described: Described) -> list[Found]:
        return never_shown(book, described)

    def described_ways(self, described: Described, rows: Collection[str], on: str) -> Iterable[tuple[str, int]] | None:
        return walk(described, rows, int(self.posting["decks"]), third_cards(self.posting), on)

    def described_sight(self, described: Described, chance: Random) -> dict[str, Any]:
        return sight(chance, int(self.posting["decks"]), third_cards(self.posting))

    def described_net(self, described: Described, outcome: str, net: Fraction) -> Fraction:
        """A Banker wager pays its vigorish by whatever rows it wins."""
        if described.name != BANKER or self.posting["tournament"]:
            return net
        if net > 0:
            return net - net * int(self.posting["vigorish"]) / 100
        return -Fraction(int(self.posting["tied-banker-vigorish"]), 100) if outcome == "push" else net

    def described_depends(self, described: Described) -> tuple[str, ...]:
        return ("decks",)

    # Wagers

    @cached_property
    def bonuses(self) -> tuple[str, ...]:
        """Wagers beside those on which hand wins: the game's own, and those that the rulebook describes."""
        return (*self.BONUSES, *(name for name in self.described if name not in MAINS))

    def selections(self, wager: str) -> tuple[str, ...]:
        return (PLAYER, BANKER) if wager == "dragon-bonus" else super().selections(wager)

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        if why := super().blocked(table, position, wager, on):
            return why
        main = [w.kind for w in table.wagers(position=position) if w.kind in (PLAYER, BANKER, "tie")]
        if wager in self.bonuses and not self.beside(table, position) and not self.posting["bonus-alone"]:
            needed = [self.posting.wagers[kind].title for kind in self.carries_bonus]
            return f"needs a wager on {', '.join(needed[:-1])} or {needed[-1]} first"
        if self.one_hand() and wager in (PLAYER, BANKER) and {PLAYER: BANKER, BANKER: PLAYER}[wager] in main:
            return "in a tournament a participant wagers on one hand only"
        return ""

    @cached_property
    def carries_bonus(self) -> tuple[str, ...]:
        """The wagers beside which a bonus does not stand alone."""
        return tuple(self.posting.get("bonus-beside", (PLAYER, BANKER, "tie")))

    def beside(self, table: Table, position: int) -> list[Wager]:
        return [w for w in table.wagers(position=position) if w.kind in self.carries_bonus]

    def one_hand(self) -> bool:
        """A tournament whose participants always have a wager on Player or Banker, never on both."""
        return bool(self.posting["tournament"] and self.posting.get("tournament-one-hand", True))

    def incomplete(self, table: Table) -> Iterable[tuple[Wager, str, str]]:
        yield from super().incomplete(table)
        if not self.one_hand():
            return
        for position in table.betting_positions():
            wagers = table.wagers(position=position)
            if not any(w.kind in (PLAYER, BANKER) for w in wagers):
                for wager in wagers:
                    yield wager, "a participant must wager on Player or Banker", self.posting.clause("tournament")

    def check_take(self, table: Table, take: acts.Take) -> None:
        super().check_take(table, take)
        mains = self.beside(table, take.position)
        bonus = any(w.kind in self.bonuses for w in table.wagers(position=take.position))
        whole = not take.amount or take.amount == sum(w.stake for w in mains if w.kind == take.wager)
        last = [w.kind for w in mains] == [take.wager]
        if last and whole and bonus and not self.posting["bonus-alone"]:
            raise Refused("the bonus wager needs it", self.posting.clause("bonus-alone"))

    def limits(self, table: Table, position: int, wager: str, on: str) -> Any:
        limits = super().limits(table, position, wager, on)
        alone = wager in self.bonuses and not self.beside(table, position)
        least = self.posting.limits["player"].least
        if alone and self.posting["bonus-alone"] and limits.least < least <= limits.most:
            return type(limits)(least, limits.most, limits.step)  # a bonus alone meets the table's minimum
        return limits

    def check_bet(self, table: Table, bet: acts.Bet) -> None:
        """Chips that are owed as vigorish are the house's: they are not wagered, so that whoever leaves can pay."""
        super().check_bet(table, bet)
        owed = self.owed_by(table, bet.position) if table.to_the_letter else 0
        if bet.amount > table.chips(bet.position) - owed:
            words = f"position {bet.position} has {money(table.chips(bet.position))} and owes {money(owed)} vigorish"
            raise Refused(words, self.posting.clause("vigorish-collection"))

    def owed_by(self, table: Table, position: int) -> int:
        """What the patron of a position owes, at all of his positions."""
        patron = table.position(position).patron
        owed = table.felt.memo.get("vigorish-owed", {})
        return sum(int(cents) for number, cents in owed.items() if table.position(int(number)).patron == patron)

    def outstanding(self, table: Table) -> int:
        return sum(int(cents) for cents in table.felt.memo.get("vigorish-owed", {}).values())

    def check_leave(self, table: Table, position: int) -> None:
        """Outstanding vigorish is collected when the player leaves: who has too few chips for it buys some first."""
        super().check_leave(table, position)
        owed = table.felt.memo.get("vigorish-owed", {}).get(str(position), 0)
        if table.to_the_letter and owed > table.chips(position):
            words = f"position {position} owes {money(owed)} vigorish and has {money(table.chips(position))}"
            raise Refused(f"{words}; it is paid before the player leaves", self.posting.clause("vigorish-collection"))

    def leaves(self, table: Table, position: int) -> None:
        self.collect_vigorish(table, position)

    # The shoe

    def check_cut(self, table: Table, cut: int) -> None:
        """So many cards at least lie under the cutting card, as the rulebook says; a house may post more of them."""
        rule = self.posting.rulebook.settings["cutting-card-from-bottom"]
        least = int(rule.least if rule.least is not None else rule.value)
        if self.way() != CONTINUOUS and table.shoe.size - cut < least:
            words = f"the cutting card lies at least {least} cards above the bottom, not {table.shoe.size - cut}"
            raise Refused(words, rule.clause)

    def cut_depth(self, shoe: Shoe) -> int:
        return shoe.size - int(self.posting["cutting-card-from-bottom"])

    def shoe_done(self, table: Table) -> bool:
        """After the cutting card the hand is finished; where the rulebook says so, one more is dealt."""
        memo = table.felt.memo
        if "shoe-since" not in memo:
            return True
        after = 1 if self.posting["after-cutting-card"] == "finish-hand" else 2
        return int(memo.get("hands-after-cut", 0)) >= after

    def fresh_shoe(self, table: Table) -> Procedure[None]:
        for position in table.felt.positions:
            self.collect_vigorish(table, position.number)
        for kept in ("hands-after-cut", "_next-hand", "simulated", "results"):
            table.felt.memo.pop(kept, None)  # a card that waited for the next hand is shuffled with the others
        yield from super().fresh_shoe(table)

    def ran_out(self, table: Table) -> Procedure[None]:
        table.felt.memo["reshuffle"] = True
        raise Void(self.posting.clause("dealing"), (), "Too few cards are left in the shoe to finish the round.")
        yield

    # The round

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.ready_shoe(table)
        simulated = table.felt.memo.pop("simulated", False)
        if not simulated:
            yield from betting(self, table)
        else:
            table.clear()
            table.note("A simulated round: no wagers are accepted.")
        waiting = table.felt.memo.pop("_next-hand", [])
        if simulated:  # it draws at least its last card from the shoe, however many were disclosed
            table.lay_stack("discards", waiting[FIRST_CARDS - 1 :], "up")
            del waiting[FIRST_CARDS - 1 :]
        table.felt.aside[:0] = waiting
        yield from self.deal_hands(table)
        table.at("settlement")
        if not simulated:
            self.settle_all(table)
            memo = table.felt.memo
            memo["results"] = [self.winner(table), *memo.get("results", [])][:KEPT_RESULTS]
        self.count_after_cut(table)

    def voided(self, table: Table, void: Void) -> Procedure[None]:
        yield from super().voided(table, void)
        self.count_after_cut(table)

    def count_after_cut(self, table: Table) -> None:
        if table.shoe.past_cut and self.way() == SHOE:
            memo = table.felt.memo
            memo["hands-after-cut"] = int(memo.get("hands-after-cut", 0)) + 1
            if memo["hands-after-cut"] == 1 and self.posting["after-cutting-card"] == "one-more-hand":
                table.note("The cover card has come out: last hand.")

    def deal_hands(self, table: Table) -> Procedure[None]:
        """Player, Banker, Player, Banker; then the third cards, the Player's first."""
        table.at("dealing")
        face = "down" if self.posting["midi"] else str(self.posting["initial-cards"])
        for _ in range(2):
            yield from self.draw(table, PLAYER, face)
            yield from self.draw(table, BANKER, face)
        for side in (PLAYER, BANKER):
            yield from self.show(table, side)
        table.at("third-cards")
        player, banker = table.hand(PLAYER).cards, table.hand(BANKER).cards
        if is_natural(player) or is_natural(banker):
            return
        third = -1
        face = "down" if self.posting["midi"] else "up"
        if player_draws(point_count(player)):
            yield from self.draw(table, PLAYER, face)
            yield from self.show(table, PLAYER)
            third = card_value(table.hand(PLAYER).cards[2])
        if self.banker_must_draw(point_count(banker[:2]), third):
            yield from self.draw(table, BANKER, face)
            yield from self.show(table, BANKER)

    def banker_must_draw(self, count: int, third: int) -> bool:
        drawn_on = str(third_cards(self.posting).get(str(count), ""))
        return banker_draws(count, third, sum(1 << int(digit) for digit in drawn_on))

    def show(self, table: Table, side: str) -> Procedure[None]:
        """Turn a hand, or its third card. In midi who has the most on it does, unless he cedes it to the next."""
        if self.posting["midi"]:
            wagers = sorted(table.wagers(side), key=lambda w: (-w.stake, w.position))
            for wager in wagers:
                answer = yield from ask(
                    Decide(
                        (Choice("turn"), Choice("cede")),
                        wager.position,
                        question=f"Position {wager.position}: turn the {side}'s cards, or cede them?",
                    )
                )
                if answer.name == "turn":
                    break
        yield from turn_up(table, side)

    # Settlement

    def winner(self, table: Table) -> str:
        """Which side a hand of this shoe went to, for the roads beside the layout."""
        player, banker = (point_count(table.hand(side).cards) for side in (PLAYER, BANKER))
        return "tie" if player == banker else PLAYER if player > banker else BANKER

    def outcomes(self, table: Table) -> dict[tuple[str, str], str]:
        """(wager, on) -> outcome, for the hands on the table."""
        player, banker = table.hand(PLAYER).cards, table.hand(BANKER).cards
        return coup_outcomes(point_count(player), point_count(banker), len(player), len(banker))

    def settle_all(self, table: Table) -> None:
        """Losing wagers are collected first; then winners are paid from the highest position down."""
        outcomes = self.outcomes(table)
        hands = {side: table.hand(side).cards for side in (PLAYER, BANKER)}
        why = (
            "; ".join(f"{side.capitalize()} {card_names(c)} makes {point_count(c)}" for side, c in hands.items()) + "."
        )
        ends = [(w, self._end(table, w, outcomes)) for w in self.in_order(table.felt.wagers)]
        for wager, outcome in ends:
            if outcome == "lose":
                table.settle(wager, outcome, because=why)
        table.conclude()
        for wager, outcome in ends:
            if outcome != "lose":
                self.pay(table, wager, outcome, why)

    def _end(self, table: Table, wager: Wager, outcomes: dict[tuple[str, str], str]) -> str:
        if described := self.described.get(wager.kind):
            seen = hands_seen(table.hand(PLAYER).cards, table.hand(BANKER).cards)
            return described.outcome({**seen, ON: wager.on}, self.paid_outcomes(wager.kind)) or "lose"
        outcome = outcomes[wager.kind, wager.on]
        return outcome if outcome in ("lose", "push") else self.resolve(wager.kind, outcome)

    def in_order(self, wagers: Iterable[Wager]) -> list[Wager]:
        """All bonuses first, or each player's bonus before his other wagers; from the highest position down."""
        all_first = self.posting["bonus-settlement"] == "all-first"
        return sorted(
            wagers,
            key=lambda w: (
                w.kind not in self.bonuses if all_first else False,
                -w.position,
                w.kind not in self.bonuses,
                w.id,
            ),
        )

    def pay(self, table: Table, wager: Wager, outcome: str, why: str) -> None:
        vigorish = self.vigorish(wager, outcome)
        deferred = self.posting["vigorish-collection"] == "deferred"
        table.settle(wager, outcome, because=why, vigorish=0 if deferred else vigorish)
        table.conclude()
        if vigorish and deferred:
            owed = table.felt.memo.setdefault("vigorish-owed", {})
            owed[str(wager.position)] = owed.get(str(wager.position), 0) + vigorish
            table.note(
                f"Position {wager.position} owes {money(owed[str(wager.position)])} vigorish; a marker button says so."
            )

    def vigorish(self, wager: Wager, outcome: str) -> int:
        """In hundredths of what a Banker wager wins (or, where the rulebook has it so, of a tied one's stake)."""
        if wager.kind != BANKER or self.posting["tournament"]:
            return 0
        if outcome == "push":
            share, base = int(self.posting["tied-banker-vigorish"]), Fraction(wager.stake)
        else:
            row = self.posting.row(BANKER, outcome)
            share, base = int(self.posting["vigorish"]), row.odds.won(wager.stake) if row else Fraction(0)
        return round_up(base * share / 100, int(self.posting["vigorish-unit"]))

    def collect_vigorish(self, table: Table, position: int) -> None:
        """Deferred vigorish is due before a reshuffle and when the player leaves; the marker stays until it is paid."""
        markers = table.felt.memo.get("vigorish-owed", {})
        owed = markers.pop(str(position), 0)
        if owed:
            paid = min(owed, table.chips(position))
            table.move(table.account(position), "inventory", paid, "vigorish collected")
            if table.to_the_letter and paid < owed:
                markers[str(position)] = owed - paid

    # Rulings

    def rule_first_card_of_next_hand(
        self, table: Table, irregularity: Irregularity, declared: Declared
    ) -> Procedure[Any]:
        """A card nobody has seen waits for the next hand."""
        yield from self.keep_for_next(table, "down")
        return LOOK_AGAIN

    def rule_banker_takes_it(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """An unseen third card that the Player may not have: the Banker's, if he must draw, else the next hand's."""
        if table.felt.stage == "third-cards" and len(table.hand(PLAYER).cards) == 2:
            table.note(irregularity.says, irregularity.clause)  # it lies ready as the Banker's third card
            return None
        yield from self.keep_for_next(table, "down")
        return LOOK_AGAIN

    def rule_simulated_round(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A card that was seen opens a simulated round, in which no wager is accepted, after this one."""
        yield from self.keep_for_next(table, "up")
        table.felt.memo["simulated"] = True
        if table.felt.stage == "betting":
            raise Void(irregularity.clause, (), irregularity.says)
        return LOOK_AGAIN

    def rule_use_if_needed(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A card found face up is used if the hand needs one; else, as before a first card, a simulated round opens."""
        if table.hand(PLAYER).cards and table.felt.stage in ("dealing", "third-cards"):
            return (yield from self.rule_use_as_next_card(table, _seen(irregularity), declared))
        yield from self.keep_for_next(table, "up")
        table.felt.memo["simulated"] = True
        raise Void(irregularity.clause, (), irregularity.says)

    def keep_for_next(self, table: Table, face: str) -> Procedure[None]:
        if table.shoe.left <= 0:
            yield from self.ran_out(table)
        answer = yield from ask(Card("aside", face))
        table.shoe.draw(answer.card)
        table.felt.memo.setdefault("_next-hand", []).append(answer.card)


def _seen(irregularity: Irregularity) -> Irregularity:
    """The same irregularity, with the card's face known."""
    remedy = msgspec.structs.replace(irregularity.remedy, terms={"seen": True})
    return msgspec.structs.replace(irregularity, remedy=remedy)
