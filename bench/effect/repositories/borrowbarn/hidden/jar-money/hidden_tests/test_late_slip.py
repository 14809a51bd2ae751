import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LEDGER = """\
2031-04-26 out  T1 dora
2031-04-26 out  D1 emil
"""


class LateSlipTest(unittest.TestCase):
    def back(self, day, tag, who):
        home = Path(tempfile.mkdtemp()) / "home"
        self.addCleanup(shutil.rmtree, home.parent)
        shutil.copytree("data", home)
        (home / "ledger.txt").write_text(LEDGER, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "barn", "--home", str(home), "--on", day]
            + ["back", tag, who],
            stdout=subprocess.PIPE,
            universal_newlines=True,
        )
        self.assertEqual(done.returncode, 0)
        self.assertIn("back %s %s" % (tag, who), (home / "ledger.txt").read_text())
        return done.stdout

    def test_too_late(self):
        text = self.back("2031-05-14", "D1", "emil").replace("2031-05-14", "")
        self.assertIn("11", text)
        self.assertIn("3.30", text)

    def test_far_too_late_in_winter(self):
        self.assertIn("8.90", self.back("2031-12-31", "D1", "emil"))

    def test_in_time(self):
        lines = [line for line in self.back("2031-05-10", "T1", "dora").splitlines() if line]
        self.assertEqual(len(lines), 5)
        self.assertNotIn("0.00", "".join(lines))
