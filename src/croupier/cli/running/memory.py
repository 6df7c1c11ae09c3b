"""What a server holds when it opens, it holds until it closes: the collector of garbage need not look at it again.

Rulebooks, games, routes and templates are hundreds of thousands of objects. Each full collection walked all of them in
the middle of somebody's request, and took a tenth of the server's time.

The thread that writes gives the interpreter away for each row that SQLite takes. Where requests keep the other thread
busy it may wait five milliseconds to have it back, row by row, while all the acts of its commit wait.
"""

import gc
import sys

from croupier.cli import SELDOM

SWITCH_S = 0.0001


def settle() -> None:
    """To be called once, when all is loaded and before the first request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    sys.setswitchinterval(SWITCH_S)
