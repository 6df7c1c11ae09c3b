"""The layouts: where each wager lies, computed from one table per layout.

The same table gives the drawing, the areas that take a chip and the words read aloud.
"""
