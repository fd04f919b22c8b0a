"""The log of what happens at a server, for its host: on request as one line of JSON per event, on standard error.

A line tells what happened and how often, never who did it or what was said: no secret, no invitation, no name, no chat,
no address. So every fact is a number or one of this program's own words. From other libraries' messages only the fixed
words are logged, not the values put into them.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import sys
import threading
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Fact = int | float | bool | str | None
FORMS = ("text", "json")
MOST_FRAMES = 8
logger = logging.getLogger("parcours.events")


def note(event: str, level: int = logging.INFO, text: str = "", **facts: Fact) -> None:
    """Log an event. `text` is for the plain log, which shows only warnings and errors."""
    if logger.isEnabledFor(level):
        logger.log(level, "%s", text or event, extra={"event": event, "facts": facts})


def log_as(form: str) -> None:
    """Choose how this process logs from now on; "text" is Python's usual way."""
    if form != "json":
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.getLogger().handlers = [handler]
    logger.setLevel(logging.INFO)
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, trace: _ended("process failed", error)
    threading.excepthook = lambda given: _ended("thread failed", given.exc_value)


def form_here() -> str:
    """How this process logs, so that the processes it starts can do the same."""
    return "json" if any(isinstance(one.formatter, Lines) for one in logging.getLogger().handlers) else "text"


def _ended(event: str, error: BaseException | None) -> None:
    logger.error("%s", event, exc_info=error, extra={"event": event, "facts": {}})


class Lines(logging.Formatter):
    """Writes a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", "message"),
        }
        if hasattr(record, "facts"):
            told |= {name: fact for name, fact in record.facts.items() if fact is not None}
        else:
            told |= {"logger": record.name, "message": _words(record)}
        if record.exc_info and record.exc_info[1] is not None:
            told |= _where(record.exc_info[1])
        return json.dumps(told, ensure_ascii=True)


def _words(record: logging.LogRecord) -> str:
    """A message without the values put into it, except numbers and kinds of errors."""
    words = str(record.msg)
    if isinstance(record.args, tuple) and record.args:
        with contextlib.suppress(TypeError, ValueError):
            words %= tuple(_harmless(value) for value in record.args)
    first = words.splitlines()[0] if words else ""
    return re.split(r"[(<{\[\"]", first)[0].strip()[:160]


def _harmless(value: object) -> object:
    if isinstance(value, BaseException):
        return type(value).__name__
    return value if isinstance(value, int | float) else "…"


def _where(error: BaseException) -> dict[str, Any]:
    """The kind of an error, and where it happened. (Its message may hold anything.)"""
    frames = traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:]
    return {"error": type(error).__name__, "where": [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames]}
