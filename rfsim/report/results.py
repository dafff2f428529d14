"""A finished results folder, read: what a report is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from rfsim.analysis.model import Check, OutcomeModel, can_fit, fit_model
from rfsim.analysis.multiple import EVEN, with_q_values
from rfsim.analysis.tables import Counts
from rfsim.report.numbers import percent
from rfsim.report.summary import has_guilds
from rfsim.report.tables import counts_of, make_table
from rfsim.study.config import study_from
from rfsim.study.folder import RESOLVED, STUDY_FILE, ResultsFolder
from rfsim.study.runner import Totals, stored_totals
from rfsim.study.work import Context, make_context


@dataclass(frozen=True, eq=False)
class Results:
    """A finished results folder, read."""

    folder: ResultsFolder
    context: Context
    totals: Totals
    counts: Counts

    @property
    def kind(self) -> str:
        return self.context.study.kind

    @property
    def name(self) -> str:
        return self.context.study.name

    @cached_property
    def even(self) -> float:
        """The share of games that a deck wins which makes no difference: in solo mode what the player wins of all."""
        if self.kind != "solo":
            return EVEN
        won = self.counts.won("deck").sum(axis=0)
        return float(won[0] / max(won[0] + won[1], 1))

    @property
    def even_text(self) -> str:
        return f"the {percent(self.even)} of all games" if self.kind == "solo" else "50 %"

    @cached_property
    def guilds(self) -> pd.DataFrame:
        """The table of guilds, with q-values; empty if decks have none."""
        if not has_guilds(self.counts):
            return pd.DataFrame(columns=["guild"])
        return with_q_values(make_table(self.counts, "guild"), self.even)

    @cached_property
    def order(self) -> list[str]:
        """The guilds, best first."""
        return list(self.guilds["guild"])

    @cached_property
    def fitted(self) -> tuple[OutcomeModel, Check] | None:
        """The model of the outcome, if there is enough to fit one."""
        return fit_model(self.counts) if self.order and can_fit(self.counts) else None


def read_results(path: Path) -> Results:
    """Raises InputError if the folder holds no finished study."""
    folder = ResultsFolder(path)
    data = folder.stored()
    data.pop(RESOLVED, None)
    context = make_context(study_from(data, str(path / STUDY_FILE)))
    totals = stored_totals(folder, context)
    return Results(folder, context, totals, counts_of(context, totals))
