"""The table's server: one process, on this machine unless told otherwise."""

from __future__ import annotations

import argparse
import contextlib
import ipaddress
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence

import uvicorn
from fastapi import FastAPI

from parcours.errors import ParcoursError
from parcours.table.events import FORMS, log_as, note
from parcours.table.gate import have_files, live_protocol_of, protocol_of
from parcours.table.settings import Settings

PORT = 8421
BACKLOG = 2048


class ServeError(ParcoursError):
    """A server that can't be started: why, and what to do."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket to listen on. If no port is given and the usual one is busy, it listens on a free one."""
    wanted = [port] if port is not None else [PORT, 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(BACKLOG)
            return listening
        except OSError as error:
            listening.close()
            reason = error.strerror
    raise ServeError(f"{host} port {wanted[0]} can't be used: {reason} (choose another with --port)")


def address_of(listening: socket.socket) -> str:
    """Where a browser finds the server."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def reached_at(listening: socket.socket) -> str | None:
    """Where other machines find the server; None if it listens only to this machine."""
    host, port = listening.getsockname()[:2]
    if ipaddress.ip_address(host).is_loopback:
        return None
    shown = own_address(listening.family) if ipaddress.ip_address(host).is_unspecified else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def own_address(family: int) -> str:
    """This machine's address in its network: the one that it would send from. (Nothing is sent.)"""
    far = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = False,
    tell: Callable[[str], None] | None = None,
    bots: Sequence[str] = (),
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    log: str = "text",
    metrics: str | None = None,
) -> None:
    """Serve the table until stopped. It answers at once; rules are compiled in the background.

    `bots` are the host's own bots that may take seats: FILE.py:CLASS. `names` are the server's host names. `proxies`
    are the addresses of proxies that are trusted to report the client's address. `log` is "text" or "json": one line
    per event, on standard error. `metrics` is the address at which metrics are served for Prometheus: HOST:PORT.
    """
    log_as(log)
    listening = listen(host, port)
    address = address_of(listening)
    from parcours.table.app import admit_bots, create_app
    from parcours.table.storage import Storage

    say = tell or (lambda text: print(text, flush=True))
    named = (*names, *([] if host in ("0.0.0.0", "::") else [host]))
    settings = Settings(
        database=database, bots=tuple(bots), reached_at=reached_at(listening), hosts=named,
        trusted_proxies=tuple(proxies), log=log, metrics=metrics,
    )  # fmt: skip
    admit_bots(settings)
    have_files(settings)
    app = create_app(settings, Storage(database, alone=True))
    server = _Server(server_config(app), lambda: _announce(say, address, open_browser))
    with contextlib.ExitStack() as beside, contextlib.suppress(KeyboardInterrupt):
        if metrics is not None:
            say(f"Prometheus metrics are at {beside.enter_context(app.state.metrics.served(metrics))}")
        server.run(sockets=[listening])
    if not server.started:
        raise ServeError("the server could not be started")


def server_config(app: FastAPI) -> uvicorn.Config:
    """The configuration of uvicorn: quiet, and with the sizes that the table allows."""
    proxies = list(app.state.settings.trusted_proxies)
    # with JSON logs, uvicorn's messages go where all others go
    log_config = None if app.state.settings.log == "json" else uvicorn.config.LOGGING_CONFIG
    return uvicorn.Config(
        app, log_config=log_config, log_level="warning", access_log=False, ws_max_size=app.state.settings.most_message,
        ws_per_message_deflate=False, ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=3,
        server_header=False, http=protocol_of(app.state.gate), ws=live_protocol_of(app.state.gate),
        proxy_headers=bool(proxies), forwarded_allow_ips=proxies,
    )  # fmt: skip


def _announce(say: Callable[[str], None], address: str, open_browser: bool) -> None:
    say(f"Parcours is at {address} (stop with Ctrl-C)")
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class _Server(uvicorn.Server):
    """Announces its address once it answers."""

    def __init__(self, config: uvicorn.Config, answering: Callable[[], None]) -> None:
        super().__init__(config)
        self._answering = answering

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._answering()


def main() -> int:
    """`python -m parcours.table.serve`: for development; `parcours play` is for people."""
    parser = argparse.ArgumentParser(prog="parcours.table.serve")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--public", action="append", default=[])
    parser.add_argument("--proxy", action="append", default=[])
    parser.add_argument("--log", choices=FORMS, default="text")
    parser.add_argument("--metrics", metavar="HOST:PORT")
    given = parser.parse_args()
    try:
        serve(
            given.host, given.port, given.database, given.open, names=given.public, proxies=given.proxy,
            log=given.log, metrics=given.metrics,
        )  # fmt: skip
    except ParcoursError as error:
        if given.log == "json":
            note("not started", logging.ERROR, why=str(error))
            return 1
        print(f"parcours: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
