"""Sic Bo: three dice, and wagers on what they show."""
