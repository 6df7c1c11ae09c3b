"""What the table asks of one reader now: status, alert and the buttons with what they cost."""

import re

from croupier.equipment.cards import ACE, rank_of
from croupier.equipment.money import money, short_money
from croupier.equipment.shoe import UNSEEN
from croupier.games.cards.pai_gow_poker import PaiGowPoker
from croupier.games.twentyone.counting import same_value, total
from croupier.games.twentyone.play import Playing
from croupier.house.people.persons import Person
from croupier.house.tables.life import CLOSING
from croupier.house.tables.live import Live
from croupier.rounds import acts, refusal
from croupier.rounds.acts import By
from croupier.rounds.driver import Driver
from croupier.rounds.felt import Hand
from croupier.rounds.game import Game
from croupier.rounds.requests import Amount, Arrange, Betting, Choice, Decide, Do, Request, Together
from croupier.rulebook.posting import Posting
from croupier.web.felt.choices import adds_words, button_title
from croupier.web.felt.seating import sit_waits
from croupier.web.felt.seven_spot.setting import suited
from croupier.web.felt.shown import Action, Setting
from croupier.web.kit import words
from croupier.web.station.house_way import cause

SEVEN = 7
PLAY = "Play"  # the wager that goes on with a hand, and so a verb too
SHORT = 50  # letters of an explanation that still fit a button, in two lines
ORDER = ("hit", "stand", "double", "double-less", "double-hidden", "split")  # as players know them
DOUBLED_ON = {"hard-9-to-11": "a hard 9, 10 or 11", "hard-10-or-11": "a hard 10 or 11"}  # as a table's rule has it
# What a choice is called on a button, where its name in the record says too little.
BRIEF = {
    "hit": "one more card",
    "double": "",
    "double-less": "",
    "double-hidden": "",
    "split": "",
    "free-split": "two hands, no cost",
    "free-double": "one card, no cost",
    "free-double-hidden": "one card, no cost",
    "refuse": "refuse every exposed card of this round",
    "zap": "two new cards",
    "tuck": "only Ante and Blind are lost",
    "fold-tucked": "only the Ante is lost",
}


def _at_its_limit(live: Live) -> bool:
    """Whether no round is left at a table of a tournament; a supervisor ends it."""
    return live.turns is not None and live.turns.over


class Asked:
    def __init__(self, driver: Driver, position: int, mine: set[int], out_of_turn: str = "") -> None:
        self.driver, self.mine = driver, mine
        self.waits_for = out_of_turn.rstrip(".")  # at a tournament's table: who wagers before this reader
        self.request = self._own(driver.pending)
        self.position = getattr(self.request, "position", 0) or position
        self.arrange: tuple[int, ...] = ()
        self.arrange_count = 0
        self.question = ""
        self.alert = ""
        if isinstance(self.request, Arrange):
            hand = driver.table.hand(f"{self.request.position}.{self.request.hand}")
            self.arrange = tuple(card for card, face in zip(hand.cards, hand.faces) if card >= 0 and face in "uo")
            self.arrange_count = self.request.count
        if isinstance(self.request, Arrange | Decide | Amount):  # said to the position, which is the reader's own
            said = self.request.question.removeprefix(f"Position {self.request.position}: ")
            self.question = said[:1].upper() + said[1:]
        self.setting = self._to_set()
        if self.request is not None and not isinstance(self.request, Betting):
            self.alert = self.question or "Your decision"

    def _own(self, pending: Request) -> Request | None:
        """The part of the pending request that this reader answers."""
        if isinstance(pending, Together):
            return next((p for p in pending.parts if p.position in self.mine), None)
        if isinstance(pending, Decide | Amount | Arrange):
            by = getattr(pending, "by", "player")
            return pending if pending.position in self.mine and by == "player" else None
        return pending if isinstance(pending, Betting) and self.mine else None

    def deciding(self, live: Live) -> bool:
        """Whether the table waits for a decision of this reader."""
        return isinstance(self.request, Decide | Amount | Arrange) and not live.held

    def status(self, live: Live) -> tuple[str, str, str]:
        """Words, icon and colour of the status pill."""
        pending = self.driver.pending
        if live.held:
            return "Jackpot to be verified", "flag", "warn"
        if self.deciding(live):
            return f"Your decision{self._about()}", "cards", "accent"
        if isinstance(pending, Betting) and live.table.state == CLOSING:
            return "Closing, no more wagers", "lock", "warn"
        if isinstance(pending, Betting) and _at_its_limit(live):
            return "No rounds left", "flag", "warn"
        if isinstance(pending, Betting) and self._ready(live):
            return self._awaited(live), "clock", "info"
        if isinstance(pending, Betting):
            return ("Wagers open", "clock", "pos") if self.mine else ("Wagers open · watching", "eye", "")
        position, by = getattr(pending, "position", 0), getattr(pending, "by", "player")
        if isinstance(pending, Decide | Do) and by != "player":
            return f"The {by} decides" if isinstance(pending, Decide) else f"Waits for the {by}", "clock", "info"
        if isinstance(pending, Decide | Amount | Arrange) and position:
            return f"Position {position} decides", "clock", "info"
        return f"Waits for {pending.asks(self.driver.table)}"[:60], "clock", "info"

    def _about(self) -> str:
        """What a decision is about where its buttons alone would say it: ` · insurance`."""
        if self.setting is not None:
            return " · set two hands"
        asked = self.request.wager if isinstance(self.request, Amount) else ""
        rule = self.driver.game.posting.wagers.get(asked)
        return f" · {rule.title.lower()}" if rule is not None and rule.kind == "insurance" else ""

    def actions(self, live: Live, who: Person | None) -> tuple[Action, ...]:
        if not self.mine and (who is None or who.role == "player"):
            return self._seat(live)
        if live.held or self.request is None:
            return ()
        if isinstance(self.request, Decide) and self.setting is not None:
            return self._set_hands(self.request.choices)
        if isinstance(self.request, Decide):
            asked = sorted(self.request.choices, key=lambda c: ORDER.index(c.name) if c.name in ORDER else len(ORDER))
            made = tuple(sorted((self._choice(c) for c in asked), key=lambda a: not a.open))
            return made + tuple(self._lacking_choice(*lack) for lack in self._lacks() if lack[0] != "insurance")
        if isinstance(self.request, Amount):
            return self._amounts(self.request)
        if isinstance(self.request, Arrange):
            return self._set_hands(())
        return self._betting(live)

    def _set_hands(self, choices: tuple[Choice, ...]) -> tuple[Action, ...]:
        """The house way sets without sending, the other sends; a foul is stopped by the page and by the table."""
        assert self.setting is not None
        rest = sorted(
            (card for card in self.setting.cards if card not in self.setting.house), key=lambda c: -rank_of(c)
        )
        words_ = f"Low {suited(self.setting.house)} · High {suited(tuple(rest))}"
        made = [
            Action(id="house-way", title="House way", cost=words_, key="W"),
            Action(id="set-hands", title="Set the hands", cost="No cost", key="Enter"),
        ]
        return (*made, *(self._choice(c) for c in choices if c.name not in ("set", "house-way")))

    def _to_set(self) -> Setting | None:
        """The seven cards that this reader may part now, every way by name."""
        game, request = self.driver.game, self.request
        if not isinstance(game, PaiGowPoker) or not self.driver.table.electronic:
            return None
        if isinstance(request, Decide) and any(c.name == "set" and c.blocked for c in request.choices):
            return None
        if not isinstance(request, Decide | Arrange) or game.posting.get("positions") is None:
            return None
        cards = self.driver.table.hand(f"{request.position}.{request.hand}").cards
        if len(cards) != SEVEN or UNSEEN in cards:
            return None
        house = game.house_low(cards)
        return Setting(
            cards=tuple(cards),
            ways=tuple((suited(low), a, b, foul) for low, a, b, foul in game.ways_to_set(cards)),
            house=house,
            clause=game.posting.clause("setting"),
            cause=cause(cards, house, game.ways),
            house_clause=game.posting.clause("house-way"),
        )

    def _seat(self, live: Live) -> tuple[Action, ...]:
        """Who watches sits down between two rounds; pressed in a round, he does as soon as it is over."""
        if live.table.settings.tournament or all(p.patron for p in self.driver.felt.positions):
            return ()
        why = sit_waits(live)
        if why and live.table.state != CLOSING:
            return (Action(id="sit", title="Sit down", icon="seat", kind="main", cost="When this round is over"),)
        return (Action(id="sit", title="Sit down", icon="seat", kind="main", open=not why, why=why),)

    def _choice(self, choice: Choice) -> Action:
        said = BRIEF.get(choice.name, _brief(choice))
        among = self.request.choices if isinstance(self.request, Decide) else ()
        adds = adds_words(choice, among) + (f"\u00a0· {said}" if said else "")
        cost = adds if choice.cost else (said[:1].upper() + said[1:] or "No cost")
        chips = self.driver.table.chips(self.position) if self.position else 0
        why = choice.blocked
        clause = choice.clause or self.driver.game.posting.clause(self.driver.felt.stage)
        if why:
            why = f"{why[:1].upper()}{why[1:]}{' · ' + clause if clause else ''}"
        elif choice.cost > chips:
            why = f"Costs {money(choice.cost)}; you have {money(chips)}"
        return Action(
            id=f"choose:{choice.name}",
            title=self._button(choice.name),
            cost=self._keeps(choice.name) or cost,
            key=words.decision_key(choice.name),
            open=not why,
            why=why,
        )

    def _button(self, name: str) -> str:
        """`Play 3 times`, where only how many times is its name and Play alone is placed later."""
        title = button_title(name)
        only_times = name.removesuffix("x").isdecimal()
        return f"{PLAY} {title.lower()}" if only_times and self.driver.game.PLACED_LATER == ("play",) else title

    def _keeps(self, name: str) -> str:
        """`Keep 11`: what standing means for the hand that is asked."""
        if name != "stand" or not isinstance(self.request, Decide):
            return ""
        cards = self.driver.table.hand(f"{self.request.position}.{self.request.hand}").cards
        return f"Keep {total(cards)}" if cards and UNSEEN not in cards else ""

    def band_note(self) -> str:
        """What insurance lacks, for the band that offers it."""
        clause = next((w.clause for w in self.driver.game.posting.wagers.values() if w.kind == "insurance"), "")
        return next((f"{why} · {clause}" for name, why in self._lacks() if name == "insurance"), "")

    def _lacks(self) -> list[tuple[str, str]]:
        request, posting = self.request, self.driver.game.posting
        if self.driver.game.FAMILY != "twenty-one" or not isinstance(request, Decide):
            return []
        offered = {choice.name for choice in request.choices}
        if "stand" not in offered:
            return []
        hand = self.driver.table.hand(f"{request.position}.{request.hand}")
        cards, shown = hand.cards, next(iter(self.driver.felt.dealer.cards), UNSEEN)
        lacks = {
            "double": _double_lacks(self.driver.game, hand),
            "split": _split_lacks(cards),
            "insurance": "needs a dealer ace" if shown != UNSEEN and rank_of(shown) != ACE else "",
        }
        return [(name, why) for name, why in lacks.items() if why and name in posting.wagers and name not in offered]

    def _lacking_choice(self, name: str, why: str) -> Action:
        """A decision of other moments, in its place and with what it lacks."""
        key, clause = words.decision_key(name), self.driver.game.posting.wagers[name].clause
        return Action(id=f"choose:{name}", title=button_title(name), key=key, open=False, why=_sentence(why, clause))

    def _amounts(self, request: Amount) -> tuple[Action, ...]:
        chips = self.driver.table.chips(request.position)
        rule = self.driver.game.posting.wagers.get(request.wager)
        raised = rule is not None and rule.kind == "base"  # more on a wager that lies there
        title = "Add to the wager" if raised else words.wager_title(self.driver.game.posting, request.wager)
        declined = "Add nothing" if raised else f"No {title.lower()}"
        made = []
        for cents in request.among:
            why = "" if cents <= chips else f"You have {money(chips)}"
            made.append(
                Action(
                    id=f"stake:{cents}",
                    title=f"{title} {short_money(cents)}",
                    cost=f"Adds {money(cents)}",
                    open=not why,
                    why=why,
                )
            )
        if not request.among:
            most = min(request.most, chips)
            made.append(
                Action(
                    id="stake",
                    title=title,
                    needs_amount=True,
                    least=request.least,
                    most=max(most, request.least),
                    step=max(request.step, 100),
                    default=max(most, request.least) if rule and rule.kind == "insurance" else request.least,
                    cost=f"{short_money(request.least)} to {short_money(request.most)}",
                    open=chips >= request.least,
                    why=f"You have {money(chips)}" if chips < request.least else "",
                )
            )
        if request.may_decline:
            made.append(Action(id="stake:0", title=declined, cost="No cost", key="N"))
        return tuple(made)

    def _betting(self, live: Live) -> tuple[Action, ...]:
        """At an electronic table the players themselves say when they are ready."""
        driver = self.driver
        staked = any(w.position in self.mine for w in driver.felt.wagers)
        if not staked and self.mine and not live.table.settings.tournament and (short := self._short()):
            return (Action(id="money", title="Bring chips", icon="cash", kind="main", cost=short),)
        if not driver.table.electronic:
            self.alert = "The dealer closes the wagers"
            return ()
        title, icon = begins(driver.game)
        if _at_its_limit(live):
            why = "The table has reached its limit"
        elif self._ready(live):
            why = self._awaited(live)
        elif not staked and live.table.state == CLOSING:
            why = "This table is closing"
        elif not staked and self.waits_for:
            why = self.waits_for
        elif not staked:
            why = "Place a wager first"
        else:
            why = self._lacking()
        return (Action(id="ready", title=title, icon=icon, kind="main", open=not why, why=why),)

    def _short(self) -> str:
        """What this reader has, where it makes no wager here."""
        chips, least = sum(map(self.driver.table.chips, self.mine)), least_wager(self.driver.game.posting)
        return f"You have {short_money(chips)}; wagers begin at {short_money(least)}" if chips < least else ""

    def _ready(self, live: Live) -> bool:
        """Whether this reader has said that he is."""
        return any(self.driver.table.position(n).patron in live.ready for n in self.mine)

    def _awaited(self, live: Live) -> str:
        table = self.driver.table
        others = len({table.position(n).patron for n in table.betting_positions()} - live.ready)
        if not others:  # all have said so, and the table goes on at this moment
            return "Everybody is ready"
        return f"Waiting for {others} other {'patron' if others == 1 else 'patrons'}"

    def _lacking(self) -> str:
        """Why the wagers of this reader can't stand as they lie, or why the table can't go on with them."""
        driver = self.driver
        for wager, why, clause in driver.game.incomplete(driver.table):
            if wager.position in self.mine:
                return _sentence(why, clause)
        try:
            driver.check(By("chance"), acts.Close())
        except refusal.Refused as refused:
            return _sentence(refused.says, refused.clause)
        return ""


def _brief(choice: Choice) -> str:
    """What a choice says beside its name and its cost, but for what these say already."""
    if re.search(r"\dx$", choice.name):  # `3 times`: only which wager it is
        wager, _, multiple = choice.says.partition(": ")
        return wager if multiple and wager != PLAY else ""
    return choice.says.removeprefix("a Play wager ") if len(choice.says) <= SHORT else ""


def _double_lacks(game: Game, hand: Hand) -> str:
    if len(hand.cards) != 2:
        return "needs the first two cards"
    if not isinstance(game, Playing) or game.may_double(hand):
        return ""
    if game.split_ace(hand):
        return "takes no split ace"
    rule = DOUBLED_ON.get(game.double_rule)
    return f"needs {rule}" if rule else "takes no split hand"


def _split_lacks(cards: list[int]) -> str:
    if len(cards) != 2:
        return "needs the first two cards"
    if UNSEEN in cards:
        return ""  # nobody but the player sees them
    return "may make no further hand" if same_value(*cards) else "no pair"


def _sentence(words_: str, clause: str) -> str:
    return f"{words_[:1].upper()}{words_[1:]}{' · ' + clause if clause else ''}"


def least_wager(posting: Posting) -> int:
    """What the cheapest wager of a round takes."""
    bases = (limit.least for name, limit in posting.limits.items() if posting.wagers[name].kind == "base")
    return min(bases, default=500)


def begins(game: Game) -> tuple[str, str]:
    """What follows when the wagers are closed, and its icon."""
    if "wheel" in game.EQUIPMENT:
        return "Spin the wheel", "wheel"
    if "dice" in game.EQUIPMENT and game.FAMILY == "dice":
        return "Roll the dice", "dice"
    return "Deal the cards", "cards"
