"""What the gauges measured.

A gauge's raw file has one reading a line, `2021-03-01 00:00;3.41`. Lines that
begin with `#` are the logger talking to itself. The archive of a gauge,
`data/readings/KEY.csv`, is sorted, has no time twice, and is kept in git.
"""
import csv
from datetime import datetime, timedelta, timezone

from .harmonics import DATA

READINGS = DATA / "readings"


class GaugeError(Exception):
    pass


def parse_raw(text, comma=False, shift=0):
    """Pairs of time and height. `shift` (minutes) is added to every time."""
    pairs = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        stamp, sep, value = line.partition(";")
        if comma:
            value = value.replace(",", ".")
        try:
            when = datetime.strptime(stamp, "%Y-%m-%d %H:%M").replace(tzinfo=timezone.utc)
        except ValueError:
            raise GaugeError(f"line {number}: cannot read the time {stamp!r}") from None
        try:
            height = float(value)
        except ValueError:
            raise GaugeError(f"line {number}: cannot read the height {value!r}") from None
        pairs.append((when + timedelta(minutes=shift), height))
    return pairs


def read_archive(key, folder=READINGS):
    path = folder / f"{key}.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [(datetime.strptime(row["time"], "%Y-%m-%dT%H:%MZ").replace(tzinfo=timezone.utc),
                 float(row["height"])) for row in csv.DictReader(file)]


def write_archive(key, pairs, folder=READINGS):
    with (folder / f"{key}.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["time", "height"])
        for when, height in sorted(pairs):
            writer.writerow([f"{when:%Y-%m-%dT%H:%MZ}", f"{height:.2f}"])


def merge(old, new):
    """Old and new readings in one; of two for the same time the new one stays."""
    return sorted({**dict(old), **dict(new)}.items())


def compare(harbour, pairs):
    """The mean and the largest difference of measured and predicted, in metres."""
    if not pairs:
        return 0.0, 0.0
    off = [abs(height - harbour.height(when)) for when, height in pairs]
    return sum(off) / len(off), max(off)
