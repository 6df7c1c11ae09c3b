"""Participants that are programs: for a demonstration of a tournament, and for its tests."""

import random

from croupier.house.tournaments.table.play import DEALER, Heat, TableTournament, TournamentTable
from croupier.rounds import acts
from croupier.rounds.acts import By
from croupier.rounds.refusal import Refused
from croupier.rounds.requests import Amount, Betting, Decide, Together


class Participant:
    """Wagers more when behind, as people do, and decides at random among what is possible."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.name, self.random = name, rng
        self.by = By("player", name)

    def wager(self, table: TournamentTable, position: int) -> None:
        """The wager that everybody must have, and now and then another one."""
        plan, chips = table.plan, table.driver.table.chips(position)
        behind = table.worth(position) < table.standings()[0].chips
        stake = plan.least * self.random.choice((1, 1, 2, 4, 8) if behind else (1, 1, 2))
        stake = max(plan.least, min(stake, chips - chips % plan.least))
        rules = table.driver.game.posting.wagers.values()
        kinds = table.rules.one_of or tuple(w.name for w in rules if w.kind == "base")
        for kind in self.random.sample(kinds, len(kinds)):
            if self._place(table, acts.Bet(position, kind, stake)):
                break
        if table.rules.most_kinds and self.random.random() < 0.5:
            number = self.random.choice(("4", "5", "6", "8", "9", "10"))
            kind = self.random.choice(("place", "buy", "lay", "come", "dont-come", "field"))
            on = number if kind in ("place", "buy", "lay") else ""
            self._place(table, acts.Bet(position, kind, plan.least * 6, on))

    def _place(self, table: TournamentTable, bet: acts.Bet) -> bool:
        try:
            table.answer(self.by, bet)
        except Refused:
            return False
        return True

    def decide(self, table: TournamentTable, request: Decide | Amount) -> acts.Act:
        if isinstance(request, Amount):
            return acts.Staked(0 if request.may_decline else request.least, request.position)
        names = [c.name for c in request.choices if not c.blocked]
        possible = [n for n in names if table.driver.can(self.by, acts.Chosen(n, request.position))]
        return acts.Chosen(self.random.choice(possible), request.position)


def play_table(table: TournamentTable, rng: random.Random) -> None:
    """Play a table to its end."""
    people = {position: Participant(name, rng) for position, name in enumerate(table.names, 1)}
    while not table.over:
        request = table.driver.pending
        if isinstance(request, Betting):
            for position in table.playing():
                if table.lacks_wager(position):
                    people[position].wager(table, position)
            table.answer(DEALER, acts.Close())
            continue
        part = request.parts[0] if isinstance(request, Together) else request
        assert isinstance(part, Decide | Amount), f"participants have no answer to {request}"
        who = people[part.position]
        table.answer(who.by, who.decide(table, part))


def play(tournament: TableTournament, rng: random.Random) -> list[Heat]:
    """Play all stages; every table's end in order."""
    while not tournament.finished:
        tables = tournament.draw_tables()
        for number, table in enumerate(tables, 1):
            play_table(table, rng)
            tournament.end_table(number, table, len(tables))
    return tournament.heats
