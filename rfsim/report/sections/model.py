"""What the model of the outcome is worth."""

from __future__ import annotations

from rfsim.report import charts, words
from rfsim.report.figures import Figure, Section
from rfsim.report.results import Results


def model_section(results: Results) -> Section | None:
    """What the model is worth."""
    if results.fitted is None:
        return None
    _, check = results.fitted
    parts = words.named(check.parts, "part", words.PART_NAMES)
    shown = charts.in_percent(parts, ["share"])
    chart = charts.bars(shown, "part", "share", "of what could be known, %") if parts["share"].notna().all() else None
    text = [
        "Log loss is that of matchups not fitted, in nats a game (a coin has 0.6931); gain is over the model without "
        "that part, in thousandths."
    ]
    figures = [
        Figure("parts", "What each part explains", parts, chart, text),
        Figure(
            "calibration", "Predicted and observed rates", check.calibration, charts.calibration_plot(check.calibration)
        ),
    ]
    return Section("model", "A model of the outcome", figures, list(words.model_sentences(check)))
