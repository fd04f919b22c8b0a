"""Courses of this server: those that people have built or uploaded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add courses."""
    op.create_table(
        "courses",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_courses_listed", "courses", ["game", "created"])


def downgrade() -> None:
    """Remove courses again; races that were ridden on them keep their own copy."""
    op.drop_index("ix_courses_listed", "courses")
    op.drop_table("courses")
