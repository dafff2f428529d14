"""Part files: one for each finished chunk, written under another name and renamed, read back with their checksum.

A part is a zip archive of arrays (NumPy's `.npz`), whose CRC-32 of every member tells a truncated or damaged file.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rfsim.study.schedule import Cell
from rfsim.study.tally import Tally

PATTERN = "part-*.npz"
EVENTS = "event_"  # begins the names of the arrays that a game counts


@dataclass
class Part:
    """What a chunk has to tell: its tally, the records it was asked for, one row per game if wanted, its time."""

    chunk: int
    tally: Tally
    seconds: float
    records: list[str] = field(default_factory=list)
    games: bytes = b""  # a Parquet file
    events: dict[str, np.ndarray] = field(default_factory=dict)  # what the game counts, summed
    cells: list[Cell] = field(default_factory=list)  # those of `tally`, if the blocks have decks of their own


class DamagedPart(Exception):
    """A part file that cannot be trusted."""


def part_path(folder: Path, chunk: int) -> Path:
    return folder / f"part-{chunk:07d}.npz"


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, even after a crash. Raises OSError."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def write_part(folder: Path, part: Part) -> None:
    """Raises OSError if the disk is full or the folder cannot be written to."""
    buffer = io.BytesIO()
    text = np.frombuffer("\n".join(part.records).encode(), np.uint8)
    games = np.frombuffer(part.games, np.uint8)
    cells = np.frombuffer(json.dumps(part.cells).encode(), np.uint8)
    events = {EVENTS + name: array for name, array in part.events.items()}
    head = np.array([part.chunk, part.seconds])
    np.savez_compressed(buffer, head=head, records=text, games=games, own_cells=cells, **events, **part.tally.arrays())  # type: ignore[arg-type]
    write_atomically(part_path(folder, part.chunk), buffer.getvalue())


def read_part(path: Path) -> Part:
    """Raises DamagedPart if the file is truncated or its checksum does not fit."""
    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
            if damaged is not None:
                raise DamagedPart(f"{path.name}: checksum of {damaged}")
        with np.load(path) as arrays:
            tally = Tally(*(arrays[name] for name in ("cells", "outcomes", "endings", "moments", "sums")))
            records = arrays["records"].tobytes().decode()
            chunk, seconds = arrays["head"]
            games = arrays["games"].tobytes()
            events = {name[len(EVENTS) :]: arrays[name] for name in arrays if name.startswith(EVENTS)}
            cells = [read_cell(cell) for cell in json.loads(arrays["own_cells"].tobytes())]
    except DamagedPart:
        raise
    except Exception as error:
        # What a damaged archive makes the libraries raise is not limited to what they document.
        raise DamagedPart(f"{path.name}: {error}") from None
    return Part(int(chunk), tally, float(seconds), records.split("\n") if records else [], games, events, cells)


def read_cell(data: Any) -> Cell:
    """A cell from JSON, its lists made tuples."""
    pair, variant, decks = data
    return Cell(pair, variant, tuple(tuple(tuple(draft) for draft in matchup) for matchup in decks))


def finished_chunks(folder: Path) -> Iterator[tuple[int, Path]]:
    """Number and file of each part there is, in order."""
    for path in sorted(folder.glob(PATTERN)):
        yield int(path.stem.partition("-")[2]), path
