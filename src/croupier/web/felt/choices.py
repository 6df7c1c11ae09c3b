"""What a choice is called, and what it adds."""

import re

from croupier.equipment.money import money, short_money
from croupier.rounds.requests import Choice
from croupier.web.kit import words

TITLES = {
    "double": "Double down",
    "double-less": "Double for less",
    "double-hidden": "Double face down",
    "free-double-hidden": "Free double face down",
    "fold-tucked": "Fold, cards tucked",
    "void-round": "Void the round",
    "void-hand": "Void the hand",
    "keep-card": "Keep the card",
    "keep-pair-plus": "Keep Pair Plus",
    "keep-trips": "Keep Trips",
}


# On a button, of which six stand in one row: at most two words.
BUTTONS = {
    "double": "Double",
    "double-less": "For less",
    "double-hidden": "Face down",
    "free-double": "Free double",
    "free-double-hidden": "Free, hidden",
    "free-split": "Free split",
    "fold-tucked": "Fold, tucked",
}


def button_title(name: str) -> str:
    """`For less`: what a choice is called on its button."""
    return BUTTONS.get(name) or choice_title(name)


LESS_THAN = {"double-less": "double"}  # what it costs is asked next: less than the whole


def adds_words(choice: Choice, among: tuple[Choice, ...]) -> str:
    """What a choice costs; where a smaller wager is named next, from least to less than the whole."""
    whole = next((c.cost for c in among if c.name == LESS_THAN.get(choice.name)), 0)
    if whole > choice.cost:
        return f"Adds {short_money(choice.cost)} to {short_money(whole - choice.cost)}"
    return f"Adds {money(choice.cost)}"


def choice_title(name: str) -> str:
    """`Double for less`, `Raise 2 times`."""
    if name in TITLES:
        return TITLES[name]
    times = re.fullmatch(r"(?:(.+)-)?(\d+)x", name)
    if times is None:
        return words.plain(name)
    said = "once" if times[2] == "1" else f"{times[2]} times"
    return words.plain(f"{times[1]} {said}" if times[1] else said)
