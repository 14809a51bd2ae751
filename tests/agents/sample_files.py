"""The files of the three small projects in which the sample sessions take place."""

from __future__ import annotations

from collections.abc import Mapping

WEATHER, PARCELS, TIDES = "weather-cli", "parcel-api", "tide-tables"

FILES: Mapping[str, Mapping[str, str]] = {
    WEATHER: {
        ".gitignore": "__pycache__/\n.pytest_cache/\n",
        "Makefile": """\
gen:
	python tools/gen.py schema.yaml src/weather/fields.py
fmt:
	python tools/fmt.py src tests
.PHONY: gen fmt
""",
        "pyproject.toml": '[project]\nname = "weather-cli"\nversion = "0.3.0"\n',
        "schema.yaml": "temperature: float\nhumidity: int\n",
        "src/weather/__init__.py": "",
        "src/weather/fields.py": """\
FIELDS = {
    "temperature": float,
    "humidity": int,
}
""",
        "src/weather/forecast.py": '''\
"""Turns one reading into a line of text."""

from weather.fields import FIELDS


def summary(reading):
    values = {name: kind(reading[name]) for name, kind in FIELDS.items()}
    return f"{values['temperature']:.1f} C, humidity {values['humidity']} %"
''',
        "tests/test_forecast.py": """\
from weather.forecast import summary


def test_summary_in_celsius():
    assert summary({"temperature": "21.5", "humidity": "40"}) == "21.5 C, humidity 40 %"
""",
        "tools/fmt.py": '''\
"""Puts double quotes around plain strings, as the house style asks."""

import pathlib
import re
import sys

for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*.py")):
        text = path.read_text()
        lines = [
            line if '"' in line else re.sub(r"'([^']*)'", r'"\\1"', line)
            for line in text.splitlines(keepends=True)
        ]
        if "".join(lines) != text:
            path.write_text("".join(lines))
            print(f"reformatted {path}")
''',
        "tools/gen.py": '''\
"""Writes the table of fields from the schema."""

import pathlib
import sys

source, target = map(pathlib.Path, sys.argv[1:])
fields = [line.split(": ") for line in source.read_text().splitlines()]
rows = "".join(f'    "{name}": {kind},\\n' for name, kind in fields)
target.write_text("FIELDS = {\\n" + rows + "}\\n")
print(f"wrote {target} ({len(fields)} fields)")
''',
        ".githooks/pre-push": """\
#!/bin/sh
while read -r local_ref local_sha remote_ref remote_sha; do
  if [ "$remote_ref" = refs/heads/main ]; then
    echo "main is protected: push a branch and open a pull request" >&2
    exit 1
  fi
done
""",
    },
    PARCELS: {
        ".gitignore": "data/\n__pycache__/\n",
        "package.json": """\
{
  "name": "parcel-api",
  "version": "1.4.0",
  "private": true,
  "scripts": {
    "test:unit": "node --test tests/*.test.js",
    "seed": "node tools/seed.js"
  }
}
""",
        "dev.toml": 'seed_file = "data/parcels.json"\n',
        "src/price.js": """\
"use strict";

function letterPrice(weight) {
  if (weight <= 0) throw new RangeError("weight must be positive");
  return 1.2;
}

function parcelPrice(weight) {
  if (weight <= 0) throw new RangeError("weight must be positive");
  return 4 + weight * 0.5;
}

module.exports = { letterPrice, parcelPrice };
""",
        "tests/price.test.js": """\
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { letterPrice, parcelPrice } = require("../src/price.js");

test("letters have one price", () => assert.strictEqual(letterPrice(0.02), 1.2));
test("parcels cost by weight", () => assert.strictEqual(parcelPrice(10), 9));
""",
        "tools/seed.js": """\
"use strict";

const fs = require("node:fs");

const flag = process.argv.indexOf("--config");
if (flag < 0) {
  console.error("error: no configuration given, refusing to guess (see --config)");
  process.exit(2);
}
const config = fs.readFileSync(process.argv[flag + 1], "utf8");
const target = /seed_file = "(.*)"/.exec(config)[1];
fs.writeFileSync(target, JSON.stringify([{ id: 1, weight: 2.5 }, { id: 2, weight: 11 }]));
console.log(`seeded 2 parcels into ${target}`);
""",
        "tools/migrate.py": '''\
"""Applies the migrations that the database has not seen yet."""

import argparse
import pathlib
import sqlite3

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--wait", type=float, default=0, metavar="SECONDS",
                    help="how long to wait for other writers (default: not at all)")
wait = parser.parse_args().wait
database = sqlite3.connect("data/parcels.db", timeout=wait, isolation_level=None)
database.execute("BEGIN IMMEDIATE")
done = database.execute("PRAGMA user_version").fetchone()[0]
for number, path in enumerate(sorted(pathlib.Path("migrations").glob("*.sql")), start=1):
    if number > done:
        database.execute(path.read_text())
        database.execute(f"PRAGMA user_version = {number}")
        print(f"applied {path}")
database.execute("COMMIT")
''',
        "migrations/0001_parcels.sql": "CREATE TABLE parcels (id INTEGER PRIMARY KEY, weight REAL)",
        "migrations/0002_depot.sql": "ALTER TABLE parcels ADD COLUMN depot TEXT",
    },
    TIDES: {
        ".gitignore": ".venv/\n__pycache__/\n",
        "pyproject.toml": """\
[project]
name = "tide-tables"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = []

[tool.uv]
package = false
""",
        "data/stations.csv": "harwich,3.6,12.2\ndover,5.9,11.1\n",
        "data/stations.csv.sha256": "5c0e9f3d61a2b7c4\n",
        "tides/__init__.py": "",
        "tides/stations.py": '''\
"""Reads the stations: name, mean high water in metres, hour of high water."""

import csv
import pathlib


class StationError(Exception):
    """There is no such station."""


def station(name, path="data/stations.csv"):
    with pathlib.Path(path).open(newline="") as file:
        rows = {row[0]: (float(row[1]), float(row[2])) for row in csv.reader(file)}
    if name not in rows:
        raise StationError(f"error: unknown station {name}")
    return rows[name]
''',
        "tides/report.py": '''\
"""Prints the height of the tide at a station and an hour."""

import math
import sys

from tides.stations import station

name, hour = sys.argv[1], float(sys.argv[2])
high, peak = station(name)
print(f"{name} {hour:04.1f}h: {high / 2 * (1 + math.cos((hour - peak) * math.tau / 12.4)):.2f} m")
''',
        "tides/verify.py": '''\
"""Checks a data file against the checksum beside it."""

import hashlib
import pathlib
import sys

path = pathlib.Path(sys.argv[1])
found = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
wanted = pathlib.Path(f"{path}.sha256").read_text().strip()
if found != wanted:
    sys.exit(f"error: {path}: checksum is {found}, expected {wanted}")
print(f"{path}: OK")
''',
        "tests/__init__.py": "",
        "tests/test_stations.py": """\
import unittest

from tides.stations import StationError, station


class Stations(unittest.TestCase):
    def test_known_station(self):
        self.assertEqual(station("dover"), (5.9, 11.1))

    def test_unknown_station_is_an_error(self):
        with self.assertRaises(StationError):
            station("atlantis")
""",
    },
}
