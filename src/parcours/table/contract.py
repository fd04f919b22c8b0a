"""The contract between server and page as one JSON schema: `python -m parcours.table.contract`.

It holds every shape of the HTTP API and of the live messages. `npm run types` makes the page's types from it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pydantic.json_schema import models_json_schema

from parcours.table.app import create_app
from parcours.table.messages import LiveLine

DEFINITIONS = "#/$defs/"


def contract() -> dict[str, Any]:
    """All shapes, by name."""
    http = json.dumps(create_app().openapi()["components"]["schemas"])
    _, live = models_json_schema([(LiveLine, "serialization")], ref_template=DEFINITIONS + "{model}")
    shapes = {**live["$defs"], **json.loads(http.replace("#/components/schemas/", DEFINITIONS))}
    return {"title": "Contract", "type": "object", "$defs": dict(sorted(shapes.items()))}


if __name__ == "__main__":
    json.dump(contract(), sys.stdout, indent=1)
