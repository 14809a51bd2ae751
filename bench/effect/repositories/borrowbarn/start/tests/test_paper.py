import tempfile
import unittest
from datetime import date
from unittest import mock

from barn import letters
from barn.catalogue import Item
from barn.loans import Loan
from barn.slips import money, slip_back, slip_out

DRILL = Item("D1", "Cordless drill", "A", 8900, 7)
LADDER = Item("L1", "Long ladder", "C", 18900, 7)


class ReminderTest(unittest.TestCase):
    def test_says_who_what_and_how_late(self):
        loan = Loan(LADDER, "bruno", date(2031, 3, 12), date(2031, 3, 19))
        text = letters.reminder(loan, date(2031, 3, 26))
        self.assertIn("Dear Bruno,", text)
        self.assertIn("long ladder", text)
        self.assertIn("7 days ago", text)


class MailTest(unittest.TestCase):
    def test_the_letter_goes_in_by_the_front(self):
        with mock.patch("barn.letters.subprocess.run") as run:
            run.return_value.returncode = 0
            letters.send("ada", "Dear Ada")
        self.assertEqual(run.call_args[0][0], ["barnmail", "ada"])

    def test_refused(self):
        with mock.patch("barn.letters.subprocess.run") as run:
            run.return_value.returncode = 1
            with self.assertRaises(letters.NotSent):
                letters.send("ada", "Dear Ada")

    def test_kept_letters_are_numbered(self):
        with tempfile.TemporaryDirectory() as outbox:
            letters.keep("ada", "one", outbox)
            self.assertEqual(letters.keep("bruno", "two", outbox).name, "002-bruno.txt")


class SlipsTest(unittest.TestCase):
    def test_out_says_when_it_is_due(self):
        text = slip_out(Loan(DRILL, "ada", date(2031, 5, 3), date(2031, 5, 10)))
        self.assertIn("back by  2031-05-10", text)

    def test_back_names_the_thing(self):
        text = slip_back(DRILL, "ada", date(2031, 5, 10))
        self.assertIn("Cordless drill (D1)", text)

    def test_money(self):
        self.assertEqual(money(1205), "12.05")
