"""What is kept and how: the database, its one writer, journals, ledger, seals, commands, and who is told."""
