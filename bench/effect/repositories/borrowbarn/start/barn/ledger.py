"""The ledger: a text file that only ever grows."""

from datetime import date
from pathlib import Path
from typing import List, NamedTuple

VERBS = ("out", "back")


class Entry(NamedTuple):
    day: date
    verb: str
    tag: str
    who: str
    note: str


class BadLine(Exception):
    """A line that is neither a loan nor a return."""


def parse_line(line: str, number: int = 0) -> Entry:
    parts = line.split(None, 4)
    if len(parts) < 4 or parts[1] not in VERBS:
        raise BadLine("line %d: %s" % (number, line.strip()))
    note = parts[4].strip() if len(parts) == 5 else ""
    return Entry(date.fromisoformat(parts[0]), parts[1], parts[2], parts[3], note)


def format_entry(entry: Entry) -> str:
    line = "%s %-4s %s %s" % (entry.day.isoformat(), entry.verb, entry.tag, entry.who)
    return (line + " " + entry.note).rstrip()


class Ledger:
    def __init__(self, path):
        self.path = Path(path)

    def entries(self) -> List[Entry]:
        """Everything that ever crossed the counter, oldest first."""
        if not self.path.exists():
            return []
        found = []
        with open(self.path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and not line.startswith("#"):
                    found.append(parse_line(line, number))
        return found

    def add(self, entry: Entry) -> None:
        with open(self.path, "a", encoding="utf-8") as lines:
            lines.write(format_entry(entry) + "\n")
