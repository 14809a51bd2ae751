"""The ranges of a fortnight, in metres or in centimetres."""
import re
import subprocess
import sys
from datetime import timedelta

from tideboard import harmonics
from tideboard.table import turns

DAYS = 14
for key, harbour in harmonics.load().items():
    ran = subprocess.run([sys.executable, "-m", "tideboard", "range", key, "2021-03-01", str(DAYS)],
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.rstrip("\n").split("\n")
    wanted = {}
    for number in range(DAYS):
        day = harmonics.parse_time("2021-03-01") + timedelta(days=number)
        heights = {"high": [], "low": []}
        for turn in turns(harbour, day):
            heights[turn.kind].append(turn.height)
        wanted[f"{day:%Y-%m-%d}"] = max(heights["high"]) - min(heights["low"])
    best = max(wanted, key=wanted.get)
    assert re.match(r"(?i)largest:", lines[-1]) and best in lines[-1], lines[-1]
    found = {}
    for line in lines[:-1]:
        match = re.search(r"(\d{4}-\d\d-\d\d)\D*?\s+(\d+(?:\.\d+)?)\s*(\w*)", line)
        if match:
            found[match[1]] = (match[2], match[3])
    assert list(found) == list(wanted), found
    for day, (value, unit) in found.items():
        metres = float(value) / (100 if float(value) > 20 else 1)
        assert abs(metres - wanted[day]) < 0.021, (day, value, wanted[day])
