"""From the text of a document to a draft rulebook: sections, pay tables, rules, irregularities, by words and numbers.

What is written cites the lines that it was read from; what could not be placed is said, never guessed.
"""
