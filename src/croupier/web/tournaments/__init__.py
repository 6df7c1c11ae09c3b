"""Tournaments: at house tables, and of poker."""
