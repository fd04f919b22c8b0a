"""A sixth game is one folder: it is installed beside Parcours and rides without changing a line here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SIXTH = Path(__file__).parent.parent / "examples" / "sixth_game"


def test_a_game_from_elsewhere_is_installed_and_passes_its_own_tests(tmp_path):
    home = tmp_path / "site"
    install = ["pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", str(home), str(SIXTH)]
    subprocess.run([sys.executable, "-m", *install], check=True, timeout=300)
    path = os.pathsep.join([str(home), *filter(None, [os.environ.get("PYTHONPATH")])])
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(SIXTH / "tests")]
    done = subprocess.run(
        tests, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=1200, cwd=SIXTH
    )
    assert done.returncode == 0, done.stdout[-6000:]
