"""What a hand is called at the table, where all its cards can be seen: the game says by which names (`Game.HANDS`)."""

from collections import Counter
from collections.abc import Sequence

from croupier.equipment.cards import RANK_WORDS
from croupier.games import game_class
from croupier.games.cards.criss_cross_poker import ACROSS, DOWN, LINES, MIDDLE
from croupier.games.cards.house_way import high_value
from croupier.games.twentyone import counting as twentyone
from croupier.hands.five import best5, describe5, plural
from croupier.hands.flush import describe_flush, rank_flush
from croupier.hands.four import best4, describe4
from croupier.hands.paigow import describe_high, describe_low, rank_low
from croupier.hands.three import describe3, rank3
from croupier.hands.wild import describe_wild, rank_wild5

FIVE, JOKER = 5, 52
HIGH_AND_LOW = "high and low"  # hands that are named once they are parted
PARTED = (5, 2)  # seven cards as a High and a Low hand


def known(cards: Sequence[int | None]) -> list[int]:
    return [card for card in cards if card is not None and card >= 0]


def label(game: str, cards: Sequence[int | None], common: Sequence[int | None] = (), state: str = "") -> str:
    """`18`, `Blackjack`, `Pair of nines`; empty where a face is missing."""
    seen = known(cards)
    if not seen:
        return ""
    kind = game_class(game)
    named = kind.HANDS
    if named == "twenty-one":
        return _twenty_one(seen, len(cards), state)
    if named == "baccarat":
        return str(
            sum(min(10, (card >> 2) + 2) if card >> 2 != 12 else 1 for card in seen if card >> 2 not in (8, 9, 10, 11))
            % 10
        )
    if len(seen) < len(cards):
        return ""
    if named == "wild":
        return short(describe_wild(rank_wild5(seen))) if len(seen) == FIVE else ""
    if named in ("", HIGH_AND_LOW) or JOKER in seen:
        return ""
    if named == "crossed":  # two hands, each of a line of the cross
        lines = {line: [common[i] for i in cross if i < len(common)] for line, cross in LINES.items()}
        return ", ".join(f"{short(line)} {_poker([*seen, *known(lying)])}" for line, lying in lines.items())
    if named == "flush" and len(seen) >= FIVE:
        return short(describe_flush(rank_flush(seen)))
    if named == "four" and len(seen) >= 4:
        return short(describe4(best4(seen)))
    if kind.LAYOUT.common:
        return short(_poker([*seen, *known(common)]))
    if len(seen) == 3:
        return short(describe3(rank3(*seen)))
    return short(_poker(seen)) if len(seen) >= FIVE else ""


def over_21(game: str, cards: Sequence[int | None]) -> bool:
    """Whether the cards that are seen count more than 21 where that loses."""
    return game_class(game).HANDS == "twenty-one" and twentyone.total(known(cards)) > 21


def as_set(cards: Sequence[int | None], low: object) -> tuple[tuple[int, ...], str]:
    """Seven cards as they were parted, the High hand first, and what both are called; nothing while one is closed."""
    seen = known(cards)
    if not isinstance(low, list) or len(seen) < len(cards) or not set(low) <= set(seen):
        return (), ""
    high = sorted((card for card in seen if card not in low), key=lambda card: -(card >> 2))
    return (*high, *low), f"{short(describe_high(high_value(high)))}; {describe_low(rank_low(low))}"


def common_lines(game: str) -> tuple[tuple[str, int, int], ...]:
    """What cards in the middle are called that do not all play with one hand: the name, its first and its last card."""
    crossed = game_class(game).HANDS == "crossed"
    return (("Across", *ACROSS), ("Down", *DOWN), ("Middle", MIDDLE, MIDDLE)) if crossed else ()


def _poker(cards: list[int]) -> str:
    """`pair of twos`; of fewer than five cards what they make already: no straight and no flush."""
    if len(cards) >= FIVE:
        return describe5(best5(cards))
    held = Counter(card >> 2 for card in cards)
    (first, count), *others = sorted(held.items(), key=lambda item: (-item[1], -item[0]))
    if count == 2 and others and others[0][1] == 2:
        return f"two pair, {plural(first)} and {plural(others[0][0])}"
    some = {2: "pair of", 3: "three", 4: "four"}
    return f"{some[count]} {plural(first)}" if count in some else f"{RANK_WORDS[first]} high"


def _twenty_one(seen: list[int], count: int, state: str) -> str:
    points = twentyone.total(seen)
    if count == 2 and len(seen) == 2 and twentyone.is_blackjack(seen[0], seen[1]) and state != "split":
        return "Blackjack"
    if points > 21:
        return f"{points} bust"
    return f"soft {points}" if points < 21 and len(seen) == count and twentyone.is_soft(seen) else str(points)


def short(words: str) -> str:
    """`a pair of nines` as a caption."""
    words = words.removeprefix("a ").removeprefix("an ").removeprefix("the ")
    return words[:1].upper() + words[1:]


def held(label: str) -> str:
    """A caption in a sentence: `a pair of nines`, `nine high`, `three of a kind`."""
    said = label[:1].lower() + label[1:]
    counted = said.endswith(" high") and "," not in said
    many = said.startswith(("two ", "three ", "four ", "five ", "soft ")) or not said[:1].isalpha()
    return said if counted or many else f"a {said}"
