"""The house tables: their life, play, equipment, the pit and its board."""
