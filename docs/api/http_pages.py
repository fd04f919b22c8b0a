"""Writes the page of the HTTP interface from the server's own description of it, whenever the site is built."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

INTRODUCTION = """# HTTP reference

Every address begins with `/api/v1`. Answers are JSON; `?lang=` chooses the language of all words in them. A seat is
held by a secret, sent as `Authorization: Bearer SECRET`. A refusal has the form
`{"error": {"code", "message", "clause"}}`. The whole contract, with every field, is at `/api/v1/openapi.json` of any
running table.
"""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    from parcours.table.app import create_app

    files.append(File.generated(config, "api/http.md", content=written(create_app().openapi())))
    return files


def written(schema: dict[str, Any]) -> str:
    """The description as a page: a section for every address and method."""
    parts = [INTRODUCTION]
    for path, methods in sorted(schema["paths"].items()):
        for method, route in methods.items():
            parts.append(f"## `{method.upper()} {path.removeprefix('/api/v1')}`\n\n{route.get('description', '')}\n")
            for given in route.get("parameters", []):
                needed = "" if given.get("required") else ", optional"
                parts.append(f"- `{given['name']}` ({given['in']}{needed})")
            body = _shape(route.get("requestBody", {}))
            answers = ", ".join(f"{code} {_shape(answer)}".strip() for code, answer in route["responses"].items())
            parts.append((f"\nTakes {body}. " if body else "\n") + f"Answers {answers}.\n")
    return "\n".join(parts)


def _shape(told: dict[str, Any]) -> str:
    for kind, content in told.get("content", {}).items():
        shape = content.get("schema", {})
        named = shape.get("$ref") or shape.get("items", {}).get("$ref", "")
        return f"`{named.rpartition('/')[2] or kind}`" + (" (a list)" if shape.get("type") == "array" else "")
    return ""
