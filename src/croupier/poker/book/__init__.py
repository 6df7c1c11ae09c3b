"""What a poker room plays by: its forms, stakes and playing rules, resolved from its rulebook."""
