"""Cards, shoes, dice, wheels and money: the things on the table, and how they are shuffled."""
