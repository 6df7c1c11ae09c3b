"""The dealer's screen of a hand-dealt poker table: its pages, its words, its seats."""
