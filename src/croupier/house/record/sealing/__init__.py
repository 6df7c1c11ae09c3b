"""What each commit left is sealed, so that a change made behind the record's back is found."""
