"""Schemathesis tests the documented API: no server error, and no answer that the documentation does not describe."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS

from parcours.table.app import create_app
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider

EXAMPLES = 12


def test_the_documentation_is_whole(client: httpx.Client) -> None:
    told = client.get("api/v1/openapi.json").json()
    for path, methods in told["paths"].items():
        for method, route in methods.items():
            assert route.get("description"), f"{method} {path} is not described"
            assert any(status.startswith("2") for status in route["responses"])
    assert "SceneScene" in told["components"]["schemas"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    folder: Path = tmp_path_factory.mktemp("openapi")
    with running(relaxed(str(folder / "tables.db"))) as server:
        yield server


schema = schemathesis.openapi.from_dict(create_app().openapi())


def route_test(method: str, path: str) -> Callable[..., None]:
    """The test of one route. (Of several tests with the same name workers run only one, so each route has its own.)"""

    @schema.include(method=method, path=path).parametrize()
    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def test_route(case, served: Server) -> None:  # type: ignore[no-untyped-def]
        """Half of the time the test uses an existing table, with a secret that fits."""
        table = _table(served)
        given = case.path_parameters or {}
        id_ = str(given.get("table_id", ""))
        if len(id_) % 2 and re.fullmatch(r"[A-Za-z0-9_-]{1,24}", id_):
            given["table_id"] = table[0]
        case.call_and_validate(
            base_url=served.address, excluded_checks=_not_ours(), headers={"authorization": f"Bearer {table[1]}"}
        )

    return test_route  # type: ignore[no-any-return]


ROUTES = [route.ok() for route in schema.get_all_operations()]
for route in ROUTES:
    named = re.sub(r"[^a-z0-9]+", "_", f"{route.method} {route.path.removeprefix('/api/v1')}".lower()).strip("_")
    globals()[f"test_{named}"] = route_test(route.method, route.path)


def test_every_route_has_a_test_of_its_own(request: pytest.FixtureRequest) -> None:
    here = [item.nodeid for item in request.session.items if item.path == request.path]
    assert len(set(here)) == len(here)
    assert len(ROUTES) >= 44


def _table(served: Server) -> tuple[str, str]:
    made = served.__dict__.get("table")
    if made is None:
        with httpx.Client(base_url=served.address, timeout=30) as client:
            table = Rider(client).open("me", "sprinter", "sprinter")
        made = served.__dict__["table"] = (table.id, table.secrets[0])
    return made  # type: ignore[no-any-return]


def _not_ours() -> list[object]:
    """Checks that depend on more than the request: a wrong secret is refused, but no secret makes a spectator."""
    names = ("ignored_auth", "positive_data_acceptance")
    return [check for name, check in ((n, _check(n)) for n in names) if check is not None]


def _check(name: str) -> object | None:
    return next((check for check in CHECKS.get_all() if check.__name__ == name), None)
