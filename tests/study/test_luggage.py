"""What travels to a cluster with a study."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rfsim.study.cluster import pack, unpack
from rfsim.study.config import study_from


def test_what_selection_policies_read_travels_with_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(there))
    (here / "mine.py").write_text("def pick(view, random):\n    return view.shown[0]\n")
    (here / "model.json").write_text("{}")
    policies = [str(here / "mine.py"), f"minimax:{here / 'model.json'}", "ranked", "random"]
    study = study_from({"name": "x", "kind": "drafts", "drafts": {"policies": policies}}, "test")
    mine, minimax, *others = json.loads(unpack(pack(study.model_dump_json())))["drafts"]["policies"]
    assert others == ["ranked", "random"]
    assert Path(mine).read_text() == (here / "mine.py").read_text()
    assert Path(minimax.removeprefix("minimax:")).read_text() == "{}"
    assert all(path.is_relative_to(there) for path in (Path(mine), Path(minimax.removeprefix("minimax:"))))
