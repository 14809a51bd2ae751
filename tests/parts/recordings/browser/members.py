"""A site on this machine whose pages are for members, with the ways to say that one is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.parts.recordings.browser.site import answering

_FORM = """<title>Log in | Members</title><h1>Log in</h1>
<form action=/welcome><label>User name <input name=username></label>
<label>Password <input type=password name=password></label><button>Log in</button></form>"""

PAGES = {
    "/login": _FORM,
    "/settings": """<title>Settings</title><h1>Settings</h1>
<label>User name <input name=nickname></label>
<button onclick="fetch('/done?' + document.querySelector('input').value)">Save</button>
<a href=/orders>Orders</a>""",
    "/orders": """<title>Orders</title><h1>Orders</h1>
<button onclick="fetch('/done?order')">Order</button>""",
    "/username": """<title>Sign in - Members</title><h1>Sign in</h1>
<form><label>User name or email <input name=identifier autocomplete=username></label>
<button>Next</button></form>""",
    "/note": """<title>Note</title><h1>Note</h1><label>Line <input></label>
<label>Text <textarea></textarea></label>
<button onclick="fetch('/done', {method: 'POST', body: JSON.stringify(
[document.querySelector('input').value, document.querySelector('textarea').value])})">Send</button>
""",
    "/token": """<title>Token</title><h1 id=seen>Token</h1>
<label>API token <input id=token type=password></label>
<button onclick="const t = token.value; document.title = t; seen.textContent = t;
history.replaceState(0, '', '?t=' + encodeURIComponent(t) + '#' + t); console.error(t);
document.body.append(Object.assign(document.createElement('button'), {textContent: t}));
alert(t); throw new Error(t)">Check</button>""",
    "/change": """<title>Change password</title><h1>Change password</h1>
<form><label>Old password <input type=password name=old></label>
<label>New password <input type=password name=new1></label>
<label>New password again <input type=password name=new2></label>
<button type=button onclick="fetch('/done?changed')">Change my password</button></form>""",
    "/confirm": """<title>Delete account</title><h1>Delete account</h1>
<form><label>Password <input type=password name=password></label>
<button>Delete my account</button></form>""",
    "/adduser": """<title>Add user</title><h1>Add user</h1><form>
<label>Username <input name=username></label>
<label>Password <input type=password name=password autocomplete=new-password></label>
<button>Save</button></form>""",
    "/forum": """<title>Cats</title><h1>Cats</h1><form><input name=user placeholder=user>
<input type=password name=password><button>Log in</button></form><p>"""
    + "All about cats. " * 60
    + "</p><button onclick=\"fetch('/done?cats')\">Like</button>",
    "/frame": "<title>Members</title><iframe src=/login></iframe>",
    "/oauth2/authorize": "<title>Company</title><p>One moment</p>",
    "/refused": "<title>Forbidden</title><h1>403</h1>",
}


class Members:
    """The site: its `pages`, what its buttons reported (`done`), how it `turns_away` strangers.

    The ways: "redirect" to the form, "in place" of the page, "username" first, "sso" of another
    host, "401", "403", "dialog" of the browser, "500".
    """

    def __init__(self) -> None:
        self.done: list[str] = []
        self.turns_away = "redirect"
        self.asked: list[str] = []
        self.pages = dict(PAGES)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.port = self.server.server_address[1]

    def url(self, page: str) -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.port}/{page}"


@contextmanager
def members() -> Iterator[Members]:
    """The site, while the block lasts."""
    site = Members()
    with answering(site.server):
        yield site


def _handler(site: Members) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            site.asked.append(self.path)
            if url.path == "/done":
                site.done.append(url.query)
                self._answer(204, "")
            elif url.path == "/welcome":
                self._welcome(parse_qs(url.query))
            elif url.path in ("/settings", "/orders") and not self._is_member():
                self._turn_away()
            else:
                self._answer(200 if url.path in site.pages else 404, site.pages.get(url.path, ""))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            site.done.append(body.decode())
            self._answer(204, "")

        def _is_member(self) -> bool:
            sent = SimpleCookie(self.headers.get("Cookie", "")).get("member")
            return sent is not None and sent.value == "ada"

        def _welcome(self, sent: dict[str, list[str]]) -> None:
            if sent.get("password") != ["open sesame"]:
                self._answer(200, _FORM)
                return
            # no expiry: a cookie that the browser forgets when it closes
            self._answer(302, "", {"Set-Cookie": "member=ada; HttpOnly", "Location": "/settings"})

        def _turn_away(self) -> None:
            way = site.turns_away
            away = {
                "redirect": "/login",
                "username": "/username",
                "sso": f"http://localhost:{site.port}/oauth2/authorize?client_id=1",
            }
            if way in away:
                self._answer(302, "", {"Location": away[way]})
            elif way == "dialog":
                self._answer(401, "", {"WWW-Authenticate": 'Basic realm="Members"'})
            elif way == "in place":
                self._answer(200, _FORM)
            else:
                self._answer(int(way), "<title>No</title><h1>No</h1>")

        def _answer(self, code: int, text: str, headers: dict[str, str] | None = None) -> None:
            body = text.encode()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_said: Any) -> None:
            """Nothing is printed."""

    return Handler
