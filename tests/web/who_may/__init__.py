"""Who may ask for what: every route of pages and API with the roles that may use it."""
