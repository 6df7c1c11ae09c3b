"""Casino War: one card to the player, one to the dealer; the higher wins. On a tie the player surrenders half, or
puts up a second wager and goes to war: three cards are burnt, and one more card each decides."""

from croupier.equipment.cards import card_name, rank_of
from croupier.games.cards.cardgame import WAYS_OF_DEALING, CardGame
from croupier.rounds import acts
from croupier.rounds.game import Procedure
from croupier.rounds.layout import Layout
from croupier.rounds.procedure import ask_living, betting, burn, deal
from croupier.rounds.requests import Choice, Decide, Request
from croupier.rounds.table import Table

WAR, SURRENDER = "war", "surrender"


def outcome(player: int, dealer: int) -> str:
    """Which card is higher; suits do not count."""
    mine, theirs = rank_of(player), rank_of(dealer)
    return "tie" if mine == theirs else "win" if mine > theirs else "lose"


class CasinoWar(CardGame):
    NAME = "casino-war"
    TITLE = "Casino War"
    LAYOUT = Layout((("raise",), ("ante",), ("tie", "*")), (24, 32, 22), 52)
    FELT, HANDS, PICTURE, LETTERS = "casino-war", "", "Ks Kd", "WAR"
    STAGES = ("shuffle", "betting", "dealing", "decisions", "war", "settlement")
    PLACED_LATER = ("raise",)
    SETTINGS = {"positions": int, "decks": (1, 2, 4, 5, 6, 8), "dealing": WAYS_OF_DEALING, "burn": int}
    OUTCOMES = {
        "ante": {"main": {"win": None, "surrender": None}},
        "raise": {"main": {"win": None, "tie": "win"}},  # a tie in the war wins, and may pay more
        "tie": {"main": {"win": None}},
    }

    def round(self, table: Table) -> Procedure[None]:
        table.at("shuffle")
        yield from self.fresh_deck(table)
        yield from betting(self, table)
        table.at("dealing")
        playing = table.betting_positions()
        yield from self.deal_hands(table, [*((str(n), "up") for n in playing), ("dealer", "up")], 1)
        self.settle_ties(table)
        table.at("decisions")
        at_war = [n for n in playing if self.result(table, n) == "tie" and table.wager("ante", n)]
        for position in list(at_war):
            if (yield from self.surrenders(table, position)):
                at_war.remove(position)
        table.at("war")
        if at_war:
            yield from burn(table, int(self.posting["burn"]))
            for place in (*map(str, at_war), "dealer"):
                yield from deal(table, place, "up")
        table.at("settlement")
        for position in reversed(playing):
            self.settle_position(table, position, position in at_war)

    def result(self, table: Table, position: int) -> str:
        return outcome(table.hand(str(position)).cards[0], table.felt.dealer.cards[0])

    def settle_ties(self, table: Table) -> None:
        """Tie wagers are decided by the first two cards."""
        for wager in list(table.wagers("tie")):
            tied = self.result(table, wager.position) == "tie"
            table.settle(wager, "win" if tied else "lose", because=self.why(table, wager.position, 0))
        table.conclude()

    def surrenders(self, table: Table, position: int) -> Procedure[bool]:
        ante, hand = table.wager("ante", position), table.hand(str(position))
        assert ante is not None
        choices = (Choice(WAR, ante.stake, "a wager equal to the Ante"), Choice(SURRENDER, 0, "half the Ante is lost"))
        answer = yield from ask_living(hand, lambda: Decide(choices, position))
        if answer is None:
            return True
        if answer.name == WAR:
            table.bet(position, "raise", ante.stake)
            return False
        table.settle(ante, SURRENDER, because=self.why(table, position, 0) + " Surrendered.")
        table.conclude()
        return True

    def settle_position(self, table: Table, position: int, war: bool) -> None:
        ante, raised = table.wager("ante", position), table.wager("raise", position)
        if ante is None:
            return
        if not war:
            table.settle(ante, self.result(table, position), because=self.why(table, position, 0))
        elif raised is not None:
            ended = outcome(table.hand(str(position)).cards[-1], table.felt.dealer.cards[-1])
            why = self.why(table, position, -1)
            table.settle(raised, self.resolve("raise", ended) if ended != "lose" else "lose", because=why)
            table.settle(ante, "lose" if ended == "lose" else "push", because=why)
        table.conclude()

    def why(self, table: Table, position: int, card: int) -> str:
        mine, theirs = table.hand(str(position)).cards[card], table.felt.dealer.cards[card]
        word = {"win": "beats", "lose": "loses to", "tie": "ties with"}[outcome(mine, theirs)]
        return f"Your {card_name(mine)} {word} the dealer's {card_name(theirs)}."

    def suggest(self, table: Table, request: Request) -> acts.Act | None:
        """War costs less than surrender, always."""
        return acts.Chosen(WAR, request.position) if isinstance(request, Decide) else None
