"""The rules as a player reads them: each game has one file per language, `data/rules.LANGUAGE.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, get_args

from parcours.engine.game import Game
from parcours.engine.words import LANGUAGES
from parcours.errors import BadOptionError

ClauseKind = Literal["rulebook", "ruling", "rebuilt", "example"]
"""What the rulebook says; a ruling on what it leaves open; what replaces a lost picture; an example."""


@dataclass(frozen=True)
class Clause:
    """One clause: its id (`BA-M2`), where it comes from, and its text."""

    id: str
    kind: ClauseKind
    text: str


@dataclass(frozen=True)
class Chapter:
    title: str
    clauses: tuple[Clause, ...]
    last: bool = False
    """Whether it is a list of parts for reference, to be shown after all other chapters."""


@dataclass(frozen=True)
class RuleText:
    """All rules of a game in one language, in reading order."""

    language: str
    title: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """Every clause by its id, in reading order."""
        return {clause.id: clause for chapter in self.chapters for clause in chapter.clauses}

    def clause(self, id_: str) -> Clause:
        """The clause of that id."""
        if id_ not in self.clauses:
            raise BadOptionError(f"there is no clause {id_!r} in {self.title!r}")
        return self.clauses[id_]


@cache
def read_rules(game: Game, language: str) -> RuleText:
    """The rules of a game in a language."""
    path = game.folder / "data" / f"rules.{language}.toml"
    if not path.exists():
        path = path.with_name("rules.en.toml")
    if language not in LANGUAGES or not path.exists():
        raise BadOptionError(f"{game.id}: there are no rules in {language!r} (languages: {', '.join(LANGUAGES)})")
    with path.open("rb") as file:
        top = tomllib.load(file)
    chapters = tuple(
        Chapter(
            str(chapter["title"]),
            tuple(_clause(path.name, table) for table in chapter["clauses"]),
            bool(chapter.get("last")),
        )
        for chapter in top["chapters"]
    )
    return RuleText(language, str(top["title"]), chapters)


def _clause(file: str, table: dict[str, str]) -> Clause:
    kinds: dict[str, ClauseKind] = {kind: kind for kind in get_args(ClauseKind)}
    if table["kind"] not in kinds:
        raise ValueError(f"{file}: {table['id']}: {table['kind']!r} is unknown: use one of {', '.join(kinds)}")
    return Clause(table["id"], kinds[table["kind"]], table["text"])
