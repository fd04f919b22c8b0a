"""Writes the dispatch of Profi's rules, `rules/dispatch.py`, from their table of phases.

Run it after a change in `parcours/games/profi/phases.py`; a test fails while the dispatch is stale.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

# The existing dispatch may not fit the rules any more, so the rules are loaded with a blank one.
blank = ModuleType("parcours.games.profi.rules.dispatch")
blank.answers = blank.is_chance = blank.pass_by = blank.play = None  # type: ignore[attr-defined]
sys.modules[blank.__name__] = blank

from parcours.games.profi import actions  # noqa: E402
from parcours.games.profi.phases import LUCK, NOBODY, OFTEN, PHASES, Phase, Rule  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
DISPATCH = ROOT / "src/parcours/games/profi/rules/dispatch.py"


HEAD = '''"""Profi: which rule function each phase calls. Made from the table in `phases` by `tools/write_phases.py`."""
# ruff: noqa: I001

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
'''


def dispatch() -> str:
    """The source of `rules/dispatch.py`."""
    often = sorted(PHASES, key=lambda phase: OFTEN.index(phase.name) if phase.name in OFTEN else len(OFTEN))
    deciding = [phase for phase in often if phase.legal]
    passing = [phase for phase in often if phase.play and phase.who == NOBODY]
    body = "\n\n".join(
        (
            _chance(),
            _chains(
                "answers",
                "(race: State, road: Road, out: NDArray[np.int16]) -> int",
                "What can be decided in this phase, by a seat or by chance: how many answers there are.",
                [(phase, _call(phase.legal, "out")) for phase in deciding],
            ),
            _chains(
                "play",
                "(race: State, road: Road, action: int) -> None",
                "What a decision does in this phase.",
                [(phase, _call(phase.play, phase.given)) for phase in deciding],
            ),
            _chains(
                "pass_by",
                "(race: State, road: Road) -> None",
                "One of the phases that pass by themselves.",
                [(phase, _call(phase.play, "")) for phase in passing],
            ),
        )
    )
    return HEAD + _imports(body) + "\n\n" + body


def _chance() -> str:
    """The source of `is_chance`, which compares a few phases at a time: Numba makes the shortest code of that."""
    names = [phase.name for phase in PHASES if phase.who == LUCK]
    eights = [names[i : i + 8] for i in range(0, len(names), 8)]
    lines = ["@rule", "def is_chance(phase: int) -> bool:", '    """Whether dice, lots or cards decide."""']
    for some in eights[:-1]:
        lines += [f"    if phase in ({', '.join(some)}):", "        return True"]
    return "\n".join([*lines, f"    return phase in ({', '.join(eights[-1])})"]) + "\n"


def _chains(name: str, signature: str, about: str, cases: list[tuple[Phase, str]]) -> str:
    """The source of two functions. One with many calls is slow to enter, so the common phases have a short one."""
    often = [(phase, call) for phase, call in cases if phase.name in OFTEN]
    seldom = [(phase, call) for phase, call in cases if phase.name not in OFTEN]
    given = ", ".join(re.findall(r"(\w+):", signature))
    answers = signature.endswith("-> int")
    common = _chain(name + signature, about, often, answers, f"seldom_{name}({given})")
    rest = _chain(f"seldom_{name}{signature}", f"`{name}` in phases that are rare.", seldom, answers, "")
    return f"{common}\n\n{rest}"


def _chain(signature: str, about: str, cases: list[tuple[Phase, str]], answers: bool, otherwise: str) -> str:
    lines = ["@rare", f"def {signature}:", f'    """{about}"""', "    phase = race.phase"]
    word, leads = "if", "return " if answers else ""
    for phase, call in cases:
        lines += [f"    {word} phase == {phase.name}:", f"        {leads}{call}"]
        word = "if" if answers else "elif"
    if answers:
        lines.append(f"    return {otherwise or 0}")
    elif otherwise:
        lines += ["    else:", f"        {otherwise}"]
    return "\n".join(lines) + "\n"


def _call(function: Rule | None, given: str) -> str:
    """The source of a call of a rule function: with the race, the road, and whatever else it takes."""
    plain = getattr(function, "py_func", function)
    names = [name if name in ("race", "road") else given for name in inspect.signature(plain).parameters]
    if "" in names or names.count(given) > 1:
        raise TypeError(f"{plain.__qualname__}: takes more than its phase can give it")
    return f"{plain.__name__}({', '.join(names)})"


def _imports(body: str) -> str:
    words = set(re.findall(r"\w+", body))
    found: dict[str, set[str]] = {"parcours.games.profi.state": {"State"} | {p.name for p in PHASES if p.name in words}}
    found["parcours.games.profi.actions"] = {word for word in words if word.isupper() and hasattr(actions, word)}
    found["parcours.games.profi.actions"] -= found["parcours.games.profi.state"]
    for phase in PHASES:
        for function in (phase.play, phase.legal):
            plain = getattr(function, "py_func", function)
            if plain is not None:
                found.setdefault(plain.__module__, set()).add(plain.__name__)
    return "".join(_import(module, names) for module, names in sorted(found.items()))


def _import(module: str, names: Iterable[str]) -> str:
    """An import as ruff sorts and formats it: constants, classes, functions."""
    ordered = sorted(names, key=lambda name: (0 if name.isupper() else 1 if name[0].isupper() else 2, name.lower()))
    line = f"from {module} import {', '.join(ordered)}\n"
    if len(line) <= 121:
        return line
    wrapped = textwrap.fill(", ".join(ordered), 115, initial_indent="    ", subsequent_indent="    ")
    return f"from {module} import (\n{wrapped},\n)  # fmt: skip\n"


def main() -> None:
    """Write the dispatch; with `--check`, only fail if it is stale."""
    text = dispatch()
    if "--check" not in sys.argv:
        DISPATCH.write_text(text, encoding="utf-8")
    elif DISPATCH.read_text(encoding="utf-8") != text:
        sys.exit(f"{DISPATCH.relative_to(ROOT)} is stale: run python tools/write_phases.py")


if __name__ == "__main__":
    main()
