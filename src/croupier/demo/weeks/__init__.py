"""Simulated weeks: the whole house under faults at every boundary, from a seed. `python -m croupier.demo.weeks`."""
