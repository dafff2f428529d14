"""Everything that has to hold before a change goes in: style, types, imports, tests.

The tests run three times: compiled; with bounds checks (an index that is out of bounds reads garbage silently
otherwise); and those of the rules in plain Python, which shows that compiled and plain code agree.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
BIN = Path(PYTHON).parent
RULES = [
    "tests/riftforce/test_base_guilds.py",
    "tests/riftforce/test_rulings.py",
    "tests/riftforce/test_worked_example.py",
]
PYTEST = [PYTHON, "-m", "pytest", "-n", "2", "--dist", "worksteal"]

#: Name, command, and what is added to the environment.
CHECKS: list[tuple[str, list[str], dict[str, str]]] = [
    ("style", [str(BIN / "ruff"), "check", "."], {}),
    ("format", [str(BIN / "ruff"), "format", "--check", "."], {}),
    ("types", [str(BIN / "mypy")], {}),
    ("imports", [str(BIN / "lint-imports")], {}),
    ("tests", [*PYTEST, "tests"], {}),
    ("bounds checked", [*PYTEST, "tests/riftforce", "tests/elemental"], {"NUMBA_BOUNDSCHECK": "1"}),
    ("plain Python", [*PYTEST, *RULES], {"NUMBA_DISABLE_JIT": "1"}),
]


def main() -> int:
    """Run all checks, and tell at the end which failed."""
    failed = []
    for name, command, environment in CHECKS:
        start = time.monotonic()
        print(f"== {name}: {' '.join(command)}", flush=True)
        code = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}).returncode
        print(f"== {name}: {'failed' if code else 'passed'} in {time.monotonic() - start:.0f} s", flush=True)
        if code:
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
