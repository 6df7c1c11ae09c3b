"""Money and chips: purses, denominations, slips, meters, what a table took, the funds of a poker room."""
