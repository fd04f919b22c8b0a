"""A race as a spectator sees it, wherever a program shows one: in a terminal, in a notebook, in a file."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from parcours.draw.board import draw_board
from parcours.draw.playback import SPECTATOR, show_position
from parcours.draw.position import draw_position
from parcours.engine.match import Match

WIDE = 100


def text(race: Match) -> str:
    """Road, riders, points and the question, without colours."""
    console = Console(file=StringIO(), width=WIDE, force_terminal=False)
    show_position(race, len(race.actions), console)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def picture(race: Match) -> str:
    """The board, and everybody on it."""
    game = race.game
    scene = game.scene(race, SPECTATOR)
    colours = {seat: team.colour for seat, team in enumerate(game.teams)}
    board = draw_board(game.drawn(race.races[0], race.setup.course), game.accent)
    return draw_position(board, scene.pieces, colours, f"{game.name}: {scene.strip.round}")
