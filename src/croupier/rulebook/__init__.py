"""The approved rules as dated, cited data: loading, checking, finding, choosing, comparing, printing."""

from croupier.rulebook.faults import Fault
from croupier.rulebook.library import (
    NotFound,
    catalogue,
    first_property,
    is_usable,
    properties,
    rulebook,
    rulebooks,
    unusable,
)
from croupier.rulebook.load import load
from croupier.rulebook.model import Rulebook
from croupier.rulebook.posting import BadOption, Posting

__all__ = [
    "BadOption",
    "Fault",
    "NotFound",
    "Posting",
    "Rulebook",
    "catalogue",
    "first_property",
    "is_usable",
    "load",
    "properties",
    "rulebook",
    "rulebooks",
    "unusable",
]
