"""The names of downloads: course, date and riders, so that a folder full of them stays readable."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.parse import quote

from parcours.engine.words import Say, said
from parcours.table.tables import Table

LONGEST = 100
"""The most characters of a name, without its ending."""
FORBIDDEN = '\\/:*?"<>|'
"""Characters that some systems don't allow in file names."""


def race_name(table: Table, language: str) -> str:
    """The name of a race: its course, its day, and the people who ride it, or the teams if only bots ride."""
    riders = [said(table.who(seat.seat), language) for seat in table.people()]
    teams = [team.name.to(language) for team in table.game.teams[: table.match.teams]]
    course = Say(str(table.match.setup.course.name)).to(language)
    return dated(course, table.created, riders or teams)


def dated(title: str, seconds: float, riders: Iterable[str]) -> str:
    """A title, a day, and who was there.

    >>> dated("Round the lake", 0.0, ["Ada", "Bob"])
    'Round the lake 1970-01-01 Ada, Bob'
    """
    day = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
    return f"{title} {day} {', '.join(riders)}".strip()


def file_name(name: str, ending: str) -> str:
    """A file name that every system accepts.

    >>> file_name("Col d'Èze: up/down?", "toml")
    "Col d'Èze updown.toml"
    """
    kept = "".join(c for c in name if c.isprintable() and c not in FORBIDDEN)
    return f"{' '.join(kept.split())[:LONGEST].strip(' .') or 'parcours'}.{ending}"


def attachment(name: str, ending: str) -> dict[str, str]:
    """The header that tells a browser to save an answer under this name.

    >>> attachment("Zürich", "race")["content-disposition"]
    'attachment; filename="Zurich.race"; filename*=UTF-8\\'\\'Z%C3%BCrich.race'
    """
    full = file_name(name, ending)
    plain = unicodedata.normalize("NFKD", full).encode("ascii", "ignore").decode()
    return {"content-disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(full)}"}
