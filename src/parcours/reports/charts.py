"""Charts for the lab, by Matplotlib (`parcours[lab]`): every figure with its interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parcours.engine.statistics import Interval
from parcours.errors import ParcoursError
from parcours.lab.sweep import Figure
from parcours.svg import INK, PAPER

COLOURS = ("#C8382E", "#2B62A8", "#3F8452", "#E5B321", "#7C519F", "#DE7A27")
MARKS = "osD^vP"


def check(path: Path) -> None:
    """Refuse a file that can't hold a chart. Call this before the long work whose results the chart shows."""
    if path.suffix not in (".svg", ".png"):
        raise ParcoursError(f"{path}: a chart must be a .svg or .png file")
    if find_spec("matplotlib") is None:
        raise ParcoursError("charts need matplotlib: pip install 'parcours[lab]'")


def _canvas(rows: int, columns: int, width: float, height: float) -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "parcours"
    pyplot.rcParams["svg.fonttype"] = "none"
    figure, axes = pyplot.subplots(rows, columns, figsize=(width, height), squeeze=False, facecolor=PAPER)
    for axis in axes.flat:
        axis.set_facecolor(PAPER)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(colors=INK)
        axis.grid(color=INK, alpha=0.12)
    return figure, axes


def _save(figure: Any, path: Path) -> None:
    from matplotlib import pyplot

    figure.savefig(path, bbox_inches="tight", dpi=130, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)


def sweep_chart(title: str, found: Sequence[Figure], path: Path) -> None:
    """The wins of each bot and the length of the races, one line per set-up."""
    check(path)
    bots = list(dict.fromkeys(one.bot for one in found))
    setups = list(dict.fromkeys(one.words for one in found))
    figure, axes = _canvas(1, 2, 11, 1.6 + 0.4 * len(setups) * (1 + 0.25 * len(bots)))
    readings: list[tuple[str, Callable[[Figure], Interval]]] = [
        ("share of wins per team", lambda one: one.wins),
        ("turns per race", lambda one: one.turns),
    ]
    for axis, (name, read) in zip(axes[0], readings, strict=True):
        for number, bot in enumerate(bots):
            own = [one for one in found if one.bot == bot]
            heights = [setups.index(one.words) + 0.16 * (number - (len(bots) - 1) / 2) for one in own]
            _marks(axis, [read(one) for one in own], heights, COLOURS[number % 6], MARKS[number % 6], bot)
        axis.set_xlabel(name, color=INK)
        axis.set_yticks(range(len(setups)), setups if axis is axes[0][0] else [""] * len(setups))
        axis.invert_yaxis()
    axes[0][0].legend(frameon=False, fontsize="small")
    figure.suptitle(title, color=INK)
    _save(figure, path)


def _marks(axis: Any, found: list[Interval], heights: list[float], colour: str, mark: str, label: str) -> None:
    values = [one.value for one in found]
    below = [one.value - (one.value if one.low is None else one.low) for one in found]
    above = [(one.value if one.high is None else one.high) - one.value for one in found]
    axis.errorbar(values, heights, xerr=[below, above], fmt=mark, color=colour, label=label, capsize=3, markersize=5)


def curve_chart(
    title: str, across: str, up: str, lines: dict[str, Sequence[tuple[float, Interval]]], path: Path
) -> None:
    """Figures that change along an axis, each as a line with a band for its interval."""
    check(path)
    figure, axes = _canvas(1, 1, 8, 4.5)
    axis = axes[0][0]
    for number, (name, points) in enumerate(lines.items()):
        at = [x for x, _ in points]
        colour = COLOURS[number % 6]
        axis.plot(
            at, [one.value for _, one in points], color=colour, label=name, marker=MARKS[number % 6], markersize=4
        )
        low = [one.value if one.low is None else one.low for _, one in points]
        high = [one.value if one.high is None else one.high for _, one in points]
        axis.fill_between(at, low, high, color=colour, alpha=0.2, linewidth=0)
    axis.set_xlabel(across, color=INK)
    axis.set_ylabel(up, color=INK)
    axis.legend(frameon=False)
    axis.set_title(title, color=INK)
    _save(figure, path)
