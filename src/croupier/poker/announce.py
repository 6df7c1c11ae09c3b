"""What the stud dealer says: the low card, the high hand, all pairs; never a possible straight or flush."""

from croupier.equipment.cards import card_words
from croupier.hands.five import plural
from croupier.poker.book.forms import HIGH_CARD, LOW_CARD
from croupier.poker.hand import Hand


def announcements(hand: Hand) -> list[str]:
    """The dealer's words when the street's cards are out."""
    if hand.form.family != "stud" or hand.phase != "bet":
        return []

    def who(i: int) -> str:
        return f"player {i + 1}"

    said = []
    first = hand.actor
    if hand.at.first in (LOW_CARD, HIGH_CARD):
        kind = "low card" if hand.at.first == LOW_CARD else "high card"
        up = hand.up_cards(first)
        said.append(f"{kind} {card_words(up[0])}, {who(first)} brings it in")
    else:
        kind = "low hand" if hand.form.low else "high hand"
        said.append(f"{kind} acts: {who(first)}")
    for i in range(hand.n):
        if hand.alive[i]:
            ranks = [card >> 2 for card in hand.up_cards(i)]
            for rank in sorted(set(ranks), reverse=True):
                count = ranks.count(rank)
                if count > 1:
                    words = {2: f"pair of {plural(rank)}", 3: f"three {plural(rank)}"}
                    said.append(f"{words.get(count, f'four {plural(rank)}')}, {who(i)}")
    if hand.raises > 1:
        said.append(f"raised to {hand.level}")
    return said
