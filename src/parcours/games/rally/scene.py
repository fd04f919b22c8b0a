"""Rally: scene."""

from __future__ import annotations
