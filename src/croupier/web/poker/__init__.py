"""The poker room: its games and lists, a table, the work of its people."""
