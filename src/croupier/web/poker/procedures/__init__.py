"""The papers of a poker room and its conduct: decks, racks, carts, slips and tips, on pages and for programs."""
