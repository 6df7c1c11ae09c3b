"""Histories in the PHH format played by the engine, action by action, by the rules under which they come out."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from croupier.poker import showdown
from croupier.poker.book.rules import CUMULATIVE, HALF_BET, LOOSE, ODD_LEFT_OF_BUTTON, PlayingRules
from croupier.poker.book.stakes import FIXED
from croupier.poker.errors import PHHError, Refused
from croupier.poker.hand import Hand
from croupier.poker.phh.fields import DEEP, DIGITS_MOST, Reader, parse_cards
from croupier.poker.phh.money import Replay, settle
from croupier.poker.phh.reading import hands_in, read_text
from croupier.poker.records import UNKNOWN

_PLAYERS = {f"p{i + 1}": i for i in range(10)}

# The format keeps no house's rules: a short blind is what it is, the first winner takes the odd chips, and
# nothing is capped. Limit hands are tried with both rules for short all-ins, as the format records neither.
_PLAIN = PlayingRules(
    reopen=LOOSE,
    reopen_limit=LOOSE,
    short_completes=False,
    full_bring_in=False,
    merge_pots=True,
    effective_stacks=True,
    odd_one_each=False,
    odd_stud=ODD_LEFT_OF_BUTTON,
)
_HALF_BETS = msgspec.structs.replace(_PLAIN, reopen=CUMULATIVE, reopen_limit=HALF_BET, short_completes=True)
# Most rooms let a blind or forced bet that is short stand for the whole of it.
_WHOLE_BLINDS = msgspec.structs.replace(_PLAIN, full_bring_in=True)
_WHOLE_BLINDS_HALF_BETS = msgspec.structs.replace(_HALF_BETS, full_bring_in=True)


def _player(word: str, hand: Hand) -> int:
    player = _PLAYERS.get(word, -1)
    if 0 <= player < hand.n:
        return player
    if not word.startswith("p") or not word[1:].isdigit() or not 1 <= int(word[1:]) <= hand.n:
        raise PHHError("phh-action", f"{word!r} is no player of this hand")
    return int(word[1:]) - 1


def apply(hand: Hand, action: str, scale: int = 1) -> None:
    """One action of the format: `d dh p1 AsKs`, `p2 cbr 300`, `p1 cc`, `p1 sm AsKs`."""
    words = action.split("#")[0].split()
    if not words:
        return
    if words[0] == "d":
        if len(words) == 4 and words[1] == "dh":
            hand.deal_hole(_player(words[2], hand), parse_cards(words[3]))
        elif len(words) == 3 and words[1] == "db":
            hand.deal_board(parse_cards(words[2]))
        else:
            raise PHHError("phh-action", f"{action!r} is no action of the dealer")
        return
    player = _player(words[0], hand)
    verb, rest = (words[1] if len(words) > 1 else ""), words[2:]
    if verb == "f" and not rest:
        hand.fold(player)
    elif verb == "cc" and not rest:
        hand.check(player) if hand.can_check(player) else hand.call(player)
    elif verb == "pb" and not rest:
        hand.bring_in(player)
    elif verb == "cbr" and len(rest) == 1:
        hand.raise_to(_to(rest[0], scale), player)
    elif verb == "sd" and len(rest) <= 1:
        hand.draw(parse_cards(rest[0]) if rest else (), player)
    elif verb == "sm" and len(rest) <= 1:
        _show(hand, player, rest)
    else:
        raise PHHError("phh-action", f"{action!r} is no action of a player")


def _to(word: str, scale: int) -> int:
    if word.isascii() and word.isdigit() and len(word) <= DIGITS_MOST:
        return int(word) * scale
    try:
        value = Decimal(word) * scale
        if value == int(value) and abs(value) < DEEP:
            return int(value)
    except (ArithmeticError, ValueError):
        pass
    raise PHHError("phh-amount", f"{word!r} is no amount of chips")


def _show(hand: Hand, player: int, rest: Sequence[str]) -> None:
    if not rest:
        hand.muck_hand(player)
    elif rest[0] == "-":
        hand.show(player)
    else:
        cards = parse_cards(rest[0])
        if UNKNOWN in cards or len(cards) < len(hand.hole[player]):
            _leave_face_down(hand, player)
        else:
            hand.show(player, cards)


def _leave_face_down(hand: Hand, player: int) -> None:
    """A hand neither shown nor mucked loses to any that is shown; among themselves nothing tells them apart."""
    if hand.phase == "show" and player in hand.queue:
        hand.queue.remove(player)
        hand.hole[player] = [UNKNOWN] * len(hand.hole[player])
        if not hand.queue:
            showdown.award(hand)


def _rule_sets(reader: Reader) -> tuple[PlayingRules, ...]:
    """What the hand may have been played by, the plainest first."""
    if reader.kind == FIXED:
        return _PLAIN, _HALF_BETS, _WHOLE_BLINDS, _WHOLE_BLINDS_HALF_BETS
    return _PLAIN, _WHOLE_BLINDS


def play(data: Mapping[str, Any], repair: bool = False) -> tuple[Hand, Reader]:
    """Replay a hand; the error of the first attempt, if none succeeds. `repair` puts in folds that were left out."""
    reader = Reader(data)
    first: PHHError | None = None
    for rules in _rule_sets(reader):
        try:
            return _play(reader, rules, repair)[0], reader
        except PHHError as error:
            first = first or error
    assert first is not None
    raise first


def _play(reader: Reader, rules: PlayingRules, repair: bool) -> tuple[Hand, set[int]]:
    """The hand, and who gave up only because the history does not say what he held."""
    try:
        hand = reader.hand(rules)
    except Refused as error:
        raise PHHError(error.rule, error.message, error.clause) from None
    actions = [str(action) for action in reader.data["actions"]]
    for number, action in enumerate(actions):
        try:
            if repair:
                _pass_to(hand, action)
            _deal_as_dealt(hand, action)
            if not _idle(hand, action) and not _mucked_later(hand, action, actions[number + 1 :]):
                apply(hand, action, reader.scale)
        except Refused as error:
            told = error.told(lambda units: str(reader.back(units)))
            message = f"action {number + 1}, {action!r}: {told}{_cards_due(hand)}"
            raise PHHError(error.rule, message, error.clause) from None
    return hand, _finish(hand)


def _deal_as_dealt(hand: Hand, action: str) -> None:
    """Where the deck of a stud game runs short, the history shows whether there was a common card or one for each."""
    words = action.split()
    fresh = hand.phase == "deal" and hand.street > 0 and hand.form.family == "stud" and not hand.at.board
    if not fresh or words[:1] != ["d"] or len(words) < 3:
        return
    due = [1 if alive else 0 for alive in hand.alive]
    if words[1] == "db" and hand.owed == due:
        hand.owed, hand.owed_board = [0] * hand.n, 1
    elif words[1] == "dh" and hand.owed_board and len(hand.known) + hand.live <= hand.form.deck_size:
        hand.owed, hand.owed_board = due, 0


def _cards_due(hand: Hand) -> str:
    """What else an error should say: the cards that the history has left out."""
    if hand.phase != "deal":
        return ""
    players = [str(i + 1) for i, owed in enumerate(hand.owed) if owed]
    return f"; cards are due to player {', '.join(players)}" if players else f"; the {hand.at.name} is due"


def _pass_to(hand: Hand, action: str) -> None:
    """Whoever the history passes over checked or, facing a bet, folded."""
    words = action.split("#")[0].split()
    while hand.phase == "bet" and words and hand.actor != (_player(words[0], hand) if words[0] != "d" else -1):
        hand.check() if hand.can_check() else hand.fold()


def _idle(hand: Hand, action: str) -> bool:
    """Hands shown after the pot was pushed, and the check of a player who has nobody left to bet against."""
    if hand.phase == "bet" or (action.startswith("d") and not hand.over):
        return False
    words = action.split("#")[0].split()
    if hand.over:  # where all others mucked before the last cards, these may still be on record
        return len(words) > 1 and (words[1] == "sm" or (words[0] == "d" and any(hand.owed)))
    return words[1:] == ["cc"] and hand.all_in() and hand.alive[_player(words[0], hand)]


def _mucked_later(hand: Hand, action: str, later: Sequence[str]) -> bool:
    """A hand of stud tabled when all-in, and given up when its last card has come, was not shown for good."""
    if hand.phase != "deal" or " sm " not in action:
        return False
    player = action.split()[0]
    return any(other.split("#")[0].split() == [player, "sm"] for other in later)


def _finish(hand: Hand) -> set[int]:
    """Histories may leave the showing out; anything else missing means that the file breaks off."""
    doubtful = set()
    while hand.phase == "show":
        known = UNKNOWN not in hand.hole[hand.actor]
        if known or hand.live == 1:
            hand.show()
        elif any(UNKNOWN not in hand.hole[i] for i in range(hand.n) if hand.alive[i]):
            doubtful.add(hand.actor)
            hand.muck_hand()
        else:
            return doubtful  # the winner is not known, unless the history states what was won
    if not hand.over:
        due = f"player {hand.actor + 1} is to act" if hand.actor >= 0 else "cards are due"
        raise PHHError("phh-unfinished", f"the history breaks off at {hand.at.name}: {due}")
    return doubtful


def replay(data: Mapping[str, Any]) -> Replay:
    """Play a hand and say what everybody finished with. Stated winnings decide what a raked pot paid, if they can be.

    Where the history states how it ends, the rules by which it comes out are taken. One that passes players over is
    refused, unless its own finishing stacks prove that they folded.
    """
    reader = Reader(data)
    errors: list[PHHError] = []
    results: list[Replay] = []
    for rules in _rule_sets(reader):
        try:
            hand, doubtful = _play(reader, rules, False)
            results.append(settle(hand, reader, doubtful))
        except PHHError as error:
            errors.append(error)
        else:
            if results[-1].matches is not False:
                return results[-1]
    if results:
        return results[0]
    if errors[0].rule == "turn" and data.get("finishing_stacks"):
        with contextlib.suppress(PHHError):
            repaired = settle(*play(data, repair=True))
            if repaired.matches:
                return repaired
    raise errors[0]


def replay_file(path: Path | str) -> list[Replay]:
    """All hands of a file, in order; an error names the hand."""
    results = list(replays(path))
    for result in results:
        if isinstance(result, PHHError):
            raise result
    return [result for result in results if isinstance(result, Replay)]


def replays(path: Path | str) -> Iterator[Replay | PHHError]:
    """The hands of a file one by one; a hand that cannot be read or replayed comes as its error."""
    hands = hands_in(read_text(path))
    for number, data in enumerate(hands, 1):
        try:
            if isinstance(data, PHHError):
                raise data
            yield replay(data)
        except PHHError as error:
            message = error.message if len(hands) == 1 else f"hand {number}: {error.message}"
            yield PHHError(error.rule, message, error.clause)
