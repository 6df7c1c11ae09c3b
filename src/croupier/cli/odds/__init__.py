"""What the mathematics says, in a shell: odds, strategies, what an evening costs, equities."""
