"""Results and protection, for the table games manager."""
