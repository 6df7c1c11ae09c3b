"""What a server holds when it opens, it holds until it closes: the collector of garbage need not look at it again.

Rulebooks, games, routes and templates are hundreds of thousands of objects. Each full collection walked all of them in
the middle of somebody's request, and took a tenth of the server's time.
"""

import gc

from croupier.cli import SELDOM


def settle() -> None:
    """To be called once, when all is loaded and before the first request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
