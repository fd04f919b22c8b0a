"""Rules count array indexes from the front: in compiled code, an index below 0 would lie before the array."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parcours
from parcours.engine import plain
from parcours.engine.batch import Batch
from parcours.engine.kernel import COMPILED
from parcours.engine.record import new_races
from tests.kept.playthrough import option_sets

SOURCES = Path(parcours.__file__).parent
COMPILES = {"rule", "rare", "entry", "bulk", "wrapping"}
FROM_THE_END = "an index counted from the end"


def below_zero(index: Any) -> bool:
    return any(isinstance(part, int) and part < 0 for part in (index if isinstance(index, tuple) else (index,)))


def from_the_front(kind: type) -> type:
    """The same kind of array, but it refuses an index below 0."""

    class Front(kind):  # type: ignore[misc, valid-type]
        __slots__ = ()

        def __getitem__(self, index: Any) -> Any:
            assert not below_zero(index), FROM_THE_END
            return super().__getitem__(index)

        def __setitem__(self, index: Any, value: Any) -> None:
            assert not below_zero(index), FROM_THE_END
            super().__setitem__(index, value)

    return Front


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uncompiled rules get arrays that refuse indexes below 0, and so do the array fields of squares."""
    rows, fields = from_the_front(list), from_the_front(tuple)
    row, array = plain.OpenRow, plain._opened_array

    class Row(row):  # type: ignore[misc, valid-type]
        def __init__(self, record: np.void) -> None:
            super().__init__(record)
            self.__dict__.update((k, fields(v)) for k, v in self.__dict__.items() if isinstance(v, tuple))

    def opened_array(records: Any) -> Any:
        found = array(records)
        return rows(found) if isinstance(found, list) else found

    for name in ("OpenArray", "OpenGrid", "OpenRecords"):
        monkeypatch.setattr(plain, name, from_the_front(getattr(plain, name)))
    monkeypatch.setattr(plain, "OpenRow", Row)
    monkeypatch.setattr(plain, "_opened_array", opened_array)
    for memory in ("_rows", "_tuples"):
        monkeypatch.setattr(plain, memory, {})


def ridden_uncompiled(batch: Batch, bots: list[str] | None) -> None:
    """Ride all races of a batch to their end, uncompiled."""
    game, loops = batch.game, batch.game.loops
    places = np.zeros((batch.count, game.max_teams), np.int8)
    given: list[Any] = [batch.races, 0, batch.count, batch.course.road]
    chance = [batch.luck, batch.bot_keys(), game.codes_buffer(), game.chances_buffer()]
    if bots is None:
        loops.play_out.plain(*map(plain.opened, [*given, *chance, places]))
    else:
        given.append(batch.kinds_of(bots))
        loops.play_out_bots.plain(*map(plain.opened, [*given, *chance, new_races(1, game.record), places]))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="only compiled entries have a plain form beside them")
@pytest.mark.parametrize(("name", "teams", "options"), option_sets(), ids=lambda value: str(value))
def test_no_rule_counts_an_index_from_the_end(strict, name, teams, options):
    game = parcours.game(name)
    for bots in (None, [(game.bots[-1] if seat % 2 else game.bots[1]).name for seat in range(teams)]):
        ridden_uncompiled(game.batch(1, teams=teams, seed=3, **options), bots)


def compiled_functions() -> list[tuple[str, ast.FunctionDef]]:
    return [
        (path.name, node)
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(by, ast.Name) and by.id in COMPILES for by in node.decorator_list)
    ]


def test_none_is_written_as_a_number_below_zero():
    functions = compiled_functions()
    assert len(functions) > 500
    written = [
        f"{file}: {function.name}"
        for file, function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript)
        and any(isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub) for part in ast.walk(node.slice))
    ]
    assert not written
