"""The rulebook studio: drafts edited clause by clause, what they would do, their print, their way to the commission."""
