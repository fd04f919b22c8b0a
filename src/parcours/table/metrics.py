"""What a server does and holds, as metrics for Prometheus. If an address is given for them, they are served there."""

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
from parcours.table.table_registry import TableRegistry

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
        """Count an answered request."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
        if refused is not None:
            self._refusals.labels(refused).inc()

    @contextmanager
    def served(self, given: str) -> Iterator[str]:
        """Serve the figures for as long as the block lasts: at HOST:PORT, or at PORT for this machine alone."""
        host, port = address_of(given)
        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            raise MetricsError(f"metrics can't be served at {given}: {error.strerror}") from None
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
        raise MetricsError(f"{given!r} is not an address for metrics: use PORT or HOST:PORT, such as 127.0.0.1:9100")
    return host, port


class _Now(Collector):
    """Collects the figures at the moment when they are asked for."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def collect(self) -> Iterable[Metric]:
        """All figures. (This runs in a thread of its own: what it counts may change meanwhile.)"""
        state = self._app.state
        yield _gauge("connections", "Open connections, not counting live ones.", state.gate.connections)
        yield _gauge("live_connections", "Open live connections.", state.guard.live)
        registry: TableRegistry | None = getattr(state, "registry", None)
        if registry is None:
            return
        thinking, waiting = registry.thinkers.at_work()
        yield _gauge("tables", "Tables in memory.", len(registry.tables))
        yield CounterMetricFamily("parcours_actions", "Actions saved.", registry.played)
        yield _gauge("bots_thinking", "Bots thinking about a choice.", thinking)
        yield _gauge("bots_waiting", "Bots waiting for their turn to think.", waiting)
        yield _gauge("hints_waiting", "Hints requested but not yet given.", len(registry.hints.asking))
        yield _gauge(
            "exports_waiting", "Sheets, pictures and files requested but not yet made.", len(registry.exports.asking)
        )
        yield _gauge("reviews_waiting", "Reviews running or waiting.", registry.reviews.running())
        yield _gauge("file_readers", "Processes for reading files.", len(registry.readers.processes()))
        left, total = registry.compiler.left()
        yield _gauge("compile_jobs", "Parts to compile in total.", total)
        yield _gauge("compile_jobs_left", "Parts still to compile.", left)
        yield CounterMetricFamily("parcours_database_errors", "Database errors.", registry.storage.health.errors)
        yield _gauge(
            "database_up", "Whether the database answered the last request.", int(not registry.storage.health.out)
        )


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"parcours_{name}", about, value)
