"""Every wager of a round and why it stands as it does: what it waits for, what it may pay, what it came to."""

from itertools import combinations

from croupier.equipment.money import money
from croupier.games.cards.house_way import high_value
from croupier.hands.paigow import describe_high
from croupier.rounds.felt import Wager
from croupier.rounds.requests import Decide
from croupier.web.felt import hand_names as hands
from croupier.web.felt import kinds
from croupier.web.felt.causes import sentence
from croupier.web.felt.reasons import NOTHING_LIES, hand_title, of_round, void_rulings
from croupier.web.felt.recent_rounds import Played
from croupier.web.felt.recorded_facts import read
from croupier.web.felt.shown import Reason, ReasonRound
from croupier.web.felt.table_view import Look
from croupier.web.kit import words
from croupier.web.station.seats import common_cards
from croupier.web.station.split import in_play, of_a_hand

HISTORY = 10


def why(look: Look) -> tuple[ReasonRound, ...]:
    """Every wager of this round and the last ones, newest first."""
    rounds: list[ReasonRound] = []
    kind = kinds.of(look.family)
    standing = [w for w in look.driver.felt.wagers if w.position in look.mine]
    current = next((p for p in look.played if p.round == look.driver.felt.round), None)
    split = {p.number for p in look.driver.felt.positions if len(p.hands) > 1}
    if standing or current:
        settled = _told(look, current, live=True).reasons if current else ()
        waiting = kind.standing(look, standing)
        if waiting is None:
            waiting = [_in_play(look, w, several=w.position in split) for w in standing if not of_a_hand(look, w)]
        played_for = tuple(in_play(look, standing))
        asked_hand = bool(split & look.mine) or any(line.state == "turn" for line in played_for)
        hands_first, hands_last = (played_for, ()) if asked_hand else ((), played_for)
        first = tuple(line for line in waiting if line.state == "turn")
        others = tuple(line for line in waiting if line.state != "turn")
        title = f"{kind.ROUND} {look.driver.felt.round:,}"
        rounds.append(
            ReasonRound(title=title, note="in play", reasons=hands_first + first + settled + hands_last + others)
        )
    for played in look.own_rounds:
        if current is not None and played.round == current.round:
            continue
        rounds.append(_told(look, played))
        if len(rounds) >= 4:
            break
    if standing and current is None and look.driver.betting:
        rounds = kind.after(look, rounds, len(standing))
    return tuple(rounds)


def history(look: Look) -> tuple[ReasonRound, ...]:
    return tuple(_told(look, one) for one in look.played[:HISTORY] if look.badge in one.ended)


def _told(look: Look, played: Played, *, live: bool = False) -> ReasonRound:
    """A round in words, made once for each of the times that it is looked at differently: with cards that lie there."""
    lying = look.lying if live or look.lies(played) else NOTHING_LIES
    key = look.badge, str(words.house_zone()), live, lying.dealer, tuple(lying.hands.items())
    found: ReasonRound | None = played.told.get(key)
    if found is None:
        found = of_round(look.posting, played, look.badge, kinds.of(look.family), live=live, lying=lying)
        played.told[key] = found
    return found


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
    best_of_several = len(look.posting.rows(wager.kind)) > 1
    return f"Pays {odds}." if odds and not (played and best_of_several) else ""


def _waiting(look: Look, wager: Wager) -> str:
    """What a wager in play waits for."""
    if falls := kinds.of(look.family).waits(look, wager):
        return falls
    if look.driver.betting:
        return "Wagers are open; waits for the cards."
    own = [h["cards"] for p in look.shown["positions"] if p["number"] in look.mine for h in p["hands"]]
    mine = [hands.label(look.name, cards, common_cards(look)) for cards in own]
    seven = [h["cards"] for p in look.shown["positions"] if p["number"] == wager.position for h in p["hands"]]
    if "house-way" in look.posting.settings and seven and seven[0] and None not in seven[0]:
        return _seven(seven[0], named=look.posting.wagers[wager.kind].kind == "base")
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


def _seven(cards: list[int], *, named: bool) -> str:
    """Seven cards to be set; for the wager on both hands with the best five that they hold."""
    faces = " ".join(map(words.marked, cards))
    if not named or len(cards) != sum(hands.PARTED):
        return f"Your cards: {faces}."
    best = max(combinations(cards, hands.PARTED[0]), key=high_value)
    return f"Your seven: {faces}. {hands.short(describe_high(high_value(best)))}."


def said(look: Look) -> tuple[str, ...]:
    """For the live region: the result first, then each of the reader's wagers; a wheel's result is their reason."""
    over = look.over
    if not over:
        return ()
    lines, fact, kind = [], "", kinds.of(look.family)
    for ruled in void_rulings(over):
        lines.append(f"{words.plain(ruled.when)}, clause {ruled.clause}: {ruled.says}")
    if over.fell:
        lines.append(f"{kind.came_to_rest(over.fell)}.")
    for event in over.of(look.badge):
        title = words.wager_title(look.posting, event.wager, event.on)
        if event.to != "player":
            lines.append(f"{title} pays the dealers {money(event.net)}.")
            continue
        amount = money(event.stake) if event.result == "returned" else money(event.net, sign=True)
        why = "" if over.fell and not kind.SAYS_WHY else sentence(look.posting, event)
        if fact and why.startswith(fact):  # what all wagers hang on is said with the first
            why = why.removeprefix(fact).strip()
        fact = read(event.because).says
        lines.append(f"{title} {event.result} {amount}{f': {why}' if why else '.'}")
    return tuple(lines)
