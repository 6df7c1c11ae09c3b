"""The cage: cash against credit, tickets, tips."""
