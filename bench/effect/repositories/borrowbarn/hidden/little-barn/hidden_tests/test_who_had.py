import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LEDGER = """\
2031-03-01 out  D1 ada
2031-03-08 back D1 ada clean
2031-03-12 out  L1 bruno
2031-03-15 out  D1 carla
2031-03-22 back D1 carla chuck is stiff
2031-04-02 out  D1 dora
"""


class WhoHadTest(unittest.TestCase):
    def test_the_latest_on_top(self):
        home = Path(tempfile.mkdtemp()) / "home"
        self.addCleanup(shutil.rmtree, home.parent)
        shutil.copytree("data", home)
        (home / "ledger.txt").write_text(LEDGER, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "barn", "--home", str(home), "who", "d1"],
            stdout=subprocess.PIPE,
            universal_newlines=True,
        )
        self.assertEqual(done.returncode, 0)
        lines = [line for line in done.stdout.lower().splitlines() if "20" in line]
        self.assertEqual(len(lines), 3)
        for line, words in zip(
            lines,
            [
                ("dora", "2031-04-02", "still out"),
                ("carla", "2031-03-15", "2031-03-22"),
                ("ada", "2031-03-01", "2031-03-08"),
            ],
        ):
            for word in words:
                self.assertIn(word, line)
