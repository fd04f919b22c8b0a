"""Options of a game: switches, and choices among several; how files and command lines write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parcours.engine.words import Say

OptionValue = bool | str
"""On or off; or one of an option's choices."""


@dataclass(frozen=True)
class Option:
    """A switch of a game: on or off; or, with choices, one of several."""

    name: str
    label: Say
    help: Say
    clause: str
    default: OptionValue = False
    choices: tuple[tuple[str, Say], ...] = ()
    """Values and what they mean. Empty: a switch."""

    def takes(self, value: object) -> bool:
        """Whether it can have this value."""
        return value in [name for name, _ in self.choices] if self.choices else isinstance(value, bool)


@dataclass(frozen=True)
class OptionPreset:
    """A set of options that belong together, under a name: "a first race"."""

    id: str
    name: Say
    about: Say
    options: Mapping[str, OptionValue]
    course: str = ""
    """The course that goes with it; empty: any."""


def option_words(options: Mapping[str, OptionValue], known: Sequence[Option] = ()) -> list[str]:
    """Options as files and reports write them: NAME for a switch that is on, NAME=off for a switch that is off but on
    by default, NAME=CHOICE for the other options.

    >>> option_words({"relays": True, "sprints": False, "level": "B"})
    ['relays', 'level=B']
    """
    on = {option.name for option in known if option.default is True}
    told = {True: "", False: "=off"}
    return [
        name + (told[value] if isinstance(value, bool) else f"={value}")
        for name, value in options.items()
        if value is not False or name in on
    ]


def read_options(words: Sequence[str]) -> dict[str, OptionValue]:
    """Read options from the words that `option_words` writes.

    >>> read_options(["relays", "wind=off", "level=B"])
    {'relays': True, 'wind': False, 'level': 'B'}
    """
    split = (word.partition("=") for word in words)
    return {name: choice != "off" and choice if chooses else True for name, chooses, choice in split}
