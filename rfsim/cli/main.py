"""The command group, and what becomes of errors.

Commands are imported when they are called, and import the heavy parts themselves: `rfsim --help` answers at once.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any, NoReturn

import click

from rfsim import __version__
from rfsim.errors import CheckError, InputError, suggestion, unknown

#: Each command is the function `command` of a module of this package.
COMMANDS = {
    "run": "run",
    "sweep": "sweep",
    "tournament": "tournament",
    "match": "match",
    "compare-rules": "compare_rules",
    "draft": "draft",
    "tune": "tune",
    "tables": "tables",
    "report": "report",
    "agreement": "agreement",
    "replay": "replay",
    "verify": "verify",
    "guilds": "guilds",
    "rules": "rules",
    "strategies": "strategies",
    "bench": "bench",
}
WRONG_INPUT, FAILED, INTERRUPTED = 2, 1, 130
MOST_LINES = 3  # of mistakes shown at once


class Commands(click.Group):
    """Finds commands by name, and suggests close ones."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"rfsim.cli.{COMMANDS[cmd_name]}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise InputError(f"unknown command '{args[0]}'{suggestion(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: rfsim run quickstart",
)
@click.version_option(__version__, prog_name="rfsim")
def cli() -> None:
    """Play millions of Riftforce games between bots, and compare guilds, drafts and strategies."""


def main() -> NoReturn:
    """Run the command line; exit codes as in the README."""
    from rfsim.cli.common import show_compilation

    show_compilation()
    sys.unraisablehook = pass_over_strategies
    try:
        code = cli.main(prog_name="rfsim", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except InputError as error:
        tell(error.lines)
        sys.exit(WRONG_INPUT)
    except click.UsageError as error:
        tell([usage_line(error)])
        sys.exit(WRONG_INPUT)
    except click.ClickException as error:
        tell([error.format_message()])
        sys.exit(FAILED)
    except CheckError as error:
        tell(str(error).splitlines())
        sys.exit(FAILED)
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os._exit(FAILED)
    except Exception as error:
        tell([f"rfsim failed: {type(error).__name__}: {error}; the traceback is in {log_crash()}"])
        sys.exit(FAILED)


def pass_over_strategies(unraisable: Any) -> None:
    """A compiled strategy that raises is dealt with where it is called; Numba would print its traceback as well."""
    if "CPUContext" not in str(unraisable.object):
        sys.__unraisablehook__(unraisable)


def tell(lines: Any) -> None:
    """Say what is wrong, `MOST_LINES` lines at most."""
    shown = list(lines)[:MOST_LINES]
    for line in shown:
        click.echo(f"rfsim: {line}", err=True)
    if len(lines) > len(shown):
        click.echo(f"rfsim: … and {len(lines) - len(shown)} more", err=True)


def usage_line(error: click.UsageError) -> str:
    """A usage error in one line: what, and what would be right."""
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        options = [name for option in error.ctx.command.params for name in option.opts if name.startswith("--")]
        return f"{error.ctx.command_path}: {unknown('option', error.option_name, options)}"
    text = error.format_message().replace("\n", " ").rstrip(".")
    text = text[:1].lower() + text[1:]
    command = error.ctx.command_path if error.ctx else "rfsim"
    return f"{text} (see '{command} --help')"


def log_crash() -> Path:
    """Where the traceback of a crash was written: the run's log, or a file of its own."""
    for handler in logging.getLogger("rfsim").handlers:
        inner = getattr(handler, "sub_handler", handler)
        if isinstance(inner, logging.FileHandler):
            logging.getLogger("rfsim").exception("crash")
            return Path(inner.baseFilename)
    path = Path(tempfile.gettempdir()) / f"rfsim-crash-{os.getpid()}.log"
    path.write_text(traceback.format_exc())
    return path
