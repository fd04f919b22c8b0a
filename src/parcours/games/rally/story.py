"""Rally: story."""

from __future__ import annotations
