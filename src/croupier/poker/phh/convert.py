"""Hands of one form written in another: a site's text as PHH, PHH as the text that PokerStars writes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from croupier.poker.errors import PHHError
from croupier.poker.phh.fields import form_of, in_the_format
from croupier.poker.phh.reading import hands_in, read_text
from croupier.poker.phh.site_write import site_text_of
from croupier.poker.phh.write import dump_many, fields_text


def _in_the_format(data: Mapping[str, Any]) -> str:
    variant = str(data.get("variant"))
    if "_whole" in data and not in_the_format(variant):
        raise PHHError("phh-variant", f"the format has no name for {form_of(variant).title}")
    return fields_text(data)


def convert(paths: Sequence[Path], to: str) -> tuple[str, list[str]]:
    """All hands of the files as "phh" or "text", and what is wrong with those that are missing from it."""
    texts: list[str] = []
    errors: list[str] = []
    for path in paths:
        for number, data in enumerate(hands_in(read_text(path)), 1):
            try:
                if isinstance(data, PHHError):
                    raise data
                texts.append(site_text_of(data) if to == "text" else _in_the_format(data))
            except PHHError as error:
                errors.append(f"{path}: hand {number}: {error.message}")
    if to == "text":
        return "\n\n".join(texts), errors
    return (texts[0] if len(texts) == 1 else dump_many(texts)), errors
