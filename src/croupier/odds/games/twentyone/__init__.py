"""Blackjack and its variants: exact, as charts, and simulated."""
