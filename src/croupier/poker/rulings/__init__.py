"""What goes wrong at a poker table, and what is done about it: the desk, the remedies, what they do to a hand."""
