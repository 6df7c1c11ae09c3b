"""Baccarat with and without vigorish: exact and simulated."""
