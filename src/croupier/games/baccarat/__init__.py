"""Baccarat: two hands, a table for the third card, with and without vigorish."""
