"""Tours: their stages and results; for each table, what its race carries over and which stage it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add tours."""
    op.create_table(
        "tours",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("stages", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("teams", sa.Integer, nullable=False),
        sa.Column("commissioner", sa.Boolean, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("luck", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_index("ix_tours_listed", "tours", ["private", "updated"])
    tour = sa.ForeignKey("tours.id", ondelete="CASCADE")
    op.create_table(
        "tour_results",
        sa.Column("tour_id", sa.String(24), tour, primary_key=True),
        sa.Column("stage", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("result", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.add_column("tables", sa.Column("carried", sa.JSON))
    op.add_column("tables", sa.Column("tour_id", sa.String(24)))
    op.add_column("tables", sa.Column("stage", sa.Integer))
    op.create_index("ix_tables_tour", "tables", ["tour_id", "stage"], unique=True)


def downgrade() -> None:
    """Remove tours again; the races of their stages stay as races of their own."""
    op.drop_index("ix_tables_tour", "tables")
    for name in ("stage", "tour_id", "carried"):
        op.drop_column("tables", name)
    op.drop_table("tour_results")
    op.drop_index("ix_tours_listed", "tours")
    op.drop_table("tours")
