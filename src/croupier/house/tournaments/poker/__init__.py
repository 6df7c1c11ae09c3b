"""Poker tournaments, from the structure sheet to the last prize."""
