"""The floor: tables, people, money and documents of a house, on one database.

house       every table of one server: act, look, listen; `live` is one table, `clerk`s write what they do
pit, cage   what supervisors and cashiers do; `board` is all tables at a glance
journals    the tables' journals as stored; `ledger` where every chip is; `writer` the one thread that writes
people      sign-in, sessions, signatures; `permissions` who may do what
documents   slips signed step by step; `slips`, `care` and `progressives` are what signatures do
day         a casino day from a seed; `demo` a furnished house; `cluster` a PostgreSQL for tests
"""
