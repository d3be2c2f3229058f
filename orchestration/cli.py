"""The command line, `tsume`: its commands put together, and what becomes of errors."""

from __future__ import annotations

import os
import sys

import click

from orchestration.commands.agent import agent
from orchestration.commands.collection import collection
from orchestration.commands.common import BAD_INPUT, FAILED, Problem
from orchestration.commands.counts import bench, perft
from orchestration.commands.draw import convert, draw
from orchestration.commands.endgame import table
from orchestration.commands.generate import generate, variants
from orchestration.commands.models import models
from orchestration.commands.night import nightly, ui
from orchestration.commands.rate import rate
from orchestration.commands.ratings import ratings
from orchestration.commands.release import releases, verify, withdraw
from orchestration.commands.replay import replay
from orchestration.commands.show import show
from orchestration.commands.solve import simulate, solve
from orchestration.commands.tune import tune
from orchestration.commands.warehouse import sql

COMMANDS = (
    nightly, ui, releases, verify, show, withdraw, generate, variants, solve, rate, simulate, draw, convert,
    collection, ratings, models, agent, tune, replay, sql, perft, table, bench,
)  # fmt: skip


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tsume")
def cli() -> None:
    """A nightly press for puzzles: makes them by the thousand, proves each has the answer it claims,
    rates how interesting and how hard it will feel, and publishes a set every night.

    \b
    A first evening:
      tsume nightly                                  make tonight's release
      tsume generate tsd-2 --count 5 --seed 7        five candidates as JSON lines
      tsume generate tsd-2 --count 5 | tsume solve   ... with their verdicts
      tsume generate tsd-2 --count 5 | tsume rate    ... with how interesting and how hard they are, and why
      tsume generate chain-2x3 --unique | tsume draw --format text --answer
      tsume agent tspin --player best --games 4      let a player play; --watch page.html to see it
      tsume sql "from nightly_summary"               what the nights gave
      tsume ui                                       the whole press in a browser

    Everything lives under one root: TSUME_HOME, by default data/ in the checkout. Puzzles are printed as
    JSON, one object a line, and read so too, or as links or boards (see `tsume convert --help`).
    Exit status: 0 done, 1 the run failed, 2 bad input.
    """


for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """What a user did gets one line and a status, never a traceback."""
    from assets.settings import BadSettings
    from warehouse.lake import DamagedFile

    try:
        with cli.make_context("tsume", sys.argv[1:]) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except SystemError as error:  # how a kernel that was interrupted comes back
        if not interrupted(error):
            raise
        sys.exit(130)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except click.UsageError as error:
        where = f"{error.ctx.command_path}" if error.ctx else "tsume"
        complain(f"{' '.join(error.format_message().split())} (see `{where} --help`)", BAD_INPUT)
    except click.ClickException as error:
        complain(error.format_message(), BAD_INPUT)
    except Problem as problem:
        complain(str(problem), problem.status)
    except BadSettings as error:
        complain(str(error), BAD_INPUT)
    except DamagedFile as error:
        complain(str(error), FAILED)
    except OSError as error:
        complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", FAILED)


def interrupted(error: BaseException | None) -> bool:
    """Whether somebody's Ctrl-C is what led to an error."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def complain(message: str, status: int) -> None:
    print(f"tsume: {message}", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    main()
