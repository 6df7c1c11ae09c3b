"""The poker room's procedures: racks and carts, decks, conduct, tips."""
