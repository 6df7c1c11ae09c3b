"""Poker hand histories in the PHH format: read, replay, write.

A .phh file is one hand in TOML, a .phhs file many, each in a numbered table. Amounts may be decimals;
the engine plays them as integers of the smallest unit that the hand uses (cents at least, where there
are any decimals) and gives them back as they were written.
"""

import json as jsonlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from croupier.equipment.cards import card_name, parse_card
from croupier.poker.errors import PHHError, Refused
from croupier.poker.forms import FORMS, Form
from croupier.poker.hand import Hand
from croupier.poker.phh_text import parse
from croupier.poker.phh_write import dump, dump_many
from croupier.poker.records import UNKNOWN, Returned
from croupier.poker.rules import CUMULATIVE, HALF_BET, LOOSE, ODD_LEFT_OF_BUTTON, Rules
from croupier.poker.stakes import FIXED, NO, POT, Stakes

__all__ = ["PHHError", "Replay", "apply", "dump", "dump_many", "play", "read", "replay", "replay_command",
           "replay_file", "replay_text", "replays"]

_LETTERS = {"F": FIXED, "N": NO, "P": POT}
# Histories come from anywhere: as many players as the deck gives a first hand to.
_FORMS = {form.phh: msgspec.structs.replace(form, seats_most=form.deck_size // len(form.first_cards))
          for form in FORMS.values() if form.phh}
_ENDLESS = Decimal("inf")  # a stack that the history does not know
_DEEP = 10**15
_DIGITS_MOST, _PLACES_MOST = 14, 8
_PLAYERS = {f"p{i + 1}": i for i in range(10)}
_CARDS = {"??": UNKNOWN} | {card_name(card): card for card in range(52)}
_REQUIRED = ("variant", "antes", "starting_stacks", "actions")

# The format keeps no house's rules: a short blind is what it is, the first winner takes the odd chips, and
# nothing is capped. Limit hands are tried with both rules for short all-ins, as the format records neither.
_PLAIN = Rules(reopen=LOOSE, reopen_limit=LOOSE, short_completes=False, full_bring_in=False, merge_pots=True,
               effective_stacks=True, odd_one_each=False, odd_stud=ODD_LEFT_OF_BUTTON)
_HALF_BETS = msgspec.structs.replace(_PLAIN, reopen=CUMULATIVE, reopen_limit=HALF_BET, short_completes=True)


class Replay(msgspec.Struct):
    """What a history came to."""

    finishing_stacks: list[int | float | None]  # None where the history does not know what he began with
    winnings: list[int | float | None]
    rake: int | float | None
    hand: str | int | None = None
    players: list[str] | None = None
    variant: str = ""
    matches: bool | None = None  # the history's own finishing stacks, if it states any


def read(text: str) -> list[dict[str, Any]]:
    """The hands of a .phh or .phhs text; a text history of PokerStars is known by its first line."""
    if "Hand #" in text.lstrip()[:80].split("\n")[0]:
        from croupier.poker.histories import read_stars

        return read_stars(text)
    data = parse(text)
    if "variant" in data or not data:
        return [data]
    tables = [value for value in data.values() if isinstance(value, dict)]
    if len(tables) != len(data):
        raise PHHError("phh-field", "a hand needs the field 'variant'")
    return tables


def _scale(data: Mapping[str, Any]) -> int:
    """How many of the engine's units make one of the file's."""
    places = 0
    for value in _numbers(data):
        if isinstance(value, Decimal):
            if value == _ENDLESS:
                continue
            if not value.is_finite():
                raise PHHError("phh-amount", f"{value} is no amount of chips")
            if value and not -_PLACES_MOST <= value.adjusted() <= _DIGITS_MOST:
                raise PHHError("phh-amount", f"{value} is no amount of chips")
            places = max(places, -int(value.normalize().as_tuple().exponent), 2)
            if places > _PLACES_MOST:
                raise PHHError("phh-amount", f"{value} is finer than any chip")
    return int(10 ** places)


def _numbers(data: Mapping[str, Any]) -> Iterator[Any]:
    for key in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings"):
        values = data.get(key, ())
        if not isinstance(values, list | tuple):
            raise PHHError("phh-field", f"the field {key!r} must be a list of amounts")
        yield from values
    for key in ("bring_in", "small_bet", "big_bet", "min_bet"):
        yield data.get(key)
    actions = data.get("actions", ())
    if not isinstance(actions, list | tuple):
        raise PHHError("phh-field", "the field 'actions' must be a list")
    for action in actions:
        words = str(action).split()
        if len(words) > 2 and words[1] == "cbr" and "." in words[2]:
            try:
                yield Decimal(words[2])
            except ArithmeticError:
                raise PHHError("phh-amount", f"{words[2]!r} is no amount of chips") from None


class _Reader:
    """One hand's fields, checked and turned into the engine's terms."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        for name in _REQUIRED:
            if name not in data:
                raise PHHError("phh-field", f"the field {name!r} is missing")
        self.data = data
        self.scale = _scale(data)
        variant = str(data["variant"])
        self.form, self.kind = self._variant(variant)
        self.stacks = self.amounts("starting_stacks")
        count = len(self.stacks)
        if count < 2:
            raise PHHError("players", f"{count} player cannot play a hand: at least two")
        self.antes = self._by_place("antes", count)
        self.blinds = self._by_place("blinds_or_straddles", count) if "blinds_or_straddles" in data else [0] * count

    def _variant(self, variant: str) -> tuple[Form, str]:
        if variant[:1] not in _LETTERS or variant[1:] not in _FORMS:
            known = ", ".join(sorted(letter + form for letter in _LETTERS for form in _FORMS))
            raise PHHError("phh-variant", f"the variant {variant!r} is not one of {known}")
        return _FORMS[variant[1:]], _LETTERS[variant[0]]

    def units(self, value: Any) -> int:
        if type(value) is int:
            return value * self.scale
        if value == _ENDLESS and isinstance(value, Decimal):
            return _DEEP
        if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
            raise PHHError("phh-amount", f"{value!r} is no amount of chips")
        try:
            number = Decimal(value) * self.scale
            if number == int(number):
                return int(number)
        except (ArithmeticError, ValueError):
            pass
        raise PHHError("phh-amount", f"{value!r} is no amount of chips")

    def amounts(self, name: str) -> list[int]:
        values = self.data[name]
        if not isinstance(values, list):
            raise PHHError("phh-field", f"the field {name!r} must be a list of amounts")
        return [self.units(value) for value in values]

    def _by_place(self, name: str, count: int) -> list[int]:
        """Heads-up the format lists the small blind first, though it is posted by the second player."""
        values = self.amounts(name)
        values += [0] * (count - len(values))
        if len(values) > count:
            raise PHHError("phh-field", f"the field {name!r} has {len(values)} amounts for {count} players")
        return values[::-1] if count == 2 else values

    def amount(self, name: str) -> int:
        if name not in self.data:
            raise PHHError("phh-field", f"the field {name!r} is missing in a {self.data['variant']} hand")
        return self.units(self.data[name])

    def stakes(self) -> Stakes:
        bring_in = self.amount("bring_in") if self.form.family == "stud" else 0
        if self.kind == FIXED:
            return Stakes(FIXED, self.amount("small_bet"), self.amount("big_bet"), bring_in=bring_in)
        return Stakes(self.kind, self.amount("min_bet"), bring_in=bring_in)

    def hand(self, rules: Rules) -> Hand:
        layered = bool(self.data.get("ante_trimming_status", False))
        return Hand(
            self.form, self.stakes(), self.stacks,
            rules=msgspec.structs.replace(rules, antes_layered=layered),
            antes=self.antes,
            blinds=[max(0, blind) for blind in self.blinds],
            posts=[max(0, -blind) for blind in self.blinds],
            auto_show=False,
        )

    def back(self, units: int) -> int | float | None:
        if units > _DEEP // 2:
            return None
        if self.scale == 1:
            return units
        value = Decimal(units) / self.scale
        return int(value) if value == int(value) else float(value)


def _cards(text: str) -> list[int]:
    if len(text) % 2:
        raise PHHError("phh-card", f"{text!r} are no cards: two letters each")
    words = [text[at: at + 2] for at in range(0, len(text), 2)]
    try:
        return [_CARDS[word] for word in words]
    except KeyError:
        pass
    try:  # written another way, such as the joker or small letters
        return [UNKNOWN if word == "??" else parse_card(word) for word in words]
    except ValueError as error:
        raise PHHError("phh-card", str(error)) from None


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
            hand.deal_hole(_player(words[2], hand), _cards(words[3]))
        elif len(words) == 3 and words[1] == "db":
            hand.deal_board(_cards(words[2]))
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
        hand.draw(_cards(rest[0]) if rest else (), player)
    elif verb == "sm" and len(rest) <= 1:
        _show(hand, player, rest)
    else:
        raise PHHError("phh-action", f"{action!r} is no action of a player")


def _to(word: str, scale: int) -> int:
    if word.isascii() and word.isdigit() and len(word) <= _DIGITS_MOST:
        return int(word) * scale
    try:
        value = Decimal(word) * scale
        if value == int(value) and abs(value) < _DEEP:
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
        cards = _cards(rest[0])
        if UNKNOWN in cards or len(cards) < len(hand.hole[player]):
            _leave_face_down(hand, player, cards)
        else:
            hand.show(player, cards)


def _leave_face_down(hand: Hand, player: int, cards: list[int]) -> None:
    """A hand not fully shown wins nothing, unless nobody else is left."""
    if hand.phase == "show" and hand.live > 1:
        hand.muck_hand(player)


def play(data: Mapping[str, Any]) -> tuple[Hand, "_Reader"]:
    """Replay a hand; the error of the first attempt, if none succeeds."""
    reader = _Reader(data)
    first: PHHError | None = None
    for rules in (_PLAIN, _HALF_BETS) if reader.kind == FIXED else (_PLAIN,):
        try:
            return _play(reader, rules), reader
        except PHHError as error:
            first = first or error
    assert first is not None
    raise first


def _play(reader: _Reader, rules: Rules) -> Hand:
    try:
        hand = reader.hand(rules)
    except Refused as error:
        raise PHHError(error.rule, error.message, error.clause) from None
    actions = reader.data["actions"]
    if not isinstance(actions, list):
        raise PHHError("phh-field", "the field 'actions' must be a list")
    for number, action in enumerate(actions, 1):
        try:
            if _idle(hand, str(action)):
                continue
            apply(hand, str(action), reader.scale)
        except Refused as error:
            message = f"action {number}, {action!r}: {error.message}"
            raise PHHError(error.rule, message, error.clause) from None
    _finish(hand)
    return hand


def _idle(hand: Hand, action: str) -> bool:
    """Hands shown after the pot was pushed, and the check of a player who has nobody left to bet against."""
    if hand.phase == "bet" or (action.startswith("d") and not hand.over):
        return False
    words = action.split("#")[0].split()
    if hand.over:
        return len(words) > 1 and words[1] == "sm"
    return hand.phase != "bet" and words[1:] == ["cc"] and hand._all_in() and hand.alive[_player(words[0], hand)]


def _finish(hand: Hand) -> None:
    """Histories may leave the showing out; anything else missing means that the file breaks off."""
    while hand.phase == "show":
        known = UNKNOWN not in hand.hole[hand.actor]
        if known or hand.live == 1:
            hand.show()
        elif any(UNKNOWN not in hand.hole[i] for i in range(hand.n) if hand.alive[i]):
            hand.muck_hand()
        else:
            raise PHHError("showdown", "the history breaks off: no hand is shown, and the winner is not known")
    if not hand.over:
        due = f"player {hand.actor + 1} is to act" if hand.actor >= 0 else "cards are due"
        raise PHHError("phh-unfinished", f"the history breaks off at {hand.at.name}: {due}")


def replay(data: Mapping[str, Any]) -> Replay:
    """Play a hand and say what everybody finished with. Stated winnings decide what a raked pot paid."""
    winnings = data.get("winnings")
    if isinstance(winnings, list) and any(winnings):  # all nothing means that the site's log did not say
        return _replay_stated(data)
    hand, reader = play(data)
    stacks = [reader.back(stack) for stack in hand.stacks]
    matches = _matches(reader, hand.stacks)
    return Replay(stacks, [reader.back(won) for won in hand.won], 0, data.get("hand"), _names(reader),
                  str(data["variant"]), matches)


def _names(reader: _Reader) -> list[str] | None:
    names = reader.data.get("players")
    if names is None:
        return None
    if not isinstance(names, list) or len(names) != len(reader.stacks):
        raise PHHError("phh-field", f"the field 'players' must name the {len(reader.stacks)} players")
    return [str(name) for name in names]


def _matches(reader: _Reader, stacks: list[int]) -> bool | None:
    """Whether the history's own finishing stacks are these; nothing if it states none."""
    return reader.amounts("finishing_stacks") == stacks if "finishing_stacks" in reader.data else None


def _replay_stated(data: Mapping[str, Any]) -> Replay:
    """A history with winnings: the betting is replayed, and the pot goes out as stated, less the rake.

    Some sites count the uncalled bet among the winnings; it has already gone back to its owner.
    """
    reader = _Reader(data)
    winnings = reader.amounts("winnings")
    if len(winnings) != len(reader.stacks):
        raise PHHError("phh-field", f"{len(winnings)} winnings for {len(reader.stacks)} players")
    hand = _play_betting(data)
    before = [stack - won for stack, won in zip(hand.stacks, hand.won)]
    pot = sum(reader.stacks) - sum(before)
    if sum(winnings) > pot and hand.returned:
        bettor = next(record.player for record in reversed(hand.records) if isinstance(record, Returned))
        winnings[bettor] -= hand.returned
    rake = pot - sum(winnings)
    if rake < 0:
        raise PHHError("money", f"the winnings exceed the pot by {reader.back(-rake)}")
    stacks = [chips + won for chips, won in zip(before, winnings)]
    matches = _matches(reader, stacks)
    return Replay([reader.back(stack) for stack in stacks], [reader.back(won) for won in winnings],
                  reader.back(rake), data.get("hand"), _names(reader), str(data["variant"]), matches)


def _play_betting(data: Mapping[str, Any]) -> Hand:
    """As `play`, but a showdown of unknown hands is no fault: the winnings are stated."""
    try:
        return play(data)[0]
    except PHHError as error:
        if error.rule != "showdown":
            raise
    reader = _Reader(data)
    hand = reader.hand(_PLAIN)  # all this was done before, up to the showdown
    for action in reader.data["actions"]:
        if not _idle(hand, str(action)):
            apply(hand, str(action), reader.scale)
    return hand


def replay_file(path: Path | str) -> list[Replay]:
    """All hands of a file, in order; an error names the hand."""
    results = list(replays(path))
    for result in results:
        if isinstance(result, PHHError):
            raise result
    return [result for result in results if isinstance(result, Replay)]


def replays(path: Path | str) -> Iterator[Replay | PHHError]:
    """The hands of a file one by one; a hand that cannot be replayed comes as its error."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise PHHError("phh-toml", "the file is not text in UTF-8") from None
    hands = read(text)
    for number, data in enumerate(hands, 1):
        try:
            yield replay(data)
        except PHHError as error:
            message = error.message if len(hands) == 1 else f"hand {number}: {error.message}"
            yield PHHError(error.rule, message, error.clause)


def replay_command(path: Path | str, json: bool = False) -> None:
    """`croupier replay FILE.phh`: print what everybody finished with; refused hands are named at the end."""
    text, errors = _report(path, json)
    if text:
        print(text)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise PHHError(errors[0].rule, f"{len(errors)} hands cannot be replayed, the first: {errors[0].message}")


def replay_text(path: Path | str, json: bool = False) -> str:
    """What the command prints: one object for a .phh, a list of them for a .phhs."""
    return _report(path, json)[0]


def _report(path: Path | str, json: bool) -> tuple[str, list[PHHError]]:
    many = str(path).endswith(".phhs")
    found = list(replays(path))
    errors = [result for result in found if isinstance(result, PHHError)]
    if not many and errors:
        return "", errors
    if json:
        plain = [{"error": result.message, "rule": result.rule} if isinstance(result, PHHError)
                 else msgspec.to_builtins(result) for result in found]
        return jsonlib.dumps(plain if many else plain[0]), errors
    return "\n".join(_lines([result for result in found if isinstance(result, Replay)])), errors


def _lines(results: Iterable[Replay]) -> Iterator[str]:
    for number, result in enumerate(results, 1):
        verdict = {True: ", as the history states", False: ", NOT as the history states", None: ""}[result.matches]
        yield f"hand {result.hand if result.hand is not None else number} ({result.variant}){verdict}"
        names = result.players or [f"player {i + 1}" for i in range(len(result.finishing_stacks))]
        for name, stack, won in zip(names, result.finishing_stacks, result.winnings):
            shown = f"{stack:,}" if stack is not None else "unknown"
            yield f"  {name:<24} {shown:>16}" + (f"  won {won:,}" if won else "")
        if result.rake:
            yield f"  {'rake':<24} {result.rake:>16,}"
