"""How fast is the core, measured against the same game as plain C with hard-wired abilities (`limit.c`)?

Both play random games with the same drafts, in turn on the same core, several times; what counts is the ratio of turns
a second, pair by pair. Run it as ``python tests/benchmarks/anchor.py``; it needs gcc.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
GAMES = 200_000
PAIRS = 7


def build(folder: str) -> str:
    """The C program, compiled for this machine."""
    program = f"{folder}/limit"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, str(HERE / "limit.c")], check=True)
    return program


def c_rate(program: str) -> float:
    """Turns a second of the C program."""
    output = subprocess.run([program, str(GAMES)], capture_output=True, text=True, check=True).stdout
    match = re.search(r"(\d+) ns/turn", output)
    assert match is not None
    return 1e9 / float(match[1])


def rfsim_rate() -> float:
    """Turns a second of rfsim's random players, compilation not counted."""
    command = [sys.executable, "-m", "rfsim", "bench", "--strategy", "random", "--games", str(GAMES), "--json"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(json.loads(output)["results"][0]["turns_per_second"])


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        rfsim_rate()
        for _ in range(PAIRS):
            c, own = c_rate(program), rfsim_rate()
            ratios.append(own / c)
            print(f"C {c / 1e6:.2f} million turns/s, rfsim {own / 1e6:.2f}, ratio {own / c:.2f}")
    print(f"median ratio {statistics.median(ratios):.2f} (of {PAIRS} pairs: {min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
