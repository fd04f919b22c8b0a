"""The history of the database's structure: one file per step, applied in order when the table starts."""
