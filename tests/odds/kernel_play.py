"""A table played by the decisions of a compiled kernel: what each kernel's code says of the choices of a round."""

from fractions import Fraction

from mutated_books import play_round, won

from croupier.equipment.shoe import UNSEEN
from croupier.games.cards.community import five_card_name
from croupier.hands.encode import PAIR, SHIFT
from croupier.hands.five import best5, category5, rank5
from croupier.hands.four import best4, category4
from croupier.odds.analysis import analysis_of
from croupier.odds.games.cards import books as analysts
from croupier.odds.games.cards import criss_cross, four_card, texas_bonus, ultimate
from croupier.odds.games.cards.fivecard import CLASS_NAMES, CLASSES
from croupier.odds.games.cards.simulated.criss_cross import ENDS, MOST
from croupier.rounds import events

FOLDS = ("fold-tucked", "fold")


def multiple(number, other="fold"):
    return (f"{number}x",) if number else (other,)


def ultimate_choice(kernel, code, turn):
    choice, rules = code // 5 % 5, kernel.rules
    if turn == 0:
        before = {ultimate.PREFLOP: max(rules.preflop), ultimate.PREFLOP_LEAST: min(rules.preflop)}
        return multiple(before.get(choice, 0), "check")
    if turn == 1:
        return multiple(rules.flop if choice == ultimate.FLOP else 0, "check")
    return multiple(rules.river if choice == ultimate.RIVER else 0)


def texas_choice(kernel, code, turn):
    made, rules = (code - 1) // 3 % 4, kernel.rules
    if turn == 0:
        return multiple(rules.flop if code else 0)
    return multiple(rules.turn * (made & 1) if turn == 1 else rules.river * (made >> 1), "check")


def stud_choice(kernel, code, turn):
    rest, fifth = divmod(code // (CLASSES + 1), kernel.most)
    return multiple((*divmod(rest, kernel.most), fifth)[turn])


def cross_choice(kernel, code, turn):
    rest, middle = divmod(code // ENDS, MOST)
    return multiple((*divmod(rest, MOST), middle)[turn])


def ride_choice(kernel, code, turn):
    return ("ride",) if (code % 4 >> 1 - turn) & 1 else ("withdraw",)


def by_stake(first, words):
    """Games with one decision: the raise is what was staked beyond the first wagers."""

    def choice(kernel, code, turn):
        raised = int(kernel.nets(0, code)[1]) - first
        return tuple(word.format(raised) for word in words) if raised else FOLDS

    return choice


CHOICES = {
    "three-card-poker": by_stake(1, ("play",)),
    "four-card-poker": by_stake(1, ("play-{}x",)),
    "crazy-four-poker": by_stake(2, ("play-{}x",)),
    "dj-wild-stud-poker": by_stake(2, ("play",)),
    "high-card-flush": by_stake(1, ("raise-{}x",)),
    "i-luv-suits-poker": by_stake(1, ("play-{}x",)),
    "let-it-ride": ride_choice,
    "mississippi-stud": stud_choice,
    "criss-cross-poker": cross_choice,
    "ultimate-texas-holdem": ultimate_choice,
    "texas-holdem-bonus": texas_choice,
}
BASE = {
    "let-it-ride": ("bet-1", "bet-2", "bet-3"), "criss-cross-poker": ("ante-across", "ante-down"),
    "ultimate-texas-holdem": ("ante", "blind"), "dj-wild-stud-poker": ("ante", "blind"),
    "crazy-four-poker": ("ante", "super-bonus"),
}  # fmt: skip
SIDES = {"two-way-bad-beat": "bad-beat"}


class Player:
    """Plays rounds at a table by a kernel, and says what table and kernel came to."""

    def __init__(self, driver, kernel, names):
        self.driver, self.kernel, self.names = driver, kernel, names
        self.game = driver.game.posting.rulebook.game
        base = BASE.get(self.game, ("ante",))
        limits = driver.game.posting.limits
        sides = [wager for group, wager in names.items() if group != "base"]
        self.unit = limits[base[0]].least
        self.bets = [(wager, self.unit, "") for wager in base] + [(side, limits[side].least, "") for side in sides]
        self.sides = {side: limits[side].least for side in sides}
        self.turned = []

    def round(self):
        """(what the table paid, what the kernel says) by wager, each per unit."""
        self.turned, self.turn, self.mine, self.dealer = [], 0, [], []
        paid = won(play_round(self.driver, self.bets, self.decide))
        self.look(self.driver.table)
        codes = self.kernel.play(self.cards())
        expected = {}
        for group, name in enumerate(self.kernel.groups):
            if group and name not in self.names:
                continue
            nets = self.kernel.nets(group, codes[group])[0]
            for wager, net in nets.items():
                kind = self.names[name] if group else self.called(wager)
                expected[kind] = expected.get(kind, Fraction(0)) + net
        return {wager: Fraction(cents, self.sides.get(wager, self.unit)) for wager, cents in paid.items()}, expected

    def called(self, wager):
        if wager == "ante-bonus":
            return "ante"
        return "play" if wager == "raise" and self.game == "i-luv-suits-poker" else wager

    def look(self, table):
        """Note the community cards in the order in which they are turned, and all that lies there at last."""
        if "community" in table.felt.places:
            hand = table.hand("community")
            self.turned += [c for c, face in zip(hand.cards, hand.faces) if face == "u" and c not in self.turned]

    def decide(self, table, request):
        self.look(table)
        self.mine, self.dealer = list(table.hand("1").cards), list(table.felt.dealer.cards)
        chosen = CHOICES[self.game](self.kernel, self.kernel.play(self.cards())[0], self.turn)
        self.turn += 1
        allowed = [choice.name for choice in request.choices if not choice.blocked]
        return next(name for name in chosen if name in allowed)

    def cards(self):
        """In the kernel's order; what is not dealt or not seen yet may be anything."""
        holdem = "holdem" in self.game
        dealer = [card for card in self.dealer if card != UNSEEN]
        own = analysis_of(self.game).own
        common = [(dealer, 2), (self.turned, 5)] if holdem else [([*dealer, *self.turned], self.kernel.cards - own)]
        parts = [(self.mine, own), *common]
        used = {card for part, _ in parts for card in part}
        rest = iter([card for card in range(self.kernel.deck) if card not in used])
        return [card for part, count in parts for card in [*part, *(next(rest) for _ in range(count - len(part)))]]


# ------------------------------------------------------- rounds decided at random, settled by plain functions


def ultimate_nets(posting, chosen, mine, dealer, board):
    rules = analysts.ultimate_rules(posting)
    a, b = best5([*mine, *board]), best5([*dealer, *board])
    idle = b >> SHIFT < PAIR
    wins, loses = (ultimate.WON_IDLE, ultimate.LOST_IDLE) if idle else (ultimate.WON, ultimate.LOST)
    ending = ultimate.TIED if a == b else wins if a > b else loses
    raised = next((number for number, name in enumerate(chosen) if name.endswith("x")), None)
    before = ultimate.PREFLOP if chosen[0] == f"{max(rules.preflop)}x" else ultimate.PREFLOP_LEAST
    choice = ultimate.FOLD if raised is None else (before, ultimate.FLOP, ultimate.RIVER)[raised]
    return ultimate.nets_of(rules, category5(a), ending, choice)[0]


def texas_nets(posting, chosen, mine, dealer, board):
    if chosen[0] == "fold":
        return {"ante": Fraction(-1)}
    a, b = best5([*mine, *board]), best5([*dealer, *board])
    ending = texas_bonus.TIED if a == b else texas_bonus.WON if a > b else texas_bonus.LOST
    made = (chosen[1] != "check") + 2 * (chosen[2] != "check")
    return texas_bonus.nets_of(analysts.texas_bonus_rules(posting), a >> SHIFT, ending, made)[0]


def cross_nets(posting, chosen, mine, dealer, cross):
    work = criss_cross.Analysis(analysts.criss_cross_rules(posting))
    bets = [int(name[:-1]) for name in chosen if name != "fold"]
    levels = None
    if len(bets) == 3:
        lines = ((*cross[:2], cross[4]), (*cross[2:4], cross[4]))
        classes = [CLASS_NAMES.index(five_card_name(rank5(*mine, *line))) for line in lines]
        levels = tuple(int(work.level_of[number]) for number in classes)
    return work.nets_of(*[*bets, 0, 0, 0][:3], levels)[0]


def four_card_nets(posting, chosen, mine, dealer, board):
    a, b = best4(mine), best4(dealer)
    ending = four_card.TIE if a == b else four_card.WIN if a > b else four_card.LOSS
    times = 0 if chosen[0] == "fold" else int(chosen[0][5])
    return four_card.nets_of(analysts.four_card_rules(posting), category4(a), ending, times)


DECIDED = {
    "ultimate-texas-holdem": ultimate_nets,
    "texas-holdem-bonus": texas_nets,
    "criss-cross-poker": cross_nets,
    "four-card-poker": four_card_nets,
}


class Guess:
    """Plays a game whose analysis is long by chance; what each wager then nets needs no analysis."""

    def __init__(self, driver, chance):
        self.driver, self.chance = driver, chance
        self.game, self.posting = driver.game.posting.rulebook.game, driver.game.posting
        base = BASE.get(self.game, ("ante",))
        self.unit = self.posting.limits[base[0]].least
        self.bets = [(wager, self.unit, "") for wager in base]

    def decide(self, table, request):
        names = [choice.name for choice in request.choices if not choice.blocked]
        played = [name for name in names if name != "fold"] if self.chance.random() < 0.7 else names
        self.chosen.append(self.chance.choice(played or names))
        return self.chosen[-1]

    def round(self):
        """(what the table paid, what the rows say) by wager, each per unit."""
        self.chosen = []
        happened = play_round(self.driver, self.bets, self.decide)
        dealt = [event for event in happened if isinstance(event, events.Dealt)]
        places = {to: [e.card for e in dealt if e.to.split(".")[0] == to] for to in ("1", "dealer", "community")}
        if "fold" in self.chosen:  # whatever else would have come
            rest = iter([card for card in range(52) if card not in {event.card for event in dealt}])
            for to, count in (("dealer", 2), ("community", 5)):
                places[to] += [next(rest) for _ in range(count - len(places[to]))]
        expected = {}
        for wager, net in DECIDED[self.game](self.posting, self.chosen, *places.values()).items():
            kind = "ante" if wager == "ante-bonus" else wager
            expected[kind] = expected.get(kind, Fraction(0)) + net
        return {wager: Fraction(cents, self.unit) for wager, cents in won(happened).items()}, expected
