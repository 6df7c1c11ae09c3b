"""What takes long and is done once behind the pages: odds, rounds settled again."""
