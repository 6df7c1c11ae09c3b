"""Hands of one form written in another: a site's text as PHH, PHH as the text that PokerStars writes."""

from collections.abc import Sequence
from pathlib import Path

from croupier.poker.errors import PHHError
from croupier.poker.phh.reading import hands_in, read_text
from croupier.poker.phh.site_write import site_text_of
from croupier.poker.phh.write import dump_many, fields_text


def convert(paths: Sequence[Path], to: str) -> tuple[str, list[str]]:
    """All hands of the files as "phh" or "text", and what is wrong with those that are missing from it."""
    texts: list[str] = []
    errors: list[str] = []
    for path in paths:
        for number, data in enumerate(hands_in(read_text(path)), 1):
            try:
                if isinstance(data, PHHError):
                    raise data
                texts.append(site_text_of(data) if to == "text" else fields_text(data))
            except PHHError as error:
                errors.append(f"{path}: hand {number}: {error.message}")
    if to == "text":
        return "\n\n".join(texts), errors
    return (texts[0] if len(texts) == 1 else dump_many(texts)), errors
