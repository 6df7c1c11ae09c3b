"""The tables of the floor's database. Times are microseconds since 1970 in UTC; money is integer cents.

Migrations write the same tables step by step; a test compares both. Tables named in APPEND_ONLY refuse
updates and deletions in the database itself.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

APPEND_ONLY = (
    "journal_entry",
    "round_played",
    "wager_result",
    "command",
    "ledger_group",
    "posting",
    "balance_count",
    "audit_log",
    "document_step",
    "seal",
    "evidence",
    "kept_rulebook",
    "journal_rulebook",
    "equipment_gone",
)

# Numbers given out without gaps: the ledger's groups, the slips of each kind and property.
counter = Table(
    "counter",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

# ---- the journal

# One journal for each opening of a table: BJ-104.3 is the third of table BJ-104.
journal_head = Table(
    "journal_head",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("opened_us", BigInteger, nullable=False),
    Column("closed_us", BigInteger),
    Column("rounds", BigInteger, nullable=False, server_default="0"),
    Column("drop_cents", BigInteger, nullable=False, server_default="0"),
    Column("win_cents", BigInteger, nullable=False, server_default="0"),
    Column("owner", Text, nullable=False, server_default=""),
    Column("lease_until_us", BigInteger, nullable=False, server_default="0"),
    Index("ix_journal_head_table_id_opened_us", "table_id", "opened_us"),
)

journal_entry = Table(
    "journal_entry",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("prev", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Index("ix_journal_entry_at_us", "at_us"),
)

# What a search finds rounds by; the journal itself remains the record.
round_played = Table(
    "round_played",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("round", BigInteger, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("house_net", BigInteger, nullable=False),
    Column("most_won", BigInteger, nullable=False),
    Column("patrons", Text, nullable=False),
    Column("rulings", Text, nullable=False),
    Index("ix_round_played_at_us", "at_us"),
)

# What each wager came to, to be added up; it follows from the journal: see croupier.house.tables.wager_rows.
wager_result = Table(
    "wager_result",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("at_us", BigInteger, nullable=False),
    Column("position", Integer, nullable=False),
    Column("patron", Text, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("wager", Text, nullable=False),
    Column("laid_on", Text, nullable=False),
    Column("unit", BigInteger, nullable=False),  # what was wagered at first; odds are shares of it
    Column("staked", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),  # the patron's
    Column("house", BigInteger, nullable=False),  # the table's
)

# The results of a closed journal added up: a cache, see croupier.house.results.sums.
journal_sum = Table(
    "journal_sum",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("payload", LargeBinary, nullable=False),
)

# The latest only: a cache, never the truth.
checkpoint = Table(
    "checkpoint",
    metadata,
    Column("journal_id", Text, ForeignKey("journal_head.id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("payload", LargeBinary, nullable=False),
)

# Sealed orders of the shoes of electronic tables, until the journal opens them.
vault = Table(
    "vault",
    metadata,
    Column("commitment", Text, primary_key=True),
    Column("journal_id", Text, ForeignKey("journal_head.id"), nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("order", LargeBinary, nullable=False),
)

# What was already done: a command sent twice finds its own answer here.
command = Table(
    "command",
    metadata,
    Column("id", Text, primary_key=True),
    Column("act", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("result", LargeBinary, nullable=False),
    Column("content", LargeBinary),  # a digest of what was asked for; none where it was done before they were kept
)

# ---- the ledger

account = Table(
    "account",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("opened_us", BigInteger, nullable=False),
    Column("least", BigInteger),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("least IS NULL OR balance >= least", name="least"),
)

BELONGS, CORRECTS = text("document <> ''"), text("corrects IS NOT NULL")

ledger_group = Table(
    "ledger_group",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_us", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("entry", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
    Column("corrects", BigInteger),
    Column("memo", Text, nullable=False),
    Index("ix_ledger_group_table_id_number", "table_id", "number"),
    Index("ix_ledger_group_at_us", "at_us"),
    # Most groups belong to no document and correct nothing: only the others are listed.
    Index("ix_ledger_group_document", "document", sqlite_where=BELONGS, postgresql_where=BELONGS),
    Index("ix_ledger_group_corrects", "corrects", sqlite_where=CORRECTS, postgresql_where=CORRECTS),
)

posting = Table(
    "posting",
    metadata,
    Column("group_number", BigInteger, ForeignKey("ledger_group.number"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("account_id", Integer, ForeignKey("account.id"), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Index("ix_posting_account_id_group_number", "account_id", "group_number"),
)

# What each commit added to the book and to the log, chained: see croupier.house.record.seals.
seal = Table(
    "seal",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("ledger", BigInteger, nullable=False),
    Column("log", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("names", BigInteger),  # which accounts' names it covers
)

# Every other row that a commit touched, under its seal: see croupier.house.record.evidence.
evidence = Table(
    "evidence",
    metadata,
    Column("seal", BigInteger, primary_key=True, autoincrement=False),
    Column("rows", LargeBinary, nullable=False),
)

# The rulebooks that journals were opened under, as their files were: see croupier.house.record.kept_books.
kept_rulebook = Table(
    "kept_rulebook",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("key", Text, nullable=False),  # property/game@approved
    Column("text", LargeBinary, nullable=False),
)

journal_rulebook = Table(
    "journal_rulebook",
    metadata,
    Column("journal_id", Text, primary_key=True),  # of a tournament: tournament:NAME
    Column("key", Text, primary_key=True),
    Column("digest", Text, ForeignKey("kept_rulebook.digest"), nullable=False),
)

# A balance assertion is a count: what the book said, what hands counted, the difference.
balance_count = Table(
    "balance_count",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_us", BigInteger, nullable=False),
    Column("account_id", Integer, ForeignKey("account.id"), nullable=False),
    Column("book", BigInteger, nullable=False),
    Column("counted", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("document", Text, nullable=False),
)

# ---- people

person = Table(
    "person",
    metadata,
    Column("badge", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("password_version", Integer, nullable=False),
    Column("must_change", Integer, nullable=False),
    Column("active", Integer, nullable=False),
    Column("created_us", BigInteger, nullable=False),
)

# What somebody may be at which property; an empty property means everywhere.
person_role = Table(
    "person_role",
    metadata,
    Column("badge", Text, ForeignKey("person.badge"), primary_key=True),
    Column("role", Text, primary_key=True),
    Column("property", Text, primary_key=True),
)

session = Table(
    "session",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("badge", Text, ForeignKey("person.badge"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("started_us", BigInteger, nullable=False),
    Column("seen_us", BigInteger, nullable=False),
    Column("expires_us", BigInteger, nullable=False),
    Column("ended_us", BigInteger),
    Index("ix_session_badge", "badge"),
)

sign_in_failure = Table(
    "sign_in_failure",
    metadata,
    Column("id", Text, primary_key=True),
    Column("subject", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Index("ix_sign_in_failure_subject_at_us", "subject", "at_us"),
)

# What a person's authenticator was given, encrypted under the house's key; see croupier.house.people.factors.
second_factor = Table(
    "second_factor",
    metadata,
    Column("badge", Text, ForeignKey("person.badge"), primary_key=True),
    Column("salt", LargeBinary, nullable=False),
    Column("confirmed", Integer, nullable=False),
    Column("last_step", BigInteger, nullable=False),
    Column("made_us", BigInteger, nullable=False),
    Column("sealed", LargeBinary),  # the secret; none where it follows from the salt and a key
)

# Security keys (WebAuthn) of people: the public halves; see croupier.house.people.security_keys.
security_key = Table(
    "security_key",
    metadata,
    Column("id", Text, primary_key=True),  # as the key calls itself, in base64url
    Column("badge", Text, ForeignKey("person.badge"), nullable=False),
    Column("label", Text, nullable=False),
    Column("host", Text, nullable=False),  # the name of the house for which alone it signs
    Column("public_key", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),  # of its signatures, as it says itself
    Column("made_us", BigInteger, nullable=False),
    Column("used_us", BigInteger, nullable=False),
    Index("ix_security_key_badge", "badge"),
)

# What a security key is asked to sign; once it has, a code that is taken once.
key_challenge = Table(
    "key_challenge",
    metadata,
    Column("id", Text, primary_key=True),
    Column("badge", Text, ForeignKey("person.badge"), nullable=False),
    Column("purpose", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("until_us", BigInteger, nullable=False),
    Column("code", LargeBinary),  # a digest of it
    Index("ix_key_challenge_badge", "badge"),
)

# Roles of which the house wants a second factor.
second_factor_role = Table(
    "second_factor_role",
    metadata,
    Column("role", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)

audit_log = Table(
    "audit_log",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at_us", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("ix_audit_log_by_number", "by", "number"),
    Index("ix_audit_log_subject_number", "subject", "number"),
)

# What the house has decided about itself; who signed for it stands on the documents of kind `house`.
house_setting = Table(
    "house_setting",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("by", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

# ---- documents

document = Table(
    "document",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("property", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("opened_us", BigInteger, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
    UniqueConstraint("kind", "property", "number"),
    Index("ix_document_table_id_kind_number", "table_id", "kind", "number"),
    Index("ix_document_state", "state"),
)

document_step = Table(
    "document_step",
    metadata,
    Column("document_id", Text, ForeignKey("document.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("step", Text, nullable=False),
    Column("by", Text, ForeignKey("person.badge"), nullable=False),
    Column("role", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# ---- tables of the floor

floor_table = Table(
    "floor_table",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("pit", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("openings", Integer, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Index("ix_floor_table_property_game", "property", "game"),
)

dealer_stint = Table(
    "dealer_stint",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("badge", Text, ForeignKey("person.badge"), nullable=False),
    Column("in_us", BigInteger, nullable=False),
    Column("out_us", BigInteger),
    Index("ix_dealer_stint_table_id_in_us", "table_id", "in_us"),
)

# Cards, dice, ball or wheel in play: since when, inspected by whom, due when.
equipment_set = Table(
    "equipment_set",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("in_us", BigInteger, nullable=False),
    Column("due_us", BigInteger),
    Column("out_us", BigInteger),
    Column("document_id", Text, ForeignKey("document.id"), nullable=False),
    Index("ix_equipment_set_table_id_out_us", "table_id", "out_us"),
)

# Equipment that a ruling, a count or an inspection sent away from a table, and why.
equipment_gone = Table(
    "equipment_gone",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Index("ix_equipment_gone_table_id_at_us", "table_id", "at_us"),
)

# What waits for somebody: an irregularity, a call for the supervisor, a count that differed.
notice = Table(
    "notice",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("raised_us", BigInteger, nullable=False),
    Column("raised_by", Text, nullable=False),
    Column("settled_us", BigInteger),
    Column("settled_by", Text, nullable=False),
    Index("ix_notice_settled_us", "settled_us"),
)

# ---- progressives

meter = Table(
    "meter",
    metadata,
    Column("name", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("to_meter_ppm", Integer, nullable=False),
    Column("to_reserve_ppm", Integer, nullable=False),
    Column("meter_rest_ppm", BigInteger, nullable=False),
    Column("reserve_rest_ppm", BigInteger, nullable=False),
    Column("active", Integer, nullable=False),
)

meter_link = Table(
    "meter_link",
    metadata,
    Column("meter", Text, ForeignKey("meter.name"), primary_key=True),
    Column("table_id", Text, ForeignKey("floor_table.id"), primary_key=True),
    Column("wager", Text, primary_key=True),
)

jackpot = Table(
    "jackpot",
    metadata,
    Column("id", Text, primary_key=True),
    Column("meter", Text, ForeignKey("meter.name"), nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("entry", BigInteger, nullable=False),
    Column("position", Integer, nullable=False),
    Column("patron", Text, nullable=False),
    Column("wager", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("share_ppm", Integer, nullable=False),
    Column("shown", BigInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("keyed_us", BigInteger, nullable=False),
    Column("document_id", Text, nullable=False),
    UniqueConstraint("meter", "place"),
    Index("ix_jackpot_table_id_entry", "table_id", "entry"),
)

# ---- tournaments at tables

tournament = Table(
    "tournament",
    metadata,
    Column("id", Text, primary_key=True),
    Column("plan", LargeBinary, nullable=False),
    Column("entry_cents", BigInteger, nullable=False),
    Column("prizes", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("stage", Integer, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

tournament_entry = Table(
    "tournament_entry",
    metadata,
    Column("tournament", Text, ForeignKey("tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("patron", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    UniqueConstraint("tournament", "patron"),
)

# One table of one stage; its heat once it has ended.
tournament_table = Table(
    "tournament_table",
    metadata,
    Column("table_id", Text, ForeignKey("floor_table.id"), primary_key=True),
    Column("tournament", Text, ForeignKey("tournament.id"), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("names", LargeBinary, nullable=False),
    Column("button", Integer, nullable=False),
    Column("begun_us", BigInteger, nullable=False),
    Column("heat", LargeBinary),
    UniqueConstraint("tournament", "stage", "number"),
)

# ---- the poker room: conduct, imprest banks, decks

# Warnings, suspensions and barrings: until when, and lifted by whom.
sanction = Table(
    "sanction",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("patron", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("offence", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("by", Text, ForeignKey("person.badge"), nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("until_us", BigInteger),
    Column("lifted_us", BigInteger),
    Column("lifted_by", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("ix_sanction_property_patron_at_us", "property", "patron", "at_us"),
)

# Racks and chip carts with the amount that each is kept at.
imprest_bank = Table(
    "imprest_bank",
    metadata,
    Column("name", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("par", BigInteger, nullable=False),
    Column("by", Text, ForeignKey("person.badge"), nullable=False),
    Column("set_us", BigInteger, nullable=False),
)

# The log of all cards in the room: where each deck lies, and which cards a replacement deck has given.
deck = Table(
    "deck",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("received_us", BigInteger, nullable=False),
    Column("opened_us", BigInteger),
    Column("assigned_us", BigInteger),
    Column("due_us", BigInteger),
    Column("by", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("back", Text, nullable=False, server_default=""),
    Column("maker", Text, nullable=False, server_default=""),
    Column("ready", Text, nullable=False, server_default=""),  # shuffled before it came to the table
    UniqueConstraint("property", "label"),
    Index("ix_deck_property_place", "property", "place"),
)

# Tips that wait in a dealer's tube to be colored up: chips by denomination, as JSON. Their worth is in the box.
tip_tube = Table(
    "tip_tube",
    metadata,
    Column("property", Text, primary_key=True),
    Column("badge", Text, primary_key=True),
    Column("chips", Text, nullable=False),
)

# ---- poker tournaments

poker_tournament = Table(
    "poker_tournament",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("plan", LargeBinary, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("acts", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

# The journal of a poker tournament: every act in order, each hashed onto the last.
poker_tournament_act = Table(
    "poker_tournament_act",
    metadata,
    Column("tournament", Text, ForeignKey("poker_tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("by", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)

poker_prize = Table(
    "poker_prize",
    metadata,
    Column("tournament", Text, ForeignKey("poker_tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("patron", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("paid_in", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("withheld", BigInteger, nullable=False),
    Column("claim", Text, nullable=False),
    Column("document_id", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

# ---- a poker room at work

# The card of rank that a patron has, with which the one he shows is compared.
patron_card = Table(
    "patron_card",
    metadata,
    Column("property", Text, primary_key=True),
    Column("patron", Text, primary_key=True),
    Column("tier", Text, nullable=False),
    Column("number", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("expires", Text, nullable=False),
    Column("companion", Boolean, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)

# A patron at a poker table, from sitting down to getting up.
poker_visit = Table(
    "poker_visit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("patron", Text, nullable=False),
    Column("table_id", Text, ForeignKey("floor_table.id"), nullable=False),
    Column("journal_id", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("in_us", BigInteger, nullable=False),
    Column("out_us", BigInteger),
    Column("away_us", BigInteger, nullable=False),
    Column("bought", BigInteger, nullable=False),
    Column("cashed", BigInteger, nullable=False),
    Index("ix_poker_visit_property_in_us", "property", "in_us"),
    Index("ix_poker_visit_patron_in_us", "patron", "in_us"),
    Index("ix_poker_visit_journal_id_patron", "journal_id", "patron"),
)

# Hands dealt at a poker table on one day.
poker_day = Table(
    "poker_day",
    metadata,
    Column("table_id", Text, ForeignKey("floor_table.id"), primary_key=True),
    Column("day", Text, primary_key=True),
    Column("hands", BigInteger, nullable=False),
)

# What the floor writes down besides: chips racked up, a playover box, a report that came late, chips found.
room_fact = Table(
    "room_fact",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("patron", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("ruling", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("ended_us", BigInteger),
    Column("ended_by", Text, nullable=False),
    Index("ix_room_fact_property_at_us", "property", "at_us"),
)

# Where the house wants to be told of what its poker room pages.
room_hook = Table(
    "room_hook",
    metadata,
    Column("property", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)

# ---- promotional funds of a poker room

promotion = Table(
    "promotion",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
)

# Squares chosen, minutes played, tickets: what players gather in a promotion, each key once.
promotion_item = Table(
    "promotion_item",
    metadata,
    Column("promotion", Text, ForeignKey("promotion.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("patron", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("at_us", BigInteger, nullable=False),
)

promotion_claim = Table(
    "promotion_claim",
    metadata,
    Column("id", Text, primary_key=True),
    Column("promotion", Text, ForeignKey("promotion.id"), nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("hand", Text, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Column("finding", LargeBinary, nullable=False),
    Column("began_us", BigInteger, nullable=False),
    Column("tabled_us", BigInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("document_id", Text, nullable=False),
    Column("changed_us", BigInteger, nullable=False),
    UniqueConstraint("promotion", "table_id", "hand", "place"),
)

# ---- drafts of rules

rule_draft = Table(
    "rule_draft",
    metadata,
    Column("id", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("base", Text, nullable=False),  # the digest of the text that it began from; empty: a new game
    Column("began_us", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
)

# Every state of a draft's text: who changed what and when, nothing ever taken out.
rule_draft_revision = Table(
    "rule_draft_revision",
    metadata,
    Column("draft", Text, ForeignKey("rule_draft.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at_us", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("kind", Text, nullable=False),  # begun, edited, submitted, dropped
    Column("says", Text, nullable=False),
    Column("text", LargeBinary, nullable=False),  # zlib
)
