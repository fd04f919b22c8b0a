"""The health of a database: its errors are counted, and its loss and its return are each logged once."""

from __future__ import annotations

import logging
import threading

from parcours.table.events import note


class Health:
    """The health of one database."""

    def __init__(self) -> None:
        self.errors = 0
        self.out = False
        """Whether it was out of reach at its last use."""
        self._lock = threading.Lock()

    def failed(self, gone: bool = True) -> None:
        """Count an error. With `gone`, the database is out of reach."""
        with self._lock:
            self.errors += 1
            news = gone and not self.out
            self.out = self.out or gone
        if news:
            note("database lost", logging.ERROR, "the database can't be reached")

    def worked(self) -> None:
        """Note that the database has done what it was asked."""
        if not self.out:
            return
        with self._lock:
            news, self.out = self.out, False
        if news:
            note("database back", logging.WARNING, "the database can be reached again")
