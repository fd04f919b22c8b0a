"""How the table says no: a status for the client, a sentence for the person, and no change."""

from __future__ import annotations

from parcours.engine.words import Say
from parcours.errors import ParcoursError


class Refused(ParcoursError):  # noqa: N818
    """An answer of "no", with its reason."""

    def __init__(
        self, status: int, code: str, message: Say | str, clause: str | None = None, retry: int = 1,
        detail: str | None = None,
    ) -> None:  # fmt: skip
        self.status, self.code, self.message, self.clause = status, code, message, clause
        self.detail = detail
        """Technical details, in English."""
        self.retry = retry
        """If waiting helps (429, 503): for how many seconds."""
        super().__init__(str(message))

    def plain(self, language: str) -> dict[str, dict[str, str | None]]:
        """The refusal as the API gives it."""
        message = self.message.to(language) if isinstance(self.message, Say) else self.message
        return {"error": {"code": self.code, "message": message, "clause": self.clause, "detail": self.detail}}


def no_such_table() -> Refused:
    return Refused(404, "no_table", Say("This table does not exist or is private."))


def no_such_seat() -> Refused:
    return Refused(404, "no_seat", Say("This table has no such seat: choose another."))


def wrong_secret() -> Refused:
    return Refused(401, "wrong_secret", Say("That key doesn't open a seat at this table: ask for a new link."))


def no_seat() -> Refused:
    return Refused(403, "no_seat", Say("Only players at this table can do that: take a seat first."))


def not_your_seat() -> Refused:
    return Refused(403, "not_your_seat", Say("That seat is taken: choose another."))


def stale() -> Refused:
    return Refused(409, "stale", Say("The race has moved on: look again, then choose."))


def already_done() -> Refused:
    return Refused(409, "already_done", Say("Already done: it counts once."))


def not_your_turn() -> Refused:
    return Refused(409, "not_your_turn", Say("Wait for your turn."))


def race_over() -> Refused:
    return Refused(409, "over", Say("The race is over."))


def not_finished() -> Refused:
    return Refused(403, "not_finished", Say("Finish the race first: this would reveal hidden information."))


def busy(seconds: int, status: int = 429) -> Refused:
    """Too much is asked at once, of the whole server (503) or by one client (429)."""
    message = Say.number("Too many requests at once. Try again in {n} second.",
                         "Too many requests at once. Try again in {n} seconds.", seconds)  # fmt: skip
    return Refused(status, "busy" if status == 503 else "too_many", message, retry=seconds)


def storage_gone() -> Refused:
    message = Say.number("The saved races can't be reached. Try again in {n} second.",
                         "The saved races can't be reached. Try again in {n} seconds.", 5)  # fmt: skip
    return Refused(503, "storage", message, retry=5)


def invalid(message: Say | str, clause: str | None = None, detail: str | None = None) -> Refused:
    return Refused(422, "invalid", message, clause, detail=detail)
