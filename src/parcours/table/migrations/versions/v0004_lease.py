"""The lease: one server at a time on a database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the lease."""
    op.create_table(
        "lease",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("machine", sa.String(200), nullable=False),
        sa.Column("process", sa.String(60), nullable=False),
        sa.Column("told", sa.String(200), nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove the lease again."""
    op.drop_table("lease")
