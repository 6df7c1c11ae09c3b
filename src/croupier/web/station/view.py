"""A player's station from the table as he may see it."""

from functools import lru_cache
from typing import Any

from croupier.equipment.money import short_money
from croupier.house.people.persons import Person
from croupier.house.tables.live import Live
from croupier.rounds.felt import Wager
from croupier.rulebook.posting import Posting
from croupier.web.felt import hand_names as hands
from croupier.web.felt import kinds, wagering
from croupier.web.felt.choices import choice_title
from croupier.web.felt.lettering import lettering
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.seven_spot.spots import lettered
from croupier.web.felt.shown import Seat, StationView
from croupier.web.felt.table_view import Alike, Look
from croupier.web.kit import words
from croupier.web.kit.links import book_link
from croupier.web.kit.persons import shown_person
from croupier.web.station import decisions as asked
from croupier.web.station.seats import common_cards, dealer, dealer_label, dealer_note, plays_common, seat
from croupier.web.station.split import decided_hand, lost_already
from croupier.web.station.spots import closed_words, spots
from croupier.web.station.why import history, said, why
from croupier.web.tournaments.table_view import limits, strip


def station(
    live: Live,
    who: Person | None,
    played: list[Played],
    balance: int,
    property_title: str,
    *,
    reveal: bool = False,
    brief: bool = False,
    alike: Alike | None = None,
) -> StationView:
    """`brief`: what its page is sent again; `alike`: what others who look at the same state have asked for already."""
    look = Look(live, who, played, reveal=reveal, alike=alike)
    kind = kinds.of(look.family)
    request = asked.Asked(look.driver, look.position, look.mine, look.out_of_turn)
    mine_now = [w for w in look.driver.felt.wagers if w.position in look.mine and not lost_already(look, w)]
    several = wagering.buttons(look)
    status, icon, status_kind = request.status(live)
    hand_caption, hand_at, several_hands = decided_hand(look, request.request)
    if several_hands:
        status = f"{status} · {hand_caption.lower()}"
    actions = request.actions(live, who)
    return StationView(
        table=live.table.id,
        title=_title(look),
        property=live.table.property,
        property_title=property_title,
        number=look.driver.entry,
        surface=kind.SURFACE,
        me=shown_person(who, balance, live),
        status=status,
        status_icon=icon,
        status_kind=status_kind,
        position=look.position,
        round=look.driver.felt.round,
        request=look.driver.number,
        band_note=request.band_note(),
        spots=() if brief and kind.PRINTED else spots(look),
        seats=() if kind.SURFACE.shared else tuple(_seat(look, place) for place in look.shown["positions"]),
        chips=kind.chips(look),
        alone=look.at_stations,
        places=kind.places(look),
        actions=actions,
        wagering=bool(look.mine) and look.wagering,
        closed_words=closed_words(look),
        on_table=sum(w.stake for w in mine_now),
        on_table_note=_lying(look, mine_now, len(actions)),
        take_back=several.back,
        kept=several.kept,
        same_wagers=several.same,
        short=several.short,
        double=several.double,
        clear=several.clear,
        leave=several.leave,
        stays=several.stays,
        why=why(look),
        history=history(look),
        watching=not look.mine,
        alert=request.alert,
        deciding=request.deciding(live),
        said=said(look),
        setting=request.setting,
        arrange=request.arrange,
        arrange_count=request.arrange_count,
        question=request.question,
        hand_caption=hand_caption,
        hand_title=hand_at,
        tournament=strip(live, who),
        **look.alike("the middle", _middle),
        **_printed(look.posting, look.name, look.family),
        **({} if brief else _of_the_page(look, property_title)),
        **kind.extras(look),
    )


def _seat(look: Look, place: dict[str, Any]) -> Seat:
    """A position; other people's look the same to everybody."""
    number = place["number"]
    if number in look.mine:
        return seat(look, place)
    return look.alike(number, lambda one: seat(one, next(p for p in one.shown["positions"] if p["number"] == number)))


def _middle(look: Look) -> dict[str, Any]:
    """What lies before the dealer and in the middle."""
    common = common_cards(look)
    return {
        "dealer": dealer(look),
        "dealer_label": dealer_label(look),
        "dealer_note": dealer_note(look),
        "common": common,
        "common_label": "Community cards" if common or plays_common(look) else "",
        "common_lines": hands.common_lines(look.name),
        "shoe": _shoe(look),
        "discards": _discards(look),
    }


@lru_cache(maxsize=256)
def _printed(posting: Posting, game: str, family: str) -> dict[str, Any]:
    """What no round changes."""
    letters, band = lettering(posting)
    return {
        "game": game,
        "family": family,
        "lettering": letters,
        "band": band,
        "chip": _chip(posting),
        "rulebook_link": book_link(posting),
    }


def _of_the_page(look: Look, place: str) -> dict[str, Any]:
    """What a page is served with and never sent again."""
    return {
        "limits": limits(look.live) or _limits(look),
        "decision_keys": _decision_keys(look),
        "rulebook_note": _book_note(look, place),
        "facts": facts(look),
    }


BESIDE = {0: 10_000, 1: 10_000, 2: 64}  # letters of what lies on the table that stand whole beside so many choices
BESIDE_MORE = 40
BRIEF = 8  # letters of a title that none is shorter than


def _lying(look: Look, mine: list[Wager], choices: int) -> str:
    """Every wager with its stake; long titles, where a row of choices leaves no room, as the felt letters them.

    Where not even these have room, how many they are: each stands with its stake in the panel.
    """
    titles = [words.wager_title(look.posting, w.kind, w.on) for w in mine]
    said = [f"{title} {short_money(w.stake)}" for title, w in zip(titles, mine)]
    room = BESIDE.get(choices, BESIDE_MORE)
    if len(" · ".join(said)) > room:
        titles = [lettered(w.kind, title) if len(title) > BRIEF else title for w, title in zip(mine, titles)]
        said = [f"{title} {short_money(w.stake)}" for title, w in zip(titles, mine)]
    return " · ".join(said) if len(" · ".join(said)) <= room else f"{len(mine)} wagers"


def _title(look: Look) -> str:
    """The table's own title; at a tournament's table the game, since the strip names the tournament."""
    settings = look.live.table.settings
    return look.posting.rulebook.title if settings.tournament else settings.title or look.posting.rulebook.title


def _limits(look: Look) -> str:
    """The sign at the table."""
    said = kinds.of(look.family).sign(look.posting)
    return " · ".join(filter(None, (words.limits_words(look.posting), said)))


def _decision_keys(look: Look) -> tuple[tuple[str, str], ...]:
    """Keys of the decisions that a hand of this game comes to, whether one is asked for now or not."""
    names: tuple[str, ...] = ("play", "fold") if "play" in look.posting.wagers else ()
    if look.twenty_one:
        names = ("hit", "stand", "double", "split")
    return tuple((words.KEYS[name], choice_title(name)) for name in names)


def _book_note(look: Look, place: str) -> str:
    book = look.posting.rulebook
    least = " Odds printed as minimums." if any(t.at_least for t in look.posting.tables.values()) else ""
    decks, wheel = look.posting.get("decks"), str(look.posting.get("wheel", ""))
    dealt = [f"{decks} decks"] if isinstance(decks, int) and decks > 1 else []
    dealt += [f"{words.plain(wheel)} wheel"] if wheel else []
    if look.twenty_one:
        dealt.append(lettering(look.posting)[0][0].lower())
    chosen = f" {'; '.join(dealt)}." if dealt else ""
    return f"{book.title}, {place}, approved {book.approved}.{chosen}{least}"


def _shoe(look: Look) -> tuple[str, str, float] | None:
    shoe = look.shown.get("shoe")
    if not shoe:
        return None
    size = shoe["left"] + shoe["dealt"]
    decks = shoe["decks"]
    return ("Shoe" if decks > 1 else "Deck", f"{shoe['left']} left", shoe["left"] / size if size else 0.0)


def _discards(look: Look) -> str:
    """Cards in the discard rack: those that have left the shoe and lie nowhere on the table."""
    if "shoe" not in look.shown:
        return ""
    felt = look.driver.felt
    lying = len(felt.dealer.cards) + sum(len(h.cards) for p in felt.positions for h in p.hands)
    lying += sum(len(hand.cards) for name, hand in felt.places.items() if name not in ("burn", "discards"))
    return str(max(0, look.shown["shoe"]["dealt"] - lying))


def _chip(posting: Posting) -> int:
    """The chip in hand at first: the smallest that makes the table's least wager alone."""
    least = asked.least_wager(posting)
    return next((v for v in (100, 500, 2500, 10000, 50000, 100000) if v >= least), 100000)


def facts(look: Look) -> tuple[tuple[str, str], ...]:
    live = look.live
    rows = [
        ("Table", live.table.id),
        ("Dealt", "electronically" if live.table.mode == "electronic" else "by a dealer"),
        ("Positions", f"{live.occupancy} of {len(look.driver.felt.positions)} taken"),
        ("Round", f"{look.driver.felt.round:,}"),
        ("Journal entry", f"{look.driver.entry:,}"),
    ]
    if "shoe" in look.shown:
        rows.append(("Decks", str(look.shown["shoe"]["decks"])))
        if look.shown["shoe"]["commitment"]:
            rows.append(("Sealed shoe order", look.shown["shoe"]["commitment"][:16]))
    rows += kinds.of(look.family).facts(look)
    for name, value in look.posting.chosen.items():
        linked = look.posting.wagers.get(name)  # a progressive is told by its title, not as it is stored
        rows.append((words.plain(name), linked.title if linked else words.value_words(value)))
    return tuple(rows)
