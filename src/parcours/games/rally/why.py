"""Rally: why."""

from __future__ import annotations
