"""The page's types are made from the server's own models."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parcours.table.messages import NewsMessage, PongMessage, told

WEB = Path(__file__).parents[2] / "web"


def test_the_pages_types_are_made_from_the_models_of_now(tmp_path):
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert node, "the page is built with Node, which `make test` sets up"
    made = tmp_path / "contract.ts"
    how = {"env": {**os.environ, "PYTHON": sys.executable}, "cwd": WEB, "timeout": 300}
    subprocess.run([node, "tools/types.mjs", str(made)], check=True, **how)
    assert made.read_text() == (WEB / "src/lib/contract.ts").read_text(), "stale: run `npm run types` in web"


def test_a_message_has_all_fields_of_its_model_and_no_other():
    assert told(PongMessage, pong="3") == '{"kind":"pong","pong":3}'
    with pytest.raises(AssertionError):
        told(NewsMessage, tables="{}")
