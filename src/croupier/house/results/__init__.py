"""Results against expectation: what the floor won beside what its very wagers were worth."""
