"""A player's station from the table as he may see it."""

from typing import Any

from croupier.equipment.money import money, short_money
from croupier.games.cards.described import DEALER_CARDS
from croupier.house.people.persons import Person
from croupier.house.tables.life import CLOSING
from croupier.house.tables.live import Live
from croupier.rounds.events import Settled
from croupier.rounds.felt import Wager
from croupier.rounds.requests import Decide, Shuffle
from croupier.web.felt import hand_names as hands
from croupier.web.felt import layout_chips as flat
from croupier.web.felt import wagering
from croupier.web.felt.causes import sentence
from croupier.web.felt.choices import choice_title
from croupier.web.felt.lettering import lettering
from croupier.web.felt.reasons import hand_title, of_round, round_word, void_rulings
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.seven_spot.roads import in_words
from croupier.web.felt.shown import Chips, Hand, Reason, ReasonRound, Seat, Spot, StationView
from croupier.web.felt.table_view import Look
from croupier.web.kit import words
from croupier.web.kit.links import book_link
from croupier.web.kit.persons import shown_person
from croupier.web.station import decisions as asked
from croupier.web.station import on_the_layout, pills
from croupier.web.station.split import decided_hand, in_play, lost_already, of_a_hand, several_hands
from croupier.web.tournaments.table_view import limits, strip

HISTORY = 10
PARTED = (5, 2)  # seven cards as a High and a Low hand
LYING = {  # another patron's closed hand of these: packs, what is said of it, whether it is out
    "set": (2, "Set", False),
    "house-way": (2, "Set", False),
    "surrender": (1, "Surrendered", True),
    "fold": (1, "Folded", True),
}


SEATLESS = ("roulette", "craps", "big-six", "board")  # layouts that all patrons share


def station(
    live: Live,
    who: Person | None,
    played: list[Played],
    balance: int,
    property_title: str,
    *,
    reveal: bool = False,
    brief: bool = False,
) -> StationView:
    look = Look(live, who, played, reveal=reveal)
    request = asked.Asked(look.driver, look.position, look.mine)
    letters, band = lettering(look.posting)
    common = _common(look)
    mine_now = [w for w in look.driver.felt.wagers if w.position in look.mine and not lost_already(look, w)]
    several = wagering.buttons(look)
    status, icon, kind = request.status(live)
    hand_caption, hand_at = decided_hand(look, request.request)
    if hand_caption.startswith("Hand"):
        status = f"{status} · {hand_caption.lower()}"
    seatless = look.family in SEATLESS
    return StationView(
        table=live.table.id,
        game=look.name,
        title=_title(look),
        property=live.table.property,
        property_title=property_title,
        limits=limits(live) or _limits(look),
        decision_keys=_decision_keys(look),
        number=look.driver.entry,
        family=look.family,
        me=shown_person(who, balance, live),
        status=status,
        status_icon=icon,
        status_kind=kind,
        position=look.position,
        round=look.driver.felt.round,
        request=look.driver.number,
        lettering=letters,
        band=band,
        band_note=request.band_note(),
        spots=() if brief and look.family == "roulette" else spots(look),
        seats=() if seatless else tuple(_seat(look, p) for p in look.shown["positions"]),
        chips=tuple(flat.flat_chips(look)) if seatless else (),
        dealer=_dealer(look),
        dealer_label=_dealer_label(look),
        dealer_note=_dealer_note(look),
        common=common,
        common_label="Community cards" if common or _plays_common(look) else "",
        common_lines=hands.common_lines(look.name),
        alone=look.at_stations,
        places=_places(look),
        actions=request.actions(live, who),
        wagering=bool(look.mine) and look.wagering,
        closed_words=_closed_words(look),
        chip=_chip(look),
        on_table=sum(w.stake for w in mine_now),
        on_table_note=" · ".join(
            f"{words.wager_title(look.posting, w.kind, w.on)} {short_money(w.stake)}" for w in mine_now[:4]
        ),
        take_back=f"Take back {short_money(max(mine_now, key=lambda w: w.id).stake)}"
        if mine_now and look.driver.betting
        else "",
        same_wagers=several.same,
        double=several.double,
        clear=several.clear,
        leave=several.leave,
        stays=several.stays,
        why=why(look),
        history=tuple(of_round(look.posting, p, look.badge, look.family) for p in played[:HISTORY] if p.of(look.badge)),
        rulebook_note=_book_note(look, property_title),
        rulebook_link=book_link(look.posting),
        watching=not look.mine,
        alert=request.alert,
        deciding=request.deciding(live),
        said=said(look),
        facts=facts(look),
        setting=request.setting,
        arrange=request.arrange,
        arrange_count=request.arrange_count,
        question=request.question,
        hand_caption=hand_caption,
        hand_title=hand_at,
        shoe=_shoe(look),
        discards=_discards(look),
        tournament=strip(live, who),
        **flat.extras(look),
    )


def _title(look: Look) -> str:
    """The table's own title; at a tournament's table the game, since the strip names the tournament."""
    settings = look.live.table.settings
    return look.posting.rulebook.title if settings.tournament else settings.title or look.posting.rulebook.title


def _limits(look: Look) -> str:
    """The sign at the table; at craps it posts how many times the wager odds may be."""
    said = words.odds_words(look.posting) if look.family == "craps" else ""
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


def spots(look: Look) -> tuple[Spot, ...]:
    """The betting areas of this rulebook as this reader may use them."""
    position = look.position or 1
    betting = look.wagering
    made = []
    closed = _closed_words(look)[0] or "Sit down to wager."
    touched = {name for reading in look.posting.rulebook.readings for name in reading.touches}
    for offer in look.game.offers(look.table, position):
        rule = look.posting.wagers[offer.wager]
        if look.area(offer.wager) != offer.wager:
            continue
        on_felt = offer.wager in look.game.PLACED_LATER
        blocked = offer.blocked
        open_ = betting and bool(look.mine) and not blocked and not on_felt
        reason = (
            "" if open_ else f"{blocked[:1].upper()}{blocked[1:]} · {offer.clause}" if blocked and betting else closed
        )
        made.append(
            Spot(
                wager=words.key_of(offer.wager, offer.on),
                title=words.wager_title(look.posting, offer.wager, offer.on),
                odds=offer.odds,
                clause=offer.clause,
                least=offer.least,
                most=offer.most,
                step=offer.step,
                open=open_,
                why=reason,
                rows=_rows(look, offer.wager, offer.on),
                reading=_reading(look, rule.name) if rule.name in touched else "",
            )
        )
    return tuple(made)


def _reading(look: Look, wager: str) -> str:
    for reading in look.posting.rulebook.readings:
        if wager in reading.touches:
            return f"{reading.gap} Read as: {reading.read_as}"
    return ""


FIELD = {"two": ("2",), "twelve": ("12",), "two-or-twelve": ("2", "12"), "other": ("other",)}


def _rows(look: Look, wager: str, on: str) -> tuple[tuple[str, str], ...]:
    """Rows of a wager as the layout prints them; a posting never changes, so they are kept by its digest."""
    key = (look.posting.digest, wager, bool(on))
    if key not in _KEPT_ROWS:
        if len(_KEPT_ROWS) > 4096:
            _KEPT_ROWS.clear()
        _KEPT_ROWS[key] = _read_rows(look, wager, on)
    return _KEPT_ROWS[key]


_KEPT_ROWS: dict[tuple[str, str, bool], tuple[tuple[str, str], ...]] = {}


def _read_rows(look: Look, wager: str, on: str) -> tuple[tuple[str, str], ...]:
    rows = [(r.outcome, str(r.odds)) for r in look.posting.rows(wager)]
    if wager == "field":
        return tuple((name, odds) for outcome, odds in rows for name in FIELD.get(outcome, (outcome,)))
    if on and look.family in SEATLESS:
        return ()
    return tuple((words.plain(outcome), odds) for outcome, odds in rows)


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


def _plays_common(look: Look) -> bool:
    return look.game.LAYOUT.common


def _common(look: Look) -> tuple[int | None, ...]:
    cards: list[int | None] = []
    for name, hand in look.shown["places"].items():
        if name not in ("burn", "discards", "player", "banker", "aside"):
            cards += hand["cards"]
    return tuple(cards)


def _places(look: Look) -> tuple[tuple[str, Hand], ...]:
    if look.family != "baccarat":
        return ()
    found = []
    for name in ("player", "banker"):
        hand = look.shown["places"].get(name)
        cards = tuple(hand["cards"]) if hand else ()
        found.append((words.plain(name), Hand(cards=cards, label=hands.label(look.name, cards))))
    return tuple(found)


def _dealer(look: Look) -> Hand:
    cards = tuple(look.shown["dealer"]["cards"])
    if not cards:
        return Hand()
    parted, both = hands.as_set(cards, look.driver.felt.dealer.memo.get("low"))
    if parted:
        return Hand(cards=parted, label=both, rows=PARTED)
    name = hands.label(look.name, cards, _common(look))
    return Hand(cards=cards, label=name, kind="lost" if name.endswith("bust") else "")


def _dealer_note(look: Look) -> str:
    """Of cards that the dealer parts after everybody else, while they lie closed."""
    cards = look.shown["dealer"]["cards"]
    if (
        "house-way" not in look.posting.settings
        or look.driver.betting
        or not cards
        or any(c is not None for c in cards)
    ):
        return ""
    clause = look.posting.clause("house-way")
    return f"Set the house way|after the last player{' · ' + clause if clause else ''}"


def _dealer_label(look: Look) -> str:
    if look.family == "baccarat" or (
        _plays_common(look) and DEALER_CARDS not in getattr(look.game, "SHOWS", (DEALER_CARDS,))
    ):
        return ""  # no hand of the dealer's: the cards in the middle are everybody's
    cards = look.shown["dealer"]["cards"]
    return "Dealer shows" if any(c is None for c in cards) and any(c is not None for c in cards) else "Dealer"


def _seat(look: Look, shown: dict[str, Any]) -> Seat:
    number = shown["number"]
    own = number in look.mine
    ended = look.ended_at(number) if not shown["wagers"] else []
    early = look.settled_early(number) if not shown["wagers"] and not ended else []
    drawn = []
    for index, hand in enumerate(shown["hands"]):
        # Cards of the last round keep its sign until the next are dealt, whatever is wagered meanwhile.
        over = [e for e in look.ended_at(number) or early if e.hand == index and e.table == "main"]
        laid = look.driver.felt.positions[number - 1].hands[index].memo.get("low") if number else None
        drawn.append(_hand(look, hand, index, own, over, laid))
    stakes = _stakes(look, shown["wagers"], own) + _ended(look, ended, own)
    stakes += _ended(look, look.settled_aside(number, {stake.wager for stake in stakes}), own)
    stakes += [chips for chips in _ended(look, early, own) if chips.state != "lost"]  # those are collected at once
    if look.twenty_one and len(drawn) > 1:
        drawn = several_hands(look, shown, drawn, ended)
        main = look.main_wager
        stakes = [stake for stake in stakes if stake.wager != main]
    pill, kind = pills.early(look, early) if early else pills.of_position(look, own, shown["wagers"], ended)
    if not number:
        pill = "All stations"
    pending = getattr(look.driver.pending, "position", -1)
    return Seat(
        position=number,
        taken=bool(shown["patron"]),
        own=own,
        acting=pending == number,
        hands=tuple(drawn),
        chips=tuple(stakes),
        pill=pill,
        pill_kind=kind,
    )


def _hand(look: Look, hand: dict[str, Any], index: int, own: bool, ended: list[Settled], low: object = None) -> Hand:
    """A hand as its reader may see it; `low`: two of its cards that were set as the Low hand."""
    cards = tuple(hand["cards"])
    name = hands.label(
        look.name, cards, _common(look), "split" if index else (hand["memo"].get("split") and "split") or ""
    )
    kind = "own" if own else ""
    dim = name.endswith("bust") or hand["state"] in ("folded", "dead", "bust")
    if dim:
        kind = "lost"
    if hand["state"] in ("folded", "dead"):
        name = words.plain(hand["state"])
    if ended:
        on_hand = [e for e in ended if look.posting.wagers[e.wager].kind in ("base", "raise")]
        net = sum(e.net for e in on_hand or ended)  # a bonus says nothing of the hand itself
        kind = "won" if net > 0 else "lost" if net < 0 else "push"
        if all(e.result == "returned" for e in ended):
            kind, name = "void", "Void"
    rows = PARTED if look.game.LAYOUT.two_rows and not look.game.HANDS and len(cards) == sum(PARTED) else ()
    parted, both = hands.as_set(cards, low)
    if parted:
        cards, name = parted, both
    packs = 0
    if rows and not own and not hands.known(cards):  # another's, closed
        packs, name, dim = LYING.get(hand["state"], (1, "Setting", False))
    return Hand(
        cards=cards,
        packs=packs,
        label=name,
        kind=kind,
        sideways=bool(hand["memo"].get("doubled")) and len(cards) == 3,
        dim=dim,
        rows=rows,
    )


def _stakes(look: Look, wagers: list[dict[str, Any]], own: bool) -> list[Chips]:
    found: dict[str, Chips] = {}
    for wager in wagers:
        area = words.key_of(look.area(wager["kind"]), wager["on"])
        before = found[area].amount if area in found else 0
        found[area] = Chips(wager=area, amount=before + wager["stake"], position=wager["position"], own=own)
    return list(found.values())


def _ended(look: Look, ended: list[Settled], own: bool) -> list[Chips]:
    """What lay there when the round ended: stake, mark and payout, until wagers are placed anew."""
    found: dict[str, list[Settled]] = {}
    for event in ended:
        if event.result != "returned" and event.to == "player":
            found.setdefault(words.key_of(look.area(event.wager), event.on), []).append(event)
    made = []
    for area, group in found.items():
        net = sum(e.net for e in group)
        stake = sum({(e.wager, e.hand): e.stake for e in group}.values())
        state = "won" if net > 0 else "lost" if net < 0 else "push"
        made.append(Chips(wager=area, amount=stake, state=state, paid=max(0, net), own=own))
    return made


def _closed_words(look: Look) -> tuple[str, str]:
    if look.driver.seating and look.live.table.state == CLOSING:
        return "This table is closing: no more wagers.", "Take your chips with you: Cash out, or Leave the table"
    if look.out_of_turn:
        return look.out_of_turn, "" if look.live.turns is None or look.live.turns.over else "Wait for your turn"
    if look.driver.betting:
        return ("", "") if look.mine else ("You are watching.", "Sit down to wager.")
    if look.driver.seating:
        doing = "The dealer shuffles." if isinstance(look.driver.pending, Shuffle) else "The next round is prepared."
        return doing, "Wagers open next" if look.mine else "Sit down meanwhile; wagers open next"
    clause = look.posting.clause("betting")
    return f"Wagers are closed{' · ' + clause if clause else ''}", "They open again after this round"


def _chip(look: Look) -> int:
    """The chip in hand at first: the smallest that makes the table's least wager alone."""
    least = min(
        (limit.least for name, limit in look.posting.limits.items() if look.posting.wagers[name].kind == "base"),
        default=500,
    )
    return next((v for v in (100, 500, 2500, 10000, 50000, 100000) if v >= least), 100000)


def why(look: Look) -> tuple[ReasonRound, ...]:
    """Every wager of this round and the last ones, newest first."""
    rounds = []
    standing = [w for w in look.driver.felt.wagers if w.position in look.mine]
    current = next((p for p in look.played if p.round == look.driver.felt.round), None)
    split = {p.number for p in look.driver.felt.positions if len(p.hands) > 1}
    if standing or current:
        settled = of_round(look.posting, current, look.badge, look.family, live=True).reasons if current else ()
        if look.family == "craps":
            waiting = tuple(on_the_layout.lines(look, standing))
        else:
            waiting = tuple(_in_play(look, w, several=w.position in split) for w in standing if not of_a_hand(look, w))
        played_for = tuple(in_play(look, standing))
        asked_hand = bool(split & look.mine) or any(line.state == "turn" for line in played_for)
        hands_first, hands_last = (played_for, ()) if asked_hand else ((), played_for)
        first = tuple(line for line in waiting if line.state == "turn")
        others = tuple(line for line in waiting if line.state != "turn")
        title = f"{round_word(look.family)} {look.driver.felt.round:,}"
        rounds.append(
            ReasonRound(title=title, note="in play", reasons=hands_first + first + settled + hands_last + others)
        )
    for played in look.played:
        if current is not None and played.round == current.round:
            continue
        if played.of(look.badge):
            rounds.append(of_round(look.posting, played, look.badge, look.family))
        if len(rounds) >= 4:
            break
    if standing and current is None and look.family == "craps" and look.driver.betting:
        rounds[:2] = on_the_layout.after_the_roll(rounds, len(standing))
    return tuple(rounds)


def _in_play(look: Look, wager: Wager, *, several: bool) -> Reason:
    return Reason(
        title=hand_title(look.posting, wager.kind, wager.on, wager.hand, several),
        state="turn" if _decided(look, wager) else "play",
        amount=money(wager.stake),
        sentence=_waiting(look, wager),
        terms=_pays(look, wager),
        clauses=(look.posting.wagers[wager.kind].clause,),
    )


def _decided(look: Look, wager: Wager) -> bool:
    """Whether what is asked now is about this wager: of several hands or bets the one whose turn it is."""
    asked = look.driver.pending
    if not isinstance(asked, Decide) or asked.position != wager.position:
        return False
    rides: str | None = getattr(look.game, "RIDES", {}).get(look.driver.felt.stage)
    if rides is not None:
        return wager.kind == rides
    return look.posting.wagers[wager.kind].kind == "base" and (not look.twenty_one or asked.hand == wager.hand)


def _pays(look: Look, wager: Wager) -> str:
    """What a wager in play may pay; once cards lie, the best of several is no longer said of the hand itself."""
    odds = look.game.posted_odds(wager.kind, wager.on)
    played = look.posting.wagers[wager.kind].kind == "base" and look.twenty_one and not look.driver.betting
    return f"Pays {odds}." if odds and not (played and odds.startswith("up to")) else ""


def _waiting(look: Look, wager: Wager) -> str:
    """What a wager in play waits for."""
    if look.family == "roulette":
        return "Waits for the ball."
    if look.family == "big-six":
        return "Waits for the wheel."
    if look.family == "board":
        return f"Waits for {'the dice' if 'dice' in look.game.EQUIPMENT else 'what falls'}."
    if look.driver.betting:
        return "Wagers are open; waits for the cards."
    own = [h["cards"] for p in look.shown["positions"] if p["number"] in look.mine for h in p["hands"]]
    mine = [hands.label(look.name, cards, _common(look)) for cards in own]
    seven = [h["cards"] for p in look.shown["positions"] if p["number"] == wager.position for h in p["hands"]]
    if "house-way" in look.posting.settings and seven and seven[0] and None not in seven[0]:
        return f"Your cards: {' '.join(words.marked(card) for card in seven[0])}."
    if look.twenty_one and look.posting.wagers[wager.kind].kind in ("side", "progressive"):
        return "Settles when the dealer's hand is played."
    if any(mine) and hands.common_lines(look.name):
        return f"Your hands: {mine[0]}."
    if any(mine):
        return f"You hold {' and '.join(hands.held(label) for label in mine if label)}."
    pending = look.driver.pending
    if getattr(pending, "position", 0) in look.mine:
        return "The table waits for your decision."
    return f"The table waits for {pending.asks(look.table)}."


def said(look: Look) -> tuple[str, ...]:
    """For the live region: the result first, then each of the reader's wagers; a wheel's result is their reason."""
    over = look.over
    if not over:
        return ()
    lines, fact = [], ""
    for ruled in void_rulings(over):
        lines.append(f"{words.plain(ruled.when)}, clause {ruled.clause}: {ruled.says}")
    if over.fell:
        lines.append(f"{_came_to_rest(over.fell, look.family)}.")
    for event in over.of(look.badge):
        title = words.wager_title(look.posting, event.wager, event.on)
        if event.to != "player":
            lines.append(f"{title} pays the dealers {money(event.net)}.")
            continue
        amount = money(event.stake) if event.result == "returned" else money(event.net, sign=True)
        why = "" if over.fell and look.family in ("roulette", "big-six") else sentence(look.posting, event)
        if fact and why.startswith(fact):  # what all wagers hang on is said with the first
            why = why.removeprefix(fact).strip()
        fact = event.because.strip()
        lines.append(f"{title} {event.result} {amount}{f': {why}' if why else '.'}")
    return tuple(lines)


def _came_to_rest(fell: str, family: str) -> str:
    """What fell, so that nobody takes it for the number of the round: `Roll 3 and 4`, `The ball rests in 8`."""
    said = words.fell_words(fell, family)
    if said.startswith("dice "):
        return said.capitalize()
    rests = {"roulette": "The ball rests in", "big-six": "The wheel rests at"}.get(family, round_word(family))
    return f"{rests} {said}"


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
    if look.family == "baccarat" and (last := flat.extras(look)["last"]):
        rows.append(("Hands of this shoe", in_words(last)))
    for name, value in look.posting.chosen.items():
        rows.append((words.plain(name), value))
    return tuple(rows)
