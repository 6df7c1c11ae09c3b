"""The dealer and the floor at one hand: acts as they are made, irregularities declared, rulings recorded.

A ruling is found in the room's rulebook by what went wrong and under which circumstances, checked for who
may give it, applied to the hand (`remedies.py`), and recorded with its clause and who decided.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.poker.acts import CALL, CHECK, FOLD, RAISE, Act, Meaning, meaning
from croupier.poker.book.room import Room, terms
from croupier.poker.errors import Player, Refused
from croupier.poker.hand import Hand
from croupier.poker.history import restore, snapshot
from croupier.poker.records import Record, Ruled
from croupier.poker.rulings import accidents
from croupier.poker.rulings.facts import OUT_OF_TURN
from croupier.poker.rulings.remedies import FREE, REMEDIES, changes_nothing
from croupier.rulebook.model import Irregularity, Remedy

ROLES = ("player", "dealer", "supervisor", "lead-supervisor", "manager")


class Desk:
    """One hand under one room's rules. Everything that is not plain play goes through here."""

    def __init__(self, room: Room, hand: Hand) -> None:
        self.room = room
        self.hand = hand
        self.rulings: list[Ruled] = []
        self.misdealt = False
        self.clock: int | None = None
        self.final: set[str] = set()  # matters that a lead supervisor has decided

    # acts

    def act(self, act: Act, choice: str = "") -> Record:
        """Do what an act counts as; out of turn it is only noted."""
        hand = self.hand
        if hand.phase == "bet" and act.player != hand.actor:
            return self.out_of_turn(act)
        if act.player in hand.binding:
            act = self._bound(act)
        found = meaning(hand, self.room, act)
        kept = snapshot(hand)
        try:
            if found.choices and choice == "forfeit":
                return self._forfeit(act, found)
            record = self._do(found, act.player)
        except Refused:
            restore(hand, kept)
            raise
        if found.rule not in ("verbal", "bet", "call", "chip", "pot", "rap"):
            self._note(found.rule, found.verb, found.clause, act.player, {"to": found.to, "change": found.change})
        return record

    def _do(self, found: Meaning, player: int) -> Record:
        hand = self.hand
        if found.verb == FOLD:
            return hand.fold(player)
        if found.verb == CHECK:
            return hand.check(player)
        if found.verb == CALL:
            return hand.call(player)
        if found.to <= hand.level:
            return hand.call(player)
        return hand.raise_to(found.to, player)

    def _forfeit(self, act: Act, found: Meaning) -> Record:
        """He leaves the chips that he put in, and the hand with them."""
        hand, i = self.hand, act.player
        put = accidents.forfeit(hand, i, sum(act.chips))
        self._note(found.rule, "forfeit", found.clause, i, {"amount": put})
        return hand.fold(i)

    # out of turn

    def _done_out_of_turn(self, facts: Mapping[str, Any], by: str) -> Ruled:
        hand, i = self.hand, facts.get("player", -1)
        if hand.phase != "bet":
            raise hand.refuse("phase", "nobody is to act, so nobody acts out of turn")
        if i == hand.actor:
            raise hand.refuse("turn", "{who} is to act: his act is keyed as it is", who=Player(i))
        return self.out_of_turn(Act(i, says=str(facts["did"]), amount=facts.get("amount")), by)

    def out_of_turn(self, act: Act, by: str = "dealer") -> Ruled:
        """Noted: where the book lets it bind, it does if nobody before him bets or raises."""
        hand, i = self.hand, act.player
        if not (0 <= i < hand.n and hand.alive[i]):
            raise hand.refuse("dead-hand", "{who} has no live hand", who=Player(i))
        verb = act.says or "chips"
        facts: dict[str, Any] = {"act": verb}
        entry = self.room.irregularity("out-of-turn", facts)
        carried = terms(entry.remedy)
        if entry.remedy.ruling == "binding":
            level = -1 if verb == FOLD and carried.get("fold-binds") else hand.level
            hand.binding[i] = (verb, act.amount or sum(act.chips), level, act.chips)
        if verb == CHECK and carried.get("check-bars-raising"):
            hand.barred.add(i)
        return self._record(entry, entry.remedy, i, by, facts)

    def _bound(self, act: Act) -> Act:
        """At his turn: the act out of turn stands if the action to him has not changed."""
        bound = self._as_bound(act)
        self.hand.binding.pop(act.player)
        return bound

    def bound(self, player: int) -> Meaning | None:
        """What an act out of turn holds its player to now that it is his turn; nothing where he is free."""
        hand = self.hand
        if player not in hand.binding or hand.phase != "bet" or player != hand.actor:
            return None
        plain = Act(player)
        act = self._as_bound(plain)
        if act is plain:
            return None
        try:
            found = meaning(hand, self.room, act)
        except Refused:  # it can't be done any more
            return None
        if found.verb == RAISE and found.to <= hand.level:
            found = msgspec.structs.replace(found, verb=CALL, to=0)
        offered = hand.options()
        may = {
            FOLD: offered.fold, CHECK: offered.check, CALL: bool(offered.call),
            RAISE: offered.may_raise and offered.allows(found.to),
        }  # fmt: skip
        return found if may[found.verb] and not found.choices else None

    def _as_bound(self, act: Act) -> Act:
        hand, i = self.hand, act.player
        verb, amount, level, chips = hand.binding[i]
        if level not in (hand.level, -1):  # -1: a fold that stands whatever the others do
            return act
        if verb == CHECK and act.says == FOLD:
            return act
        if verb == "chips":
            return Act(i, chips=chips)
        if verb == CALL and hand.bets[i] >= hand.level:
            return Act(i, says=CHECK)
        return Act(i, says=verb, amount=amount if verb in ("bet", RAISE) and amount else None)

    # irregularities

    def facts(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The circumstances that rulebooks ask about, read from the hand; what is given comes first."""
        hand = self.hand
        player = given.get("player", -1)
        facing = hand.phase == "bet" and 0 <= player < hand.n and hand.bets[player] < hand.level
        found: dict[str, Any] = {
            "form": hand.form.key,
            "family": hand.form.family,
            "street": hand.street,
            "phase": hand.phase,
            "structure": hand.stakes.kind,
            "limit": hand.stakes.limit,
            "facing-bet": facing,
            "significant": self.significant(),
            "live": hand.live,
            "initial-deal": hand.street == 0,
            "low": hand.form.low,
            "over": hand.over,
            "all-in": 0 <= player < hand.n and not hand.stacks[player],
            "button": player == hand.n - 1,
            "acted": accidents.has_acted(hand, player),
            "any-action": bool(accidents.actions(hand)),
            "to-act": hand.phase == "bet" and player == hand.actor,
            "pot-plays": accidents.pot_plays(hand),
        }
        found.update(given)
        return found

    def significant(self) -> bool:
        """Enough has happened that a misdeal can no longer be called."""
        hand = self.hand
        rule = self.room.value("significant-action", "three-actions-or-two-bets")
        if hand.form.pass_and_out and self.room.value("significant-action-lowball"):
            rule = self.room.value("significant-action-lowball")
        count, money = accidents.voluntary_actions(hand), accidents.money_actions(hand)
        if rule == "two-players-acted":
            return accidents.players_acted(hand) >= 2
        if rule == "two-voluntary-bets":
            return hand.voluntary >= 2
        if rule == "two-actions-one-bet-or-three":
            return count >= 3 or (count >= 2 and money >= 1)
        return count >= 3 or money >= 2

    def rule_on(self, when: str, **given: Any) -> tuple[Irregularity, dict[str, Any]]:
        """The entry that applies, without applying it."""
        facts = self.facts({key.replace("_", "-"): value for key, value in given.items()})
        return self.room.irregularity(when, facts), facts

    def declare(self, when: str, by: str = "dealer", choice: str = "", **given: Any) -> Ruled:
        """An irregularity: find the ruling, check who gives it, apply and record it."""
        entry, facts = self.rule_on(when, **given)
        if by not in ROLES:
            raise self.hand.refuse("authority", f"{by!r} is none of {', '.join(ROLES)}")
        if when == OUT_OF_TURN and "did" in given:  # told by what was done; a record from before may only name it
            return self._done_out_of_turn(facts, by)
        if "significant" in given and ROLES.index(by) < ROLES.index("supervisor"):
            raise self.hand.refuse("authority", "only a supervisor may judge for himself what is significant action")
        if ROLES.index(by) < ROLES.index(entry.by):
            raise self.hand.refuse("authority", f"only a {entry.by} may rule on {when.replace('-', ' ')}, not a {by}")
        if when in self.final and ROLES.index(by) < ROLES.index("lead-supervisor"):
            raise self.hand.refuse("authority", "the lead supervisor has decided, and the decision is final")
        remedy = self._choose(entry, choice, by)
        apply = REMEDIES.get(remedy.ruling)
        if apply is None:
            raise self.hand.refuse("ruling", f"no procedure carries out {remedy.ruling!r}")
        if self.hand.over and not changes_nothing(remedy.ruling):
            raise self.hand.refuse("phase", "the pot has been awarded: the hand is over")
        facts.update(terms(remedy))
        self._apply(apply, facts)
        if by == "lead-supervisor":
            self.final.add(when)
        return self._record(entry, remedy, facts.get("player", -1), by, facts)

    def _apply(self, procedure: Any, facts: dict[str, Any]) -> None:
        kept = snapshot(self.hand)
        self.hand.shallowest = 0
        try:
            procedure(self, facts)
        except Exception:
            restore(self.hand, kept)
            raise

    def _choose(self, entry: Irregularity, choice: str, by: str) -> Remedy:
        if not entry.choices:
            if choice and choice != entry.remedy.ruling:
                raise self.hand.refuse("decision", f"there is nothing to choose: {entry.remedy.ruling}")
            return entry.remedy
        names = [remedy.ruling for remedy in entry.choices]
        if choice not in names:
            raise self.hand.refuse("decision", f"the {entry.by} decides between {', '.join(names)}")
        return entry.choices[names.index(choice)]

    def override(self, by: str, ruling: str, reason: str, **given: Any) -> Ruled:
        """Fairness before the letter: management rules otherwise, and says why."""
        if ROLES.index(by) < ROLES.index("supervisor"):
            raise self.hand.refuse("authority", f"a {by} may not set a rule aside")
        facts: dict[str, Any] = {key.replace("_", "-"): value for key, value in given.items()}
        facts["reason"] = reason
        self._apply(REMEDIES[ruling], facts)
        if ruling == FREE:  # what he did out of turn does not bind him
            self.hand.binding.pop(facts.get("player", -1), None)
        record = Ruled(
            "override", ruling, self.room.clause("fairness"), by, facts.get("player", -1), _plain(facts), reason
        )
        return self._keep(record)

    def _record(self, entry: Irregularity, remedy: Remedy, player: int, by: str, facts: Mapping[str, Any]) -> Ruled:
        says = remedy.says or entry.says
        return self._keep(Ruled(entry.when, remedy.ruling, entry.clause, by, player, _plain(facts), says))

    def _note(self, when: str, ruling: str, clause: str, player: int, facts: Mapping[str, Any]) -> Ruled:
        return self._keep(Ruled(when, ruling, clause, "dealer", player, _plain(facts)))

    def _keep(self, record: Ruled) -> Ruled:
        self.rulings.append(record)
        self.hand.records.append(record)
        self.hand.shallowest = 0
        return record

    # the clock

    def call_clock(self, by: str = "dealer", waited_seconds: int | None = None) -> int:
        """Seconds that the player in turn has left to act; `waited_seconds` is how long he has thought already."""
        seconds = self.room.value("clock-seconds", 0)
        if not seconds:
            raise self.hand.refuse("clock", "no clock is used here")
        least = 60 * self.room.value("clock-after-minutes", 0)
        if waited_seconds is not None and waited_seconds < least and ROLES.index(by) < ROLES.index("supervisor"):
            raise Refused(
                "clock", f"no clock before {least} seconds have passed", self.room.clause("clock-after-minutes")
            )
        self.clock = int(seconds)
        return self.clock

    def clock_ran_out(self) -> Ruled:
        """Time is up: facing a bet the hand is dead, otherwise it is a check.

        Where the book prints no clock and the house posts one, the posted time is the supervisor's word beforehand.
        """
        if self.clock is None:
            raise self.hand.refuse("clock", "no clock is running")
        self.clock = None
        setting = self.room.setting("clock-seconds")
        posted = setting is not None and setting.optional
        return self.declare("clock-expired", by="supervisor" if posted else "dealer", player=self.hand.actor)


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if isinstance(value, str | int | bool | list)}
