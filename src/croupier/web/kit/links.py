"""Where things are found: the addresses that several rooms point to."""

from croupier.rulebook import Posting, Rulebook


def book_link(posting: Posting) -> str:
    return book_path(posting.rulebook)


def book_path(book: Rulebook) -> str:
    return f"/rulebooks/{book.property}/{book.game}/{book.approved}"
