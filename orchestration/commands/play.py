"""The page where people play."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import click

from orchestration.commands.common import BAD_INPUT, FAILED, Problem
from orchestration.leaving import leaves

if TYPE_CHECKING:
    import socket

    from warehouse.home import Home

PORT = 4884
STUCK = "something did not come to its end in time; what was acknowledged is written down"


@click.command(short_help="Open the page where people play.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes any free one.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name by which a proxy on this machine serves the page. The service then trusts the proxy's word on who "
    "is asking.",
)
@click.option("--make", is_flag=True, help="Make a night first if there is no release yet.")
def play(host: str, port: int, names: tuple[str, ...], make: bool) -> None:
    """The page where people play the puzzles of the releases, rate them, and see how they did.

    It prints its address once it answers, and ends with Ctrl-C or SIGTERM. Only this machine can open
    it, unless --host says otherwise: --host 0.0.0.0 is for phones in the same network. A new release
    is taken up without a restart. What players do is written to players/log.sqlite in the root, or to
    the PostgreSQL database that TSUME_PLAYER_DB names.
    """
    from warehouse.home import Home
    from warehouse.releases import published_releases

    check_names(names)
    home = Home.from_environment()
    if not published_releases(home) and not make:  # nothing has been written by then
        raise Problem("there is no release to play yet: make one with `tsume nightly`", BAD_INPUT)
    home.prepare()
    if not published_releases(home):
        make_night()
    from player.serve import CannotListen, listener

    try:
        listening = listener(host, port)
    except CannotListen as error:
        raise Problem(str(error), BAD_INPUT) from None
    leaves("what was acknowledged is written down")
    with listening:
        serve(home, listening, host, names)


def check_names(names: tuple[str, ...]) -> None:
    """Refuse what no address can have for a name."""
    from player.guard.hosts import is_name

    for name in names:
        if not is_name(name):
            raise Problem(f"--name {name!r} is not the name of a host, like puzzles.example.org", BAD_INPUT)


def make_night() -> None:
    """A night in a process of its own: what it needs is not needed here."""
    done = subprocess.run([sys.executable, "-m", "orchestration.cli", "nightly"], stdout=sys.stderr)
    if done.returncode:
        raise Problem("there is no release to play: the night could not be made", done.returncode)


def serve(home: Home, listening: socket.socket, host: str, names: tuple[str, ...]) -> None:
    import logging

    from assets.core.settings import Settings
    from player import serve
    from player.app import app_of
    from player.service import Service
    from player.warm import warm_up
    from warehouse.players.log import BadAddress, LogUnavailable

    logging.basicConfig(level=logging.WARNING, format="tsume: %(message)s", stream=sys.stderr)
    try:
        service = Service.open(home, Settings.load())
    except LogUnavailable as error:
        raise Problem(str(error), BAD_INPUT if isinstance(error, BadAddress) else FAILED) from None
    app = app_of(service, host, names)
    warm_up(service.stock, service.desk.replays, say)

    def ready() -> None:
        for address in serve.addresses(listening):
            click.echo(address)
        if not serve.is_local(listening):
            say("everybody in this network can open it, and it is plain HTTP: others can read along")
        sys.stdout.flush()

    try:
        serve.run(app, listening, ready, bool(names), service.beside)
    finally:
        ended = service.close()
    if not ended:
        say(STUCK)
        sys.stderr.flush()
        os._exit(0)


def say(text: str) -> None:
    click.echo(f"tsume: {text}", err=True)
