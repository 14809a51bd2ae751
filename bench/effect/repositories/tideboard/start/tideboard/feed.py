"""A simulated gauge feed, to try the board without a sea.

The real feed is a box on the mole. It answers /gauge/KEY with its last reading.
The simulated one says what was predicted for a fixed morning, plus a bit.
"""
import json
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import harmonics

ADDRESS = ("127.0.0.1", 18077)
MORNING = harmonics.parse_time("2021-03-01T06:00")
BIT = {"north": 0.12, "south": -0.05}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        key = self.path.rpartition("/")[2]
        harbour = harmonics.load().get(key)
        if harbour is None or not self.path.startswith("/gauge/"):
            self.send_error(404)
            return
        body = json.dumps({"time": f"{MORNING:%Y-%m-%dT%H:%MZ}",
                           "height": round(harbour.height(MORNING) + BIT[key], 2)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def start(address=ADDRESS, patience=8.0):
    """The running server; waits a while for an older feed to let go of the port."""
    until = time.monotonic() + patience
    while True:
        try:
            server = ThreadingHTTPServer(address, Handler)
            break
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05},
                     daemon=True).start()
    return server


def run(command):
    server = start()
    try:
        if not command:
            print("feed: up, interrupt to stop")
            while True:
                time.sleep(1)
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0
    finally:
        server.shutdown()
        server.server_close()
