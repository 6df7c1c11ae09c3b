"""What a file of histories came to, for people and for programs: every hand that is wrong is named."""

import json as jsonlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from croupier.poker.errors import PHHError
from croupier.poker.phh.money import Replay
from croupier.poker.phh.replaying import replays


def replay_command(path: Path | str, json: bool = False, quiet: bool = False) -> None:
    """`croupier replay FILE.phh`: what everybody finished with, hand by hand, and at the end what is wrong."""
    text, errors = report(path, json)
    if text and not quiet:
        print(text)
    if not errors:
        return
    if not json and len(errors) > 1:
        for error in errors:
            print(f"{path}: {error.message}")
    if len(errors) == 1:
        raise errors[0]
    raise PHHError(errors[0].rule, f"{len(errors)} hands are not as they should be, the first: {errors[0].message}")


def replay_text(path: Path | str, json: bool = False) -> str:
    """What the command prints: one object for a .phh, a list of them for a .phhs."""
    return report(path, json)[0]


def report(path: Path | str, json: bool) -> tuple[str, list[PHHError]]:
    """What there is to print of a file, and what is wrong with its hands, each named."""
    found = list(replays(path))
    many = Path(path).suffix.lower() != ".phh" or len(found) > 1
    errors = [error for number, result in enumerate(found, 1) if (error := _wrong(result, number)) is not None]
    if not many and isinstance(found[0], PHHError):
        return "", errors
    if json:
        plain = [
            {"error": result.message, "rule": result.rule}
            if isinstance(result, PHHError)
            else msgspec.to_builtins(result)
            for result in found
        ]
        return jsonlib.dumps(plain if many else plain[0]), errors
    return "\n".join([*_lines(found), *_sum(found)]), errors


def _wrong(result: Replay | PHHError, number: int) -> PHHError | None:
    """What is wrong with a hand, under its number in the file and its own name."""
    if isinstance(result, PHHError):
        return result
    if not result.differences:
        return None
    return PHHError("finishing-stacks", f"{_named(result, number)} differs: {'; '.join(result.differences)}")


def _named(result: Replay, number: int) -> str:
    return f"hand {number}" + (f" (#{result.hand})" if result.hand not in (None, number) else "")


def _lines(results: list[Replay | PHHError]) -> Iterator[str]:
    for number, result in enumerate(results, 1):
        if isinstance(result, PHHError):
            yield f"hand {number} cannot be replayed: {result.message.removeprefix(f'hand {number}: ')}"
            continue
        verdict = {True: ", as the history states", False: ", NOT as the history states", None: ""}[result.matches]
        if result.undecided:
            verdict += ", no cards on record: the pot is shown divided"
        yield f"{_named(result, number)} ({result.variant}){verdict}"
        names = result.players or [f"player {i + 1}" for i in range(len(result.finishing_stacks))]
        for name, stack, won in zip(names, result.finishing_stacks, result.winnings):
            shown = f"{stack:,}" if stack is not None else "unknown"
            yield f"  {name:<24} {shown:>16}" + (f"  won {won:,}" if won else "")
        if result.rake:
            yield f"  {'rake':<24} {result.rake:>16,}"
        yield from (f"  differs: {words}" for words in result.differences)
        yield from (f"  note: {words}" for words in result.notes)


def _sum(results: list[Replay | PHHError]) -> Iterator[str]:
    """How many hands there were, and how they came out."""
    if len(results) < 2:
        return
    broken = sum(isinstance(result, PHHError) for result in results)
    differ = sum(isinstance(result, Replay) and result.matches is False for result in results)
    silent = sum(isinstance(result, Replay) and result.matches is None for result in results)
    agree = len(results) - broken - differ - silent
    counts = [
        (agree, "as stated"),
        (silent, "without a stated end"),
        (differ, "differ"),
        (broken, "cannot be replayed"),
    ]
    yield f"{len(results)} hands: " + ", ".join(f"{count} {words}" for count, words in counts if count)
