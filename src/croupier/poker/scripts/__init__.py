"""Hands and rulings as short scripts that a dealer could read aloud."""
