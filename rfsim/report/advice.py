"""Advice in a guild selection, as text for a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rfsim.riftforce.advice import Advised, Question
from rfsim.riftforce.forecast import Forecast
from rfsim.riftforce.rules import Rules

WIDTH = 12  # of a guild's name


def advice_lines(question: Question, picks: Sequence[Advised], forecast: Forecast, rules: Rules) -> Iterator[str]:
    """What every pick leads to, the expected line, and how sure the model is."""
    yield heading(question, rules)
    yield ""
    yield f"{'pick':<{WIDTH}} {'I win':>8} {'they win':>9} {'+-':>5}   behind the best (+-)"
    for pick in picks:
        yield pick_line(pick, is_best=pick is picks[0])
    yield ""
    best = picks[0]
    yield "If both sides pick as the model says is best:"
    yield "  " + ", ".join(f"{pronoun(question, side)} take {guild}" for side, guild in best.outlook.line)
    for side, whose in ((question.side, "my"), (1 - question.side, "their")):
        yield f"  {whose + ' guilds:':<13} {', '.join(best.outlook.decks[side])}"
    yield ""
    yield from how_sure(picks, forecast)


def heading(question: Question, rules: Rules) -> str:
    position = question.position
    picks = len(position.to_come)
    whose = "my pick" if question.is_mine else "their pick"
    acts = f"{pronoun(question, position.first)} act first" if position.first is not None else "the start is drawn"
    return f"{rules.preset.title}: it is {whose}, {picks} {'pick is' if picks == 1 else 'picks are'} left; {acts}."


def pick_line(pick: Advised, is_best: bool) -> str:
    shares = f"{100 * pick.rate:>6.1f} % {100 * (1 - pick.rate):>7.1f} % {100 * pick.error:>5.1f}"
    behind = "-" if is_best else f"{100 * pick.behind:.1f} ({100 * pick.behind_error:.1f})"
    return f"{pick.outlook.guild:<{WIDTH}} {shares}   {behind}"


def pronoun(question: Question, side: int) -> str:
    return "I" if side == question.side else "they"


def how_sure(picks: Sequence[Advised], forecast: Forecast) -> Iterator[str]:
    """What the errors mean, and which picks the model cannot tell from the best."""
    yield "+- is the standard error in points, with how far single matchups lie from the model"
    yield f"({forecast.deviation:.2f} in log-odds); the chances are those of players like the ones it was fitted to."
    equal = [pick.outlook.guild for pick in picks[1:] if pick.is_as_good]
    if equal:
        yield f"The model cannot tell {' or '.join(equal)} from {picks[0].outlook.guild}."
    elif len(picks) > 1:
        yield f"{picks[0].outlook.guild} is clearly the best, by the model."
