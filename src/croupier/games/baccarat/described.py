"""What baccarat shows to a wager that its rulebook describes itself, and how the two hands can fall.

| word | what is seen |
|---|---|
| `player-hand`, `banker-hand` | a whole hand of two or three cards |
| `player-two`, `banker-two` | its first two cards |

Beside what can be said about any cards: `total` (the right-hand digit), `natural`; and, with both whole hands,
`winner` (player, banker or tie) and `margin`, by how much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

from croupier.games.baccarat.counting import banker_draws, card_value, is_natural, player_draws, point_count
from croupier.games.dealing import Cards, Pack, Seen, Stage, falls, most_decks, never_dealt
from croupier.rulebook.described import Described, Looks, Showing
from croupier.rulebook.described import cards as said
from croupier.rulebook.described.conditions import Condition, Reader
from croupier.rulebook.described.conditions import Seen as Sight
from croupier.rulebook.faults import Found
from croupier.rulebook.model import PayTable, Rulebook

PLAYER_HAND, BANKER_HAND, PLAYER_TWO, BANKER_TWO = "player-hand", "banker-hand", "player-two", "banker-two"
WINNERS = ("player", "banker", "tie")
HANDS = frozenset({PLAYER_HAND, BANKER_HAND})
THIRDS = 2  # cards that may follow the first four
Draws = Mapping[str, str]  # the Banker's count -> the Player's third cards on which he draws


def _both(reader: Reader, where: str, sees: tuple[str, ...]) -> None:
    if not set(sees) >= HANDS:
        reader.fault(where, f"only a wager that sees {PLAYER_HAND} + {BANKER_HAND} compares them")


def _winner(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    _both(reader, where, sees)
    wanted = frozenset(reader.words(value, where, WINNERS))

    def test(seen: Sight) -> bool | None:
        player, banker = seen.get(PLAYER_HAND), seen.get(BANKER_HAND)
        if player is None or banker is None:
            return None
        p, b = point_count(player), point_count(banker)
        return ("player" if p > b else "banker" if b > p else "tie") in wanted

    return Condition(test, Looks(HANDS, points=True, apart=True))


def _margin(reader: Reader, where: str, value: Any, sees: tuple[str, ...]) -> Condition:
    _both(reader, where, sees)
    numbers = reader.numbers(value, where, 0, 9)

    def test(seen: Sight) -> bool | None:
        player, banker = seen.get(PLAYER_HAND), seen.get(BANKER_HAND)
        if player is None or banker is None:
            return None
        return numbers.holds(abs(point_count(player) - point_count(banker)))

    return Condition(test, Looks(HANDS, points=True, apart=True))


SHOWN = Showing(
    sees={
        PLAYER_HAND: "the Player's hand",
        BANKER_HAND: "the Banker's hand",
        PLAYER_TWO: "the Player's first two cards",
        BANKER_TWO: "the Banker's first two cards",
    },
    makers={
        **said.MAKERS,
        "total": said.numbered(point_count, 0, 9, points=True),
        "natural": said.flagged(is_natural, points=True),
        "winner": _winner,
        "margin": _margin,
    },
    means={
        **said.MEANS,
        "total": "they make so many points, from 0 to 9",
        "natural": "two cards that make eight or nine",
        "winner": "player, banker or tie",
        "margin": "the hands differ by so many points",
    },
    within={PLAYER_TWO: (PLAYER_HAND,), BANKER_TWO: (BANKER_HAND,)},
)


# ------------------------------------------------------------------------------ how the hands can fall


class ThirdCards:
    """The third cards by the rulebook's table; a card that is not needed counts as dealt, so all deals weigh alike."""

    takes = THIRDS

    def __init__(self, draws: Draws) -> None:
        self.rows = {int(count): sum(1 << int(third) for third in thirds) for count, thirds in draws.items()}

    def total(self, size: int) -> int:
        return size * (size - 1)

    def deal(self, pack: Pack, seen: Seen) -> Iterator[int]:
        player, banker = list(seen[PLAYER_TWO]), list(seen[BANKER_TWO])
        for more_player, more_banker, ways in self._thirds(pack, player, banker):
            seen[PLAYER_HAND], seen[BANKER_HAND] = player + more_player, banker + more_banker
            yield ways
        seen.pop(PLAYER_HAND, None)
        seen.pop(BANKER_HAND, None)

    def _thirds(self, pack: Pack, player: list[int], banker: list[int]) -> Iterator[tuple[list[int], list[int], int]]:
        size = pack.size
        p, b = point_count(player), point_count(banker)
        if is_natural(player) or is_natural(banker):
            yield [], [], size * (size - 1)
        elif not player_draws(p):
            if not banker_draws(b, -1, 0):
                yield [], [], size * (size - 1)
                return
            for card, copies in zip(pack.cards, pack.left):
                if copies:
                    yield [], [card], copies * (size - 1)
        else:
            for index, card in enumerate(pack.cards):
                copies = pack.left[index]
                if not copies:
                    continue
                if not banker_draws(b, card_value(card), self.rows.get(b, 0)):
                    yield [card], [], copies * (size - 1)
                    continue
                for other, others in enumerate(pack.left):
                    ways = copies * (others - (other == index))
                    if ways:
                        yield [card], [pack.cards[other]], ways


def stages(described: Described, draws: Draws) -> list[Stage]:
    if set(described.sees) & HANDS:
        return [Cards(PLAYER_TWO, 2), Cards(BANKER_TWO, 2), ThirdCards(draws)]
    return [Cards(word, 2) for word in described.sees]


def pack_for(described: Described, decks: int) -> Pack:
    counts = bool(set(described.sees) & HANDS) or described.looks.points
    return Pack(dict.fromkeys(range(52), decks), described.looks, card_value if counts else None)


def deals(
    described: Described, rows: Collection[str], decks: int, draws: Draws, on: str = ""
) -> Iterator[tuple[str, int]]:
    """(outcome, weight) of every way two hands can fall from a full shoe."""
    return falls(described, rows, pack_for(described, decks), stages(described, draws), on)


def walk(
    described: Described, rows: Collection[str], decks: int, draws: Draws, on: str = ""
) -> Iterator[tuple[str, int]] | None:
    """The deals one by one; None where suits of whole hands make too many."""
    if described.looks.suited and set(described.sees) & HANDS:
        return None
    return deals(described, rows, decks, draws, on)


def hands_seen(player: list[int], banker: list[int]) -> dict[str, list[int]]:
    """Two finished hands, by every word that sees them."""
    return {PLAYER_HAND: player, BANKER_HAND: banker, PLAYER_TWO: player[:2], BANKER_TWO: banker[:2]}


def sight(chance: Random, decks: int, draws: Draws) -> dict[str, list[int]]:
    """Two hands dealt at random from a full shoe."""
    cards = [place // decks for place in chance.sample(range(52 * decks), 6)]
    player, banker = cards[:2], cards[2:4]
    if is_natural(player) or is_natural(banker):
        return hands_seen(player, banker)
    third = -1
    count = point_count(banker)
    if player_draws(point_count(player)):
        player.append(cards[4])
        third = card_value(cards[4])
    if banker_draws(count, third, sum(1 << int(digit) for digit in draws.get(str(count), ""))):
        banker.append(cards[5])
    return hands_seen(player, banker)


def never_shown(book: Rulebook, described: Described) -> list[Found]:
    """Rows that no two hands of baccarat reach."""
    if described.looks.suited and set(described.sees) & HANDS:
        return []  # too many hands to walk through one by one
    draws = book.settings["third-card"].value if "third-card" in book.settings else {}

    def all_deals(table: PayTable, on: str) -> Iterator[tuple[str, int]]:
        return deals(described, [name for name, _ in table.rows], most_decks(book, table), draws, on)

    return never_dealt(book, described, all_deals, lambda table, chance: sight(chance, 1, draws))
