"""The keys that the record does not hold: what is encrypted under them, and how they are changed."""
