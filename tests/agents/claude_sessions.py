"""The sample sessions of Claude Code."""

from __future__ import annotations

from tests.agents.sample_files import PARCELS, TIDES, WEATHER
from tests.agents.sample_sessions import Session, bash, edit, prompt, read

_FORECAST = "src/weather/forecast.py"
_CELSIUS = """\
def summary(reading):
    values = {name: kind(reading[name]) for name, kind in FIELDS.items()}
    return f"{values['temperature']:.1f} C, humidity {values['humidity']} %"
"""
_UNITS = """\
def summary(reading, unit='C'):
    values = {name: kind(reading[name]) for name, kind in FIELDS.items()}
    degrees = values["temperature"]
    if unit == 'F':
        degrees = degrees * 9 / 5 + 32
    return f"{degrees:.1f} {unit}, humidity {values['humidity']} %"
"""
_LAST_TEST = (
    '    assert summary({"temperature": "21.5", "humidity": "40"}) == "21.5 C, humidity 40 %"\n'
)
_FAHRENHEIT_TEST = """

def test_summary_in_fahrenheit():
    reading = {"temperature": "20", "humidity": "40"}
    assert summary(reading, unit='F') == "68.0 F, humidity 40 %"
"""
_GUARD = '  if (weight <= 0) throw new RangeError("weight must be positive");\n'
_LIMIT = '  if (weight > 30) throw new RangeError("parcels weigh at most 30 kg");\n'

FAHRENHEIT = Session(
    "claude-code",
    WEATHER,
    "pytest fails for want of `PYTHONPATH=src` and passes with it; the person asks for "
    "the formatter before every commit.",
    [
        prompt(
            "Add a unit option to summary() in src/weather/forecast.py so it can print "
            "Fahrenheit, with a test. Commit when green.",
            read(WEATHER, _FORECAST, "I'll start with the current implementation."),
            edit(WEATHER, _FORECAST, _CELSIUS, _UNITS),
            read(WEATHER, "tests/test_forecast.py"),
            edit(WEATHER, "tests/test_forecast.py", _LAST_TEST, _LAST_TEST + _FAHRENHEIT_TEST),
            bash("python -m pytest -q", "Run the tests"),
            bash(
                "PYTHONPATH=src python -m pytest -q",
                "Run the tests with src on the path",
                "The package lives under src and isn't installed, so pytest needs PYTHONPATH=src.",
            ),
            bash("git commit -qam 'Add a unit option to the summary' && git status -sb", "Commit"),
            "summary() takes `unit` now; both tests pass with `PYTHONPATH=src` and it's committed.",
        ),
        prompt(
            "You committed without formatting. Always run `make fmt` before you commit.",
            bash("make fmt", "Run the formatter"),
            bash("git commit -qa --amend --no-edit && git log --oneline", "Amend the commit"),
            "Formatted forecast.py and amended the commit. I'll run `make fmt` first from now on.",
        ),
    ],
    failures=1,
)

WIND = Session(
    "claude-code",
    WEATHER,
    "The agent edits a generated file and is told to edit its source; "
    "a push to main is refused and a branch is pushed instead.",
    [
        prompt(
            "Add wind_speed (a float) to the weather fields.",
            read(WEATHER, "src/weather/fields.py"),
            edit(
                WEATHER,
                "src/weather/fields.py",
                '    "humidity": int,\n',
                '    "humidity": int,\n    "wind_speed": float,\n',
            ),
            "Added `wind_speed` to FIELDS in src/weather/fields.py.",
        ),
        prompt(
            "Stop editing the generated file. Edit schema.yaml and run `make gen` instead.",
            bash("git checkout -q src/weather/fields.py", "Undo the edit of the generated file"),
            read(WEATHER, "schema.yaml", "Understood, I'll change the schema."),
            edit(WEATHER, "schema.yaml", "humidity: int\n", "humidity: int\nwind_speed: float\n"),
            bash("make gen && git diff --stat", "Generate the fields"),
            "wind_speed is in schema.yaml now and fields.py was generated from it.",
        ),
        prompt(
            "Good. Commit and push.",
            bash("make fmt && git commit -qam 'Add wind_speed to the fields'", "Format, commit"),
            bash("git push origin main", "Push to main"),
            bash(
                "git switch -c add-wind-speed && git push origin add-wind-speed",
                "Push a branch",
                "main is protected here, so I'll push a branch.",
            ),
            "Pushed the branch add-wind-speed; it's ready for a pull request.",
        ),
    ],
    failures=1,
)

LIMIT = Session(
    "claude-code",
    PARCELS,
    "An edit fails because its text is not unique and works with more context; "
    "`npm test` is missing and `npm run test:unit` works.",
    [
        prompt(
            "parcelPrice should refuse anything over 30 kg with a RangeError.",
            read(PARCELS, "src/price.js"),
            edit(PARCELS, "src/price.js", _GUARD, _GUARD + _LIMIT),
            edit(
                PARCELS,
                "src/price.js",
                "function parcelPrice(weight) {\n" + _GUARD,
                "function parcelPrice(weight) {\n" + _GUARD + _LIMIT,
                "Both functions have that line; I'll include the function header.",
            ),
            bash("npm test", "Run the tests"),
            bash("npm run test:unit", "Run the unit tests", "There's a test:unit script instead."),
            "parcelPrice refuses more than 30 kg; the unit tests pass.",
        ),
    ],
    failures=2,
)

MIGRATION = Session(
    "claude-code",
    PARCELS,
    "A migration meets a locked database and works with `--wait 60`; "
    "seeding needs `--config dev.toml`.",
    [
        prompt(
            "An import is still running in the background. Apply the migrations and "
            "reseed the dev data.",
            bash("python3 tools/migrate.py", "Apply the migrations"),
            bash("python3 tools/migrate.py --help", "Look for options", "The import holds a lock."),
            bash("python3 tools/migrate.py --wait 60", "Apply the migrations, waiting for writers"),
            bash("node tools/seed.js", "Seed the dev data", "Migrated. Now the seed data."),
            bash("node tools/seed.js --config dev.toml", "Seed with the dev configuration"),
            "Both migrations are applied (I had to wait for the import to release the database) "
            "and the dev data is seeded.",
        ),
    ],
    failures=2,
    busy_database="data/parcels.db",
)

UV = Session(
    "claude-code",
    TIDES,
    "The agent wants pip and is told to use `uv run` for everything.",
    [
        prompt(
            "Run the tests and tell me whether they're green.",
            bash(
                ".venv/bin/python -m pip install -e . && .venv/bin/python -m unittest -q",
                "Install the project and run the tests",
            ),
            "The virtual environment has no pip. Shall I bootstrap it with ensurepip?",
        ),
        prompt(
            "No, don't use pip here. Use `uv run` for everything in this repo.",
            bash("uv run python -m unittest -q", "Run the tests with uv"),
            "Green: 2 tests pass with `uv run python -m unittest -q`.",
        ),
    ],
    failures=1,
)

HEALTHY = Session(
    "claude-code",
    TIDES,
    "Nothing goes wrong: the talk is about error handling, the agent greps for `error`, "
    "and things should be fine.",
    [
        prompt(
            "How does the error handling for unknown stations work? It should be covered by a "
            "test, shouldn't it?",
            bash("grep -rn -i error tides tests", "Look for the error handling"),
            read(TIDES, "tides/stations.py"),
            "station() raises StationError for a name that isn't in the file, and "
            "test_unknown_station_is_an_error covers it. report.py lets the error through, so "
            "the command ends with a traceback.",
        ),
        prompt(
            "OK, that should be fine for now. The message should be a bit more helpful though: "
            "list the known stations.",
            edit(
                TIDES,
                "tides/stations.py",
                'f"error: unknown station {name}"',
                "f\"error: unknown station {name}, known are {', '.join(rows)}\"",
            ),
            bash("uv run python -m unittest -q", "Run the tests"),
            "The error message lists the known stations now, and the tests pass.",
        ),
    ],
    failures=0,
)

SESSIONS = [FAHRENHEIT, WIND, LIMIT, MIGRATION, UV, HEALTHY]
