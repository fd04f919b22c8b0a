"""A server that answers late: a proxy that delays everything that the server says."""

from __future__ import annotations

import asyncio
import os
import random
import threading

LATE = int(os.environ.get("PARCOURS_LATE", "0"))
"""Milliseconds, roughly, by which everything that a server says reaches the page later than usual."""
PIECE = 16 * 1024


def late_line(port: int, late: int = LATE) -> int:
    """A port that leads to another one on this machine. What comes back comes late, and piece by piece."""
    found: list[int] = []
    listening = threading.Event()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, late: int) -> None:
        try:
            while piece := await reader.read(PIECE):
                await asyncio.sleep(late * 2 * random.random() / 1000)
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(carry(reader, to_server, 0), carry(from_server, writer, late))

    async def listen() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        found.append(server.sockets[0].getsockname()[1])
        listening.set()
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(listen()), daemon=True).start()
    listening.wait()
    return found[0]
