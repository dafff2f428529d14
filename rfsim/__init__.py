"""rfsim: a simulator and tournament runner for the card game Riftforce."""

__version__ = "0.1.0"
