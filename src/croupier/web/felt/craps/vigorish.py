"""What is paid beside a Buy or Lay wager: with the wager, and once more for one that has won and stays up."""

from fractions import Fraction

from croupier.equipment.money import round_down
from croupier.games.dice.money import vigorish_key
from croupier.games.dice.wagers import WITH_VIGORISH
from croupier.rounds.events import Settled
from croupier.rounds.felt import Felt
from croupier.rulebook import Posting

WHEN = "vigorish-when"


def paid_with(felt: Felt, wager: str, position: int, on: str) -> int:
    """What was taken with a wager that lies there, beside it."""
    paid: dict[str, int] = felt.memo.get("vigorish", {}) if wager in WITH_VIGORISH else {}
    return paid.get(vigorish_key(wager, position, on), 0)


def taken_again(posting: Posting, event: Settled) -> int:
    """The vigorish of a wager that has won and stays up, where the rules take it with the wager."""
    if event.wager not in WITH_VIGORISH or event.result != "won" or event.to != "player":
        return 0
    if posting.get(WHEN) != "on-wager" or not posting.get("winning-wagers-stay"):
        return 0
    base = event.net if event.wager == "lay" else event.stake
    return round_down(Fraction(base) * posting[f"{event.wager}-vigorish"] / 100, posting["vigorish-unit"])
