"""The poker games against the house played very often, by the best play that their analyses found."""
