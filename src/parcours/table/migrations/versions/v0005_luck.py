"""Sealed luck: the secrets that the luck of tables and tours follows from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the secrets. Races that have begun keep the luck that they have."""
    for table in ("tables", "tours"):
        op.add_column(table, sa.Column("luck_secret", sa.LargeBinary, nullable=True))


def downgrade() -> None:
    """Remove the secrets again; races under seal then go on with other luck."""
    for table in ("tables", "tours"):
        with op.batch_alter_table(table) as changed:
            changed.drop_column("luck_secret")
