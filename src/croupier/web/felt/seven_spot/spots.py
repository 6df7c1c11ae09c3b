"""Which betting areas each seven-spot game has, from the player inward, and what is lettered on them.

Each row runs from the viewer's left to right. A rulebook's wager that no row names joins the last row,
so that a house's own side bet is never without a place.
"""

from croupier.games import game_class
from croupier.rounds.layout import Layout

# A wager may be named differently by the properties; all names of one area are listed once.
SAME: dict[str, str] = {
    "players-hand": "player",
    "bankers-hand": "banker",
    "wager": "main",
    "base": "main",
    "blackjack": "main",
    "bet": "main",
}

LABELS: dict[str, str] = {
    "main": "",
    "player": "Player",
    "banker": "Banker",
    "tie": "Tie",
    "ante": "Ante",
    "play": "Play",
    "pair-plus": "Pair+",
    "six-card-bonus": "6 Card",
    "blind": "Blind",
    "trips": "Trips",
    "aces-up": "Aces Up",
    "queens-up": "Qs Up",
    "super-bonus": "Super",
    "raise": "Raise",
    "third-street": "3rd",
    "fourth-street": "4th",
    "fifth-street": "5th",
    "three-card-bonus": "3 Card",
    "flop": "Flop",
    "turn": "Turn",
    "river": "River",
    "bonus": "Bonus",
    "progressive": "Prog",
    "trilux": "TriLux",
    "buster": "Buster",
    "bet-1": "1",
    "bet-2": "2",
    "bet-3": "$",
    "one": "1",
    "two": "2",
    "dollar": "$",
    "fortune": "Fortune",
    "envy": "Envy",
    "flush": "Flush",
    "straight-flush": "St Flush",
    "across": "Across",
    "down": "Down",
    "middle": "Middle",
    "five-card-bonus": "5 Card",
    "insurance": "Ins",
    "ante-across": "Ante A",
    "ante-down": "Ante D",
    "across-bet": "Across",
    "down-bet": "Down",
    "middle-bet": "Mid",
    "lucky-ladies": "Ladies",
    "21+3": "21+3",
    "match-the-dealer": "Match",
    "royal-match": "Royal",
    "push-22": "Push 22",
    "pot-of-gold": "Gold",
    "bad-beat": "B Beat",
    "kings-bounty": "Kings",
    "second-trilux": "2nd",
    "house-money": "H Money",
    "bet-the-set": "The Set",
    "flush-bonus": "Flush",
    "straight-flush-bonus": "St Fl",
    "let-it-ride-bonus": "Bonus",
    "pai-gow": "Pai Gow",
}


def area_name(wager: str) -> str:
    return SAME.get(wager, wager)


def lettered(wager: str, title: str) -> str:
    """A short word that fits a circle: our own for common wagers, else the head of the title."""
    word = LABELS.get(area_name(wager))
    if word is not None:
        return word
    first = title.split(" ")[0]
    return first if len(first) <= 8 else first[:7] + "."


def arrange(game: str, wagers: tuple[str, ...]) -> tuple[list[tuple[list[str], float]], Layout]:
    """The rows of this rulebook's wagers: named places first, then the free ones in the rulebook's order."""
    plan = game_class(game).LAYOUT
    left = list(wagers)
    named = {name for row in plan.rows for name in row if name != "*"}
    present = {area_name(wager): wager for wager in reversed(left)}
    if "main" in named and "main" not in present and left:
        present["main"] = left[0]
    free = [w for w in left if w not in {present[name] for name in named if name in present}]
    rows: list[tuple[list[str], float]] = []
    for names, size in zip(plan.rows, plan.sizes):
        row: list[str] = []
        for name in names:
            if name == "*":
                if free:
                    row.append(free.pop(0))
            elif name in present:
                row.append(present[name])
        if row:
            rows.append((row, size))
    while free:
        rows.append((free[:3], 17))
        free = free[3:]
    return rows, plan
