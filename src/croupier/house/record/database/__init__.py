"""The database itself: SQLite in a file or PostgreSQL by URL, a cluster of one's own, copies of it."""
