"""shards of several processes; answers of any length; who took an answer back

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table('answers') as batch_op:
        batch_op.alter_column('key', existing_type=sa.String(length=200), type_=sa.Text(), existing_nullable=False)
    with op.batch_alter_table('undone') as batch_op:
        batch_op.alter_column('key', existing_type=sa.String(length=200), type_=sa.Text(), existing_nullable=False)
        batch_op.add_column(sa.Column('by', sa.BigInteger(), nullable=False, server_default='0'))
    for table in ('errands', 'alarms'):
        op.add_column(table, sa.Column('guild', sa.BigInteger(), nullable=False, server_default='0'))
    op.add_column('errands', sa.Column('message', sa.BigInteger(), nullable=False, server_default='0'))
    op.execute(
        'UPDATE errands SET guild = (SELECT guild FROM matches WHERE matches.id = errands."match")'
        ' WHERE "match" IS NOT NULL'
    )
    op.create_index(op.f('ix_matches_host'), 'matches', ['host'])
    op.create_index(op.f('ix_errands_made'), 'errands', ['made'])
    op.create_index(op.f('ix_interactions_at'), 'interactions', ['at'])


def downgrade() -> None:
    for table, column in (('interactions', 'at'), ('errands', 'made'), ('matches', 'host')):
        op.drop_index(op.f(f'ix_{table}_{column}'), table_name=table)
    op.drop_column('errands', 'message')
    for table in ('alarms', 'errands'):
        op.drop_column(table, 'guild')
    with op.batch_alter_table('undone') as batch_op:
        batch_op.drop_column('by')
        batch_op.alter_column('key', existing_type=sa.Text(), type_=sa.String(length=200), existing_nullable=False)
    with op.batch_alter_table('answers') as batch_op:
        batch_op.alter_column('key', existing_type=sa.Text(), type_=sa.String(length=200), existing_nullable=False)
