"""The pit: tables opened and closed, dealers in and out, limits changed, slips begun and signed."""
