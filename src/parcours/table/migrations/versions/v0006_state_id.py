"""Renames `moment` to `state_id`: the log's column for the state in which a choice was made."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the column; what is in it stays."""
    op.execute("ALTER TABLE log RENAME COLUMN moment TO state_id")


def downgrade() -> None:
    """Give it its old name again."""
    op.execute("ALTER TABLE log RENAME COLUMN state_id TO moment")
