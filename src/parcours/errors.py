"""What can go wrong, in words for a person: every error says what, where, and what to do."""

from __future__ import annotations


class ParcoursError(Exception):
    """The root of all errors that a person can cause; its text is one line."""


class BadOptionError(ParcoursError):
    """An unknown game, option, course or bot, or a value that it does not take."""


class IllegalActionError(ParcoursError):
    """An action that the rules do not allow now. Nothing has changed."""


class CourseError(ParcoursError):
    """A course that breaks a rule of its game: the file, the place in it, and the clause."""

    def __init__(self, file: str, place: str, what: str, clause: str = "") -> None:
        self.file, self.place, self.what, self.clause = file, place, what, clause
        super().__init__(f"{file}: {place}: {what}" + (f" ({clause})" if clause else ""))


class RaceFileError(ParcoursError):
    """A race file that is broken, cut short, edited or impossible: the line (0: the whole file) and the reason."""

    def __init__(self, file: str, line: int, what: str) -> None:
        self.file, self.line, self.what = file, line, what
        super().__init__(f"{file}, line {line}: {what}" if line else f"{file}: {what}")


class TourError(ParcoursError):
    """A tour that can't be ridden as asked, or a race that is not its next one. Nothing has changed."""


class TourFileError(RaceFileError):
    """A tour file that is broken, cut short, edited or impossible: the line (0: the whole file) and the reason."""
