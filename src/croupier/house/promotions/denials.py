"""Why a claim is not paid: a hand as the supervisor decides, what fell to somebody by lot on a ground of the book."""

import msgspec

from croupier.house.people.persons import Proof
from croupier.house.promotions.store import CALLED, Claim
from croupier.house.record.errors import Forbidden, Refused, Stale
from croupier.rulebook import Rulebook

RULE = "denial"


class Denial(msgspec.Struct, frozen=True):
    """What is written down of a denial. The ground is asked for where a lot was drawn."""

    reason: str
    ground: str = ""

    def check(self, book: Rulebook, second: Proof | None) -> None:
        """Refuse to set a lot aside on any other ground, or by the supervisor alone."""
        setting = book.settings.get(RULE)
        known, clause = grounds(book), setting.clause if setting else ""
        if known and self.ground not in known:
            words = f"{self.ground or 'Nothing'!r} is no ground to set aside what was drawn."
            raise Refused(words, f"It is {' or '.join(known)}.", clause)
        if second is None:
            raise Forbidden("What was drawn is set aside by two people.", "Surveillance signs too.", clause)


def grounds(book: Rulebook) -> tuple[str, ...]:
    """On which what was drawn may be denied, as the book has them."""
    setting = book.settings.get(RULE)
    return tuple(setting.value["drawn"]) if setting else ()


def check_none_waits(claims: list[Claim], clause: str) -> None:
    """Refuse to draw again while what was drawn before is neither verified nor denied."""
    waiting = next((claim for claim in claims if claim.state == CALLED and claim.facts is None), None)
    if waiting is not None:
        words = f"What was drawn before waits: {waiting.finding.words}."
        raise Stale(words, "It is verified, or denied, before the next is drawn.", clause)
