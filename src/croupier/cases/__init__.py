"""Cases: rulings with their source lines, played at a table; one text is held to them, or two beside each other."""
