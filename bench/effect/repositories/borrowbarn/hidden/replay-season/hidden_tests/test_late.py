import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LEDGER = """\
2031-04-26 out  T1 dora
2031-04-26 out  D1 emil
2031-05-03 out  H1 ada
2031-05-17 out  L1 bruno
"""


class LateTest(unittest.TestCase):
    def late(self, day):
        home = Path(tempfile.mkdtemp()) / "home"
        self.addCleanup(shutil.rmtree, home.parent)
        shutil.copytree("data", home)
        (home / "ledger.txt").write_text(LEDGER, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "barn", "--home", str(home), "--on", day, "late"],
            stdout=subprocess.PIPE,
            universal_newlines=True,
        )
        self.assertEqual(done.returncode, 0)
        return done.stdout.strip().splitlines()

    def test_worst_first_and_a_total(self):
        lines = self.late("2031-05-20")
        self.assertEqual([line[:2] for line in lines[:-1]], ["D1", "H1", "T1"])
        self.assertIn("total", lines[-1].lower())
        self.assertIn("26.85", lines[-1])

    def test_prices_of_winter(self):
        # never more than a tenth of what they are worth: 8.90 + 15.90 + 24.90 + 18.90
        self.assertIn("68.60", self.late("2031-12-31")[-1])
