"""The documentation builds, strictly and offline: every page, every link, every name in the reference."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_documentation_builds(tmp_path):
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "POST /tables" in (tmp_path / "api" / "http.html").read_text(encoding="utf-8")
    assert "legal_mask" in (tmp_path / "api" / "python.html").read_text(encoding="utf-8")
    assert not [page.name for page in tmp_path.rglob("*.html") if "fonts.googleapis" in page.read_text("utf-8")]
