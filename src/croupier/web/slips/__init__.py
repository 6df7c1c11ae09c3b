"""Slips: each with its lines and signatures."""
