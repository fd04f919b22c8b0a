"""Rally: gears, risk, damage and weather wheels from their files (RA-F1, RA-F3)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parcours.engine.tablefile import shown
from parcours.games.rally.faults import Faults
from parcours.games.rally.state import GEARS, LONGEST, MAX_SECTORS, PROTOTYPE

RESULTS = ("-", "tc", "1", "2", "3", "e")
WEATHERS = "CORTS"
BONUSES = {"C": (0,), "O": (0,), "R": (1,), "T": (2, 3), "S": (2, 3)}
"""What each weather may add to the risk die (RA-W4)."""
MOST_LEVEL = 99
FEWEST_SECTORS = 3
_CLAUSE = "RA-F3"
_SECTOR = re.compile(r"([A-Z])(?:\+([0-9]))?")

Matrix = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Wheel:
    """A weather wheel: weather and bonus of each sector."""

    name: str
    sectors: tuple[tuple[int, int], ...]


def read_gears(given: object, faults: Faults) -> Matrix:
    """Minimum, maximum and special-stage bonus of each gear from 1st to 5th."""
    rows = []
    tables = faults.is_list("gears", given, _CLAUSE)
    if len(tables) != GEARS:
        faults.add("gears", f"must be {GEARS} gears, from 1st to 5th, not {len(tables)}", _CLAUSE)
    for gear, table in enumerate(tables, 1):
        place = f"gear {gear}"
        fields = faults.is_table(place, table, ("min", "max", "special"), _CLAUSE)
        low = faults.is_whole(f"{place}, min", fields.get("min"), 1, LONGEST, _CLAUSE)
        high = faults.is_whole(f"{place}, max", fields.get("max"), 1, LONGEST, _CLAUSE)
        extra = faults.is_whole(f"{place}, special", fields.get("special"), 0, LONGEST, _CLAUSE)
        if low is None or high is None or extra is None:
            continue
        if low > high:
            faults.add(place, f"the minimum {low} is above the maximum {high}", _CLAUSE)
        if high + extra + PROTOTYPE > LONGEST:
            faults.add(
                place,
                f"{high}, {extra} for special stages and {PROTOTYPE} for the trim add up to more than {LONGEST}",
                _CLAUSE,
            )
        if gear == 1 and (low, high, extra) != (1, 1, 0):
            faults.add(place, "1st must be exactly 1 square: min 1, max 1, special 0", "RA-G6")
        rows.append((low, high, extra))
    return tuple(rows)


def read_risk(given: object, faults: Faults) -> Matrix:
    """One row per gear, one column per modified die."""
    rows = faults.is_list("risk", given, _CLAUSE)
    if len(rows) != GEARS or not all(isinstance(row, list) and len(row) == 6 for row in rows):
        faults.add("risk", f"must be {GEARS} x 6 whole numbers", _CLAUSE)
        return ()
    table = []
    for gear, row in enumerate(rows, 1):
        table.append(
            tuple(
                faults.is_whole(f"risk, gear {gear}, die {die}", level, 0, MOST_LEVEL, _CLAUSE) or 0
                for die, level in enumerate(row, 1)
            )
        )
    return tuple(table)


def read_damage(given: object, faults: Faults) -> Matrix:
    """One row per difference from 1 to 5, one column per face of the die."""
    rows = faults.is_list("damage", given, _CLAUSE)
    if len(rows) != 5:
        faults.add("damage", f"must have 5 rows, for the differences 1 to 5, not {len(rows)}", _CLAUSE)
    table = []
    for difference, row in enumerate(rows, 1):
        place = f"damage, difference {difference}"
        if not isinstance(row, list) or len(row) != 6:
            faults.add(place, "must be 6 results, one for each face of the die", _CLAUSE)
            continue
        for die, result in enumerate(row, 1):
            if result not in RESULTS:
                faults.add(
                    f"{place}, die {die}",
                    f"there is no result {shown(result)} (results: {', '.join(RESULTS)})",
                    _CLAUSE,
                )
        table.append(tuple(RESULTS.index(result) if result in RESULTS else 0 for result in row))
    return tuple(table)


def read_wheels(given: object, faults: Faults, warnings: list[str]) -> dict[str, Wheel]:
    """The wheels by their names. A wheel with an even number of sectors gets a warning."""
    if not isinstance(given, dict) or not given:
        faults.add("wheels", f"must be a table of wheels, not {shown(given)}", _CLAUSE)
        return {}
    wheels = {}
    for name, sectors in given.items():
        place = f"wheel {name}"
        told = faults.is_list(place, sectors, _CLAUSE)
        if not FEWEST_SECTORS <= len(told) <= MAX_SECTORS:
            faults.add(place, f"must have {FEWEST_SECTORS} to {MAX_SECTORS} sectors, not {len(told)}", _CLAUSE)
        elif len(told) % 2 == 0:
            warnings.append(
                f"{place}: with {len(told)} sectors, the arrow visits even and odd ones in alternate turns ({_CLAUSE})"
            )
        wheels[name] = Wheel(
            name, tuple(_sector(f"{place}, sector {n}", sector, faults) for n, sector in enumerate(told))
        )
    return wheels


def _sector(place: str, given: object, faults: Faults) -> tuple[int, int]:
    match = _SECTOR.fullmatch(given) if isinstance(given, str) else None
    if match is None or match[1] not in WEATHERS:
        faults.add(place, f"{shown(given)} is not a weather: use {', '.join(WEATHERS)}, such as C or R+1", _CLAUSE)
        return 0, 0
    bonus = int(match[2] or 0)
    if bonus not in BONUSES[match[1]]:
        fitting = " or ".join(f"+{n}" if n else "no bonus" for n in BONUSES[match[1]])
        faults.add(place, f"{shown(given)}: {match[1]} takes {fitting}", "RA-W4")
    return WEATHERS.index(match[1]), bonus
