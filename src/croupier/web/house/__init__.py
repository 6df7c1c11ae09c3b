"""The house itself: its first day, what it has decided, and the plan that is all of it."""
