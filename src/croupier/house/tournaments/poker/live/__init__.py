"""A tournament with real cards: its director's desk, what he records, the table that a dealer keys."""
