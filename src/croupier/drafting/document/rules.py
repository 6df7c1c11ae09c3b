"""Rules, options and irregularities of a document: each by the passage that is likest to what other books say of it."""

import re
from typing import Any

import msgspec

from croupier.drafting.document.knowledge import NUMBERS, Knowledge
from croupier.drafting.document.likeness import Likeness, Weights, alike, words
from croupier.drafting.document.placing import Unplaced
from croupier.drafting.document.text import Clause
from croupier.drafting.kinds import vocabulary_of
from croupier.rulebook.model import Irregularity, Setting

RULE = 0.20  # how alike a passage must be to be taken for a rule
IRREGULAR = 0.16  # for an irregularity; a little more outside its own section
AGREED = 0.25  # for a rule whose value every other book has
STRONG = 0.3  # enough where no word tells a remedy, or a passage does not say a rule's name
SURE = 0.35  # an irregularity is sure outside its own section; nearer than anything else in any case
NEARER = 0.1  # another irregularity that is nearer by more makes a reading unsure
PASSAGE = 3  # words that a passage has at least
_UNDER = re.compile(r"irregularit|invalid|malfunction", re.IGNORECASE)
_NUMBER = re.compile(
    r"\$?\d[\d,]*|\b(?:" + "|".join(word for word, digit in NUMBERS.items() if digit.isdigit()) + r")\b"
)
_LEFT_TO = re.compile(r"\b(may|option|discretion)\b", re.IGNORECASE)  # somebody decides: no fixed remedy is sure
# A remedy is believed only where the passage speaks of it.
_SPEAKS = {
    "void-round": r"void|misdeal|dead|returned",
    "misdeal": r"misdeal|void|dead",
    "reshuffle": r"shuffl",
    "use-as-next-card": r"next card|used as though",
    "no-roll": r"no roll|invalid|not valid|re-?roll",
    "no-spin": r"no spin|spin again|re-?spin",
    "discard-card": r"discard|not be used",
    "supervisor-decides": r"supervisor|floor ?person|manager|option|may",
    "dead-hand": r"dead|void",
    "void-hand": r"void|dead",
    "recut": r"cut",
    "play-on": r"continu|play|forfeit",
}


class Read(msgspec.Struct, frozen=True):
    """Something other books say too, with the passage that it was found in."""

    name: str
    clause: Clause
    like: Any  # the entry of the other book: a setting or an irregularity
    value: Any = None
    sure: bool = True  # else the passage speaks of it, and the value is what other books make of such words
    score: float = 0.0  # how alike the passage is
    agreed: bool = False  # not sure, but every other book that states it states the same

    @property
    def stands(self) -> bool:
        """Whether it is written down: beyond doubt, or as a reading that says what it rests on."""
        return self.sure or self.agreed


class FoundRules(msgspec.Struct, frozen=True):
    settings: list[Read]
    stages: list[Read]
    irregularities: list[Read]
    left: list[Unplaced]


def rules_of(clauses: list[Clause], known: Knowledge) -> FoundRules:
    """What was found; whatever the game needs and was not found is left to the reader."""
    passages = [clause for clause in clauses if "\t" not in clause.text and len(clause.text.split()) >= PASSAGE]
    says = [entry.says for book in known.books for entry in (*book.settings.values(), *book.irregularities)]
    scale = Likeness([*(clause.text for clause in passages), *says])
    weighed = [(clause, scale.weigh(f"{clause.heading} {clause.text}")) for clause in passages]
    settings, left = _settings(weighed, known, scale)
    found, more = _irregularities(weighed, known, scale)
    return FoundRules(settings, _stages(weighed, known, scale), found, [*left, *more])


def _stages(weighed: list[tuple[Clause, Weights]], known: Knowledge, scale: Likeness) -> list[Read]:
    """Each stage of the game's round to the passage that is likest to what other books say the dealer does."""
    found = []
    for name in vocabulary_of(known.game).stages or ():
        others = [
            (book.stages[name], scale.weigh(book.stages[name].says)) for book in known.books if name in book.stages
        ]
        scored = [(alike(said, weights), clause, stage) for stage, said in others for clause, weights in weighed]
        best = max(scored, key=lambda pair: pair[0], default=None)
        if best is not None and best[0] >= IRREGULAR:
            found.append(Read(name, best[1], best[2]))
    return found


# ---- rules with a value


def _settings(
    weighed: list[tuple[Clause, Weights]], known: Knowledge, scale: Likeness
) -> tuple[list[Read], list[Unplaced]]:
    needs = vocabulary_of(known.game).settings
    books: dict[str, list[Setting]] = {}
    for book in known.books:
        for name, setting in book.settings.items():
            books.setdefault(name, []).append(setting)
    found: list[Read] = []
    left: list[Unplaced] = []
    for name in [*needs, *(name for name in books if name not in needs)]:
        others = books.get(name, [])
        common = name in needs or 2 * len(others) > len(known.books)
        if not common:
            continue
        read, why = _setting(name, others, weighed, scale)
        if read is not None:
            found.append(read)
        elif name in needs:
            left.append(Unplaced(0, f"rules.{name}", why))
    return _once(found), left


def _once(found: list[Read]) -> list[Read]:
    """A passage tells one value beyond doubt: that of the rule which it is likest to."""
    best: dict[int, float] = {}
    for read in found:
        if read.sure:
            best[read.clause.first] = max(read.score, best.get(read.clause.first, 0.0))
    doubted = [read.sure and read.score < best[read.clause.first] for read in found]
    return [msgspec.structs.replace(read, sure=False) if doubt else read for read, doubt in zip(found, doubted)]


def _setting(
    name: str, others: list[Setting], weighed: list[tuple[Clause, Weights]], scale: Likeness
) -> tuple[Read | None, str]:
    best, clause, like = 0.0, None, None
    for setting in others:
        said = scale.weigh(f"{name.replace('-', ' ')} {setting.says}")
        for passage, weights in weighed:
            if (score := alike(said, weights)) > best:
                best, clause, like = score, passage, setting
    if clause is None or like is None or best < RULE:
        return None, "no passage speaks of it"
    sure, value = _value(clause.text, like, others)
    named = set(words(name.replace("-", " "))) <= set(words(f"{clause.heading} {clause.text}"))
    agreed = best >= AGREED and _agreed(like, others) and len({repr(other.value) for other in others}) == 1
    return Read(name, clause, like, value, sure and (named or best >= STRONG), best, agreed), ""


def _value(text: str, like: Setting, others: list[Setting]) -> tuple[bool, Any]:
    """The value that a passage states: a number that stands in it and in another book, or one that stands there alone.
    A word is never sure: it is what other books make of such a passage."""
    numbers = _numbers(text)
    if isinstance(like.value, int) and not isinstance(like.value, bool):
        stated = {like.value, *(choice for choice in like.choices if isinstance(choice, int))}
        if stated <= numbers:
            return _agreed(like, others), like.value
        known = {other.value for other in others if not isinstance(other.value, (bool, str, list, dict))}
        if not like.optional and len(numbers) == 1 and numbers <= known:
            return True, next(iter(numbers))
    return False, like.value


def _agreed(like: Setting, others: list[Setting]) -> bool:
    """Whether other books take it for the same kind of thing: all a rule, or all an option with these choices."""
    return all((other.choices, other.optional) == (like.choices, like.optional) for other in others)


def _numbers(text: str) -> set[int]:
    found = set()
    for match in _NUMBER.findall(text.lower()):
        plain = NUMBERS.get(match, match).strip("$").replace(",", "")
        if plain.isdigit():
            found.add(int(plain))
    return found


# ---- irregularities


def _irregularities(
    weighed: list[tuple[Clause, Weights]], known: Knowledge, scale: Likeness
) -> tuple[list[Read], list[Unplaced]]:
    """Each irregularity that other books know to the one passage that is likest, each passage once."""
    entries: dict[str, list[tuple[Irregularity, Weights]]] = {}
    for book in known.books:
        for entry in book.irregularities:
            said = scale.weigh(f"{entry.when.replace('-', ' ')} {entry.says}")
            entries.setdefault(entry.when, []).append((entry, said))
    pairs = []
    for clause, weights in weighed:
        under = bool(_UNDER.search(clause.heading))
        near = {when: max(alike(said, weights) for _, said in others) for when, others in entries.items()}
        for when, others in entries.items():
            score = near[when]
            remedy = _remedy(clause.text, [(alike(said, weights), entry) for entry, said in others])
            if remedy is not None and score >= (IRREGULAR if under else 1.3 * IRREGULAR):
                lead = score - max((other for name, other in near.items() if name != when), default=0.0)
                sure = _sure(clause.text, remedy.remedy.ruling, score, lead, under)
                pairs.append((score + (IRREGULAR if under else 0), when, clause, remedy, sure))
    pairs.sort(key=lambda pair: -pair[0])
    found: list[Read] = []
    left: list[Unplaced] = []
    taken: set[int] = set()
    for _, when, clause, entry, sure in pairs:
        if clause.first in taken or any(read.name == when for read in found):
            continue
        taken.add(clause.first)
        found.append(Read(when, clause, entry, entry.remedy.ruling, sure))
    seen = [clause for clause, _ in weighed if _UNDER.search(clause.heading) and clause.first not in taken]
    why = "an irregularity that was not placed"
    left += [Unplaced(clause.first, clause.text[:160], why) for clause in seen if len(clause.text) > 60]
    return found, left


def _sure(text: str, ruling: str, score: float, lead: float, under: bool) -> bool:
    """Whether a passage is about an irregularity beyond doubt: it stands among them, or is very like what other books
    say of it, no other one is nearer, and a fixed remedy is not left to anybody."""
    if ruling != "supervisor-decides" and _LEFT_TO.search(text):
        return False
    return lead >= -NEARER if under else score >= SURE and lead >= 0


def _remedy(text: str, others: list[tuple[float, Irregularity]]) -> Irregularity | None:
    """The entry whose remedy the passage speaks of first; none where it speaks of none."""
    told = []
    for score, entry in others:
        words = _SPEAKS.get(entry.remedy.ruling)
        match = re.search(words, text, re.IGNORECASE) if words else None
        if match is not None:
            told.append((match.start(), -score, entry))
        elif words is None and score >= STRONG:
            told.append((len(text), -score, entry))
    return min(told, key=lambda found: found[:2])[2] if told else None
