"""What stands on the shelves."""

import csv
from typing import Dict, NamedTuple


class Item(NamedTuple):
    tag: str
    name: str
    shelf: str
    value_cents: int
    days: int


class UnknownItem(Exception):
    """Nobody has hung such a tag on anything."""


def load_catalogue(path) -> Dict[str, Item]:
    """All items by their tag, in the order of the file."""
    items = {}
    with open(path, newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            items[row["tag"]] = Item(
                row["tag"],
                row["name"],
                row["shelf"],
                int(row["value_cents"]),
                int(row["days"]),
            )
    return items


def find(items: Dict[str, Item], tag: str) -> Item:
    """The item with that tag; people at the counter type small letters."""
    try:
        return items[tag.upper()]
    except KeyError:
        raise UnknownItem(tag) from None
