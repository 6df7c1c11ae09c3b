"""How rules come into force."""
