"""A house as a plan: read from a file, set up from it, written to one, changed by signatures."""
