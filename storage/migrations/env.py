"""How Alembic runs our migrations: on the connection it is handed (see :mod:`storage.database`)."""

from alembic import context

from storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
context.run_migrations()
