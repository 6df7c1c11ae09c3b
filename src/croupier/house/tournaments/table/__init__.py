"""Tournaments at house tables."""
