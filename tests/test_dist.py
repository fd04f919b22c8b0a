"""The release: the source distribution and the wheel are built, installed into a new environment, and ridden."""

from __future__ import annotations

import site
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import parcours

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "src" / "parcours" / "table" / "page" / "index.html"
RIDE = """
import parcours
from pathlib import Path
home = Path(parcours.__file__).parent
assert "site-packages" in str(home), home
assert (home / "table" / "page" / "index.html").exists(), "no page"
assert (home / "py.typed").exists(), "no types"
for name in parcours.game_names():
    race = parcours.game(name).start(seed=1)
    race.play(race.legal()[0])
print("ridden", parcours.__version__)
"""


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    if not PAGE.exists():
        pytest.fail("the page is not built: run make page")
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return {"sdist": next(out.glob("*.tar.gz")), "wheel": next(out.glob("*.whl"))}


def names_in(archive: Path) -> list[str]:
    if archive.suffix == ".whl":
        return zipfile.ZipFile(archive).namelist()
    with tarfile.open(archive) as opened:
        return opened.getnames()


@pytest.mark.parametrize("kind", ["sdist", "wheel"])
def test_a_release_holds_the_page_and_says_its_version(released, kind):
    names = names_in(released[kind])
    assert any(name.endswith("parcours/table/page/index.html") for name in names)
    assert any(name.endswith("parcours/py.typed") for name in names)
    assert parcours.__version__ in released[kind].name


@pytest.mark.parametrize("kind", ["sdist", "wheel"])
def test_a_release_is_installed_into_a_new_environment_and_ridden(released, kind, tmp_path):
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    install = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet", str(released[kind])]
    _borrow_dependencies(python)
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), "install", *install], check=True)
    ridden = subprocess.run([python, "-I", "-c", RIDE], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert ridden.stdout.strip() == f"ridden {parcours.__version__}"


def _borrow_dependencies(python: Path) -> None:
    """Let the new environment find this one's packages, but not ours: one `.pth` file is not followed from another."""
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    home = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    (home / "borrowed.pth").write_text("\n".join(site.getsitepackages()) + "\n")
