"""A browser without scripts that opens the page's link, follows it, and sends forms."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from html import unescape
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from bench.life.home import Home

_FIELD = re.compile(r'<input[^>]*type="hidden"[^>]*\bname="(\w+)"[^>]*\bvalue="([^"]*)"')
_LONGEST = 60


class Browser:
    """A page that `lessonboard web` serves, and who looks at it."""

    def __init__(self, home: Home) -> None:
        command = [str(home.bin / "lessonboard"), "web", "--json", "--no-browser", "--port", "0"]
        self._terminal, keyboard = pty.openpty()
        self._process = subprocess.Popen(command, stdin=keyboard, stdout=subprocess.PIPE,
                                         env=home.variables, cwd=home.work, text=True)  # fmt: skip
        os.close(keyboard)
        assert self._process.stdout is not None
        lines = iter(self._process.stdout.readline, "")
        text = ""
        for line in lines:
            text += line
            if line.startswith("}"):
                break
        link = json.loads(text)["url"]
        place = urlsplit(link)
        self._here = f"http://127.0.0.1:{place.port}"  # whatever name below `localhost` it has
        self._headers = {"Host": place.netloc, "Origin": f"http://{place.netloc}"}
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        try:
            self._open(place._replace(netloc="", scheme="").geturl())
        except BaseException:
            self.close()
            raise

    def get(self, path: str) -> tuple[bool, str]:
        """Open a page; whether it failed, and its length."""
        code, text = self._open(path)
        return code != 200, f"{code}, {len(text)} characters"

    def press(self, path: str, action: str, fields: dict[str, Any]) -> tuple[bool, str]:
        """Send the first form of a page that goes to an address."""
        _, page = self._open(path)
        _, _, rest = page.partition(f'action="{action}"')
        hidden = {name: unescape(value)
                  for name, value in _FIELD.findall(rest.partition("</form>")[0])}  # fmt: skip
        data = urlencode({**hidden, **fields}).encode()
        code, text = self._open(action, data)
        return not rest or code != 200, f"{code}, {len(text)} characters, sent {hidden}"

    def close(self) -> None:
        """End the server as Ctrl-C does."""
        self._process.terminate()
        self._process.wait(_LONGEST)
        assert self._process.stdout is not None
        self._process.stdout.close()
        os.close(self._terminal)

    def _open(self, path: str, data: bytes | None = None) -> tuple[int, str]:
        asked = Request(f"{self._here}{path}", data, self._headers)
        try:
            with self._opener.open(asked, timeout=_LONGEST) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except HTTPError as error:
            return error.code, error.read().decode(errors="replace")
