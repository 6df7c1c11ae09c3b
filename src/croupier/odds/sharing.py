"""How the work of long analyses is shared and shown: set by whoever starts them, read where their shards are run.

It stands apart from the analyses because these load compiled code, which wheels, dice and baccarat do without.
"""

from __future__ import annotations

from collections.abc import Callable

watch: list[Callable[[int, int], None]] = []  # told how many shards are done, of how many
threads = [1]
