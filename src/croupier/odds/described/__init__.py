"""The odds of wagers that a rulebook describes itself: every way in which a round can go, counted."""
