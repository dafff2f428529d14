"""Where the bundled strategies, studies and patches are: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent


def bundled_folder(name: str) -> Path:
    """The folder `name` (``strategies`` or ``configs``) that came with this rfsim."""
    installed = PACKAGE / "bundled" / name
    return installed if installed.is_dir() else CHECKOUT / name


def named_files(folder: Path, pattern: str) -> dict[str, Path]:
    """Files by their stem, sorted."""
    return {path.stem: path for path in sorted(folder.glob(pattern)) if not path.stem.startswith("_")}


def study_files() -> dict[str, Path]:
    return named_files(bundled_folder("configs"), "*.toml")


def patch_files() -> dict[str, Path]:
    return named_files(bundled_folder("configs") / "patches", "*.toml")
