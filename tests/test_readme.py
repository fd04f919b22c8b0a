"""The README's examples and the doctests of the package, run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import parcours

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
TOLD = [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")]
OPTIONAL = {
    "parcours.lab.gpu", "parcours.lab.gymnasium", "parcours.lab.openspiel", "parcours.lab.peers",
    "parcours.lab.pettingzoo",
}  # fmt: skip


def modules() -> list[str]:
    found = pkgutil.walk_packages(parcours.__path__, "parcours.")
    return [
        m.name for m in found if m.name not in OPTIONAL and ".migrations" not in m.name and not m.name.endswith("loops")
    ]


@pytest.mark.parametrize("page", TOLD, ids=lambda page: page.name)
def test_the_examples_of_the_readme_and_the_guides(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 3
    assert failed == 0


@pytest.mark.parametrize("name", ["parcours", *modules()])
def test_the_examples_of_the_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
