"""Anchors: what the house signs of its heads from time to time and hands out, so that nobody can rewrite what was."""
