import tempfile
import unittest
from pathlib import Path

from tideboard import gauge, harmonics

RAW = "# logger 7\n2021-03-01 00:00;3.41\n2021-03-01 00:30;3.38\n"


class Raw(unittest.TestCase):
    def test_plain(self):
        pairs = gauge.parse_raw(RAW)
        self.assertEqual([h for _, h in pairs], [3.41, 3.38])
        self.assertEqual(pairs[0][0], harmonics.parse_time("2021-03-01"))

    def test_comma_and_shift(self):
        pairs = gauge.parse_raw(RAW.replace(".", ","), comma=True, shift=30)
        self.assertEqual(pairs[0], (harmonics.parse_time("2021-03-01T00:30"), 3.41))

    def test_errors_name_the_line(self):
        with self.assertRaisesRegex(gauge.GaugeError, "line 2"):
            gauge.parse_raw("2021-03-01 00:00;1.0\nrubbish;1.0\n")


class Archive(unittest.TestCase):
    def test_round_trip_and_merge(self):
        pairs = gauge.parse_raw(RAW)
        newer = [(pairs[1][0], 3.5)]
        with tempfile.TemporaryDirectory() as folder:
            gauge.write_archive("x", gauge.merge(pairs, newer), Path(folder))
            self.assertEqual([h for _, h in gauge.read_archive("x", Path(folder))], [3.41, 3.5])
