"""The sample sessions of Codex."""

from __future__ import annotations

from tests.agents.sample_files import PARCELS, TIDES, WEATHER
from tests.agents.sample_sessions import CODEX_PLAIN, Session, prompt, script, shell

_PATCH = """\
apply_patch <<'PATCH'
*** Begin Patch
*** Update File: src/weather/forecast.py
@@
-    values = {name: kind(reading[name]) for name, kind in FIELDS.items()}
+    values = {name: kind(reading.get(name, 0)) for name, kind in FIELDS.items()}
*** End Patch
PATCH"""

HUMIDITY = Session(
    "codex",
    WEATHER,
    "The same two failures as in Claude Code's sessions: pytest without `PYTHONPATH=src`, "
    "and a push to main.",
    [
        prompt(
            "Forecasts crash with a KeyError when a reading has no humidity. Count it as 0 and "
            "push the fix.",
            shell("git log --oneline -3 && cat src/weather/forecast.py"),
            shell(_PATCH, "A missing field should fall back to 0."),
            shell("python -m pytest -q"),
            shell(
                "PYTHONPATH=src python -m pytest -q",
                "The package is under src, so I'll put that on the path.",
            ),
            shell("make fmt && git commit -qam 'Count a missing field as 0'"),
            shell("git push origin main"),
            shell(
                "git switch -c missing-humidity && git push origin missing-humidity",
                "Pushing to main isn't allowed here; a branch is.",
            ),
            "Fixed: a missing field counts as 0. The test passes and the fix is on the branch "
            "missing-humidity.",
        ),
    ],
    failures=2,
    model=CODEX_PLAIN,
)

SEED = Session(
    "codex",
    PARCELS,
    "`npm test` is missing and seeding needs `--config dev.toml`, as in Claude Code's sessions; "
    "commands run from JavaScript cells, so exit codes stand only in the events.",
    [
        prompt(
            "Seed the dev data and check that the tests are still green.",
            script("ls && cat package.json", "I'll see what scripts there are."),
            script("node tools/seed.js"),
            script("node tools/seed.js --config dev.toml", "It wants a configuration: dev.toml."),
            script("npm test"),
            script("npm run test:unit", "There's no `test` script, only `test:unit`."),
            "The dev data is seeded from dev.toml and both unit tests pass.",
        ),
    ],
    failures=2,
)

REPORT = Session(
    "codex",
    TIDES,
    "The agent wants pip once more and gets the same correction as Claude Code.",
    [
        prompt(
            "How high is the tide at Harwich at 14:00? There's a report for that.",
            shell("ls tides && sed -n 1,12p tides/report.py"),
            shell("python3 tides/report.py harwich 14"),
            shell(
                ".venv/bin/python -m pip install -e .",
                "The package isn't installed; I'll install it.",
            ),
            "I can't install the package: the virtual environment has no pip.",
        ),
        prompt(
            "Please don't use pip in this repo, use `uv run` for everything: "
            "`uv run python -m tides.report harwich 14`.",
            shell("uv run python -m tides.report harwich 14"),
            "At Harwich the tide stands at 2.90 m at 14:00.",
        ),
    ],
    failures=2,
    model=CODEX_PLAIN,
)

CHECKSUM = Session(
    "codex",
    TIDES,
    "An error that is never fixed: a checksum does not match whatever the agent tries.",
    [
        prompt(
            "The nightly export stops at the checksum of data/stations.csv. Can you fix that?",
            script("uv run python -m tides.verify data/stations.csv"),
            script(
                "git log --oneline -- data && git status --short data",
                "Let me see whether the file was changed.",
            ),
            script(
                "git checkout HEAD -- data && uv run python -m tides.verify data/stations.csv",
                "It's unchanged; I'll restore both files to be sure.",
            ),
            "I couldn't fix this. The file is as it was committed and still doesn't match its "
            "checksum, so one of the two was wrong from the start. I'd ask whoever provides "
            "the stations which one.",
        ),
    ],
    failures=2,
)

SESSIONS = [HUMIDITY, SEED, REPORT, CHECKSUM]
