import json
import unittest

from tideboard import board, feed, harmonics

SILENT = "http://127.0.0.1:9"


class Pages(unittest.TestCase):
    def setUp(self):
        self.harbours = harmonics.load()

    def test_day_page(self):
        status, kind, text = board.page("/day/north/2021-03-01", self.harbours, SILENT)
        self.assertEqual((status, kind), (200, "text/plain"))
        self.assertTrue(text.startswith("Northmole  2021-03-01"))

    def test_unknown_pages(self):
        for path in ("/day/west/2021-03-01", "/day/north/tomorrow", "/now/west.json", "/x"):
            self.assertEqual(board.page(path, self.harbours, SILENT)[0], 404)

    def test_now_with_and_without_a_feed(self):
        text = board.page("/now/north.json", self.harbours, SILENT)[2]
        self.assertIsNone(json.loads(text)["measured"])
        server = feed.start(("127.0.0.1", 0))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        text = board.page("/now/north.json", self.harbours,
                          "http://127.0.0.1:%d" % server.server_address[1])[2]
        answer = json.loads(text)
        self.assertAlmostEqual(answer["measured"] - answer["predicted"], 0.12, places=1)
