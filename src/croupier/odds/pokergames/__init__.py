"""Exact analyses, strategies and simulation of the poker-based table games, one module a game or family."""
