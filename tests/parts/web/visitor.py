"""Somebody who asks a site for pages and sends its forms, as a browser without scripts would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.parts.web import access
from lessonboard.parts.web.access import Secrets
from lessonboard.parts.web.application import application
from lessonboard.parts.web.site import Site

PORT = 8484
SECRETS = Secrets("the-token", "the-session", "the-form-token")
_FIELD = re.compile(r'<(?:input|button)[^>]*\bname="(\w+)"[^>]*\bvalue="([^"]*)"')


class Visitor:
    """A client with the cookie of a site."""

    def __init__(self, site: Site, client: TestClient) -> None:
        self.site, self.client = site, client

    @property
    def board(self) -> Board:
        """The board that the site reads."""
        with self.site.boards.present() as board:
            return board

    def get(self, path: str, **headers: str) -> Response:
        """A page."""
        return self.client.get(path, headers=headers)

    def text(self, path: str) -> str:
        """A page that is there."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, path: str, *, origin: str | None = "http://127.0.0.1:8484",
             form_token: str | None = None, **fields: Any) -> Response:  # fmt: skip
        """Send a form; it is not followed where it leads."""
        headers = {} if origin is None else {"origin": origin}
        with self.site.boards.present():
            token = access.form_token(SECRETS, self.site.boards.name)
        form = {"form_token": token if form_token is None else form_token, **fields}
        return self.client.post(path, data=form, headers=headers)

    def done(self, path: str, **fields: Any) -> str:
        """Send a form that is accepted; the page where it leads."""
        answer = self.post(path, **fields)
        assert answer.status_code == 303, answer.text
        return self.text(answer.headers["location"])

    def form(self, page: str, action: str) -> dict[str, str]:
        """The hidden fields of the first form of a page that goes to an address."""
        _, _, rest = page.partition(f'action="{action}"')
        inside = rest.partition("</form>")[0]
        assert inside, f"no form goes to {action}"
        hidden = re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", inside)
        found = [match for each in hidden for match in _FIELD.findall(each)]
        return {name: unescape(value) for name, value in found if name != "form_token"}


@contextmanager
def visiting(app: App, *, read_only: bool = False) -> Iterator[Visitor]:
    """A site for a board, and somebody who opened its link."""
    site = Site(app, PORT, SECRETS, read_only=read_only)
    address = f"http://127.0.0.1:{PORT}"
    with TestClient(application(site), base_url=address, follow_redirects=False,
                    raise_server_exceptions=False) as client:  # fmt: skip
        client.cookies.set(f"lessonboard-{PORT}", SECRETS.session)
        yield Visitor(site, client)
