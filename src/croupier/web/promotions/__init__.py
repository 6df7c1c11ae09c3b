"""Promotions of a poker room."""
