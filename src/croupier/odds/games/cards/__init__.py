"""Poker hands against the dealer or a pay table: exact analyses, strategies and simulations."""
