"""The kernel cache: never stale, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parcours
from parcours.engine import kernel

SOURCE = Path(parcours.__file__).parent
START = (
    "import parcours; r = parcours.game('breaking_away').start(teams=3, seed=1)\n"
    "while not r.over: r.play(r.legal()[0])\n"
    "print(r.standings()[0], r.turn)"
)


def run(code: str, cache: Path, path: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PARCOURS_CACHE": str(cache), **more}
    if path:
        env["PYTHONPATH"] = str(path)
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


def test_a_changed_rule_in_another_file_is_never_run_from_a_stale_kernel(tmp_path):
    """The ordinary replenishment is raised from 3 to 4 in a copy of the package: its callers sit in another file."""
    package = tmp_path / "src" / "parcours"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    cache = tmp_path / "cache"
    before = run(START, cache, tmp_path / "src")
    assert before.returncode == 0, before.stderr
    assert "compiling the rules" in before.stderr
    again = run(START, cache, tmp_path / "src")
    assert again.stdout == before.stdout
    assert again.stderr == ""
    rules = package / "games" / "breaking_away" / "rules.py"
    changed = rules.read_text().replace("ORDINARY = 3", "ORDINARY = 4")
    stamp = rules.stat()
    rules.write_text(changed)
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    after = run(START, cache, tmp_path / "src")
    assert "compiling the rules" in after.stderr
    assert after.stdout != before.stdout


def test_a_cache_folder_that_cannot_be_written_is_said_once_and_the_race_runs(tmp_path):
    blocked = tmp_path / "cache"
    blocked.write_text("a file stands where the folder should be")
    done = run(START, blocked)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("can't be kept in") == 1
    assert done.stdout


def test_the_digest_changes_with_every_source_that_can_end_up_in_a_kernel(monkeypatch, tmp_path):
    digests = {kernel.sources_digest("breaking_away")}
    for version in ("0.1", "0.2"):
        monkeypatch.setattr(kernel.numba, "__version__", version)
        digests.add(kernel.sources_digest("breaking_away"))
    assert len(digests) == 3


def test_rules_cannot_live_where_the_digest_does_not_look():
    source = "def f(x):\n    return x\n"
    for name in kernel.UNCOMPILED_FILES:
        space: dict[str, object] = {}
        exec(compile(source, f"/somewhere/{name}", "exec"), space)
        with pytest.raises(TypeError, match="a rule can't live in"):
            kernel.rule(space["f"])  # type: ignore[type-var]


def test_only_the_newest_caches_are_kept(tmp_path, monkeypatch):
    for number in range(10):
        folder = tmp_path / f"breaking_away-{number:016d}"
        folder.mkdir()
        os.utime(folder, (number, number))
    kernel._forget_old(tmp_path, "breaking_away")
    assert len(list(tmp_path.iterdir())) == kernel._KEPT_CACHES


def test_progress_is_told_to_whoever_listens():
    told: list[tuple[str, int, int]] = []
    with kernel.progress_to(lambda *step: told.append(step)):
        kernel.warm("parcours.games.breaking_away.loops", [("one", lambda: None), ("two", lambda: None)])
    assert told == [("one", 0, 2), ("two", 1, 2), ("", 2, 2)]


# ------------------------------------------------------------------------------------------- what is compiled


@kernel.rare
def seldom(x):
    return 3 * x


@kernel.rule
def often(x):
    return seldom(x) + 1


@pytest.fixture
def called(monkeypatch):
    """An entry that is compiled now, whatever lies on disk."""
    monkeypatch.setattr(kernel, "cache_folder", lambda module: None)

    @kernel.entry
    def called(x):
        return often(x)

    assert called(5) == 16
    return called


def compiled(function):
    """What one compilation of a function gave."""
    (only,) = function.overloads.values()
    return only


compiled_only = pytest.mark.skipif(not kernel.COMPILED, reason="about compiled rules")


@compiled_only
def test_a_rare_rule_is_not_forced_inline_by_the_rule_that_calls_it(called):
    """Numba hands forced inlining on to a callee that says nothing of its own: whole games ended up in one function."""
    for rule, forced in (seldom, False), (often, True):
        code = compiled(rule).library.get_function(compiled(rule).fndesc.mangled_name)
        assert (b"alwaysinline" in set(code.attributes)) == forced


@compiled_only
def test_a_rule_is_linked_into_its_entry_and_has_no_machine_code_of_its_own(called):
    """Else each rule is optimised again with all that it calls: Um Reifenbreite took minutes."""
    in_memory = compiled(called).library.codegen._engine.is_symbol_defined
    assert in_memory(compiled(called).fndesc.llvm_cpython_wrapper_name)
    for rule in seldom, often:
        assert not in_memory(compiled(rule).fndesc.llvm_cpython_wrapper_name)


def test_a_rule_can_still_be_called_from_python():
    assert often(2) == 7
    assert often(np.uint8(2)) == 7
