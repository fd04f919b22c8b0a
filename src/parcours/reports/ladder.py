"""The ladder as a table and as a picture: one rung per bot, with its rating and its interval."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from rich.console import Group, RenderableType
from rich.text import Text

from parcours.lab.ladder import Ladder, Rung
from parcours.reports.tables import bounds, report_table, seconds
from parcours.svg import CONDENSED, INK, PAPER

WIDTH, LEFT, RIGHT, ROW, TOP, FOOT = 760, 190, 150, 44, 96, 54
LETTER = 9.5
"""The approximate width of a letter in a name."""


def ladder_table(ladder: Ladder) -> RenderableType:
    """The rungs for the terminal."""
    rungs, of = ladder.rungs(), ladder.schedule
    helped = any(rung.failed for rung in rungs)
    table = report_table("Bot", "Rating", "Wins", "95%", "Place", "p50", "p99", *["Helped"] * helped)
    for rung in rungs:
        table.add_row(
            rung.bot,
            f"{rung.rating.value:.0f}{_half(rung)}",
            f"{rung.wins.value:.1%}",
            f"{100 * (rung.wins.low or 0.0):.1f}–{100 * (rung.wins.high or 1.0):.1f}%",
            f"{rung.place:.2f}",
            *(seconds(taken) if taken is not None else "" for taken in (rung.quick, rung.slow)),
            *[str(rung.failed or "")] * helped,
        )
    head = f"{of.game.name}: {len(ladder.entries)} races, {of.teams} teams, {of.course.name}"
    equal = (
        f"equal bots would win {1 / of.teams:.1%} each; a bot rated 400 higher arrives ahead in 10 of 11 races; "
        f"± is 95%; p50 and p99: half and 99 of 100 decisions took no longer; seed {of.seed}"
    )
    return Group(Text(head, "bold"), Text(), table, Text(), pairs_table(ladder), Text(), Text(equal, "dim"))


def pairs_table(ladder: Ladder) -> RenderableType:
    """How often each bot arrives ahead of each other bot."""
    table = report_table("Ahead", "Share", "95%")
    for pair in ladder.pairs():
        table.add_row(f"{pair.bot} ahead of {pair.other}", f"{pair.ahead.value:.1%}", bounds(pair.ahead, percent=True))
    return table


def _half(rung: Rung) -> str:
    """Half the width of a rating's interval; empty if there is none."""
    return f" ±{rung.rating.high - rung.rating.value:4.0f}" if rung.rating.high is not None else ""


def ladder_svg(ladder: Ladder) -> str:
    """The rungs as a picture."""
    rungs, of = ladder.rungs(), ladder.schedule
    height = TOP + ROW * len(rungs) + FOOT
    ends = [end for rung in rungs for end in _ends(rung)]
    low, high = min(ends), max(ends)
    span = max(high - low, 100.0)
    low, high = low - 0.06 * span, high + 0.06 * span
    shown = f"{of.game.name}: the ladder"
    about = f"{len(ladder.entries)} races, {of.teams} teams, {of.course.name}"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' role='img' "
        f"aria-label='{escape(shown, quote=True)}' font-family='{CONDENSED}' fill='{INK}'>",
        f"<rect width='{WIDTH}' height='{height}' fill='{PAPER}'/>",
        f"<rect width='{WIDTH}' height='8' fill='{of.game.accent}'/>",
        f"<text x='28' y='48' font-size='28' font-weight='700'>{escape(shown)}</text>",
        f"<text x='28' y='72' font-size='15'>{escape(about)}</text>",
    ]

    left = max(LEFT, 48 + LETTER * max(len(rung.bot) for rung in rungs))

    def place(value: float) -> float:
        return left + (WIDTH - left - RIGHT) * (value - low) / (high - low)

    for tick in _ticks(low, high):
        x = place(tick)
        parts.append(
            f"<line x1='{x:.1f}' x2='{x:.1f}' y1='{TOP}' y2='{height - FOOT + 6}' stroke='{INK}' stroke-opacity='.18'/>"
            f"<text x='{x:.1f}' y='{height - FOOT + 26}' font-size='14' text-anchor='middle'>{tick:g}</text>"
        )
    for number, rung in enumerate(rungs):
        parts.append(_rung_svg(rung, TOP + ROW * number + ROW / 2, place, of.game.accent, 1 / of.teams))
    return "".join([*parts, "</svg>\n"])


def _rung_svg(rung: Rung, y: float, place: Callable[[float], float], accent: str, equal: float) -> str:
    (low, high), middle = map(place, _ends(rung)), place(rung.rating.value)
    wins = f"{rung.wins.value:.0%} won"
    return (
        f"<text x='28' y='{y + 6:.1f}' font-size='20' font-weight='700'>{escape(rung.bot)}</text>"
        f"<line x1='{low:.1f}' x2='{high:.1f}' y1='{y}' y2='{y}' stroke='{INK}' stroke-width='3'/>"
        f"<circle cx='{middle:.1f}' cy='{y}' r='8' fill='{accent}' stroke='{INK}' stroke-width='2'/>"
        f"<text x='{WIDTH - 28}' y='{y + 5:.1f}' font-size='16' text-anchor='end' "
        f"fill-opacity='{1 if rung.wins.value > equal else 0.6}'>{wins}</text>"
    )


def _ends(rung: Rung) -> tuple[float, float]:
    """Where the line of a rung begins and ends: at the rating itself if there is no interval."""
    rating = rung.rating
    return (
        rating.value if rating.low is None else rating.low,
        rating.value if rating.high is None else rating.high,
    )


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers within bounds, about six."""
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000) if (high - low) / step <= 8 or step == 1000)
    first = int(low // step + 1) * step
    return [float(tick) for tick in range(first, int(high) + 1, step)]
