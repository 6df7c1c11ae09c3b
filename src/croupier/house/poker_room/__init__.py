"""The poker room: its tables, seats, lists, must-moves and procedures."""
