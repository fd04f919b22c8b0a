"""A small table that shows itself: as text in a terminal, as HTML in a notebook.

>>> print(Grid("Places", ("", "points"), (("Red", "12"), ("Blue", "7"))))
Places
      points
Red       12
Blue       7
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

RIGHT = ' style="text-align: right"'
LEFT = ' style="text-align: left"'


@dataclass(frozen=True)
class Grid:
    """A title, the names of the columns, and rows of words. All columns but the first are aligned to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    colours: tuple[str, ...] = ()
    """A colour for each row, as #RRGGBB, or none."""

    def __str__(self) -> str:
        lines = [self.columns, *self.rows]
        wide = [max(len(line[n]) for line in lines) for n in range(len(self.columns))]
        told = (
            "  ".join(word.ljust(size) if n == 0 else word.rjust(size) for n, (word, size) in enumerate(cells))
            for cells in (zip(line, wide, strict=True) for line in lines)
        )
        return "\n".join([self.title, *(line.rstrip() for line in told)])

    def html(self) -> str:
        """The same for a notebook."""
        head = "".join(f"<th{LEFT if n == 0 else RIGHT}>{escape(name)}</th>" for n, name in enumerate(self.columns))
        body = "".join(f"<tr>{self._cells(number, row)}</tr>" for number, row in enumerate(self.rows))
        return (
            f"<table><caption{LEFT}>{escape(self.title)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )

    def _cells(self, number: int, row: tuple[str, ...]) -> str:
        dot = f'<span style="color: {self.colours[number]}">●</span> ' if self.colours and self.colours[number] else ""
        first = f"<td{LEFT}>{dot}{escape(row[0])}</td>"
        return first + "".join(f"<td{RIGHT}>{escape(word)}</td>" for word in row[1:])
