"""What a report says of its study as a whole: what was played and found, in a few numbers, with which limits."""

from __future__ import annotations

from rfsim.analysis import synergy
from rfsim.analysis.events import mean_of
from rfsim.report import words
from rfsim.report.numbers import percent, plural
from rfsim.report.results import Results
from rfsim.report.summary import drafted_text, findings, has_guilds
from rfsim.report.tables import make_table


def about(results: Results) -> str:
    """What was played, in plain words."""
    schedule, counts = results.context.schedule, results.counts
    players = words.listed(list(dict.fromkeys(counts.strategies)))
    if results.kind == "tournament":
        each = counts.tally.games / len(schedule.pairs)
        return f"{players} met in {plural(len(schedule.pairs), 'pairing')}, in {each:,.0f} games each."
    return f"{played_text(results)} The bot {players} played {'the player' if results.kind == 'solo' else 'all sides'}."


def played_text(results: Results) -> str:
    """Which decks met, how often."""
    counts = results.counts
    if not has_guilds(counts):
        return "All games have the same setup; nothing is drafted."
    if results.context.schedule.is_drafted:
        return f"Every block of games had decks of its own: {drafted_text(results.context)}."
    matchups = len({cell.decks for cell in counts.cells})
    each = f"about {counts.tally.games / matchups:,.0f} games each"
    met = {
        "drafts": f"{plural(matchups, 'pair')} of given drafts met, in {each}.",
        "solo": f"{plural(matchups, 'draft')} met the trainer, in {each}.",
        "compare-rules": f"The same {matchups:,} pairs of drafts met with the same cards by both rule sets, in {each}.",
    }
    share = "all there are" if counts.fraction >= 1 else "drawn at random"
    drafts = f"{matchups:,} pairs of drafts from {len(results.order)} guilds met, {share}, in {each}."
    return met.get(results.kind, drafts)


def headlines(results: Results) -> list[str]:
    """What the study found, the most important first."""
    sentences = findings(results.kind, results.counts)
    if results.fitted is not None:
        model, check = results.fitted
        sentences += list(words.synergy_sentences(synergy.synergy_table(model)))[:1]
        sentences += list(words.explained_sentence(check))
    return sentences


def tiles(results: Results) -> list[tuple[str, str]]:
    """The study in a few numbers: what, how much."""
    counts, events = results.counts, results.totals.events
    shown = [("games", f"{counts.tally.games:,}")]
    if has_guilds(counts) and not results.context.schedule.is_drafted:
        shown.append(("matchups", f"{len({cell.decks for cell in counts.cells}):,}"))
    shown.append(("turns a game", f"{mean_of(counts, 'turns'):.1f}"))
    if "lead_changes" in events:
        shown.append(("lead changes a game", f"{float(events['lead_changes']) / counts.tally.games:.2f}"))
    if len(counts.rated_sides) > 1:
        seats = make_table(counts, "seat").set_index("position")
        shown.append(("won by who acts first", percent(float(seats["win_rate"].loc[1]))))
    return shown


def limits_of(results: Results) -> list[str]:
    counts, study = results.counts, results.context.study
    undecided = float(counts.tally.outcomes[:, :, -1].sum() / max(counts.tally.games, 1))
    is_drawn = study.kind in ("sweep", "compare-rules") and not results.context.schedule.is_drafted
    return list(words.limits(study.strategies, counts.fraction, is_drawn, undecided))
