"""Pai Gow Poker: every way to set seven cards, the main wager and its side bets, exactly and simulated."""
