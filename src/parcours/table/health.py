"""How a database is: its errors are counted, and it is told once when it is gone and once when it is back."""

from __future__ import annotations

import logging
import threading

from parcours.table.events import note


class Health:
    """The health of one database."""

    def __init__(self) -> None:
        self.errors = 0
        self.out = False
        """Whether it was out of reach when it was last used."""
        self._lock = threading.Lock()

    def failed(self, gone: bool = True) -> None:
        """It has failed, and may be gone."""
        with self._lock:
            self.errors += 1
            news = gone and not self.out
            self.out = self.out or gone
        if news:
            note("database lost", logging.ERROR, "the database is out of reach")

    def worked(self) -> None:
        """It has done what it was asked."""
        if not self.out:
            return
        with self._lock:
            news, self.out = self.out, False
        if news:
            note("database back", logging.WARNING, "the database is back")
