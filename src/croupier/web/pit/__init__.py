"""The pit: the board, each table's life, notices, meters."""
