"""The roulette layout: every place that takes a chip, and how it is drawn."""
