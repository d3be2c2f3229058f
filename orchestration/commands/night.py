"""Making nights: by hand, and in the Dagster UI."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from orchestration.commands.common import BAD_INPUT, FAILED, Problem, prepared_home, writable_home
from warehouse.home import CHECKOUT

UNFINISHED = "finished partitions stay; run `tsume nightly` again to go on from there"


@click.command(short_help="Make one night, up to its release.")
@click.option("--night", metavar="DATE", help="The night, like 2026-11-15. Default: tonight.")
@click.option(
    "--scale",
    metavar="N",
    default="1",
    help="Make N times as many candidates as the settings say: 0.01 to 100, at least one of each variant.",
)
def nightly(night: str | None, scale: str) -> None:
    """Make one night: candidates, proofs, features, ratings, choice, release, warehouse.

    Progress goes to standard error, a summary to standard output. A night made again stays as it is
    if nothing changed; if something did, its release becomes DATE-r2 beside the first. After a
    kill, the next run goes on from the last finished partition.

    A candidate depends on its number alone: --scale 2 gives those of --scale 1 and as many more.
    """
    home = writable_home()
    from assets.core.settings import Settings
    from orchestration.partitions import BadNight, parse_night, tonight

    settings = replace(Settings.load(), scale=checked_scale(scale))
    try:
        night = tonight(settings.zone) if night is None else parse_night(night, settings.zone)
    except BadNight as error:
        raise Problem(str(error), BAD_INPUT) from None
    prepared_home()
    from assets.agents.versions import UnknownVersion, check_named
    from assets.core.compute import Compute
    from assets.core.stage import Press
    from orchestration.leaving import leaves
    from orchestration.night import NightFailed, run_night
    from orchestration.summary import summary

    leaves(UNFINISHED)
    try:
        check_named(Press(home, settings, Compute(1), "nightly"))
        run_night(home, settings, night)
    except UnknownVersion as error:
        raise Problem(f"play.weights: {error}", BAD_INPUT) from None
    except NightFailed as error:
        raise Problem(str(error), FAILED) from None
    except Exception as error:  # Dagster's own storage has many ways to say that the disk is full
        if home.is_full():
            raise Problem(f"no space left on the disk of TSUME_HOME {home.root}", FAILED) from error
        raise
    click.echo(summary(home, settings.games, night))


def checked_scale(text: str) -> float:
    from assets.core.settings import SCALES

    least, most = SCALES
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not least <= scale <= most:
        raise Problem(f"--scale must be a number from {least:g} to {most:g}, not {text!r}", BAD_INPUT)
    return scale


@click.command(short_help="Open the Dagster UI with its daemon.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=3000, show_default=True)
def ui(host: str, port: int) -> None:
    """The Dagster UI with its daemon: the asset graph, schedules, backfills. Ctrl-C ends both."""
    import signal
    import socket

    prepared_home()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Problem(f"cannot listen on {host}:{port}: {error.strerror}", BAD_INPUT) from None
    click.echo(f"tsume: the UI will be at http://{host}:{port}", err=True)
    dagster = str(Path(sys.executable).with_name("dagster"))
    command = [
        dagster,
        "dev",
        "-h",
        host,
        "-p",
        str(port),
        "-m",
        "orchestration.definitions",
        "-d",
        str(CHECKOUT),
        "--log-level",
        "warning",
    ]
    os.environ |= {"PYTHONWARNINGS": "ignore", "PYTHONSAFEPATH": "1"}  # import nothing of the current folder
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell may have it ignored; Dagster would then ignore SIGTERM too
    os.execv(dagster, command)
