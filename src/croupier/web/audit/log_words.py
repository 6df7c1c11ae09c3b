"""What people did, as one says it: each act of the table of permissions as words that go before what it was done to."""

# The act as one would ask for it; the past is made of its first word.
ACTS = {
    "anchor": "hand out the",
    "approval.decide": "decide on the approval of",
    "approval.record": "record what was said about",
    "approval.submit": "submit for approval",
    "audit.export": "export the",
    "audit.read": "read for audit",
    "bank.read": "read the bank",
    "bank.set": "set the bank",
    "box.attach": "attach a box at",
    "cage.exchange": "exchange money for",
    "cage.own": "use his own money at",
    "cage.witness": "witness an exchange for",
    "card.register": "register the card of",
    "cards.count": "count the cards of",
    "cart.use": "use the cart",
    "checklist.sign": "sign the checklist of",
    "clock": "notice the",
    "commission.notify": "notify the commission of",
    "conduct.decide": "decide on the conduct of",
    "conduct.lift": "lift a measure against",
    "conduct.read": "read the conduct of",
    "conduct.report": "report the conduct of",
    "container.key": "take the key of the container",
    "count.dealer": "count as the dealer at",
    "count.supervisor": "count as the supervisor at",
    "coupon.approve": "approve the coupon",
    "coupon.issue": "issue a coupon to",
    "credit.carry": "carry the credit",
    "credit.confirm": "confirm the credit",
    "credit.count": "count the credit",
    "credit.receive": "receive the credit",
    "credit.request": "request a credit at",
    "currency.report": "report cash of",
    "deck.call": "call out of play the deck",
    "deck.inspect": "inspect the deck",
    "deck.receive": "receive the deck",
    "deck.remove": "remove the deck",
    "deck.replace": "replace the deck",
    "deck.verify": "verify the deck",
    "document.read": "read the paper",
    "document.void": "void the paper",
    "draft.comment": "comment on the draft",
    "draft.edit": "edit the draft",
    "draft.read": "read the draft",
    "drop.count": "count the drop",
    "drop.remove": "remove the drop",
    "drop.verify": "verify the drop",
    "drop.witness": "witness the drop",
    "event.deal": "deal at the tournament",
    "event.play": "play in the tournament",
    "event.read": "read the tournament",
    "event.register": "register for the tournament",
    "exchange.verify": "verify the exchange",
    "fill.carry": "carry the fill",
    "fill.confirm": "confirm the fill",
    "fill.count": "count the fill",
    "fill.prepare": "prepare the fill",
    "fill.request": "request a fill at",
    "house.confirm": "confirm a change of the house:",
    "house.plan": "plan a change of the house:",
    "house.post": "post for the house",
    "inspection.inspect": "inspect",
    "inspection.verify": "verify the inspection of",
    "jackpot.pay": "pay the jackpot",
    "jackpot.surveil": "verify by surveillance the jackpot",
    "jackpot.verify": "verify the jackpot",
    "keys": "change",
    "ledger.correct": "correct the ledger:",
    "ledger.read": "read the ledger",
    "meter.configure": "configure the meter",
    "notice.settle": "settle the notice",
    "payout.hand": "pay by hand at",
    "people.confirm": "confirm a change of",
    "people.manage": "change the record of",
    "people.read": "read the record of",
    "prize.check": "check the prize",
    "prize.escort": "escort the prize",
    "prize.intercept": "check for an intercept of the prize",
    "prize.read": "read the prize",
    "prize.receive": "receive the prize",
    "prize.witness": "witness the prize",
    "procedure.override": "override a procedure at",
    "promotion.claim": "claim the promotion",
    "promotion.log": "log the promotion",
    "promotion.pay": "pay the promotion",
    "promotion.give-up": "give up for the other a fund of",
    "promotion.plan": "plan the promotion",
    "promotion.run": "run the promotion",
    "promotion.surveil": "verify by surveillance the promotion",
    "promotion.verify": "verify the promotion",
    "prune": "take away",
    "rack.carry": "carry the rack",
    "rack.count": "count the rack",
    "rack.exchange": "exchange the rack",
    "room.hook": "post where messages go from",
    "room.list": "keep the list of",
    "room.record": "record for the poker room",
    "room.report": "read the report of",
    "second-factor": "change the second factor of",
    "table.add": "set up",
    "table.call-supervisor": "call a supervisor to",
    "table.close": "close",
    "table.deal": "deal at",
    "table.dealer": "assign a dealer to",
    "table.declare": "declare an irregularity at",
    "table.give-up": "give up",
    "table.limits": "change the limits of",
    "table.open": "open",
    "table.play": "play at",
    "table.rule": "rule at",
    "table.see": "see",
    "table.undo": "take back an act at",
    "table.void": "void a round at",
    "table.watch": "watch",
    "tips.box": "open the box of tips of",
    "tips.cash": "cash the tips of",
    "tips.collect": "collect the tips of",
    "tips.confirm": "confirm the tips of",
    "tips.give": "give a tip to",
    "tips.own": "see his own tips at",
    "tips.read": "read the tips of",
    "tips.work": "record the hours of",
    "toke.count": "count the tokes of",
    "toke.distribute": "distribute the tokes of",
    "tournament.pay": "pay the tournament",
    "tournament.plan": "plan the tournament",
    "tournament.run": "run the tournament",
    "wheel.review": "review the wheel of",
}
# A page or an address asked for by who may not: refused before any act, so it stands with the way it was asked for.
ASKED = {
    "GET": "look at",
    "HEAD": "look at",
    "POST": "send something to",
    "PUT": "send something to",
    "DELETE": "delete",
}
WHOLE = {"sign-in": "sign in", "sign-out": "sign out"}  # the subject is the person himself
PAST = {
    "carry": "carried",
    "deal": "dealt",
    "give": "gave",
    "keep": "kept",
    "log": "logged",
    "notify": "notified",
    "override": "overrode",
    "pay": "paid",
    "plan": "planned",
    "read": "read",
    "see": "saw",
    "set": "set",
    "submit": "submitted",
    "run": "ran",
    "take": "took",
    "verify": "verified",
}


def to_do(act: str) -> str:
    """`fill.confirm` as it is asked for: confirm the fill."""
    return WHOLE.get(act) or ACTS.get(act) or ASKED.get(act) or _of_a_slip(act)


def _of_a_slip(act: str) -> str:
    """A slip to be begun, `fill.begin`, or a line of it to be signed, `document.verify`: what was refused stands in the
    log so, what was done under the act of the line."""
    kind, _, step = act.replace("-", " ").partition(".")
    if step == "begin":
        return f"begin {'an' if kind[0] in 'aeiou' else 'a'} {kind} at"
    return f"{step} the paper" if kind == "document" else f"enter “{' '.join(filter(None, (kind, step)))}” for"


def past(asked: str) -> str:
    """What was asked for, done."""
    first, space, rest = asked.partition(" ")
    return f"{PAST.get(first) or first + ('d' if first.endswith('e') else 'ed')}{space}{rest}"


def kind_words(kind: str) -> str:
    """`sign-in` as it is chosen among the kinds of acts: sign in; an address refused by how it was asked for."""
    if kind in ASKED:
        return f"refused to {ASKED[kind]}"
    return kind.replace("-", " ")
