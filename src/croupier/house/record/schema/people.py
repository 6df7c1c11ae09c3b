"""People: who they are, their roles, sessions and second factors; the log of what they did; the house's settings."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from croupier.house.record.schema.base import metadata

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
