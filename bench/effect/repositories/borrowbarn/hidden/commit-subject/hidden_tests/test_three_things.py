import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path


class ThreeThingsTest(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp()) / "home"
        self.addCleanup(shutil.rmtree, self.home.parent)
        shutil.copytree("data", self.home)
        (self.home / "ledger.txt").write_text("", encoding="utf-8")

    def barn(self, *words):
        return subprocess.run(
            [sys.executable, "-m", "barn", "--home", str(self.home)]
            + ["--on", "2031-05-03"] + list(words),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
        )

    def test_the_fourth_is_refused(self):
        for tag in ("D1", "T1", "L1"):
            self.assertEqual(self.barn("lend", tag, "ada").returncode, 0)
        before = (self.home / "ledger.txt").read_text()
        fourth = self.barn("lend", "P1", "ada")
        self.assertEqual(fourth.returncode, 1)
        self.assertRegex(fourth.stderr.lower(), "3|three")
        self.assertEqual((self.home / "ledger.txt").read_text(), before)
        self.assertEqual(self.barn("lend", "P1", "bruno").returncode, 0)

    def test_one_back_makes_room(self):
        for tag in ("D1", "T1", "L1"):
            self.barn("lend", tag, "ada")
        self.barn("back", "T1", "ada")
        self.assertEqual(self.barn("lend", "P1", "ada").returncode, 0)
