"""What all tests share: Hypothesis profiles, and a kernel cache of the usual place."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "parcours", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("thorough", parent=settings.get_profile("parcours"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "parcours"))
