"""Alembic's revisions of the floor's database; Storage.migrate runs them."""
