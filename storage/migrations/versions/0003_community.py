"""results, ratings, leagues; posts and dates that belong to no match

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')


def upgrade() -> None:
    with op.batch_alter_table('errands', table_kwargs={'sqlite_autoincrement': True}) as batch_op:
        batch_op.alter_column('match', existing_type=ID, nullable=True)

    op.create_index('ix_matches_guild_stage', 'matches', ['guild', 'stage'])
    op.create_table('posts',
    sa.Column('slot', sa.String(length=32), nullable=False),
    sa.Column('channel', sa.BigInteger(), nullable=False),
    sa.Column('message', sa.BigInteger(), nullable=False),
    sa.Column('sent', sa.Float(), nullable=False),
    sa.PrimaryKeyConstraint('slot', name=op.f('pk_posts'))
    )
    op.create_table('alarms',
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('id', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('at', sa.Float(), nullable=False),
    sa.PrimaryKeyConstraint('kind', 'id', name=op.f('pk_alarms'))
    )
    op.create_index(op.f('ix_alarms_at'), 'alarms', ['at'])
    op.create_table('results',
    sa.Column('id', ID, autoincrement=True, nullable=False),
    sa.Column('match', ID, nullable=False),
    sa.Column('guild', sa.BigInteger(), nullable=False),
    sa.Column('game', sa.String(length=32), nullable=False),
    sa.Column('battlefield', sa.String(length=64), nullable=False),
    sa.Column('began', sa.Float(), nullable=False),
    sa.Column('ended', sa.Float(), nullable=False),
    sa.Column('how', sa.String(length=16), nullable=False),
    sa.Column('unrated', sa.String(length=16), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_results')),
    sa.UniqueConstraint('match', name=op.f('uq_results_match')),
    sqlite_autoincrement=True
    )
    op.create_index('ix_results_ended', 'results', ['guild', 'ended'])
    op.create_table('result_seats',
    sa.Column('result', ID, nullable=False),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=False),
    sa.Column('user', sa.BigInteger(), nullable=False),
    sa.Column('team', sa.Integer(), nullable=False),
    sa.Column('place', sa.Integer(), nullable=False),
    sa.Column('score', sa.Integer(), nullable=True),
    sa.Column('army', sa.String(length=64), nullable=False),
    sa.Column('part', sa.String(length=12), nullable=False),
    sa.Column('turns', sa.Integer(), nullable=False),
    sa.Column('seconds', sa.Float(), nullable=False),
    sa.Column('gain', sa.Integer(), nullable=True),
    sa.ForeignKeyConstraint(['result'], ['results.id'], name=op.f('fk_result_seats_result_results'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('result', 'n', name=op.f('pk_result_seats'))
    )
    op.create_index(op.f('ix_result_seats_user'), 'result_seats', ['user'])
    op.create_table('ratings',
    sa.Column('user', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('game', sa.String(length=32), nullable=False),
    sa.Column('scope', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('mu', sa.Float(), nullable=False),
    sa.Column('sigma', sa.Float(), nullable=False),
    sa.Column('games', sa.Integer(), nullable=False),
    sa.Column('shown', sa.Integer(), nullable=False),
    sa.Column('changed', sa.Float(), nullable=False),
    sa.PrimaryKeyConstraint('user', 'game', 'scope', name=op.f('pk_ratings'))
    )
    op.create_index('ix_ratings_scope', 'ratings', ['scope', 'game', 'shown'])
    op.create_table('leagues',
    sa.Column('id', ID, autoincrement=True, nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('guild', sa.BigInteger(), nullable=False),
    sa.Column('channel', sa.BigInteger(), nullable=False),
    sa.Column('host', sa.BigInteger(), nullable=False),
    sa.Column('name', sa.String(length=64), nullable=False),
    sa.Column('stage', sa.String(length=16), nullable=False),
    sa.Column('created', sa.Float(), nullable=False),
    sa.Column('made_by', sa.BigInteger(), nullable=False),
    sa.Column('document', sa.LargeBinary(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_leagues')),
    sa.UniqueConstraint('made_by', name=op.f('uq_leagues_made_by')),
    sqlite_autoincrement=True
    )
    op.create_index(op.f('ix_leagues_guild'), 'leagues', ['guild'])
    op.create_table('members',
    sa.Column('league', ID, nullable=False),
    sa.Column('user', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.Column('withdrawn', sa.Boolean(), nullable=False),
    sa.ForeignKeyConstraint(['league'], ['leagues.id'], name=op.f('fk_members_league_leagues'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('league', 'user', name=op.f('pk_members'))
    )
    op.create_table('pairings',
    sa.Column('league', ID, nullable=False),
    sa.Column('round', sa.Integer(), nullable=False),
    sa.Column('n', sa.Integer(), nullable=False),
    sa.Column('home', sa.BigInteger(), nullable=False),
    sa.Column('away', sa.BigInteger(), nullable=False),
    sa.Column('match', ID, nullable=True),
    sa.Column('ruled', sa.String(length=8), nullable=False),
    sa.ForeignKeyConstraint(['league'], ['leagues.id'], name=op.f('fk_pairings_league_leagues'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('league', 'round', 'n', name=op.f('pk_pairings'))
    )
    op.create_index(op.f('ix_pairings_match'), 'pairings', ['match'])


def downgrade() -> None:
    for table in ('pairings', 'members', 'leagues', 'ratings', 'result_seats', 'results', 'alarms', 'posts'):
        op.drop_table(table)
    op.drop_index('ix_matches_guild_stage', 'matches')
    op.execute('DELETE FROM errands WHERE "match" IS NULL')
    with op.batch_alter_table('errands', table_kwargs={'sqlite_autoincrement': True}) as batch_op:
        batch_op.alter_column('match', existing_type=ID, nullable=False)
