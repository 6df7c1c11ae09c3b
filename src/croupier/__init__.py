"""Croupier turns a casino's approved rules into running games."""

__version__ = "0.1.0"
