"""The table of seven positions on one arc: its places and lettering, hands that split or are set, a phone's view."""
