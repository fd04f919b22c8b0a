"""What has changed between two JSON values, in a short form. The page's `patches.ts` reads it.

For an object, a patch gives only the fields that changed. For a list of objects, it gives each item: as the number of
an equal old item, as the number of an old item with its changes, or whole. Everything else is given whole.
"""

from __future__ import annotations

from typing import Any

KEYS = ("id", "action")
"""Fields by which an item of a list is recognised, wherever it stands."""


class UnlikeError(ValueError):
    """A field was removed, which a patch can't express."""


def patch(old: Any, new: Any) -> Any:
    """What turns `old` into `new`.

    >>> patch({"turn": 3, "pieces": [{"id": "r1", "at": 4}, {"id": "r2", "at": 6}]},
    ...       {"turn": 3, "pieces": [{"id": "r2", "at": 6}, {"id": "r1", "at": 7}]})
    {'pieces': [1, [0, {'at': 7}]]}
    """
    if isinstance(old, dict) and isinstance(new, dict):
        if not old.keys() <= new.keys():
            raise UnlikeError(f"{sorted(old.keys() - new.keys())} are missing")
        return {name: _field(old, name, value) for name, value in new.items() if name not in old or old[name] != value}
    if _records(old) and isinstance(new, list):
        return _items(old, new)
    return new


def _field(old: dict[str, Any], name: str, value: Any) -> Any:
    return patch(old[name], value) if name in old else value


def _records(value: Any) -> bool:
    """Whether a value is a list of objects."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _items(old: list[dict[str, Any]], new: list[Any]) -> list[Any]:
    places = {key: place for place, item in enumerate(old) if (key := _key(item)) is not None}
    told = []
    for number, item in enumerate(new):
        key = _key(item)
        place = places.get(key) if key is not None else number if number < len(old) else None
        told.append(item if place is None else _item(old[place], place, item))
    return told


def _item(old: dict[str, Any], place: int, new: dict[str, Any]) -> Any:
    if old == new:
        return place
    try:
        return [place, patch(old, new)]
    except UnlikeError:
        return new


def _key(item: dict[str, Any]) -> Any:
    return next((item[name] for name in KEYS if name in item), None)
