"""Tournaments, at house tables and at poker tables."""
