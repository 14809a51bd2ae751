import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from barn.catalogue import DuplicateTag, load_catalogue


class TwiceTest(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp()) / "home"
        self.addCleanup(shutil.rmtree, self.home.parent)
        shutil.copytree("data", self.home)
        with open(self.home / "items.csv", "a", encoding="utf-8") as lines:
            lines.write("T2,Tent for two,C,13900,14\n")

    def test_loading(self):
        with self.assertRaisesRegex(DuplicateTag, "T2"):
            load_catalogue(self.home / "items.csv")

    def test_at_the_counter(self):
        done = subprocess.run(
            [sys.executable, "-m", "barn", "--home", str(self.home), "out"],
            stderr=subprocess.PIPE,
            universal_newlines=True,
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("T2", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_as_it_is(self):
        self.assertEqual(len(load_catalogue("data/items.csv")), 10)
