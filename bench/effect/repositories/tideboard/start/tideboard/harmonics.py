"""The height of the tide as a sum of cosines.

Each harmonic part has a speed (degrees an hour, the same all over the world),
an amplitude (metres) and a phase (degrees; both belong to the harbour).
"""
import json
import math
from datetime import datetime, timezone
from pathlib import Path

SPEEDS = {
    "M2": 28.9841042,   # the moon, twice a day: the one that matters
    "S2": 30.0,         # the sun, twice a day: makes springs and neaps
    "N2": 28.4397295,   # the moon is nearer at some times than at others
    "K1": 15.0410686,
    "O1": 13.9430356,
    "M4": 57.9682084,   # shallow water bends the curve
}

EPOCH = datetime(2020, 1, 1, tzinfo=timezone.utc)
DATA = Path(__file__).resolve().parent.parent / "data"


class Harbour:
    def __init__(self, key, name, mean, parts):
        unknown = sorted(set(parts) - set(SPEEDS))
        if unknown:
            raise ValueError(f"{key}: no such part: {', '.join(unknown)}")
        self.key = key
        self.name = name
        self.mean = mean
        self.parts = parts

    def height(self, when):
        """The predicted height in metres above chart datum."""
        hours = (when - EPOCH).total_seconds() / 3600
        total = self.mean
        for part, (amplitude, phase) in self.parts.items():
            total += amplitude * math.cos(math.radians(SPEEDS[part] * hours - phase))
        return total


def load(path=DATA / "harbours.json"):
    """All harbours of the file, by their keys."""
    raw = json.loads(Path(path).read_text())
    return {key: Harbour(key, h["name"], h["mean"], h["parts"]) for key, h in raw.items()}


def parse_time(text):
    """'2021-03-01' or '2021-03-01T06:00', taken as UTC."""
    when = datetime.fromisoformat(text)
    if when.tzinfo is None:
        when = when.replace(tzinfo=timezone.utc)
    return when.astimezone(timezone.utc)
