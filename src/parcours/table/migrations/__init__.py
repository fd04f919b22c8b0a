"""How the database came to look as it does: one file a step, applied in order when the table starts."""
