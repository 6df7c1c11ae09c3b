"""A poker table as its players see it: seats around an oval, their cards and bets, board and pots between."""

from croupier.web.felt.oval.picture import felt, picture
from croupier.web.felt.oval.places import TALL, WIDE

__all__ = ["TALL", "WIDE", "felt", "picture"]
