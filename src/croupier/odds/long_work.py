"""Analyses that take minutes: done in shards on the cores there are, their results kept whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.odds import sharing
from croupier.odds.cache import key_of, remembered
from croupier.odds.shards import run_work
from croupier.odds.work import Work


def long_work(name: str, work: Callable[[Any], Work[Any]], rules: Any) -> Any:
    """The result of an analysis in shards, kept whole once it is done."""

    def run(rules: Any) -> Any:
        return shared_work(work(rules), key_of("work", work.__module__, rules))

    return remembered(name, run, rules, code=work.__module__)


def shared_work(work: Work[Any], key: str) -> Any:
    """Do an analysis in shards on the cores there are, showing how far it is."""
    return run_work(work, key, progress=sharing.watch[0] if sharing.watch else None, workers=sharing.threads[0])
