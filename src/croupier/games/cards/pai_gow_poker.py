"""Pai Gow Poker: seven cards set into a High and a Low hand against the dealer's, copies to the dealer.

With vigorish, or commission free (a dealer's nine-high Low pushes), or commission free and face up (a dealer's
ace-high hand pushes), as the house offers it.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from typing import Any

from croupier.equipment.cards import ACE, JOKER, NINE, card_names
from croupier.equipment.money import round_up
from croupier.equipment.shoe import UNSEEN
from croupier.games.cards.cardgame import CardGame
from croupier.games.cards.house_way import HOUSE_WAY, high_value, rank, set_low, ways_from
from croupier.games.progressive import Progressive
from croupier.games.set_hands import SET_HANDS, SHOWN, WORDS, never_shown, shown, sight, walk
from croupier.hands.paigow import describe_high, describe_low, holds7, is_fouled, is_pai_gow, rank_low
from croupier.rounds.acts import Declared
from croupier.rounds.felt import Hand, Wager
from croupier.rounds.game import Expected, Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import LOOK_AGAIN, ask, betting, deal, deal_stack, turn_up
from croupier.rounds.refusal import Refused, Void
from croupier.rounds.requests import Arrange, Choice, Decide, Request, Roll, Spin, Turn
from croupier.rounds.rulings import which_position
from croupier.rounds.table import Table
from croupier.rulebook.described import Described, Showing
from croupier.rulebook.described.conditions import ON
from croupier.rulebook.faults import Found
from croupier.rulebook.model import Irregularity, Rulebook, WagerRule
from croupier.rulebook.shapes import Span

STACKS = 7
LOW_CARDS = 2
AROUND = ("dealer", *(str(n) for n in range(STACKS - 1, 0, -1)))  # counterclockwise
NUMBERS = tuple(str(n) for n in range(1, STACKS + 1))  # that a machine draws for the starting position
OUT = ("surrender", "dead")  # hands whose cards nobody sees
PLAIN, FREE, FACE_UP = "pai-gow", "commission-free", "commission-free-face-up"
FORTUNE = ("seven-card-straight-flush", "royal-match", "seven-card-straight-flush-joker", "five-aces", "royal-flush",
           "straight-flush", "four-of-a-kind", "full-house", "flush", "three-of-a-kind", "straight")  # fmt: skip


def compare(high: int, low: int, dealer_high: int, dealer_low: int) -> str:
    """Both hands higher win; a copy is the dealer's; one of each is a push."""
    won = (high > dealer_high) + (low > dealer_low)
    return ("lose", "push", "win")[won]


def is_nine_high(low: Sequence[int]) -> bool:
    ranks = sorted(rank(card) for card in low)
    return ranks[1] == NINE and ranks[0] != NINE


def is_ace_high(cards: Sequence[int]) -> bool:
    """A Pai Gow hand with an ace or the joker: no pair, no straight, no flush."""
    return is_pai_gow(cards) and any(rank(card) == ACE for card in cards)


def ask_playing(hand: Hand, request: Callable[[], Request]) -> Procedure[Any]:
    """Ask about a hand until answered; None if it is called dead or surrendered meanwhile."""
    while hand.state not in OUT:
        answer = yield request()
        if answer is not LOOK_AGAIN:
            return answer
    return None


@cache
def setting_choices(version: str, house: bool) -> tuple[Choice, ...]:
    """What a player may do with his seven cards; `house`: only as the dealer would."""
    return (
        Choice(
            "set",
            0,
            "choose the two cards of the Low hand",
            blocked="the third hand plays the House Way" if house else "",
        ),
        Choice("house-way", 0, "as the dealer would set it"),
        Choice("fold", 0, "the wager is lost, bonus wagers stay")
        if version == FACE_UP
        else Choice("surrender", 0, "the wagers are lost"),
    )


@lru_cache(maxsize=1024)
def seven_places(start: int, taken: tuple[int, ...], clockwise: bool) -> tuple[tuple[str, str], ...]:
    """Each of the seven places and how its cards lie; `seat-` where nobody wagers."""
    first, played = (start - 1) % STACKS, [str(n) for n in taken]
    order = AROUND[first:] + AROUND[:first]
    if clockwise:
        order = (order[0], *reversed(order[1:]))
    return tuple(
        (to, "own") if to in played else (to, "down") if to == "dealer" else (f"seat-{to}", "down") for to in order
    )


class PaiGowPoker(CardGame, Progressive):
    NAME = "pai-gow-poker"
    TITLE = "Pai Gow Poker"
    LAYOUT = Layout((("main",), ("*", "*"), ("*", "*")), (30, 21, 17), 44, two_rows=True)
    HANDS = "high and low"
    PICTURE = "As Kd Qh 9c"
    EQUIPMENT = ("dice",)
    STAGES = ("shuffle", "betting", "start", "dealing", "setting", "reveal", "settlement")
    JOKERS = 1
    RULINGS = ("redeal", "surrender")
    MOVES = ("set", "house-way", "fold", "surrender")
    SETTINGS = {
        "positions": Span(1, STACKS - 1),
        "decks": (1,),
        "batches": (1, 2),
        "dealing": ("manual-shoe", "hand", "automated-shoe"),
        "start": ("dice", "random-number", "button"),
        "version": (PLAIN, FREE, FACE_UP),
        "vigorish": Span(0, 100),
        "vigorish-unit": Span(1),
        "envy-from": int,
        "house-way": HOUSE_WAY,
        "third-hand-house-way": bool,
    }
    OUTCOMES = {
        "pai-gow": {"main": {"win": None}},
        "fortune": {"main": dict.fromkeys(FORTUNE, "lose"), "envy": dict.fromkeys(FORTUNE, "lose")},
        "tiger-9": {"main": {"nine-high": None}},
        "ace-high": {"main": {"both-ace-high": "dealer-ace-high", "dealer-ace-high-joker": "dealer-ace-high",
                              "dealer-ace-high": None}},
    }  # fmt: skip

    @classmethod
    def faults(cls, book: Rulebook) -> list[Found]:
        """Besides what every game asks: the ranks of a house way rise."""
        found = super().faults(book)
        rule = book.settings.get("house-way")
        if rule and not found:
            for low, high in (("medium-from", "high-from"), ("fours-to-split", "fours-always")):
                if rule.value[low] > rule.value[high]:
                    words = f"expected no more than {high}, {rule.value[high]}, found {rule.value[low]}"
                    found.append(Found(f"rules.house-way.value.{low}", words))
        return found

    # Wagers that the rulebook describes itself

    @classmethod
    def showing(cls) -> Showing | None:
        return SHOWN

    @classmethod
    def check_described(cls, book: Rulebook, wager: WagerRule) -> list[Found]:
        faults = super().check_described(book, wager)
        if "pai-gow" not in wager.requires:
            words = 'expected ["pai-gow"]: a side wager is dealt no cards of its own'
            faults.append(Found(f"wagers.{wager.name}.requires", words))
        return faults

    @classmethod
    def never_seen(cls, book: Rulebook, described: Described) -> list[Found]:
        return never_shown(book, described)

    @classmethod
    def described_rules(cls, book: Rulebook) -> dict[str, Expected]:
        return {}  # a hand that is folded keeps its bonus wagers, one that is surrendered loses them

    def described_ways(self, described: Described, rows: Collection[str], on: str) -> Iterable[tuple[str, int]] | None:
        return walk(described, rows, on)

    def described_sight(self, described: Described, chance: Random) -> dict[str, Any]:
        return sight(chance, self.ways, described.sees)

    def described_given(self, described: Described) -> str:
        return "hands set by the house way" if SET_HANDS & set(described.sees) else ""

    def after_round(self, table: Table) -> Procedure[None]:
        """Described wagers, from the dealer's right, when both hands lie open."""
        dealer = table.felt.dealer
        for wager in sorted((w for w in table.felt.wagers if w.kind in self.described), key=lambda w: -w.position):
            hand, described = table.hand(str(wager.position)), self.described[wager.kind]
            if hand.state == "dead":
                table.give_back(wager, self.posting.clause("settlement"), "The hand it depended on was dead.")
                continue
            if not hand.known:
                yield from self.show_hand(table, wager.position)
            low = hand.memo.get("low") or set_low(hand.cards, self.ways)
            seen = shown(hand.cards, low, dealer.cards, dealer.memo["low"])
            outcome = described.outcome({**seen, ON: wager.on}, self.paid_outcomes(wager.kind))
            because = "; ".join(f"{WORDS[word]}: {card_names(seen[word])}" for word in described.sees)
            table.settle(wager, outcome or "lose", because=because[:1].upper() + because[1:] + ".")
        table.conclude()

    def __init__(self, posting: Any) -> None:
        super().__init__(posting)
        self.ways = ways_from(posting["house-way"])
        self.version = str(posting["version"])

    # Dealing

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        table.at("start")
        start = yield from self.starting_position(table)
        table.felt.dealer.memo["start"] = start
        table.at("dealing")
        yield from self.deal_stacks(table, start)
        if self.version == FACE_UP:
            yield from self.set_dealer(table)
            if not is_ace_high(table.felt.dealer.cards):
                yield from self.set_players(table)
        else:
            yield from self.set_players(table)
            if not table.felt.wagers:
                return  # everybody surrendered: nobody is left to beat
            yield from self.set_dealer(table)
        table.at("settlement")
        self.settle_tiger(table)
        yield from self.settle_progressives(table, "before-others")
        for position in reversed(table.betting_positions()):
            yield from self.settle_position(table, position)
        self.settle_fortune(table)
        yield from self.settle_progressives(table, "after-others")

    def starting_position(self, table: Table) -> Procedure[int]:
        """A number from one up, counted counterclockwise from the dealer, who is one."""
        way = self.posting["start"]
        if way == "button":
            number = int(table.felt.memo.get("button", 0)) % STACKS + 1
            table.felt.memo["button"] = number
            return (STACKS + 1 - number) % STACKS + 1  # the button moves clockwise, the count runs counterclockwise
        if way == "dice":
            answer = yield from ask(Roll(3))
            table.fell(f"The dice show {'-'.join(map(str, answer.faces))}: {sum(answer.faces)}.")
            return int(sum(answer.faces))
        answer = yield from ask(Spin(NUMBERS))
        table.fell(f"The number is {answer.pocket}.")
        return int(answer.pocket)

    def places(self, table: Table, start: int) -> tuple[tuple[str, str], ...]:
        """The seven places from the starting position, counterclockwise; clockwise from a manual shoe."""
        return seven_places(start, tuple(table.betting_positions()), self.dealing == "manual-shoe")

    def deal_stacks(self, table: Table, start: int) -> Procedure[None]:
        """Seven stacks of seven, whether or not anybody wagers there; four cards are left."""
        places = self.places(table, start)
        if self.dealing == "automated-shoe":
            for to, face in places:
                yield from deal_stack(table, to, face, STACKS)
        else:
            for turn in range(STACKS):
                back = self.dealing == "hand" and turn % 2
                for to, face in reversed(places) if back else places:
                    yield from deal(table, to, face)
        empty = [table.felt.places.pop(to) for to, _ in places if to.startswith("seat-")]
        if empty:
            table.lay_stack("discards", [card for hand in empty for card in hand.cards], "down")

    # Setting the hands

    def set_dealer(self, table: Table) -> Procedure[None]:
        table.at("reveal")
        yield from turn_up(table, "dealer")
        dealer = table.felt.dealer
        dealer.memo["low"] = list(set_low(dealer.cards, self.ways))
        high, low = self.split(dealer.cards, dealer.memo["low"])
        table.note(f"The dealer plays {describe_high(high_value(high))}, {describe_low(rank_low(low))}.")

    def set_players(self, table: Table) -> Procedure[None]:
        table.at("setting")
        for position in self.setting_order(table):
            if table.wager("pai-gow", position):
                yield from self.set_player(table, position)

    def setting_order(self, table: Table) -> list[int]:
        """Counterclockwise from the dealer's right; of one patron's hands the larger wager first."""
        stakes = {w.position: w.stake for w in table.wagers("pai-gow")}
        if len(stakes) == 1:
            return list(stakes)
        first = {n: max(m for m in stakes if table.position(m).patron == table.position(n).patron) for n in stakes}
        return sorted(stakes, key=lambda n: (-first[n], -stakes[n], -n))

    def set_player(self, table: Table, position: int) -> Procedure[None]:
        hand = table.hand(str(position))
        choices = setting_choices(self.version, self.must_play_house_way(table, position))
        answer = yield from ask_playing(hand, lambda: Decide(choices, position))
        if answer is None:
            return
        hand.state = answer.name
        if answer.name in ("surrender", "fold"):
            self.give_up(table, position, answer.name)
        elif answer.name == "set" and UNSEEN not in hand.cards:
            yield from self.choose_low(table, position)

    def must_play_house_way(self, table: Table, position: int) -> bool:
        """A third hand of one patron, the smallest, where the house asks for it."""
        if not self.posting["third-hand-house-way"]:
            return False
        patron = table.position(position).patron
        mine = [w for w in table.wagers("pai-gow") if table.position(w.position).patron == patron]
        return len(mine) >= 3 and min(mine, key=lambda w: (w.stake, w.position)).position == position

    def choose_low(self, table: Table, position: int) -> Procedure[None]:
        asked, hand = (
            Arrange(position, 2, f"Position {position}: the two cards of the Low hand"),
            table.hand(str(position)),
        )
        answer = yield from ask_playing(hand, lambda: asked)
        if answer is not None:
            hand.memo["low"] = list(answer.cards)

    def give_up(self, table: Table, position: int, how: str) -> None:
        for wager in table.wagers(position=position):
            if wager.kind == "pai-gow" or how == "surrender":
                table.settle(wager, "lose", because="Surrendered." if how == "surrender" else "Folded.")
        table.conclude()

    def rule_surrender(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """A player gives up a hand that he has laid down: it is collected unseen, as long as nobody has shown it."""
        position = declared.position or (yield from which_position(table, irregularity))
        hand = table.hand(str(position))
        if hand.state in OUT or not table.wager("pai-gow", position):
            raise Refused(f"position {position} has no hand to surrender", irregularity.clause)
        if "u" in hand.faces:
            raise Refused(f"the hands of position {position} lie open", irregularity.clause)
        hand.state = "surrender"
        self.give_up(table, position, "surrender")
        return LOOK_AGAIN

    def split(self, cards: Sequence[int], low: Sequence[int]) -> tuple[list[int], list[int]]:
        high = list(cards)
        for card in low:
            high.remove(card)
        return high, list(low)

    def set_wrong(self, table: Table, position: int, cards: Sequence[int]) -> str:
        """A foul: the Low hand above the High hand."""
        held = table.hand(str(position)).cards if position <= len(table.felt.positions) else []
        if len(set(cards)) != LOW_CARDS or UNSEEN in held or any(card not in held for card in cards):
            return ""  # what is wrong with these is not their rank
        high, low = self.split(held, cards)
        a, b = high_value(high), rank_low(low)
        if not is_fouled(a, b):
            return ""
        return f"foul: {describe_low(b)} Low is above {describe_high(a)} High"

    def ways_to_set(self, cards: Sequence[int]) -> list[tuple[tuple[int, int], str, str, bool]]:
        """Every way to part seven cards: the two of the Low hand, both hands by name, whether it is a foul."""
        found = []
        for pair in combinations(cards, LOW_CARDS):
            high, low = self.split(cards, pair)
            a, b = high_value(high), rank_low(low)
            found.append(((pair[0], pair[1]), describe_low(b), describe_high(a), is_fouled(a, b)))
        return found

    def house_low(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The two cards that the dealer would set Low."""
        return tuple(set_low(cards, self.ways))

    # Settlement

    def settle_position(self, table: Table, position: int) -> Procedure[None]:
        hand = table.hand(str(position))
        if hand.state == "surrender":
            return  # given up while others were compared
        yield from self.show_hand(table, position)
        wager = table.wager("pai-gow", position)
        if wager:
            if hand.state == "set" and "low" not in hand.memo:
                yield from self.choose_low(table, position)  # set on the layout; recorded when it is shown
            if wager in table.felt.wagers:  # and was not called dead meanwhile
                self.settle_pai_gow(table, wager, hand.cards, hand.memo.get("low"))
        dealer = table.felt.dealer
        if bonus := table.wager("ace-high", position):
            name = self.ace_high_outcome(hand.cards, dealer.cards)
            outcome = name if name == "lose" else self.resolve("ace-high", name)
            table.settle(bonus, outcome, because=f"The dealer holds {card_names(dealer.cards)}.")
        table.conclude()

    def show_hand(self, table: Table, position: int) -> Procedure[None]:
        """A player's seven cards face up, unless the hand is called dead before."""
        hand = table.hand(str(position))
        unseen = [index for index, card in enumerate(hand.cards) if card == UNSEEN]
        if not unseen:
            yield from turn_up(table, str(position))
            return
        answer = yield from ask_playing(hand, lambda: Turn(str(position), len(unseen)))
        if answer is not None:
            hidden = [index for index, face in enumerate(hand.faces) if face != "u"]
            table.turn_stack(str(position), hidden, dict(zip(unseen, answer.cards)))

    def settle_tiger(self, table: Table) -> None:
        """For all players as soon as the dealer's hand is set, from his right."""
        low = table.felt.dealer.memo["low"]
        for wager in sorted(table.wagers("tiger-9"), key=lambda w: -w.position):
            outcome = "nine-high" if is_nine_high(low) else "lose"
            table.settle(wager, outcome, because=f"The dealer's Low is {card_names(low)}.")
        table.conclude()

    def ace_high_outcome(self, mine: Sequence[int], dealer: Sequence[int]) -> str:
        if not is_ace_high(dealer):
            return "lose"
        if is_ace_high(mine):
            return "both-ace-high"
        return "dealer-ace-high-joker" if JOKER in dealer else "dealer-ace-high"

    def settle_pai_gow(self, table: Table, wager: Wager, cards: Sequence[int], chosen: Sequence[int] | None) -> None:
        dealer = table.felt.dealer
        theirs_high, theirs_low = self.split(dealer.cards, dealer.memo["low"])
        if self.dealer_pushes(dealer.cards, theirs_low):
            table.settle(wager, "push", because=f"The dealer's {card_names(dealer.cards)} pushes every wager.")
            return
        high, low = self.split(cards, chosen if chosen is not None else set_low(cards, self.ways))
        a, b, x, y = high_value(high), rank_low(low), high_value(theirs_high), rank_low(theirs_low)
        if is_fouled(a, b):
            table.settle(wager, "lose", because=f"{card_names(high)} was set below {card_names(low)}.")
            return
        why = (
            f"{describe_high(a)} against {describe_high(x)}; {describe_low(b)} against {describe_low(y)}."
        ).capitalize()
        outcome = compare(a, b, x, y)
        table.settle(wager, outcome, because=why, vigorish=self.vigorish(wager) if outcome == "win" else 0)

    def dealer_pushes(self, cards: Sequence[int], low: Sequence[int]) -> bool:
        return (self.version == FREE and is_nine_high(low)) or (self.version == FACE_UP and is_ace_high(cards))

    def vigorish(self, wager: Wager) -> int:
        if self.version != PLAIN:
            return 0
        row = self.posting.row("pai-gow", "win")
        assert row is not None
        return round_up(
            row.odds.won(wager.stake) * int(self.posting["vigorish"]) / 100, int(self.posting["vigorish-unit"])
        )

    def fortune_outcome(self, cards: Sequence[int], table: str = "main") -> str:
        """The best paid of all that the seven cards hold: three of a kind may pay more than a straight."""
        rows = [row for name in holds7(list(cards)) if (row := self.posting.row("fortune", name, table))]
        return max(rows, key=lambda row: row.odds.value).outcome if rows else "lose"

    def settle_fortune(self, table: Table) -> None:
        """Fortune from the dealer's right, then envy: for other players' hands, never one's own or the dealer's."""
        wagers = sorted(table.wagers("fortune"), key=lambda w: -w.position)
        if not wagers:
            return
        hands = {p.number: p.hands[0] for p in table.felt.positions if p.hands[0].cards and p.hands[0].known}
        for wager in wagers:
            cards = hands[wager.position].cards
            table.settle(wager, self.fortune_outcome(cards), because=f"You hold {card_names(cards)}.")
        for holder, hand in sorted(hands.items(), reverse=True):
            envied = "lose" if hand.state in OUT else self.fortune_outcome(hand.cards, "envy")
            if envied == "lose":
                continue
            for wager in wagers:
                if self.envies(table, wager, holder):
                    table.award(
                        wager, envied, table="envy", because=f"Position {holder} holds {card_names(hand.cards)}."
                    )
        table.conclude()

    def envies(self, table: Table, wager: Wager, holder: int) -> bool:
        """A wager large enough, of another player than the one who holds the hand, at whatever position."""
        another = table.position(wager.position).patron != table.position(holder).patron
        return another and wager.stake >= int(self.posting["envy-from"])

    def blocked(self, table: Table, position: int, wager: str, on: str) -> str:
        """A progressive is offered with the versions of the game that its section names."""
        versions = self.posting.get("progressive-versions", [self.version])
        if wager == "progressive" and self.version not in versions:
            return "this version of the game has no progressive"
        return super().blocked(table, position, wager, on)

    def dealt_order(self, table: Table) -> list[int]:
        """From the starting position, counterclockwise."""
        return [int(to) for to, _ in self.places(table, int(table.felt.dealer.memo["start"])) if to.isdigit()]

    def progressive_cards(self, table: Table, position: int) -> Sequence[int] | None:
        hand = table.hand(str(position))
        return None if hand.state in ("surrender", "fold", "dead") else hand.cards

    # Rulings

    def rule_redeal(self, table: Table, irregularity: Irregularity, declared: Declared) -> Procedure[Any]:
        """Dealt from the wrong place: the round is dead and dealt again, wagers returned."""
        if table.felt.stage not in ("dealing", "setting", "reveal", "settlement"):
            return LOOK_AGAIN
        raise Void(irregularity.clause, (), irregularity.says)
        yield


GAME = PaiGowPoker
