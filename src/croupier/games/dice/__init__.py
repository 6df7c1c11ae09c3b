"""Games of two dice: craps, and craps without craps."""
