"""The money of a poker tournament: pools to the last cent, the till in the ledger, prizes paid."""
