"""The example notebooks run to their ends, each in its own kernel, and show what they promise."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="notebooks are run by nbclient: pip install 'parcours[dev]'")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # warnings of nbclient about itself
    nbclient = pytest.importorskip("nbclient", reason="notebooks are run by nbclient: pip install 'parcours[dev]'")

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"
SHOWN = {
    "race": ("image/svg+xml", "image/gif"),
    "bot": ("image/svg+xml", "text/html"),
    "sweep": ("image/svg+xml",),
    "training": ("image/png",),
    "course": ("image/svg+xml", "text/html"),
}
"""What each notebook shows besides text, in order."""
SAID = {
    "race": ("Head of the race", "is not legal now", "Parcours race, format 1", "True"),
    "bot": ("against two random riders", "95%"),
    "sweep": ("4,200 races", "staggered_start", "the same, row for row"),
    "training": ("round 6: wins", "against two co-drivers"),
    "course": ("Two bridges: Breaking Away", "broken.toml", "at most 57, the rows of the race, not 240"),
}
"""Some of the text that each notebook prints."""


def test_every_notebook_is_here() -> None:
    assert {file.stem for file in NOTEBOOKS.glob("*.ipynb")} == set(SHOWN) == set(SAID)


@pytest.mark.parametrize("name", SHOWN)
def test_notebooks_are_kept_without_what_they_show(name: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert not any(cell.outputs or cell.execution_count for cell in code)


@pytest.mark.filterwarnings("ignore")  # warnings of the notebook runner: the cells run in another process
@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs_and_shows_what_it_is_about(name: str, tmp_path: Path) -> None:
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", 4)
    where = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=where).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    told = "\n".join(output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in outputs)
    for words in SAID[name]:
        assert words in told
    kinds = [kind for output in outputs for kind in output.get("data", {}) if kind != "text/plain"]
    assert tuple(kinds) == SHOWN[name]
