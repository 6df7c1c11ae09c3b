"""The tables of the floor's database. Times are microseconds since 1970 in UTC; money is integer cents.

Migrations write the same tables step by step; a test compares both. Tables named in APPEND_ONLY refuse
updates and deletions in the database itself.
"""

from croupier.house.record.schema.base import (
    APPEND_ONLY,
    NUMBER_MAX,
    counter,
    metadata,
)
from croupier.house.record.schema.drafts import (
    rule_draft,
    rule_draft_revision,
)
from croupier.house.record.schema.floor import (
    dealer_stint,
    equipment_gone,
    equipment_set,
    floor_table,
    jackpot,
    meter,
    meter_link,
    notice,
)
from croupier.house.record.schema.journal import (
    checkpoint,
    command,
    journal_entry,
    journal_head,
    journal_sum,
    round_played,
    vault,
    wager_result,
)
from croupier.house.record.schema.ledger import (
    account,
    balance_count,
    evidence,
    journal_rulebook,
    kept_rulebook,
    ledger_group,
    posting,
    seal,
)
from croupier.house.record.schema.papers import (
    document,
    document_step,
)
from croupier.house.record.schema.people import (
    audit_log,
    house_setting,
    key_challenge,
    person,
    person_role,
    second_factor,
    second_factor_role,
    security_key,
    session,
    sign_in_failure,
)
from croupier.house.record.schema.poker_room import (
    deck,
    imprest_bank,
    patron_card,
    poker_day,
    poker_visit,
    room_fact,
    room_hook,
    sanction,
    tip_tube,
)
from croupier.house.record.schema.promotions import (
    promotion,
    promotion_claim,
    promotion_item,
)
from croupier.house.record.schema.tournaments import (
    poker_prize,
    poker_tournament,
    poker_tournament_act,
    tournament,
    tournament_entry,
    tournament_table,
)

__all__ = [
    "APPEND_ONLY",
    "NUMBER_MAX",
    "account",
    "audit_log",
    "balance_count",
    "checkpoint",
    "command",
    "counter",
    "dealer_stint",
    "deck",
    "document",
    "document_step",
    "equipment_gone",
    "equipment_set",
    "evidence",
    "floor_table",
    "house_setting",
    "imprest_bank",
    "jackpot",
    "journal_entry",
    "journal_head",
    "journal_rulebook",
    "journal_sum",
    "kept_rulebook",
    "key_challenge",
    "ledger_group",
    "metadata",
    "meter",
    "meter_link",
    "notice",
    "patron_card",
    "person",
    "person_role",
    "poker_day",
    "poker_prize",
    "poker_tournament",
    "poker_tournament_act",
    "poker_visit",
    "posting",
    "promotion",
    "promotion_claim",
    "promotion_item",
    "room_fact",
    "room_hook",
    "round_played",
    "rule_draft",
    "rule_draft_revision",
    "sanction",
    "seal",
    "second_factor",
    "second_factor_role",
    "security_key",
    "session",
    "sign_in_failure",
    "tip_tube",
    "tournament",
    "tournament_entry",
    "tournament_table",
    "vault",
    "wager_result",
]
