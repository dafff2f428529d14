"""Part files: one for each finished chunk, written under another name and renamed, read back with their checksum.

A part is a zip archive of arrays (NumPy's `.npz`), whose CRC-32 of every member tells a truncated or damaged file.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rfsim.study.tally import Tally

PATTERN = "part-*.npz"


@dataclass
class Part:
    """What a chunk has to tell: its tally, the records it was asked for, one row per game if wanted, its time."""

    chunk: int
    tally: Tally
    seconds: float
    records: list[str] = field(default_factory=list)
    games: bytes = b""  # a Parquet file


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
    head = np.array([part.chunk, part.seconds])
    np.savez_compressed(buffer, head=head, records=text, games=games, **part.tally.arrays())  # type: ignore[arg-type]
    write_atomically(part_path(folder, part.chunk), buffer.getvalue())


def read_part(path: Path) -> Part:
    """Raises DamagedPart if the file is truncated or its checksum does not fit."""
    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
            if damaged is not None:
                raise DamagedPart(f"{path.name}: checksum of {damaged}")
        with np.load(path) as arrays:
            tally = Tally(*(arrays[name] for name in ("matchups", "outcomes", "endings", "moments", "sums")))
            records = arrays["records"].tobytes().decode()
            chunk, seconds = arrays["head"]
            games = arrays["games"].tobytes()
    except (zipfile.BadZipFile, ValueError, KeyError, EOFError, OSError) as error:
        raise DamagedPart(f"{path.name}: {error}") from None
    return Part(int(chunk), tally, float(seconds), records.split("\n") if records else [], games)


def finished_chunks(folder: Path) -> Iterator[tuple[int, Path]]:
    """Number and file of each part there is, in order."""
    for path in sorted(folder.glob(PATTERN)):
        yield int(path.stem.partition("-")[2]), path
