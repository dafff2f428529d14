"""`rfsim replay FILE --game N`: a recorded game, turn by turn, as text or as a page."""

from __future__ import annotations

import sys
from pathlib import Path

import click

STOP_STEPPING = "q"


@click.command("replay", epilog="Example: rfsim replay results/quickstart/records.jsonl --game 1 --html")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "number", type=click.IntRange(min=1), default=1, show_default=True, help="Which record.")
@click.option("--turn", type=click.IntRange(min=0), help="The position after this turn alone.")
@click.option("--step", is_flag=True, help="One turn at a time: wait for Enter (q ends).")
@click.option("--html", is_flag=True, help="Write a page that shows the game as a table would; it works offline.")
@click.option("--out", type=click.Path(path_type=Path), help="The page's file.  [default: FILE-game-N.html]")
def command(file: Path, number: int, turn: int | None, step: bool, html: bool, out: Path | None) -> None:
    """Show a recorded game as text, or as a page with --html."""
    from rfsim.errors import CheckError, InputError
    from rfsim.records import RecordFault

    if sum([turn is not None, step, html]) > 1:
        raise InputError("--turn, --step and --html: one of them at a time")
    if out is not None and not html:
        raise InputError("--out: goes with --html only")
    place, line = find_record(file, number)
    try:
        if html:
            write_page(line, out or file.with_name(f"{file.stem}-game-{number}.html"))
        elif turn is not None:
            show_turn(line, turn)
        else:
            show(line, step)
    except RecordFault as fault:
        raise CheckError(f"{file}:{place}: {fault}") from None


def find_record(file: Path, number: int) -> tuple[int, str]:
    """The line of a record, and its text. Raises InputError."""
    from rfsim.errors import InputError
    from rfsim.records import read_lines

    records = read_lines(file)
    if number > len(records):
        raise InputError(f"--game {number}: {file} has {len(records)} records")
    return records[number - 1]


def write_page(line: str, out: Path) -> None:
    """Write a game's page. Raises RecordFault, and InputError if the file cannot be written."""
    from rfsim.errors import InputError
    from rfsim.records import open_record
    from rfsim.report.replay_page import replay_page

    game, replay = open_record(line)
    page = replay_page(game.tell_story(replay.record))
    try:
        out.write_text(page, encoding="utf-8")
    except OSError as error:
        raise InputError(f"--out {out}: {error.strerror}") from None
    click.echo(f"{out}: open it in a browser")


def show(line: str, step: bool) -> None:
    """Print the game. Raises RecordFault."""
    from rfsim.records import open_record

    game, replay = open_record(line)
    click.echo("\n".join([*game.opening_lines(replay), "", *game.position_lines(replay)]))
    for number, text in enumerate(replay.turns(), 1):
        if step and not wait_for_enter():
            return
        click.echo("\n".join(["", f"{number}. {text}", *game.position_lines(replay)]))
    click.echo(f"\n{game.closing_line(replay)}")


def show_turn(line: str, turn: int) -> None:
    """Print the position after one turn. Raises RecordFault, and InputError for a turn that the game does not have."""
    from rfsim.errors import InputError
    from rfsim.records import open_record

    game, replay = open_record(line)
    texts = replay.turns()
    for number in range(1, turn + 1):
        text = next(texts, None)
        if text is None:
            raise InputError(f"--turn {turn}: the game has {number - 1} turns")
    heading = f"{turn}. {text}" if turn else "before the first turn"
    click.echo("\n".join([*game.opening_lines(replay), "", heading, *game.position_lines(replay)]))


def wait_for_enter() -> bool:
    """Wait for the user; whether to go on."""
    click.echo(f"-- Enter: next turn, {STOP_STEPPING}: stop -- ", nl=False, err=True)
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().lower() != STOP_STEPPING
