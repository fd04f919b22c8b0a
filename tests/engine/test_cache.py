"""The kernel cache: never stale, never in the way, shared by all checkouts of the same sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parcours
from parcours.engine import cache, kernel

SOURCE = Path(parcours.__file__).parent
RACE = (
    "import parcours; r = parcours.game('breaking_away').start(teams=3, seed=1)\n"
    "while not r.over: r.play(r.legal()[0])\n"
    "print(r.standings()[0], r.turn)"
)
BATCH = "import parcours; print(parcours.game('breaking_away').batch(50, teams=3, seed=1).play_out().tolist())"
"""Batches are compiled by the process that rides them."""


def run(code: str, cache: Path, path: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PARCOURS_CACHE": str(cache), **more}
    if path:
        env["PYTHONPATH"] = str(path)
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


def test_a_changed_rule_in_another_file_is_never_run_from_a_stale_kernel(tmp_path):
    """In a copy of the package, the ordinary replenishment is raised from 3 to 4; its callers are in another file."""
    package = tmp_path / "src" / "parcours"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    kept = tmp_path / "cache"
    before = run(BATCH, kept, tmp_path / "src")
    assert before.returncode == 0, before.stderr
    assert "compiling the rules" in before.stderr
    again = run(BATCH, kept, tmp_path / "src")
    assert again.stdout == before.stdout
    assert again.stderr == ""
    rules = package / "games" / "breaking_away" / "rules.py"
    changed = rules.read_text().replace("ORDINARY = 3", "ORDINARY = 4")
    stamp = rules.stat()
    rules.write_text(changed)
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    after = run(BATCH, kept, tmp_path / "src")
    assert "compiling the rules" in after.stderr
    assert after.stdout != before.stdout


def test_two_checkouts_of_the_same_sources_share_their_kernels(tmp_path):
    """Numba's own cache stores kernels by the path of the checkout: a second checkout compiled everything again."""
    for checkout in "first", "second":
        shutil.copytree(SOURCE, tmp_path / checkout / "parcours", ignore=shutil.ignore_patterns("__pycache__", "page"))
    kept = tmp_path / "cache"

    def kernels() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in kept.rglob("*.nb?")}

    first = run(BATCH, kept, tmp_path / "first")
    made = kernels()
    assert made
    second = run(BATCH, kept, tmp_path / "second")
    assert (second.stdout, second.stderr) == (first.stdout, "")
    assert kernels() == made


def test_what_is_compiled_from_sources_that_have_changed_since_is_not_kept(tmp_path):
    """A program imports the rules, the rules are edited, then it compiles the old ones: nobody may find these."""
    package = tmp_path / "src" / "parcours"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    rules = package / "games" / "breaking_away" / "rules.py"
    edit = f"""
from pathlib import Path
import parcours
game = parcours.game("breaking_away")
rules = Path({str(rules)!r})
rules.write_text(rules.read_text().replace("ORDINARY = 3", "ORDINARY = 4"))
"""
    kept = tmp_path / "cache"
    old = run(edit + BATCH, kept, tmp_path / "src")
    assert old.returncode == 0, old.stderr
    assert "source files have changed" in old.stderr
    assert not list(kept.rglob("*.nb?"))
    new = run(BATCH, kept, tmp_path / "src")
    assert new.returncode == 0, new.stderr
    assert new.stdout != old.stdout


@pytest.mark.parametrize("name", parcours.game_names())
def test_every_data_file_that_is_read_with_the_rules_counts_for_the_digest(name, tmp_path):
    """Except for words for people, everything that a game reads before its first race can be compiled in."""
    listen = f"""
import sys
seen = set()
sys.addaudithook(lambda event, given: event == "open" and isinstance(given[0], str) and seen.add(given[0]))
import parcours
parcours.game({name!r}).loops
print(*sorted(path for path in seen if "/games/{name}/data/" in path), sep="\\n")
"""
    told = run(listen, tmp_path, NUMBA_DISABLE_JIT="1")  # nothing is cached, so no file is read just for the digest
    read = {Path(line) for line in told.stdout.split()}
    assert read or name == "breaking_away"
    counted = set(cache._game_sources(name))
    assert {path.name.split(".")[0] for path in read - counted} <= set(cache.WORDS)


def test_a_kernel_that_lies_there_torn_is_made_anew(tmp_path):
    """A full disk, a power cut, a clean-up: a kernel that is listed is missing or incomplete."""
    first = run(BATCH, tmp_path)
    kernels = sorted(tmp_path.rglob("*.nbc"))
    whole = {path.name: path.stat().st_size for path in kernels}
    kernels[0].unlink()
    for path in kernels[1:]:
        path.write_bytes(path.read_bytes()[:1000])
    torn = run(BATCH, tmp_path)
    assert (torn.returncode, torn.stdout) == (0, first.stdout), torn.stderr
    assert {path.name: path.stat().st_size for path in tmp_path.rglob("*.nbc")}.keys() >= whole.keys()
    assert min(path.stat().st_size for path in tmp_path.rglob("*.nbc")) > 1000
    assert run(BATCH, tmp_path).stdout == first.stdout


def test_files_are_read_once_a_process_however_often_the_digest_is_asked_for(tmp_path):
    listen = """
import sys
import parcours
from parcours.engine import cache
for name in parcours.game_names():
    parcours.game(name).loops
opened = []
sys.addaudithook(lambda event, given: event == "open" and opened.append(given[0]))
for name in parcours.game_names():
    cache.sources_digest(name)
print("opened", *opened)
"""
    assert run(listen, tmp_path).stdout == "opened\n"


def test_every_file_with_rules_counts_for_the_digest():
    """Except for files with entries of their own, which count for those, and the GPU's files, which are not cached."""
    for path in set(SOURCE.rglob("*.py")) - {SOURCE / "lab" / "gpu.py"}:
        text = path.read_text()
        if re.search(r"^@(rule|rare)$", text, re.M) and not re.search(r"^ *@(entry|bulk)$", text, re.M):
            within = path.parent.resolve()
            engine = {(SOURCE / "engine" / name).resolve() for name in cache.ENGINE_SOURCES}
            assert path in engine or (SOURCE / "games") in within.parents, path


def test_a_cache_folder_that_cannot_be_written_is_said_once_and_the_race_runs(tmp_path):
    blocked = tmp_path / "cache"
    blocked.write_text("a file stands where the folder should be")
    done = run(RACE, blocked)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("can't save compiled rules in") == 1
    assert done.stdout


def test_the_digest_changes_with_every_source_that_can_end_up_in_a_kernel(monkeypatch, tmp_path):
    digests = {cache.sources_digest("breaking_away")}
    for version in ("0.1", "0.2"):
        monkeypatch.setattr(cache.numba, "__version__", version)
        digests.add(cache.sources_digest("breaking_away"))
    monkeypatch.setattr(cache.binding, "get_host_cpu_name", lambda: "another")
    digests.add(cache.sources_digest("breaking_away"))
    assert len(digests) == 4


def test_rules_cannot_live_where_the_digest_does_not_look():
    source = "def f(x):\n    return x\n"
    for name in cache.UNCOMPILED_FILES:
        space: dict[str, object] = {}
        exec(compile(source, f"/somewhere/{name}", "exec"), space)
        with pytest.raises(TypeError, match="rules can't be in"):
            kernel.rule(space["f"])  # type: ignore[type-var]


def test_only_the_newest_caches_are_kept(tmp_path, monkeypatch):
    for number in range(cache._KEPT_CACHES + 5):
        folder = tmp_path / f"breaking_away-{number:016d}"
        folder.mkdir()
        os.utime(folder, (number, number))
    cache._forget_old(tmp_path, "breaking_away")
    assert len(list(tmp_path.iterdir())) == cache._KEPT_CACHES
