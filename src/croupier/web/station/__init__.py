"""A player's station: its page, its acts, what it shows."""
