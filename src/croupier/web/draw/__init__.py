"""Our own drawings as SVG: cards, chips, dice, wheels, markers, icons.

Every drawing uses presentation attributes only, so that pages work under `default-src 'self'`.
What repeats (a card, a chip, an icon) is a symbol in the page's sprite and drawn by reference.
"""
