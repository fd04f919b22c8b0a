"""Pictures of positions, for whoever wants to keep or show one: as a viewer sees them, so that they tell no secret."""

from __future__ import annotations

from parcours.draw.board import Board, draw_board
from parcours.draw.position import draw_position
from parcours.engine.match import Match
from parcours.engine.scene import plain
from parcours.engine.words import in_language
from parcours.table.sheet import fonts
from parcours.table.tables import Table

WIDE = 1600
"""How wide a PNG is, in pixels."""
PAGE = f"#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.picture), width: {WIDE}pt)"


def picture_svg(table: Table, match: Match, viewer: int, language: str) -> str:
    """A position as a viewer sees it."""
    game = table.game
    scene = game.scene(match, viewer)
    colours = {seat: team.colour for seat, team in enumerate(game.teams)}
    about = f"{game.name.to(language)}: {plain(scene.strip.round, language)}"
    board: Board = draw_board(game.drawn(match.races[0], match.setup.course), game.accent, in_language(language))
    return draw_position(board, scene.pieces, colours, about)


def as_png(svg: str) -> bytes:
    """The same in pixels."""
    import typst

    made = typst.compile(PAGE.encode(), format="png", ppi=72, font_paths=fonts(), sys_inputs={"picture": svg})
    assert isinstance(made, bytes)
    return made
