"""Wheels: pockets in their clockwise order. The order itself is printed in the rulebooks and read from them."""

from croupier.equipment.entropy import Entropy

RED = frozenset(["1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"])

ZEROS = ("0", "00", "000")


def colour(pocket: str) -> str:
    if pocket in ZEROS:
        return "green"
    return "red" if pocket in RED else "black"


def spin(entropy: Entropy, pockets: tuple[str, ...]) -> str:
    return pockets[entropy.below(len(pockets))]
