"""Promotions of a poker room: posted, claimed at tables, verified, paid."""
