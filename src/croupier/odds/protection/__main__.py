"""`python -m croupier.odds.protection`: count the kept figures of seen cards that are stale or missing."""

from collections.abc import Iterator

import msgspec

from croupier.odds.games.cards import books
from croupier.odds.games.pai_gow import books as pai_gow
from croupier.odds.posting import open_posting
from croupier.odds.protection import seen
from croupier.odds.protection.kept_seen import FILE, Kept, key_of
from croupier.rulebook import Posting, Rulebook, rulebooks


def main() -> None:
    """Every rulebook that comes along; what nobody asks for any more is dropped."""
    made = Kept({}, {})
    for book in rulebooks():
        if book.plays == "ultimate-texas-holdem":
            rules = books.ultimate_rules(open_posting(book))
            made.ultimate[key_of("ultimate", rules)] = seen.boards_seen(rules)
        for posting in _forms(book) if book.plays == "pai-gow-poker" else ():
            made.pai_gow[key_of("pai-gow", seen.asked_of(posting))] = seen.hands_seen(posting)
        print(book.key, flush=True)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(made, order="deterministic"), indent=1) + b"\n")


def _forms(book: Rulebook) -> Iterator[Posting]:
    """The forms of pai gow in which the dealer's cards are hidden."""
    version = book.settings["version"]
    for form in version.choices if version.optional else (version.value,):
        posting = open_posting(book, {"version": str(form)} if version.optional else {})
        if pai_gow.rules_of(posting).form != "face-up":
            yield posting


if __name__ == "__main__":
    main()
