import unittest
from datetime import date

from barn.ledger import BadLine, Entry, Ledger, format_entry, parse_line
from tests.support import open_little_barn


class LedgerTest(unittest.TestCase):
    def test_a_return_carries_its_note(self):
        entry = parse_line("2031-03-22 back D1 carla chuck is stiff")
        self.assertEqual(entry.note, "chuck is stiff")

    def test_a_line_survives_the_way_there_and_back(self):
        entry = Entry(date(2031, 3, 1), "out", "D1", "ada", "")
        self.assertEqual(parse_line(format_entry(entry)), entry)

    def test_nonsense_is_named_with_its_line(self):
        with self.assertRaisesRegex(BadLine, "line 7"):
            parse_line("2031-03-01 ate D1 ada", 7)

    def test_it_only_grows(self):
        ledger = Ledger(open_little_barn(self) / "ledger.txt")
        before = ledger.entries()
        ledger.add(Entry(date(2031, 4, 2), "back", "L1", "bruno", ""))
        self.assertEqual(ledger.entries()[:-1], before)


if __name__ == "__main__":
    unittest.main()
