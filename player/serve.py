"""Runs the service: one process, one socket, and an end within seconds when somebody asks for it."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import socket
from asyncio import BaseTransport, TimerHandle
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECONDS_TO_END = 3  # that open requests have to come to their end; then threads and the log have as long as they say
SECONDS_FOR_HEAD = 10.0  # that a request's head may take
MOST_HEAD_BYTES = 32 * 1024
MOST_CONNECTIONS = 1000
KEEP_ALIVE = 65  # seconds


class CannotListen(OSError):
    """Nothing can be served there; the message says why."""


class Patient(HttpToolsProtocol):
    """A connection that waits for the head of a request, but not for ever, and not for one without end."""

    _waiting: TimerHandle | None = None
    _head = 0  # bytes that came while the head was not complete
    _in_head = True

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head += len(data)
            if self._head > MOST_HEAD_BYTES + (64 * 1024):  # a body may come in the same piece
                self.send_400_response("The head of the request is too large.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        self._head, self._in_head = 0, True
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._stop()
        self._waiting = self.loop.call_later(SECONDS_FOR_HEAD, self._give_up)

    def _stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """A server that leaves the signals to whoever runs it, and says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens there; `CannotListen` in one line if it cannot."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise CannotListen(f"cannot listen on {host}: there is no such address") from None
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise CannotListen(f"cannot listen on {host}:{port}: {error.strerror}") from None
    listening.setblocking(False)
    return listening


def run(
    app: ASGIApp,
    listening: socket.socket,
    ready: Callable[[], None],
    behind_proxy: bool = False,
    beside: Callable[[], Iterable[Coroutine[Any, Any, None]]] = list,
) -> None:
    """Serve until SIGTERM or SIGINT, and do what `beside` gives as long. Only behind a proxy on this machine is
    believed what it says of its clients."""
    options: dict[str, Any] = {"proxy_headers": behind_proxy, "forwarded_allow_ips": ["127.0.0.1", "::1"]}
    config = uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=SECONDS_TO_END,
        limit_concurrency=MOST_CONNECTIONS,
        backlog=1024,
        **options,
    )
    server = Server(config, ready)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(until_told(server, listening, beside()))


async def until_told(
    server: Server, listening: socket.socket, beside: Iterable[Coroutine[Any, Any, None]] = ()
) -> None:
    """Serve; the first signal asks for an end, the second for an end at once."""

    def told() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told)
    tasks = [loop.create_task(one) for one in beside]
    try:
        await server.serve([listening])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def addresses(listening: socket.socket) -> list[str]:
    """Where the service can be reached: what it is bound to, or every address of this machine."""
    host, port = listening.getsockname()[:2]
    if not ipaddress.ip_address(host).is_unspecified:
        return [address(host, port)]
    return [address("127.0.0.1", port), *(address(found, port) for found in own_addresses(listening.family))]


def is_local(listening: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def own_addresses(family: socket.AddressFamily) -> Sequence[str]:
    """The addresses of this machine in its networks, the one first by which it would reach others."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only says which address would be used
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        names = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
        found += [str(name[4][0]) for name in names if name[0] in (socket.AF_INET, family)]
    return [one for one in dict.fromkeys(found) if not ipaddress.ip_address(one).is_loopback]
