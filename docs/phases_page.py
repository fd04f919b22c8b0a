"""Draws the phases of Profi from their table (`parcours.games.profi.phases`), whenever the site is built."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from parcours.games.profi.phases import LUCK, NOBODY, PARTS, PHASES, SEAT, Phase

INTRODUCTION = """# Profi's phases

Profi is a machine of small phases. In each a player decides, or chance, or nobody: then it passes by itself. One table,
`games/profi/phases.py`, holds a row for each phase: who decides, what is legal, what a decision does, and what can come
next. `python tools/write_phases.py` makes the dispatch of the rules from it (`rules/dispatch.py`), and this page is
drawn from it. In random races a test sees that nothing else follows than what stands here.

At any decision a player may turn a doping card into chips: the race then stays in its phase, after `PICK_PHASE` if the
rider has several. No picture shows that.

Red frames: a player decides. Blue: chance. Grey: it passes by itself.
"""
PAINTS = {SEAT: ("#FDFAF1", "#C8382E"), LUCK: ("#E8F0F7", "#2B62A8"), NOBODY: ("#F1F0EC", "#8A8778")}
PART = ("#F6F1E4", "#1D2A3A")
WIDE, HIGH, GAP_X, GAP_Y = 168, 50, 46, 22

Steps = dict[str, list[str]]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    files.append(File.generated(config, "profi-phases.md", content=written()))
    return files


def written() -> str:
    """The page: the parts of a race, then each part with its phases."""
    parts = [INTRODUCTION, "## The parts of a race\n", _overview()]
    for part in PARTS:
        phases = [phase for phase in PHASES if phase.part == part]
        parts += [f"## {part}\n", _picture(phases), _rows(phases)]
    return "\n".join(parts)


def _overview() -> str:
    part_of = {phase.name: phase.part for phase in PHASES}
    after: Steps = {part: [] for part in PARTS}
    for phase in PHASES:
        for name in phase.then:
            if part_of[name] != phase.part and part_of[name] not in after[phase.part]:
                after[phase.part].append(part_of[name])
    texts = {part: [part, f"{sum(p.part == part for p in PHASES)} phases"] for part in PARTS}
    return _drawn("The parts of a race and what follows what", texts, after, {})


def _picture(phases: list[Phase]) -> str:
    part_of = {phase.name: phase.part for phase in PHASES}
    here = phases[0].part
    after = {phase.name: [name for name in phase.then if part_of[name] == here] for phase in phases}
    texts = {}
    for phase in phases:
        beyond = list(dict.fromkeys(part_of[name] for name in phase.then if part_of[name] != here))
        leads = f"→ {', '.join(beyond[:2])}{', …' if len(beyond) > 2 else ''}" if beyond else ""
        texts[phase.name] = [phase.name, phase.about.split(" (")[0], leads]
    return _drawn(f"{here}: its phases", texts, after, {phase.name: phase.who for phase in phases})


def _rows(phases: list[Phase]) -> str:
    lines = ["| Phase | Who decides | What | Legal | Does | Next |", "|---|---|---|---|---|---|"]
    for phase in phases:
        legal, does = (_name(function) for function in (phase.legal, phase.play))
        lines.append(
            f"| `{phase.name}` | {phase.who} | {phase.about} | {legal} | {does} | {', '.join(phase.then).lower()} |"
        )
    return "\n".join(lines) + "\n"


def _name(function: object) -> str:
    plain = getattr(function, "py_func", function)
    return f"`{plain.__module__.rpartition('.')[2]}.{plain.__name__}`" if plain else ""


# ------------------------------------------------------------------------------------------------------ drawing


def _drawn(title: str, texts: dict[str, list[str]], after: Steps, who: dict[str, str]) -> str:
    """Boxes in columns, each column a step further from the first box."""
    columns = _columns(list(texts), after)
    at = {
        name: (8 + column * (WIDE + GAP_X), 30 + row * (HIGH + GAP_Y))
        for column, names in enumerate(columns)
        for row, name in enumerate(names)
    }
    wide = 16 + len(columns) * (WIDE + GAP_X) - GAP_X
    high = 40 + max(map(len, columns)) * (HIGH + GAP_Y)
    drawing = [
        '<div markdown="0" style="overflow-x: auto">',
        f'<svg viewBox="0 0 {wide} {high}" width="{wide}" role="img" aria-label="{escape(title)}" '
        'font-family="sans-serif" font-size="11">',
        '<g fill="none" stroke="#1D2A3A" stroke-opacity="0.55" stroke-width="1.3">',
        *(_arrow(at[name], at[later]) for name, leads in after.items() for later in leads),
        "</g>",
        *(_box(at[name], lines, who.get(name, "")) for name, lines in texts.items()),
        "</svg></div>\n",
    ]
    return "\n".join(drawing)


def _columns(names: list[str], after: Steps) -> list[list[str]]:
    """How many steps each is from the first; what no step leads to begins at the left."""
    depth: dict[str, int] = {}
    for start in names:
        if start not in depth:
            queue = [(start, 0)]
            while queue:
                name, steps = queue.pop(0)
                if name not in depth:
                    depth[name] = steps
                    queue += [(later, steps + 1) for later in after[name]]
    return [[name for name in names if depth[name] == column] for column in range(max(depth.values()) + 1)]


def _arrow(one: tuple[int, int], other: tuple[int, int]) -> str:
    """From the right edge to the left one; back again above the boxes; in a column up or down."""
    (x, y), (x2, y2) = one, other
    mid = HIGH // 2
    if one == other:
        return _path(f"M{x + WIDE} {y + 14}c22 -22 22 -30 -10 -14", x + WIDE - 10, y, down=True)
    if x2 > x:
        bend = (x2 - x - WIDE) // 2 + 8
        return _path(
            f"M{x + WIDE} {y + mid}C{x + WIDE + bend} {y + mid} {x2 - bend} {y2 + mid} {x2 - 2} {y2 + mid}",
            x2 - 1, y2 + mid,
        )  # fmt: skip
    if x2 == x and abs(y2 - y) > HIGH + GAP_Y:
        return _path(f"M{x} {y + mid}C{x - 34} {y + mid} {x - 34} {y2 + mid} {x - 1} {y2 + mid}", x - 1, y2 + mid)
    if x2 == x:
        down = y2 > y
        edge = y2 - 1 if down else y2 + HIGH + 1
        return _path(f"M{x + 40} {y + HIGH if down else y}V{edge}", x + 40, edge, down=down, up=not down)
    top = min(y, y2) - 14
    return _path(f"M{x + 60} {y}C{x + 60} {top} {x2 + WIDE - 30} {top} {x2 + WIDE - 30} {y2 - 1}" if y == y2 else
                 f"M{x} {y + 14}C{x - 40} {y + 14} {x2 + WIDE + 40} {y2 + 38} {x2 + WIDE + 1} {y2 + 38}",
                 x2 + WIDE - 30 if y == y2 else x2 + WIDE, y2 if y == y2 else y2 + 38,
                 down=y == y2, left=y != y2)  # fmt: skip


def _path(path: str, x: int, y: int, *, down: bool = False, up: bool = False, left: bool = False) -> str:
    """A line, and the head of its arrow."""
    head = "l-4 -7h8z" if down else "l-4 7h8z" if up else "l7 -4v8z" if left else "l-7 -4v8z"
    return f'<path d="{path}"/><path d="M{x} {y}{head}" fill="#1D2A3A" stroke="none" fill-opacity="0.7"/>'


def _box(at: tuple[int, int], lines: Iterable[str], who: str) -> str:
    x, y = at
    fill, frame = PAINTS.get(who, PART)
    texts = "".join(
        f'<text x="{x + 8}" y="{y + 15 + 14 * row}"{style} fill="#1D2A3A">{escape(line)}</text>'
        for row, (line, style) in enumerate(
            zip(lines, (' font-weight="bold"', "", ' font-style="italic" font-size="10"'), strict=False)
        )
    )
    place = f'x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6"'
    return f'<rect {place} fill="{fill}" stroke="{frame}" stroke-width="1.5"/>{texts}'
