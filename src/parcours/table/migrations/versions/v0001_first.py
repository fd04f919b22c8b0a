"""Tables, seats, logs, snapshots and chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables of the database."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("course", sa.String(200), nullable=False),
        sa.Column("course_text", sa.Text),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("teams", sa.Integer, nullable=False),
        sa.Column("commissioner", sa.Boolean, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("luck", sa.BigInteger, nullable=False),
        sa.Column("bot_luck", sa.BigInteger, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("branch_of", sa.String(24)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("actor", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer, nullable=False),
    )
    op.create_index("ix_tables_listed", "tables", ["private", "updated"])
    op.create_table(
        "seats",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(40)),
        sa.Column("secret", sa.String(64)),
        sa.Column("invite", sa.String(64)),
        sa.Column("screen", sa.Integer, nullable=False),
    )
    op.create_table(
        "log",
        _table_id(),
        sa.Column("index", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("code", sa.Integer, nullable=False),
        sa.Column("actor", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.String(10), nullable=False),
        sa.Column("moment", sa.String(32)),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(16)),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "snapshots",
        _table_id(),
        sa.Column("count", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("layout", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(16), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chat",
        _table_id(),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def downgrade() -> None:
    """Remove all of them."""
    for name in ("chat", "snapshots", "log", "seats"):
        op.drop_table(name)
    op.drop_index("ix_tables_listed", "tables")
    op.drop_table("tables")
