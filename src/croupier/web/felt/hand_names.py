"""What a hand is called at the table, where all its cards can be seen."""

from collections.abc import Sequence

from croupier.games import game_class
from croupier.games.twentyone import counting as twentyone
from croupier.hands.five import best5, describe5
from croupier.hands.flush import describe_flush, rank_flush
from croupier.hands.four import best4, describe4
from croupier.hands.three import describe3, rank3


def known(cards: Sequence[int | None]) -> list[int]:
    return [card for card in cards if card is not None and card >= 0]


def label(game: str, cards: Sequence[int | None], common: Sequence[int | None] = (), state: str = "") -> str:
    """`18`, `Blackjack`, `Pair of nines`; empty where a face is missing."""
    seen = known(cards)
    if not seen:
        return ""
    named = game_class(game).HANDS
    if named == "twenty-one":
        return _twenty_one(seen, len(cards), state)
    if named == "baccarat":
        return str(
            sum(min(10, (card >> 2) + 2) if card >> 2 != 12 else 1 for card in seen if card >> 2 not in (8, 9, 10, 11))
            % 10
        )
    if len(seen) < len(cards) or not named or 52 in seen:
        return ""
    table = known(common)
    if named == "flush" and len(seen) >= 5:
        return short(describe_flush(rank_flush(seen)))
    if named == "four" and len(seen) >= 4:
        return short(describe4(best4(seen)))
    if len(seen) + len(table) >= 5:
        return short(describe5(best5([*seen, *table])))
    if len(seen) == 3 and not table:
        return short(describe3(rank3(*seen)))
    return ""


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
