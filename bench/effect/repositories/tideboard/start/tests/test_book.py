import unittest

from tideboard.book import Book
from tideboard.harmonics import parse_time

NOON = parse_time("2021-03-01T12:00")


class Remarks(unittest.TestCase):
    def setUp(self):
        self.book = Book(":memory:")
        self.addCleanup(self.book.close)

    def test_add_and_list(self):
        self.book.add("north", "fog bank", NOON)
        self.book.add("south", "seal on the gauge", NOON, ["seal"])
        self.assertEqual([e["remark"] for e in self.book.entries()],
                         ["fog bank", "seal on the gauge"])
        self.assertEqual([e["remark"] for e in self.book.entries("south")],
                         ["seal on the gauge"])

    def test_by_tag(self):
        self.book.add("south", "seal again", NOON, ["seal", "gauge"])
        self.book.add("south", "swell", NOON)
        self.assertEqual([e["tags"] for e in self.book.entries(tag="seal")], [["gauge", "seal"]])
