"""Rally: reads the Calendar, and whole data files with cards, tables, wheels and rallies (RA-F1, RA-F4, RA-L1)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from parcours.engine.tablefile import read_text, read_toml_or_json, shown
from parcours.errors import CourseError
from parcours.games.rally.cards import FEATURES, Card, Limits, read_cards, why_no_road
from parcours.games.rally.faults import Faults
from parcours.games.rally.state import MAX_LAID, MAX_PLACES
from parcours.games.rally.tables import Matrix, Wheel, read_damage, read_gears, read_risk, read_wheels

DATA = Path(__file__).parent / "data"
OWN_FILES = ("cards.json", "tables.toml", "wheels.toml", "calendar.toml")
FORMAT = 1
MOST_STAGES = 20
_FIELDS = ("format", "game", "name", "cards", "extension", "gears", "risk", "damage", "wheels", "rallies")
_CLAUSE = "RA-F4"


@dataclass(frozen=True)
class Rally:
    """An event of the Calendar: its weather wheel, the number of stages and their limits, and the limits of its special
    stage, if it has one."""

    id: str
    name: str
    wheel: str
    stages: int
    limits: Limits
    special: Limits | None = None


@dataclass(frozen=True)
class RallyData:
    """Everything that the rules take from data files."""

    cards: tuple[Card, ...] = ()
    extension: tuple[int, ...] = ()
    """Cards that may be laid only with the extension (RA-O4)."""
    gears: Matrix = ()
    risk: Matrix = ()
    damage: Matrix = ()
    wheels: dict[str, Wheel] = field(default_factory=dict)
    rallies: tuple[Rally, ...] = ()
    warnings: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    """The parts that the file itself contains; the others are the game's own."""

    @property
    def base(self) -> tuple[Card, ...]:
        """The cards without those of the extension."""
        return tuple(card for card in self.cards if card.id not in self.extension)

    def rally(self, id_: str) -> Rally | None:
        return next((rally for rally in self.rallies if rally.id == id_), None)


@cache
def own_data() -> RallyData:
    """The data that comes with the game, from all its files."""
    data = RallyData()
    for name in OWN_FILES:
        data = read_data(DATA / name, base=data)
    return replace(data, held=())


def read_data(path: Path | str, text: str | None = None, base: RallyData | None = None) -> RallyData:
    """Read a data file (TOML or JSON). What it contains replaces the game's own data. A bad file is refused as a whole,
    with a list of all its faults."""
    file = str(path)
    top = read_toml_or_json(path, read_text(path) if text is None else text).table
    if top.get("format") != FORMAT:
        what = f"this version of Parcours reads rally files of format {FORMAT}, not {shown(top.get('format'))}"
        raise CourseError(file, "format", what)
    faults, warnings = Faults(file), list[str]()
    faults.is_table("file", top, _FIELDS, "RA-F1")
    data = own_data() if base is None else base
    held = tuple(name for name in _FIELDS[3:] if name in top)
    found: dict[str, Any] = {"held": held}
    if "cards" in top:
        found["cards"], found["extension"] = read_cards(top["cards"], faults), ()
    for name, read in (("gears", read_gears), ("risk", read_risk), ("damage", read_damage)):
        if name in top:
            found[name] = read(top[name], faults)
    if "wheels" in top:
        found["wheels"] = read_wheels(top["wheels"], faults, warnings)
    data = replace(data, **found, warnings=tuple(warnings))
    if "extension" in top:
        data = replace(data, extension=_extension(top["extension"], data, faults))
    if "rallies" in top:
        data = replace(data, rallies=_rallies(top["rallies"], data, faults))
    if not faults.found:
        _check_together(data, faults)
    faults.refuse()
    return data


def _extension(given: object, data: RallyData, faults: Faults) -> tuple[int, ...]:
    known = {card.id for card in data.cards}
    ids = faults.is_list("extension", given, "RA-O4")
    for id_ in ids:
        if id_ not in known:
            faults.add("extension", f"there is no card {shown(id_)}", "RA-O4")
    return tuple(ids)


# --------------------------------------------------------------------------------------------------- the Calendar


def _rallies(given: object, data: RallyData, faults: Faults) -> tuple[Rally, ...]:
    found: list[Rally] = []
    for at, table in enumerate(faults.is_list("rallies", given, _CLAUSE), 1):
        rally = _rally(at, table, data, faults)
        if rally and rally.id in [other.id for other in found]:
            faults.add(f"rallies[{at}]", f"the id {shown(rally.id)} is used twice", _CLAUSE)
        elif rally:
            found.append(rally)
    if not found and not faults.found:
        faults.add("rallies", "the Calendar needs at least one rally", _CLAUSE)
    return tuple(found)


def _rally(at: int, given: object, data: RallyData, faults: Faults) -> Rally | None:
    known = ("id", "name", "wheel", "stages", "cards", "special", "limits")
    table = faults.is_table(f"rallies[{at}]", given, known, _CLAUSE)
    if not table:
        return None
    id_, name = table.get("id"), table.get("name")
    place = name if isinstance(name, str) and name else f"rallies[{at}]"
    if not isinstance(id_, str) or not id_ or set(id_) & set("/:#\\"):
        faults.add(place, f"the id {shown(id_)} must be text without / : # or \\", _CLAUSE)
    if not isinstance(name, str) or not name.strip():
        faults.add(place, f"the name {shown(name)} must be text and not empty", _CLAUSE)
    wheel = table.get("wheel")
    if wheel not in data.wheels:
        faults.add(place, f"there is no wheel {shown(wheel)} (wheels: {', '.join(data.wheels)})", _CLAUSE)
    stages = faults.is_whole(f"{place}, stages", table.get("stages"), 1, MOST_STAGES, _CLAUSE)
    bounds = _bounds(place, table.get("limits", {}), faults)
    cards = faults.is_whole(f"{place}, cards", table.get("cards"), 1, MAX_LAID, _CLAUSE)
    limits, special = Limits(cards or 1, bounds), None
    if "special" in table:
        where = f"{place}, special"
        own = faults.is_table(where, table["special"], ("cards", "limits"), _CLAUSE)
        count = faults.is_whole(f"{where}, cards", own.get("cards"), 1, MAX_LAID, _CLAUSE)
        special = Limits(count or 1, _bounds(where, own["limits"], faults) if "limits" in own else bounds)
    return Rally(str(id_), str(name), str(wheel), stages or 1, limits, special)


def _bounds(place: str, given: object, faults: Faults) -> tuple[tuple[int, int | None], ...]:
    if not isinstance(given, dict):
        faults.add(place, f"its limits must be a table, not {shown(given)}", _CLAUSE)
        return ((0, None),) * len(FEATURES)
    for feature in given:
        if feature not in FEATURES:
            faults.add(place, f"there is no feature {shown(feature)} (features: {', '.join(FEATURES)})", _CLAUSE)
    bounds: list[tuple[int, int | None]] = []
    for feature in FEATURES:
        where = f"{place}, {feature}"
        table = faults.is_table(where, given.get(feature, {}), ("least", "most"), _CLAUSE)
        least = faults.is_whole(f"{where}, least", table.get("least", 0), 0, MAX_LAID, _CLAUSE)
        most = faults.is_whole(f"{where}, most", table["most"], 0, MAX_LAID, _CLAUSE) if "most" in table else None
        bounds.append((least or 0, most))
    return tuple(bounds)


def _check_together(data: RallyData, faults: Faults) -> None:
    """Check that every rally can be driven with these cards, with and without the extension (RA-F4)."""
    longest = sorted((len(card.squares) for card in data.cards), reverse=True)
    for rally in data.rallies:
        if rally.wheel not in data.wheels:
            faults.add(
                rally.name, f"there is no wheel {shown(rally.wheel)} (wheels: {', '.join(data.wheels)})", _CLAUSE
            )
        for limits, where in ((rally.limits, rally.name), (rally.special, f"{rally.name}, special")):
            if limits is None:
                continue
            reason = why_no_road(data.base, limits)
            if reason:
                faults.add(where, reason, _CLAUSE)
            elif sum(longest[: limits.cards]) > MAX_PLACES:
                what = f"{limits.cards} cards can make a road of {sum(longest[: limits.cards])} squares"
                faults.add(where, f"{what}: at most {MAX_PLACES} are allowed", _CLAUSE)
