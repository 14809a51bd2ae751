import unittest
from datetime import timedelta

from tideboard import harmonics
from tideboard.table import day_table, turns

DAY = harmonics.parse_time("2021-03-01")


class Heights(unittest.TestCase):
    def test_one_part_alone_is_a_cosine(self):
        harbour = harmonics.Harbour("x", "X", 2.0, {"S2": [1.0, 0.0]})
        self.assertAlmostEqual(harbour.height(harmonics.EPOCH), 3.0)
        self.assertAlmostEqual(harbour.height(harmonics.EPOCH + timedelta(hours=6)), 1.0)

    def test_unknown_parts_are_refused(self):
        with self.assertRaises(ValueError):
            harmonics.Harbour("x", "X", 0, {"Q9": [1, 2]})


class Turns(unittest.TestCase):
    def test_high_and_low_alternate(self):
        for harbour in harmonics.load().values():
            kinds = [turn.kind for turn in turns(harbour, DAY, hours=72)]
            self.assertGreater(len(kinds), 10)
            for one, other in zip(kinds, kinds[1:]):
                self.assertNotEqual(one, other)

    def test_a_high_water_is_higher_than_its_neighbours(self):
        harbour = harmonics.load()["north"]
        for turn in turns(harbour, DAY):
            beside = harbour.height(turn.when + timedelta(minutes=15))
            if turn.kind == "high":
                self.assertGreater(turn.height, beside)
            else:
                self.assertLess(turn.height, beside)


class Table(unittest.TestCase):
    def test_the_wall_table(self):
        lines = day_table(harmonics.load()["south"], DAY)
        self.assertEqual(lines[0], "Southmole  2021-03-01  (UTC, metres)")
        self.assertIn(len(lines), (4, 5))
        self.assertRegex(lines[1], r"^  \d\d:\d\d  (high|low )   \d\.\d\d m$")
