"""What somebody asks for under an identifier of his own acts once, and has one answer."""
