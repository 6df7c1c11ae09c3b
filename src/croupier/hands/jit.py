"""Let compiled code call the plain ranking functions.

`register()` tells numba once that the functions below may be compiled into any function that calls them,
unchanged. Whoever compiles code over `rank3`, `best4`, `rank_wild5`, `low_a5` and the like calls it first.
"""

from functools import cache
from types import FunctionType

from croupier.hands import encode, five, flush, four, low, paigow, three, wild

# What speaks in words or hands out Python objects stays Python.
_PYTHON_ONLY = {
    "best5",
    "best5_cards",
    "best7",
    "best_flush",
    "best_flush_cards",
    "category3",
    "category4",
    "category5",
    "category_bug",
    "category_high",
    "category_wild",
    "high_ranks",
    "holds7",
    "is_fouled",
    "is_pai_gow",
    "low_ranks",
    "plural",
    "rank5",
    "ranks5",
    "_flush",
    "_learn",
    "_ranks_down",
    "_royal_match",
    "_seven_in_a_row",
    "_words",
    "_check",
}


def compilable() -> list[FunctionType]:
    """Every ranking function that compiles as it stands."""
    return [
        function
        for module in (encode, three, four, five, wild, paigow, low, flush)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType)
        and function.__module__ == module.__name__
        and name not in _PYTHON_ONLY
        and not name.startswith("describe")
    ]


@cache
def register() -> None:
    """Make the plain ranking functions callable from compiled code; the second call does nothing."""
    from numba.extending import register_jitable

    for function in compilable():
        register_jitable(function)
