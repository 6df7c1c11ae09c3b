"""A house: its tables, people, money and papers, on one database.

record       what is kept and how: storage, journals, ledger, seals, commands, the one writer
people       sign-in, sessions, signatures; who may do what
papers       documents signed step by step, and notices
money        purses, chips, slips, meters, takings
tables       the house tables, the pit and its board
poker_room   poker tables, seats, lists, must-moves, procedures
tournaments  at house tables and at poker tables
promotions, cage, approvals
house        puts the rooms together
"""
