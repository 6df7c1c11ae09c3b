"""Craps and Crapless Craps: exact and simulated."""
