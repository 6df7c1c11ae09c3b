"""The dealer's screen: what to do next, what falls, irregularities."""
