"""Wagers that a rulebook describes itself: what is seen, which outcomes there are, and when each one has come about.

A described wager names what it `sees` and lists its outcomes as conditions on that; the first outcome that holds and
has a row is the one that is paid. The words of a family of games (what a count is, which cards lie where) come from
the games; what can be said about cards, dice and wheels stands here, once for all of them.
"""

from croupier.rulebook.described.conditions import Looks, Test
from croupier.rulebook.described.wager import Described, Showing, check_shape, describe

__all__ = ["Described", "Looks", "Showing", "Test", "check_shape", "describe"]
