"""Games of twenty-one: blackjack and what was made of it."""
