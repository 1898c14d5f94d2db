"""armies that people keep

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('armies',
    sa.Column('user', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('game', sa.String(length=32), nullable=False),
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('changed', sa.Float(), nullable=False),
    sa.Column('document', sa.LargeBinary(), nullable=False),
    sa.PrimaryKeyConstraint('user', 'game', 'name', name=op.f('pk_armies'))
    )


def downgrade() -> None:
    op.drop_table('armies')
