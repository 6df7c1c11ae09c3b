ANALYSTS: dict = {}
