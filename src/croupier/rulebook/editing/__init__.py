"""Changing the text of a rulebook: field by field, and two people's changes brought together."""
