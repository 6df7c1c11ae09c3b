"""Games of a wheel: roulette and Big Six."""
