"""A house to try: furnished, with programs that play, and a simulated day from a seed."""
