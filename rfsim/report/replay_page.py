"""A page that shows a recorded game as a table would: one HTML file that works offline, for any game.

The game tells a `Story`; the template and its script draw it. A record comes from anywhere: whatever it says goes into
the page as text, never as markup. Jinja escapes what stands in the page, `tojson` what the script reads, the script
sets text alone; and the page's policy allows its own script and style only, and no request to the network.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from rfsim import __version__
from rfsim.story import Story


def replay_page(story: Story) -> str:
    """The page as HTML."""
    environment = Environment(
        loader=PackageLoader("rfsim.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    script, style = (source_of(environment, f"replay.{kind}") for kind in ("js", "css"))
    return environment.get_template("replay.html").render(
        story=story,
        data=packed(story),
        scores=final_scores(story),
        script=Markup(script),
        style=Markup(style),
        script_hash=hash_of(script),
        style_hash=hash_of(style),
        version=__version__,
    )


def source_of(environment: Environment, name: str) -> str:
    """A file beside the template, as it is: ours, and to be trusted."""
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def hash_of(source: str) -> str:
    """What a content security policy knows a script or style by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"


def final_scores(story: Story) -> list[list[int]]:
    """The score after each turn, turn 0 first."""
    scores = [[0] * len(story["sides"]) for _ in range(len(story["turns"]) + 1)]
    for frame in story["frames"]:
        scores[frame["turn"]] = frame["score"]
    return scores


class Pool:
    """Equal parts are stored once, and referred to by their index: from frame to frame little changes."""

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self.indices: dict[str, int] = {}

    def index(self, part: Any) -> int:
        key = repr(part)
        if key not in self.indices:
            self.indices[key] = len(self.parts)
            self.parts.append(part)
        return self.indices[key]


def packed(story: Story) -> dict[str, Any]:
    """The story as the script reads it: cells and piles of the frames are indices into `parts`."""
    pool = Pool()
    frames = [
        {
            **frame,
            "cells": [pool.index(cell) for cell in frame["cells"]],
            "panels": [[pool.index(pile) for pile in piles] for piles in frame["panels"]],
        }
        for frame in story["frames"]
    ]
    return {**story, "frames": frames, "parts": pool.parts}
