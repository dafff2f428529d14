"""`rfsim replay FILE --game N`: a recorded game, turn by turn."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("replay", epilog="Example: rfsim replay results/quickstart/records.jsonl --game 1")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "number", type=click.IntRange(min=1), default=1, show_default=True, help="Which record.")
@click.option("--turn", type=click.IntRange(min=0), help="The position after this turn alone.")
def command(file: Path, number: int, turn: int | None) -> None:
    """Show a recorded game as text."""
    from rfsim.errors import CheckError, InputError
    from rfsim.riftforce.replay import RecordFault, Replay, parse_record

    try:
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: {getattr(error, 'strerror', None) or 'not a text file'}") from None
    if number > len(lines):
        raise InputError(f"--game {number}: {file} has {len(lines)} records")
    try:
        replay = Replay(parse_record(lines[number - 1]))
        shown = show(replay, turn)
    except RecordFault as fault:
        raise CheckError(f"{file}:{number}: {fault}") from None
    if turn is not None and shown < turn:
        raise InputError(f"--turn {turn}: the game has {shown} turns")


def show(replay: object, only: int | None) -> int:
    """Print the game (or one position); how many turns it has."""
    from rfsim.riftforce.notation import table_text
    from rfsim.riftforce.replay import Replay

    assert isinstance(replay, Replay)
    game, record = replay.game, replay.record
    for seat, entry in enumerate(record["seats"]):
        click.echo(f"seat {seat}: {', '.join(entry['guilds'])} ({entry.get('strategy', 'unknown')})")
    number = 0
    if only in (None, 0):
        click.echo("\n" + "\n".join(table_text(game.rules, game.table)))
    for number, text in enumerate(replay.turns(), 1):
        if only in (None, number):
            click.echo(f"\n{number}. {text}")
            click.echo("\n".join(table_text(game.rules, game.table)))
    if only is None:
        winner = "nobody" if record["winner"] is None else f"side {record['winner']}"
        click.echo(f"\n{record['end']}: {winner} wins, {record['score'][0]} to {record['score'][1]}")
    return number
