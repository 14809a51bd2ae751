"""The surge page, with a feed on a port of its own and without one."""
import json
import threading
import unittest
import urllib.error
import urllib.request

from tideboard import board, feed, harmonics


class Surge(unittest.TestCase):
    def ask(self, path, where):
        server = board.make_server(("127.0.0.1", 0), harmonics.load(), where)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02},
                         daemon=True).start()
        try:
            url = "http://127.0.0.1:%d%s" % (server.server_address[1], path)
            with urllib.request.urlopen(url, timeout=5) as answer:
                return json.load(answer)
        finally:
            server.shutdown()
            server.server_close()

    def test_with_a_feed(self):
        server = feed.start(("127.0.0.1", 0))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        where = "http://127.0.0.1:%d" % server.server_address[1]
        for key, name, surge in (("north", "Northmole", 0.12), ("south", "Southmole", -0.05)):
            answer = self.ask(f"/surge/{key}.json", where)
            self.assertEqual(answer["harbour"], name)
            self.assertEqual(answer["time"], "2021-03-01T06:00Z")
            self.assertLess(abs(float(answer["surge"]) - surge), 0.011)

    def test_silence(self):
        answer = self.ask("/surge/north.json", "http://127.0.0.1:9")
        self.assertEqual((answer["surge"], answer["time"]), (None, None))

    def test_unknown(self):
        with self.assertRaises(urllib.error.HTTPError) as raised:
            self.ask("/surge/west.json", "http://127.0.0.1:9")
        self.assertEqual(raised.exception.code, 404)


unittest.main()
