"""The table for a spreadsheet."""
import csv
import io
import subprocess
import sys

from tideboard import harmonics
from tideboard.table import turns


def table(*args):
    ran = subprocess.run([sys.executable, "-m", "tideboard", "table", *args],
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


day = harmonics.parse_time("2021-03-01")
for key, harbour in harmonics.load().items():
    wanted = [["time", "kind", "height"]]
    for turn in turns(harbour, day):
        wanted.append([f"{turn.when:%Y-%m-%dT%H:%MZ}", turn.kind, f"{turn.height:.2f}"])
    found = [row for row in csv.reader(io.StringIO(table(key, "2021-03-01", "--csv"))) if row]
    assert found == wanted, found
    assert table(key, "2021-03-01").startswith(f"{harbour.name}  2021-03-01  (UTC, metres)\n")
