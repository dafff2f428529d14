"""What the commands print and write."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rfsim.cli.main import COMMANDS
from tests.cli.conftest import Run

A, B = "Fire,Water,Ice,Air", "Earth,Light,Plant,Shadow"
RATES = ["games", "wins", "losses", "undecided", "win_rate", "low", "high"]
QUICK = ("--strategy", "random", "--games", "200")


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# --------------------------------------------------------------------------------------------------------------- help


def test_help(rfsim: Run) -> None:
    outcome = rfsim("--help")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "Usage: rfsim [OPTIONS] COMMAND [ARGS]..."
    assert lines[-1] == "  Example: rfsim run quickstart"
    assert [
        line.split()[0]
        for line in lines[lines.index("Commands:") + 1 :]
        if line.startswith("  ") and line[2] != " " and "Example" not in line
    ] == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_ends_with_an_example(name: str, rfsim: Run) -> None:
    outcome = rfsim(name, "--help")
    assert outcome.code == 0
    assert f"Example: rfsim {name}" in " ".join(outcome.out.split())


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["sweep", "--wrong"], ["swep"]])
def test_help_and_wrong_options_load_nothing_heavy(words: list[str]) -> None:
    """Numba, pandas, pydantic and statsmodels take seconds to load: an answer at once must do without them."""
    code = (
        f"import sys; sys.argv = ['rfsim', *{words!r}]\n"
        "from rfsim.__main__ import main\n"
        "try: main()\n"
        "finally: print(' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    loaded = set(done.stderr.splitlines()[-1].split())
    assert "rfsim.cli.main" in loaded
    assert not loaded & {"numba", "pandas", "pydantic", "statsmodels", "numpy", "rich"}


# -------------------------------------------------------------------------------------------------------------- studies


def test_a_sweep_writes_what_it_promises(rfsim: Run) -> None:
    outcome = rfsim("sweep", *QUICK, "--records", "3", "--out", "here")
    assert outcome.code == 0
    assert sorted(path.name for path in Path("here").iterdir()) == [
        "parts",
        "records.jsonl",
        "run.log",
        "study.toml",
        "summary.md",
        "tables",
    ]
    names = sorted(path.stem for path in Path("here/tables").iterdir())
    assert names == ["combination", "deck", "ending", "guild", "matchup", "seat"]
    assert "200 games, 200 played" in outcome.out


@pytest.mark.parametrize(
    ("table", "keys"),
    [("guild", ["guild"]), ("deck", ["deck"]), ("matchup", ["deck_a", "deck_b"]), ("seat", ["position"])],
)
def test_tables_of_rates_have_the_promised_columns(table: str, keys: list[str], rfsim: Run) -> None:
    rfsim("sweep", *QUICK, "--quiet", "--out", "here")
    rows = rows_of(Path(f"here/tables/{table}.csv"))
    assert list(rows[0])[: len(keys) + len(RATES)] == keys + RATES
    for row in rows:
        wins, losses = int(row["wins"]), int(row["losses"])
        assert int(row["games"]) == wins + losses + int(row["undecided"])
        assert float(row["win_rate"]) == pytest.approx(wins / (wins + losses), abs=1e-6)
        assert float(row["low"]) <= float(row["win_rate"]) <= float(row["high"])
    rates = [(-float(row["win_rate"]), [row[key] for key in keys]) for row in rows]
    assert rates == sorted(rates)


def test_combinations_have_their_size_and_alphabetical_names(rfsim: Run) -> None:
    rfsim("sweep", *QUICK, "--quiet", "--out", "here")
    for row in rows_of(Path("here/tables/combination.csv")):
        names = row["combination"].split("+")
        assert (names, int(row["size"])) == (sorted(names), len(names))


def test_endings_have_games_and_shares(rfsim: Run) -> None:
    rfsim("sweep", *QUICK, "--quiet", "--out", "here")
    rows = rows_of(Path("here/tables/ending.csv"))
    assert list(rows[0]) == ["ending", "games", "share"]
    assert {row["ending"] for row in rows} == {"target", "stalemate", "cap"}
    assert sum(int(row["games"]) for row in rows) == 200
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1)


def test_one_row_per_game_if_wanted(rfsim: Run) -> None:
    import pandas as pd

    rfsim("sweep", *QUICK, "--quiet", "--out", "here", "--set", "output.games=true")
    games = pd.read_parquet("here/games.parquet")
    assert len(games) == 200
    wins = rows_of(Path("here/tables/seat.csv"))
    first = sum(int(row["wins"]) for row in wins if row["position"] == "1")
    assert int((games["winner"] == games["first"]).sum()) == first


def test_a_stored_study_runs_again_to_the_same_bytes(rfsim: Run) -> None:
    rfsim("sweep", *QUICK, "--quiet", "--out", "one")
    assert rfsim("run", "one/study.toml", "--out", "two", "--quiet").code == 0
    for path in Path("one/tables").iterdir():
        assert path.read_bytes() == (Path("two/tables") / path.name).read_bytes()


def test_match_prints_rates_and_keeps_nothing(rfsim: Run, tmp_path: Path) -> None:
    outcome = rfsim("match", A, B, "--games", "40", "--strategy", "random")
    assert outcome.code == 0
    assert "Air+Fire+Ice+Water" in outcome.out
    assert list(tmp_path.iterdir()) == []


def test_match_of_two_strategies_plays_both_ways_round(rfsim: Run) -> None:
    rfsim(
        "match", A, B, "--games", "40", "--strategy-a", "greedy", "--strategy-b", "random", "--out", "here", "--quiet"
    )
    rows = rows_of(Path("here/tables/strategy.csv"))
    assert [(row["strategy_a"], row["strategy_b"]) for row in rows] == [("greedy", "random"), ("random", "greedy")]
    assert int(rows[0]["wins"]) >= 38


def test_a_team_match_takes_each_sides_drafts(rfsim: Run) -> None:
    outcome = rfsim(
        "match",
        "Fire,Water,Ice/Sand,Star,Love",
        "Earth,Light,Plant/Acid,Lava,Beast",
        "--preset",
        "team4",
        "--strategy",
        "random",
        "--games",
        "20",
    )
    assert outcome.code == 0
    assert "Acid+Beast+Earth+Lava+Light+Plant" in outcome.out


def test_solo_sweeps_and_rule_changes_have_tables_of_their_own(rfsim: Run) -> None:
    rfsim("sweep", "--preset", "solo", "--stars", "1-1-1", "--stars", "4-4-4", *QUICK, "--out", "solo", "--quiet")
    stars = rows_of(Path("solo/tables/stars.csv"))
    assert {row["challenge"] for row in stars} == {"1-1-1", "4-4-4"}
    assert "score_difference" in stars[0]
    rfsim("compare-rules", "base", "base+printed-ice", *QUICK, "--out", "change", "--quiet")
    change = rows_of(Path("change/tables/change.csv"))
    assert list(change[0]) == ["guild", "games", "rate_a", "rate_b", "change", "low", "high"]
    assert len(change) == 10


def test_the_same_rules_change_nothing(rfsim: Run) -> None:
    rfsim("compare-rules", "base", "base", *QUICK, "--out", "change", "--quiet")
    for row in rows_of(Path("change/tables/change.csv")):
        assert float(row["change"]) == 0


def test_drafting_is_recorded(rfsim: Run) -> None:
    rfsim("sweep", "--drafting", "ranked", *QUICK, "--records", "4", "--out", "here", "--quiet")
    for line in Path("here/records.jsonl").read_text().splitlines():
        record = json.loads(line)
        picks = record["picks"]
        assert sorted(picks) == ["dealt", "left", "order", "removed", "shown"]
        for seat, entry in enumerate(record["seats"]):
            picked = [name for who, name in picks["order"] if who == seat]
            assert sorted([picks["dealt"][seat], *picked]) == entry["guilds"]
        assert picks["order"][0][0] == record["first"]
    assert rfsim("verify", "here/records.jsonl").code == 0


# ------------------------------------------------------------------------------------------------------------- tables


@pytest.fixture
def results(rfsim: Run) -> Path:
    rfsim("sweep", *QUICK, "--quiet", "--records", "2", "--out", "here")
    return Path("here")


@pytest.mark.parametrize("by", ["guild", "combination", "deck", "matchup", "strategy", "seat", "side", "ending"])
def test_tables_in_every_form(by: str, results: Path, rfsim: Run) -> None:
    as_json = rfsim("tables", str(results), "--by", by, "--format", "json")
    as_csv = rfsim("tables", str(results), "--by", by, "--format", "csv")
    rows = json.loads(as_json.out)
    assert [list(row) for row in rows[:1]] == [next(csv.reader(io.StringIO(as_csv.out)))]
    assert len(rows) == len(as_csv.out.splitlines()) - 1
    for form in ("md", "table"):
        assert rfsim("tables", str(results), "--by", by, "--format", form).code == 0


def test_the_size_of_combinations(results: Path, rfsim: Run) -> None:
    rows = json.loads(rfsim("tables", str(results), "--by", "combination", "--size", "2", "--format", "json").out)
    assert {row["size"] for row in rows} == {2}


def test_a_table_is_the_same_as_the_file(results: Path, rfsim: Run) -> None:
    assert (
        rfsim("tables", str(results), "--by", "guild", "--format", "csv").out
        == (results / "tables/guild.csv").read_text()
    )


# ------------------------------------------------------------------------------------------------------------- reports


def test_a_report_says_where_it_is_and_how_large(results: Path, rfsim: Run) -> None:
    outcome = rfsim("report", str(results), "--out", "page.html")
    assert outcome.code == 0
    assert outcome.out == f"page.html: {Path('page.html').stat().st_size / 1e6:.1f} MB\n"


def test_a_report_that_cannot_be_written_is_one_line(results: Path, rfsim: Run) -> None:
    outcome = rfsim("report", str(results), "--out", "absent/page.html")
    assert outcome.code == 2
    assert outcome.err.splitlines()[-1].startswith("rfsim: absent/")
    assert "cannot write there" in outcome.err


def test_the_terminal_numbers_the_three_most_important_findings(rfsim: Run) -> None:
    lines = rfsim("sweep", *QUICK, "--out", "here").out.splitlines()
    numbered = [line.strip()[:2] for line in lines if line.startswith("  ") and line.strip()[1:3] == ". "]
    assert numbered == ["1.", "2.", "3."]
    assert "is the strongest guild" in next(line for line in lines if line.startswith("  1. "))


# ------------------------------------------------------------------------------------------------------------- records


def test_verify_names_file_line_turn_and_reason(results: Path, rfsim: Run) -> None:
    path = results / "records.jsonl"
    assert rfsim("verify", str(path)).out.endswith("all hold\n")
    first, second = path.read_text().splitlines()
    record = json.loads(second)
    record["turns"][1] = "1 play Nothing5@3"
    Path("bad.jsonl").write_text(first + "\n" + json.dumps(record) + "\n")
    outcome = rfsim("verify", "bad.jsonl")
    assert outcome.code == 1
    assert outcome.err.startswith('rfsim: bad.jsonl:2: turn 2: "1 play Nothing5@3": ')
    assert len(outcome.err.splitlines()) == 1


def test_replay_shows_every_turn(results: Path, rfsim: Run) -> None:
    record = json.loads((results / "records.jsonl").read_text().splitlines()[0])
    out = rfsim("replay", str(results / "records.jsonl"), "--game", "1").out
    for number, turn in enumerate(record["turns"], 1):
        assert f"{number}. {turn}" in out


# ------------------------------------------------------------------------------------------------ what describes itself


def test_guilds_print_text_and_steps(rfsim: Run) -> None:
    assert rfsim("guilds", "Fire").out == (
        "Fire\n"
        "  Place 3 damage on the first enemy at this location. Place 1 damage on the ally directly behind this Fire.\n"
        "  activate: damage 3 first enemy; damage 1 ally behind\n"
    )


def test_the_patch_for_ice_shows(rfsim: Run) -> None:
    assert "if damaged: 4" in rfsim("guilds", "Ice", "--patch", "printed-ice").out


def test_rules_print_values_and_rulings(rfsim: Run) -> None:
    out = rfsim("rules", "base").out
    assert "  target = 12\n" in out
    for number in range(1, 40):
        assert f"  R{number} " in out


def test_strategies_are_listed_with_their_files(rfsim: Run) -> None:
    out = rfsim("strategies").out
    assert "greedy.py" in out
    assert "random.py" in out


def test_bench_json_is_clean(rfsim: Run) -> None:
    outcome = rfsim("bench", "--strategy", "random", "--games", "50", "--json")
    row = json.loads(outcome.out)["results"][0]
    assert sorted(row) == sorted(
        [
            *("strategy", "preset", "games", "turns", "decisions", "seconds"),
            *("games_per_second", "turns_per_second", "decisions_per_second"),
        ]
    )
    assert (row["strategy"], row["games"]) == ("random", 50)
