"""Surveillance and audit: read only."""
