"""Alembic runs this inside the transaction that Storage.migrate has opened."""

from alembic import context

from croupier.house.record.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the transaction is Storage's own
)
context.run_migrations()
