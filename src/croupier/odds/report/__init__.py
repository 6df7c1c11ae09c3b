"""Odds and simulations for people: tables, and pages that stand alone."""
