"""One poker table: its acts, its game, its seats and hands, what each may see of it, and how a server holds it."""
