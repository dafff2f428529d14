"""`rfsim draft`: advice in a guild selection, selection policies against each other, and the model that both need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rfsim.cli.common import run_and_show, run_options, study_options, with_options
from rfsim.errors import InputError

if TYPE_CHECKING:
    from rfsim.analysis.tables import Counts

GAMES = 6_000


@click.group("draft", epilog="Example: rfsim draft advise --mine Fire --theirs Ice --display Air,… --turn mine")
def command() -> None:
    """Guild selection: the best pick in a running one, and selection policies against each other."""


# -------------------------------------------------------------------------------------------------------------- advise

EXAMPLE = "--mine Fire --theirs Light --display Air,Earth,Ice,Plant,Shadow,Thunderbolt,Water --turn mine"


@command.command("advise", epilog=f"Example: rfsim draft advise {EXAMPLE}")
@click.option("--mine", default="", help="The guilds of my side, as Fire,Water.")
@click.option("--theirs", default="", help="Those of the other side.")
@click.option("--display", required=True, help="The guilds on display.")
@click.option("--turn", type=click.Choice(["mine", "theirs"]), required=True, help="Whose pick it is.")
@click.option("--preset", default="base", show_default=True, help="Rules preset.")
@click.option("--patch", multiple=True, help="A rules patch: a name or a TOML file. Repeatable.")
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    help="A model's file, or the results of a study.  [default: the preset's, from games of greedy]",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON: chances between 0 and 1.")
def advise(
    mine: str,
    theirs: str,
    display: str,
    turn: str,
    preset: str,
    patch: tuple[str, ...],
    model: Path | None,
    as_json: bool,
) -> None:
    """What every pick leads to, if both sides go on as a model of outcomes says is best.

    The rest of the selection is solved exactly. All summoners lie open before the first pick and none is turned up
    later, in the base game as in Beyond, so nothing in it is left to chance. Whoever picks first acts first.
    """
    from rfsim.report.advice import advice_lines
    from rfsim.riftforce import advice
    from rfsim.riftforce.forecast import read_forecast, usual_model
    from rfsim.riftforce.rules import load_rules

    rules = load_rules(preset, patch)
    question = advice.ask(rules, names_in(mine), names_in(theirs), names_in(display), turn == "mine")
    file = usual_model(preset) if model is None else model_file(model)
    forecast = read_forecast(file)
    picks = advice.advise(question, forecast)
    if as_json:
        click.echo(json.dumps(advice.as_data(question, picks, preset, file), indent=2))
        return
    for line in advice_lines(question, picks, forecast, rules):
        click.echo(line)


def names_in(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def model_file(path: Path) -> Path:
    """A model's file; of a results folder the one that lies there, which is fitted if there is none yet."""
    from rfsim.riftforce.forecast import MODEL_FILE

    if not path.is_dir():
        return path
    if not (path / MODEL_FILE).is_file():
        from rfsim.report.model_file import write_model

        write_model(path, path / MODEL_FILE)
    return path / MODEL_FILE


# ----------------------------------------------------------------------------------------------------------------- fit


@command.command("fit", epilog="Example: rfsim draft fit results/quickstart --out mine.json")
@click.argument("results", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="The file, JSON or .json.gz.  [default: RESULTS/model.json]"
)
def fit(results: Path, out: Path | None) -> None:
    """Fit the model of outcomes to a finished study, best a sweep with many matchups.

    A third of the matchups is set apart first, to see how well the model predicts what it was not fitted to; then it is
    fitted to all. `advise --model FILE` and the policies `minimax:FILE` and `synergy:FILE` read it.
    """
    from rfsim.report.model_file import write_model
    from rfsim.riftforce.forecast import MODEL_FILE

    file = out or results / MODEL_FILE
    model, check = write_model(results, file)
    gain = check.parts.set_index("part")["gain"]
    click.echo(f"{file}: {len(model.guilds)} guilds, fitted to {check.fitted + check.checked:,} matchups")
    click.echo(f"On {check.checked:,} matchups that were set apart, the log loss of a game falls by")
    for part, what in (("start", "who starts"), ("guild", "guilds"), ("pair", "pairs"), ("against", "opponents")):
        click.echo(f"  {1000 * gain[part]:7.2f} millinats by {what}")
    click.echo(f"Slope of outcomes over predictions {check.slope:.3f} (1 is right);")
    click.echo(f"matchups lie {model.deviation:.3f} from the model (standard deviation, log-odds).")


# ------------------------------------------------------------------------------------------------------------ simulate


@command.command("simulate", epilog="Example: rfsim draft simulate --policy minimax --policy ranked --policy random")
@click.option("--name", default="policies", show_default=True, help="The study's name.")
@click.option(
    "--policy",
    multiple=True,
    help="random, ranked, synergy, minimax, ranked:TABLE, minimax:MODEL, FILE.py. Repeatable.",
)
@click.option("--gauntlet", is_flag=True, help="The first policy against all others, not all against all.")
@click.option("--strategy", default="greedy", show_default=True, help="Who plays all the games.")
@click.option("--first-pick/--no-first-pick", default=True, help="What picking first is worth.  [default: told]")
@study_options
@run_options
def simulate(name: str, policy: tuple[str, ...], gauntlet: bool, strategy: str, first_pick: bool, **given: Any) -> None:
    """Play real games between selection policies, in blocks of games in which luck cancels out.

    In a block the same summoners are dealt and shown; both policies sit on both sides, and both pick (and act) first.
    """
    if len(policy) < 2:
        raise InputError("--policy: it takes two or more, as --policy minimax --policy ranked")
    section: dict[str, Any] = {"policies": list(policy), "strategy_a": strategy, "strategy_b": strategy}
    if gauntlet:
        section["format"] = "gauntlet"
    data = with_options({"name": name, "kind": "drafts", "games": GAMES, "drafts": section}, given)
    folder = given["out"] or Path("results") / name
    run_and_show(data, "draft simulate", given)
    if first_pick:
        show_first_pick(data, folder, given)


def show_first_pick(data: dict[str, Any], folder: Path, given: dict[str, Any]) -> None:
    """Play what the policies pick from both starts, and print what picking first and acting first are worth."""
    from rfsim.report.first_pick import can_tell, first_pick_table
    from rfsim.report.tables import as_csv, print_table
    from rfsim.study.config import study_from
    from rfsim.study.parts import write_atomically
    from rfsim.study.work import context_for

    study = study_from(data, "draft simulate")
    context = context_for(study.model_dump_json())
    if not can_tell(context):
        click.echo(f"\nIn preset {study.preset} the start is fixed: what picking first is worth cannot be told apart.")
        return
    games = -(-study.games // len(context.schedule.pairs))
    played = {
        policy: play_first_pick(context, policy, games, folder, given) for policy in dict.fromkeys(study.policies)
    }
    table = first_pick_table(played)
    write_atomically(folder / "tables" / "first-pick.csv", as_csv(table).encode())
    if not given["quiet"]:
        click.echo()
        print_table(table, "What picking first is worth: all pick by one policy, the drafts play from both starts")


def play_first_pick(context: Any, policy: str, games: int, folder: Path, given: dict[str, Any]) -> Counts:
    """The games of drafts that were picked by one policy."""
    import re

    from rfsim.cli.common import explained, make_run_options, typed_command
    from rfsim.report.first_pick import first_pick_study
    from rfsim.report.tables import stored_counts
    from rfsim.study.config import study_from
    from rfsim.study.folder import ResultsFolder
    from rfsim.study.runner import run_study
    from rfsim.study.work import context_for

    study = study_from(first_pick_study(context, policy, games), "draft simulate")
    place, command = folder / "first-pick" / re.sub(r"\W+", "-", policy), typed_command()
    with explained(folder, command):
        run_study(study, place, make_run_options(given, command))
    return stored_counts(ResultsFolder(place), context_for(study.model_dump_json()))
