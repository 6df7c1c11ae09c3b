"""Roulette and Big Six: exact and simulated."""
