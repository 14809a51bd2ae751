import unittest
from datetime import date

from barn.catalogue import Item
from barn.ledger import Entry
from barn.loans import (
    days_late,
    due_day,
    fee_cents,
    is_open,
    next_open,
    open_loans,
    season_of,
)

DRILL = Item("D1", "Cordless drill", "A", 8900, 7)
PRICES = {"A": 30, "B": 75, "C": 120}


class LoansTest(unittest.TestCase):
    def test_due_on_an_open_day(self):
        self.assertEqual(due_day(DRILL, date(2031, 5, 5)), date(2031, 5, 14))

    def test_what_came_back_is_not_out(self):
        entries = [
            Entry(date(2031, 5, 3), "out", "D1", "ada", ""),
            Entry(date(2031, 5, 7), "back", "D1", "ada", ""),
        ]
        self.assertEqual(open_loans(entries, {"D1": DRILL}), [])

    def test_nobody_is_late_too_early(self):
        self.assertEqual(days_late(date(2031, 5, 7), date(2031, 5, 3)), 0)

    def test_so_much_a_day(self):
        self.assertEqual(fee_cents(DRILL, 5, PRICES), 150)

    def test_never_more_than_a_tenth(self):
        self.assertEqual(fee_cents(DRILL, 90, PRICES), 890)

    def test_seasons(self):
        self.assertEqual(season_of(date(2031, 4, 1)), "summer")
        self.assertEqual(season_of(date(2031, 10, 1)), "winter")


class OpeningTest(unittest.TestCase):
    def test_open_on_a_saturday(self):
        self.assertTrue(is_open(date(2031, 5, 3)))

    def test_an_open_day_is_its_own_next(self):
        self.assertEqual(next_open(date(2031, 5, 3)), date(2031, 5, 3))

    def test_sunday_waits_for_wednesday(self):
        self.assertEqual(next_open(date(2031, 5, 4)), date(2031, 5, 7))
