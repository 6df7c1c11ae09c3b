"""Game protection: what a shoe gives away to a player who counts, and what a seen card does."""
