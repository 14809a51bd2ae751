import unittest
from datetime import date
from unittest import mock

from barn.catalogue import Item
from barn.desk import Desk, Refused
from barn.ledger import Entry

DRILL = Item("D1", "Cordless drill", "A", 8900, 7)
TODAY = date(2031, 5, 3)


def desk_with(entries):
    with mock.patch("barn.desk.load_catalogue", return_value={"D1": DRILL}), \
            mock.patch("barn.desk.Ledger") as ledger:
        ledger.return_value.entries.return_value = entries
        return Desk("nowhere", TODAY)


class DeskTest(unittest.TestCase):
    def test_lending_is_written_down(self):
        desk = desk_with([])
        desk.lend("d1", "ada")
        desk.ledger.add.assert_called_once_with(Entry(TODAY, "out", "D1", "ada", ""))

    def test_what_is_out_cannot_go_out(self):
        desk = desk_with([Entry(date(2031, 4, 30), "out", "D1", "bruno", "")])
        with self.assertRaisesRegex(Refused, "bruno has it"):
            desk.lend("D1", "ada")

    def test_late(self):
        desk = desk_with([Entry(date(2031, 4, 19), "out", "D1", "emil", "")])
        self.assertIn("7 days", desk.late())
