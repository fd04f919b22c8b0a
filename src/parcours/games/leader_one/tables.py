"""Leader 1: the energy sheet, the dice and the feed tiles, from their file beside the courses."""

from __future__ import annotations

from pathlib import Path

from parcours.engine.road import TERRAINS
from parcours.engine.tablefile import Reader, read_text, read_toml
from parcours.games.leader_one.state import MOST_FREE, MOST_PAID, TILES, TYPES

DATA = Path(__file__).parent / "data"
FORMAT = 1
TERRAIN_NAMES = {"flat": "flat", "false_flat": "false_flat", "mountain": "climb", "descent": "descent"}
"""The rulebook's names of the terrains, and what the course model calls them."""


def read_table(path: Path) -> Reader:
    top = read_toml(path, read_text(path))
    top.whole("format", FORMAT, FORMAT)
    return top


def _numbers(table: Reader, field: str, count: int, low: int, high: int, clause: str) -> tuple[int, ...]:
    found = table.numbers(field, table.take(field, list), low, high)
    if len(found) != count:
        raise table.fail(field, f"needs {count} numbers, not {len(found)}", clause)
    return found


def _free(top: Reader) -> tuple[tuple[int, ...], ...]:
    """Free squares by the course model's terrain, for rouleur, leader, climber (L1-B1d)."""
    table = Reader(top.file, "free", top.take("free", dict))
    told = {TERRAIN_NAMES[name]: _numbers(table, name, TYPES, 1, MOST_FREE - 2, "L1-B1d") for name in TERRAIN_NAMES}
    table.done()
    return tuple(told.get(terrain, (0,) * TYPES) for terrain in TERRAINS)


def _faces(top: Reader) -> tuple[int, ...]:
    table = Reader(top.file, "bunch_faces", top.take("bunch_faces", dict))
    faces = tuple(table.whole(name, 0, 12) for name in ("three", "four", "red", "five"))
    table.done()
    return faces


def _tiles(top: Reader) -> tuple[tuple[int, ...], int]:
    table = Reader(top.file, "tiles", top.take("tiles", dict))
    values, each = _numbers(table, "values", TILES, 1, 20, "L1-C4a"), table.whole("each", 0, 20)
    table.done()
    return values, each


_top = read_table(DATA / "tables.toml")
PRICES = (0, *_numbers(_top, "paid", MOST_PAID, 0, 99, "L1-B1e"))
"""Energy by the number of paid squares."""
THRESHOLDS = _numbers(_top, "thresholds", 3, 1, 12, "L1-C2a")
FREE_BUNCH = _top.whole("bunch_price", 0, 7)
"""A bunch move costs 1 energy for each square beyond these (L1-B4b)."""
FACE_WEIGHTS = _faces(_top)
FACE_SQUARES = (3, 4, 4, 5)
RED_FACE = 2
TILE_VALUES, TILES_EACH = _tiles(_top)
FREE = _free(_top)
_top.done()
WORST = (1, 3, 2, 4)
"""How many times its price a move can cost at worst: without risk, with fatigue, with a crash, with both (L1-C2d)."""
EMPTY_PILE = 3
"""Energy that a rider gets at once if no tile is left (L1-C4e)."""
