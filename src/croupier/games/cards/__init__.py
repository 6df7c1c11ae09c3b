"""Games of poker hands against the dealer or a pay table."""
