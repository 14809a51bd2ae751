"""The board: what the harbour's screen shows, over HTTP."""
import json
import os
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import harmonics
from .table import day_table

LISTEN = os.environ.get("TIDEBOARD_LISTEN", "127.0.0.1:18077")
FEED = os.environ.get("TIDEBOARD_FEED", "http://127.0.0.1:18077")


def last_reading(feed, key):
    """The gauge's last reading as a dictionary, or None where the feed is silent."""
    try:
        with urllib.request.urlopen(f"{feed}/gauge/{key}", timeout=2) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def page(path, harbours, feed):
    """Status, content type and text of a page."""
    parts = path.strip("/").split("/")
    try:
        if path == "/":
            return 200, "text/plain", "\n".join(h.name for h in harbours.values()) + "\n"
        if parts[0] == "day" and len(parts) == 3:
            day = harmonics.parse_time(parts[2])
            return 200, "text/plain", "\n".join(day_table(harbours[parts[1]], day)) + "\n"
        if parts[0] == "now" and len(parts) == 2 and parts[1].endswith(".json"):
            return 200, "application/json", now(harbours[parts[1][:-5]], feed)
    except (KeyError, ValueError):
        pass
    return 404, "text/plain", "no such page\n"


def now(harbour, feed):
    reading = last_reading(feed, harbour.key)
    answer = {"harbour": harbour.name, "time": None, "predicted": None, "measured": None}
    if reading is not None:
        when = harmonics.parse_time(reading["time"].rstrip("Z"))
        answer.update(time=reading["time"], measured=reading["height"],
                      predicted=round(harbour.height(when), 2))
    return json.dumps(answer) + "\n"


def make_server(address, harbours, feed=FEED):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            status, kind, text = page(self.path, harbours, feed)
            self.send_response(status)
            self.send_header("Content-Type", kind + "; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args):
            pass

    return ThreadingHTTPServer(address, Handler)


def listen(where=LISTEN):
    host, _, port = where.rpartition(":")
    try:
        return make_server((host, int(port)), harmonics.load())
    except OSError as error:
        raise SystemExit(f"board: cannot start: {error.strerror}")


def peek(path):
    """Start the board, print one page, stop. Returns the exit code."""
    server = listen()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05},
                     daemon=True).start()
    url = "http://%s:%d%s" % (*server.server_address[:2], path)
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            print(answer.read().decode(), end="")
        return 0
    except urllib.error.HTTPError as error:
        print(f"{error.code} {error.read().decode()}", end="")
        return 1
    finally:
        server.shutdown()
        server.server_close()
