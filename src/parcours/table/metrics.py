"""What a server does and holds, in figures, as Prometheus reads them: at an address of their own, if one is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from parcours.errors import ParcoursError
from parcours.table.house import House

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class MetricsError(ParcoursError):
    """An address for the metrics that can't be used."""


class Metrics:
    """The figures of one server."""

    def __init__(self, app: FastAPI) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "parcours_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "parcours_request_seconds", "How long requests take.", ("route",), buckets=BUCKETS, registry=self.registry
        )
        self._refusals = Counter("parcours_refusals", "Requests refused.", ("code",), registry=self.registry)
        self.registry.register(_Now(app))
        ProcessCollector(registry=self.registry)

    def count(self, method: str, route: str, status: int, seconds: float, refused: str | None) -> None:
        """A request was answered."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
        if refused is not None:
            self._refusals.labels(refused).inc()

    @contextmanager
    def served(self, given: str) -> Iterator[str]:
        """Serve the figures at HOST:PORT, or at a port of this machine alone, for as long as the block lasts."""
        host, port = address_of(given)
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            raise MetricsError(f"metrics can't be told at {given}: {error.strerror}") from None
        shown = f"[{host}]" if ":" in host else host
        try:
            yield f"http://{shown}:{server.server_port}/metrics"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def address_of(given: str) -> tuple[str, int]:
    """Host and port of an address for metrics."""
    try:
        parts = urlsplit(f"//127.0.0.1:{given}" if given.isdecimal() else f"//{given}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or port is None or parts.path:
        raise MetricsError(f"{given!r} is no address for metrics: give PORT or HOST:PORT, such as 127.0.0.1:9100")
    return host, port


class _Now(Collector):
    """What is so at the moment of asking."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def collect(self) -> Iterable[Metric]:
        """All figures. (Asked in a thread of its own: what it counts may change meanwhile.)"""
        state = self._app.state
        yield _gauge("connections", "Connections open, live ones not counted.", state.gate.connections)
        yield _gauge("live_connections", "Live connections open.", state.guard.live)
        house: House | None = getattr(state, "house", None)
        if house is None:
            return
        thinking, waiting = house.thinkers.at_work()
        yield _gauge("tables", "Tables in memory.", len(house.tables))
        yield CounterMetricFamily("parcours_actions", "Actions acknowledged.", house.played)
        yield _gauge("bots_thinking", "Bots that think about a choice.", thinking)
        yield _gauge("bots_waiting", "Bots that wait until they may think.", waiting)
        yield _gauge("hints_waiting", "Hints asked for and not answered.", len(house.hints.asking))
        yield _gauge("exports_waiting", "Sheets, pictures and files not made yet.", len(house.exports.asking))
        yield _gauge("reviews_waiting", "Reviews that are made or wait.", house.reviews.running())
        yield _gauge("file_readers", "Processes that read files.", len(house.readers.processes()))
        left, total = house.compiler.left()
        yield _gauge("compile_jobs", "Parts to compile, in all.", total)
        yield _gauge("compile_jobs_left", "Parts still to compile.", left)
        yield CounterMetricFamily("parcours_database_errors", "Errors of the database.", house.storage.health.errors)
        yield _gauge("database_up", "Whether the database answered last time.", int(not house.storage.health.out))


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"parcours_{name}", about, value)
