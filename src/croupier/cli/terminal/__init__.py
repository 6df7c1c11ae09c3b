"""A table in the terminal: drawn, asked at, told of."""
