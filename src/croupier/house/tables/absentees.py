"""What is answered for a patron who went away: the decision that costs nothing, the least wager of a tournament."""

from croupier.house.tables.live import Live
from croupier.rounds import acts
from croupier.rounds.requests import Amount, Arrange, Decide, Together


def for_the_absent(live: Live, positions: set[int]) -> acts.Answer | None:
    """The answer that costs an absent patron nothing, where one is waited for."""
    asked = live.driver.pending
    if isinstance(asked, Together):
        asked = next((part for part in asked.parts if part.position in positions), asked)
    position = getattr(asked, "position", 0)
    if position not in positions:
        return None
    if isinstance(asked, Decide) and asked.by == "player":
        free = [c for c in asked.choices if not c.blocked]
        return acts.Chosen(min(free, key=lambda c: c.cost).name, position) if free else None
    if isinstance(asked, Amount):
        return acts.Staked(0 if asked.may_decline else asked.least, position)
    if isinstance(asked, Arrange):
        hand = live.driver.table.hand(f"{position}.{asked.hand}")
        return acts.Arranged(tuple(sorted(hand.cards)[: asked.count]), position)
    return None


def least_wager(live: Live, position: int) -> acts.Bet | None:
    """The least wager that a participant of a tournament must have; None where he can't place it."""
    turns, driver = live.turns, live.driver
    assert turns is not None, "a table of a tournament"
    kinds = turns.kinds or tuple(w.name for w in driver.game.posting.wagers.values() if w.kind == "base")
    by = acts.By("supervisor")
    bets = (acts.Bet(position, kind, turns.least) for kind in kinds)
    return next((bet for bet in bets if driver.can(by, bet)), None)


def next_for_absent(live: Live) -> acts.Answer | None:
    """What a supervisor does to let a tournament's table go on without who is waited for."""
    turns = live.turns
    if turns is None or turns.over:
        return None
    if live.driver.betting:
        due = turns.turn()
        return least_wager(live, due) if due else acts.Close()
    return for_the_absent(live, set(range(1, len(turns.names) + 1)))
