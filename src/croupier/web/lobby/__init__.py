"""The lobby: where one can sit; signing in; the page about the API."""
