"""Builds the page before a source distribution or a wheel is made, so that neither is ever without it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page with npm, unless it is built already or the install is editable.

    An editable install serves the page from the checkout, where `make page` builds it.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable" or (root / "src/parcours/table/page/index.html").exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("the page is not built, and there is no npm to build it: run make page first")
        subprocess.run([npm, "--prefix", "web", "--no-audit", "--no-fund", "install"], cwd=root, check=True)
        subprocess.run([npm, "--prefix", "web", "run", "build"], cwd=root, check=True)
