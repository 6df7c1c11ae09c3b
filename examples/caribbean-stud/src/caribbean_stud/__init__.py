"""Caribbean Stud Poker: five cards each, one of the dealer's seen; raise or fold."""
