"""The command line, `tsume`: its commands put together, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem, shell_complete

from orchestration.commands.common import BAD_INPUT, FAILED, Problem
from orchestration.leaving import left

INTERRUPTED = 130

# Every command: its module in `orchestration.commands`, and what the list of commands says of it. A module is
# imported when its command is called. A test holds this table against the commands themselves.
COMMANDS: dict[str, tuple[str, str]] = {
    "nightly": ("night", "Make one night, up to its release."),
    "play": ("play", "Open the page where people play."),
    "ui": ("night", "Open the Dagster UI with its daemon."),
    "releases": ("release", "List the releases."),
    "verify": ("release", "Check a release again."),
    "show": ("show", "Show one puzzle."),
    "withdraw": ("release", "Take a puzzle back."),
    "generate": ("generate", "Print candidates as JSON lines."),
    "variants": ("generate", "List the variants: families of puzzles."),
    "solve": ("solve", "Solve puzzles: verdict and solutions."),
    "rate": ("rate", "Rate puzzles: interest, difficulty, and why."),
    "simulate": ("solve", "Play boards out: chains and scores."),
    "draw": ("draw", "Draw puzzles as SVG or text."),
    "convert": ("draw", "Write puzzles in another form."),
    "collection": ("collection", "Import puzzles that other people made."),
    "ratings": ("ratings", "Import, list and export ratings by people."),
    "models": ("models", "Manage the models of interest and difficulty."),
    "agent": ("agent", "Let agents play; see how strong they are."),
    "tune": ("tune", "Find better weights for agents."),
    "replay": ("replay", "Write a page to watch played games on."),
    "sql": ("warehouse", "Ask the warehouse in SQL."),
    "perft": ("counts", "Count the ways to place a queue."),
    "table": ("endgame", "Solve every position of a small endgame."),
    "bench": ("counts", "Measure speeds, beside other programs'."),
}


class OnDemand(click.Group):
    """Commands that are imported when they are called: listing them takes no imports."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"orchestration.commands.{module}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        return [CompletionItem(name, help=COMMANDS[name][1]) for name in found] + click.Command.shell_complete(
            self, ctx, incomplete
        )


@click.group(cls=OnDemand, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tsume")
def cli() -> None:
    """A nightly press for puzzles. It makes them by the thousand, proves that each has the answer
    it claims, rates how interesting and how hard each will feel, and publishes a set every night.

    \b
    A first evening:
      tsume nightly                                  make tonight's release
      tsume generate tsd-2 --count 5 --seed 7        five candidates as JSON lines
      tsume generate tsd-2 --count 5 | tsume solve   ... with their verdicts
      tsume generate tsd-2 --count 5 | tsume rate    ... with how interesting and how hard they are, and why
      tsume generate chain-2x3 --unique | tsume draw --format text --answer
      tsume agent tspin --agent best --games 4       let an agent play; --watch page.html to see it
      tsume sql "from nightly_summary"               what each night made
      tsume play                                     the page where people play
      tsume ui                                       the whole press in a browser

    Everything lives under one root: TSUME_HOME, by default data/ in the checkout. Commands print
    puzzles as JSON, one object a line. They read that too, and links and boards (see `tsume convert
    --help`). Exit status: 0 done, 1 the run failed, 2 bad input.
    """


def main() -> None:
    """What a user did gets one line and a status, never a traceback."""
    if asked := os.environ.get("_TSUME_COMPLETE"):
        sys.exit(shell_complete(cli, {}, "tsume", "_TSUME_COMPLETE", asked))
    try:
        with cli.make_context("tsume", sys.argv[1:]) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        complain(f"interrupted: {left()}", INTERRUPTED)
    except SystemError as error:  # how a kernel that was interrupted comes back
        if not interrupted(error):
            raise
        complain(f"interrupted: {left()}", INTERRUPTED)
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
    except loaded("assets.core.settings", "BadSettings") as error:
        complain(str(error), BAD_INPUT)
    except loaded("warehouse.home", "BadRoot") as error:
        complain(str(error), BAD_INPUT)
    except loaded("warehouse.lake", "DamagedFile") as error:
        complain(str(error), FAILED)
    except OSError as error:
        complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", FAILED)


def loaded(module: str, name: str) -> tuple[type[BaseException], ...]:
    """An error of a module that is there; nobody can raise it if the module is not."""
    return (getattr(sys.modules[module], name),) if module in sys.modules else ()


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
