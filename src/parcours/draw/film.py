"""A race as a film: an animated GIF with a picture for every turn or every move (`pip install 'parcours[lab]'`)."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from parcours.draw.board import Board
from parcours.draw.notebook import board_of, caption, riders, view_of, with_caption
from parcours.draw.playback import SPECTATOR, moments
from parcours.draw.raster import as_png
from parcours.engine.match import Match
from parcours.errors import BadOptionError
from parcours.svg import PAPER, num

if TYPE_CHECKING:
    from PIL.Image import Image

SMALLEST, LARGEST = 200, 3200
LAST = 4
"""How many times longer the last picture stays than the others."""
COLOURS = 256

Step = Literal["turn", "move"]


def animate(race: Match, path: Path, each: Step, seconds: float, width: int) -> None:
    """Write the race so far, as a spectator saw it, to an animated GIF."""
    if path.suffix.lower() != ".gif":
        raise BadOptionError(f"{path}: an animation must be a .gif file")
    if each not in ("turn", "move"):
        raise BadOptionError(f"each must be 'turn' or 'move', not {each!r}")
    if not 0 < seconds <= 60:
        raise BadOptionError(f"seconds must be more than 0 and at most 60, not {seconds!r}")
    if not SMALLEST <= width <= LARGEST:
        raise BadOptionError(f"width must be {SMALLEST} to {LARGEST} pixels, not {width!r}")
    frames = _in_one_palette(list(Camera(width).film(race, each)))
    lasting = [round(1000 * seconds)] * (len(frames) - 1) + [round(1000 * seconds * LAST)]
    frames[0].save(
        path,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=lasting,
        loop=0,
        optimize=False,
        disposal=1,
    )


class Camera:
    """Takes pictures of races. It draws a board only once, as long as the board stays the same."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._board: Board | None = None
        self._empty: Image | None = None

    def film(self, race: Match, each: Step) -> Iterator[Image]:
        """Pictures of the start and of the race after each turn or move."""
        yield self.take(race.at(0))
        for moment in moments(race):
            if each == "move" or moment.ends_turn:
                yield self.take(moment.race)

    def take(self, race: Match) -> Image:
        """The race as it stands: the board, everybody on it, and the caption."""
        board, scene = board_of(race), race.game.scene(race, SPECTATOR)
        if self._empty is None or board is not self._board:
            self._board, self._empty = board, self._pixels(with_caption(board, "", ""))
        view = " ".join(map(num, view_of(board)))
        drawn = riders(race.game, board, scene) + caption(race, scene, board)
        upon = self._pixels(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{drawn}</svg>')
        together: Image = _pillow().alpha_composite(self._empty, upon).convert("RGB")
        return together

    def _pixels(self, svg: str) -> Image:
        made: Image = _pillow().open(BytesIO(as_png(svg, self.width))).convert("RGBA")
        return made


def _pillow() -> Any:
    """Pillow's `Image` module; without Pillow, an error that says what to do."""
    try:
        from PIL import Image
    except ImportError:
        raise BadOptionError("animations need Pillow: pip install 'parcours[lab]'") from None
    return Image


def _in_one_palette(frames: list[Image]) -> list[Image]:
    """All pictures in the size of the first one and in the same colours, so that what stands still takes no room."""
    from PIL import Image, ImageOps

    size = frames[0].size
    alike = [frame if frame.size == size else ImageOps.pad(frame, size, color=PAPER) for frame in frames]
    palette = alike[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in alike]
