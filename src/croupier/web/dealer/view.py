"""The dealer's screen: the next step in one sentence, what to key, who comes next, what to pay."""

from typing import Any

import msgspec

from croupier.equipment.money import short_money
from croupier.equipment.shoe import UNSEEN
from croupier.house.money.chips import DENOMINATIONS
from croupier.house.people.persons import Person
from croupier.house.record.sentences import listed
from croupier.house.tables import corrections
from croupier.house.tables.life import CLOSING
from croupier.house.tables.live import Live
from croupier.rounds import acts, refusal
from croupier.rounds.acts import By
from croupier.rounds.authority import at_stations
from croupier.web.dealer.positions import Seats
from croupier.web.dealer.rulings import irregularities, under_way
from croupier.web.dealer.shown import DealerView, RulingView, Step
from croupier.web.dealer.step import NextStep
from croupier.web.felt import kinds
from croupier.web.felt.choices import choice_title
from croupier.web.felt.kinds.kind import FeltKind
from croupier.web.felt.recent_rounds import Played
from croupier.web.kit import words
from croupier.web.kit.links import book_link
from croupier.web.kit.persons import shown_person


def dealer(
    live: Live,
    who: Person,
    played: list[Played],
    property_title: str,
    *,
    due: str = "",
    ruling: RulingView | None = None,
    called: str = "",
    stands: str = "",
    chips: tuple[int, ...] = DENOMINATIONS,
) -> DealerView:
    posting, seats = live.driver.game.posting, Seats(live, who, played, chips)
    undo, undo_why = ("", stands) if stands else _undo(live, who)
    step = _closing(live) or NextStep(live.driver, live.table, who).fields()
    found = irregularities(live, who)
    if away := _away(live, who):
        step = {"asks": step["asks"], "where": step.get("where", ""), "kind": "wait", "alert": away}
        undo, undo_why = "", away
        found = tuple(msgspec.structs.replace(item, possible=False, why=away) for item in found)
    ruled = under_way(live)
    note = step.pop("note", "") or (ruled.remedy.says or ruled.says if ruled else _stage_says(live))
    clause = step.pop("clause", "") or (ruled.clause if ruled else posting.clause(live.driver.felt.stage))
    mode = "electronic" if live.table.mode == "electronic" else "dealer-operated"
    return DealerView(
        table=live.table.id,
        game=posting.rulebook.game,
        family=live.driver.game.FELT,
        surface=kinds.of(live.driver.game.FELT).SURFACE,
        title=live.table.settings.title or posting.rulebook.title,
        property_title=property_title,
        mode=mode,
        limits=words.limits_words(posting),
        journal=live.table.journal,
        number=live.driver.entry,
        request=live.driver.number,
        me=shown_person(who, None),
        round=live.driver.felt.round,
        due=due,
        steps=_steps(live),
        note=note,
        clause=clause,
        undo=undo,
        undo_why=undo_why,
        hands=seats.hands(),
        seats=seats.seats(),
        irregularities=found,
        ruling=ruling,
        payouts=seats.payouts(),
        rulebook_link=book_link(posting),
        called=called,
        demo=live.table.settings.demo,
        closing=live.table.state == CLOSING,
        seating=not away and _seats_patrons(live),
        **step,
    )


def _seats_patrons(live: Live) -> bool:
    """Whether a dealer may seat somebody now: between rounds, where patrons need no station of their own."""
    table = live.driver.table
    if live.table.state == CLOSING or live.table.settings.tournament:
        return False
    return live.driver.seating and not (table.electronic or at_stations(table))


def _closing(live: Live) -> dict[str, Any] | None:
    """What a table that closes asks of its dealer between rounds: nothing is dealt, patrons take their chips. A round
    under way, with wagers on the layout, is played to its end as ever."""
    if live.table.state != CLOSING or not live.may_close:
        return None
    here = live.occupancy
    waits = f"{here} position{'s are' if here > 1 else ' is'} still taken." if here else "Nobody sits here any more."
    goes = "Colour up whoever leaves. " if here else ""
    return {
        "asks": "This table is closing",
        "note": f"No more wagers. {waits}",
        "kind": "wait",
        "alert": f"{goes}A supervisor signs the close in the pit, where the page says what is still to be counted.",
    }


def _stage_says(live: Live) -> str:
    stage = live.driver.game.posting.stage(live.driver.felt.stage)
    return stage.says if stage else ""


def _steps(live: Live) -> tuple[Step, ...]:
    stages = live.driver.game.STAGES
    at = stages.index(live.driver.felt.stage) if live.driver.felt.stage in stages else 0
    return tuple(
        Step(
            title=words.STAGES.get(stage, words.plain(stage)),
            state="done" if place < at else "now" if place == at else "next",
        )
        for place, stage in enumerate(stages)
    )


def _away(live: Live, who: Person) -> str:
    """Why this person only looks on: another dealer stands at the table, or none."""
    if who.role != "dealer" or live.table.dealer == who.badge:
        return ""
    there = live.table.dealer
    return f"Badge {there} deals here. You look on." if there else "Nobody deals here yet. You look on."


def _undo(live: Live, who: Person) -> tuple[str, str]:
    """What the button takes back, or why it can't."""
    entry = live.driver.last_keyed()
    try:
        live.driver.check_undo(By(who.role, who.badge), acts.Undone(entry))
        corrections.check(live.driver, entry, signed=False)
    except refusal.Refused as refused:
        nothing = not live.driver.table.electronic and all(number != entry for number, _, _ in live.driver.recent())
        return "", "Nothing to take back" if nothing else f"{refused.says[:1].upper()}{refused.says[1:]}"
    for number, _, act in live.driver.recent():
        if number == entry:
            return f"Undo {act_words(act, kinds.of(live.driver.game.FELT))}", ""
    return "Undo", ""


def act_words(act: acts.Act, felt: FeltKind) -> str:
    match act:
        case acts.Fall(card=card):
            return "a card face down" if card == UNSEEN else words.marked(card)
        case acts.Falls(cards=cards):
            return "cards face down" if UNSEEN in cards else " ".join(map(words.marked, cards))
        case acts.Thrown(faces=faces):
            return f"dice {listed(map(str, faces))}"
        case acts.Landed(pocket=pocket):
            return f"{' '.join(felt.LANDED)} {felt.fell(pocket)}"
        case acts.Chosen(name=name, position=position):
            said = choice_title(name)
            return f"{said[:1].lower()}{said[1:]}{f', position {position}' if position else ''}"
        case acts.Shuffled():
            return "the shuffle"
        case acts.Declared():
            return "the declaration"
        case acts.Saw(yes=yes):
            return "blackjack" if yes else "no blackjack"
        case acts.Reads():
            return "the meter's reading"
        case acts.Done():
            return "the step done last"
        case acts.Staked(amount=amount, position=position):
            return f"{short_money(amount)}, position {position}" if position else short_money(amount)
        case acts.Arranged(position=position):
            return f"the cards set, position {position}" if position else "the cards set"
        case acts.Close():
            return "the close of wagers"
    return words.plain(type(act).__name__).lower()
