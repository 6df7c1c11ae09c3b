"""Rulebooks as pages, with their odds."""
