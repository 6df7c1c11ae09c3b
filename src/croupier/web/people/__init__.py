"""One's own account, the staff list, tokens and second factors."""
