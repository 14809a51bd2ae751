"""One server's answers: every request is judged, asked of its page, and rendered."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from blackboard import BoardError
from blackboard.plugins.loading import imported
from lessonboard.bootstrap import App
from lessonboard.pages import addresses
from lessonboard.pages.page import Answer, Asked, Content, Moved, Page, ReadOnlyPage, Shown
from lessonboard.pages.undoing import Undoing
from lessonboard.parts.web import access, failures
from lessonboard.parts.web.boards import Boards
from lessonboard.parts.web.history import Moments, moments, position_of, time_of
from lessonboard.parts.web.live import Live
from lessonboard.parts.web.pages import pages
from lessonboard.parts.web.rendering import environment, render

_MOST_SAID = 100


class Said(NamedTuple):
    """What is said on the page after a change, and the decision that it offers to undo.

    `about` says which, where it is another than the one in the message; to one that lacks a
    reason a reason can be given.
    """

    text: str
    undo: str
    about: str
    lacks_reason: bool


class Site:
    """The board, the secrets, and what was decided here.

    Args:
        app: the board's path and the settings.
        port: where it listens, which is part of what it is called.
        secrets: who may ask.
        read_only: whether changes are refused.
    """

    def __init__(
        self, app: App, port: int, secrets: access.Secrets, *, read_only: bool = False
    ) -> None:
        self.app, self.port, self.secrets, self.read_only = app, port, secrets, read_only
        self.boards = Boards(app, read_only=read_only)
        self.live = Live(self.boards.present)
        self.pages = pages()
        self._undoing = Undoing()
        self._templates = environment(each.folder for each in self.pages if each.folder)
        self._said: dict[str, Said] = {}

    def warm_up(self) -> None:
        """Bring the views up to date, and import what the first page needs."""
        with self.boards.present() as board:
            board.catch_up()
        answer = self.pages[0].answer
        if isinstance(answer, str):
            imported(answer)

    def enter(self, request: Request) -> Response | None:
        """What is answered before any page is asked; None where the request may go on."""
        refused = access.refused_host(request.headers.get("host", ""), self.port, self.secrets.host)
        if refused:
            return self.refusal(refused)
        token = request.query_params.get("token")
        if token is not None and access.is_token(token, self.secrets):
            return self._welcome(request)
        if request.scope["path"].startswith("/static/"):
            return None  # the same for everybody, and what says no is to be read, too
        refused = access.refused_session(request.cookies, self.secrets, self.port)
        return self.refusal(refused) if refused else None

    def answer(self, page: Page, request: Request, form: Mapping[str, list[str]]) -> Response:
        """The answer of a page; a change is made only if it comes from a form of this page."""
        try:
            if page.is_change:
                with self.boards.present():  # another one may have taken its place
                    token = access.form_token(self.secrets, self.boards.name)
                refused = access.refused_change(request.headers, form, token)
                if refused:
                    return self.refusal(refused)
            with self._asked(page, request, form) as asked:
                try:
                    return self._response(page.answered(asked), asked, request)
                except BoardError as error:
                    back = _came_from(request) if page.is_change else ""
                    template, status, values = failures.shown(error, form, back)
                    return self._response(Shown(template, values, status), asked, request)
        except BoardError as error:
            return self._plain(*failures.shown(error))

    def refusal(self, refused: access.Refused) -> Response:
        """Why a request is not answered."""
        values = {"title": "Not allowed", "reason": refused.reason, "navigation": []}
        return self._plain("failure.html", refused.status, values)

    def nothing(self, path: str) -> Response:
        """There is no such page."""
        values = {"title": "Not found", "reason": f"there is no page {path}"}
        return self._plain("failure.html", 404, values)

    def broken(self, error: Exception) -> Response:
        """Answer an unexpected error; the terminal of the server shows all of it."""
        reason = (
            f"{type(error).__name__}: {error}; this is a fault of lessonboard, and its terminal "
            "says more. If you changed something, look whether it was done before you try again"
        )
        return self._plain("failure.html", 500, {"title": "That did not work", "reason": reason})

    def close(self) -> None:
        """Let go of those who look, and close the board."""
        self.live.end()
        self.boards.close()

    @contextmanager
    def _asked(
        self, page: Page, request: Request, form: Mapping[str, list[str]]
    ) -> Iterator[Asked]:
        query = dict(request.query_params)
        with self.boards.present(to_write=page.is_change) as present:
            moment = position_of(present, query)
            changeable = not (self.read_only or present.read_only or moment is not None)
            if page.is_change and not changeable:
                raise ReadOnlyPage("nothing was changed: this page only reads")
            clock = time.time_ns() // 1000
            asked = Asked(
                app=self.app, board=present, now=clock, clock=clock, undoing=self._undoing,
                past=self.boards.past, names=request.path_params, query=query, form=form,
                as_of=moment, changeable=changeable,
            )  # fmt: skip
            if moment is None:
                yield asked
                return
            with self.boards.past(moment) as past:
                yield replace(asked, board=past, now=time_of(past, moment) or clock)

    def _response(self, answer: Answer, asked: Asked, request: Request) -> Response:
        match answer:
            case Content(body, type_):
                return Response(body, media_type=type_)
            case Moved(to, said, undo):
                return RedirectResponse(self._announced(to, said, undo), 303)
        template, values, status = answer
        here = _here(request)
        return self._rendered(
            template, status, values, now=asked.now, as_of=asked.as_of,
            said=self._said.pop(asked.query.get("said", ""), None), changeable=asked.changeable,
            here=here, kept_query=parse_qsl(urlsplit(here).query), head=asked.board.log.head(),
            moments=self._moments(asked, request),
        )  # fmt: skip

    def _moments(self, asked: Asked, request: Request) -> Moments | None:
        if request.method == "POST":
            return None
        with self.boards.present() as present:
            return moments(asked, present, request.query_params.get("second", ""))

    def _announced(self, to: str, said: str, undo: str) -> str:
        """The address where a change is announced, once."""
        if not said:
            return to
        name = str(time.monotonic_ns())
        taken = self._undoing.known(undo)
        is_it = taken is not None and taken.said in said
        about = "" if taken is None or is_it else taken.said
        lacks = taken is not None and taken.lacks_reason and is_it
        self._said[name] = Said(said, undo, about, lacks)
        while len(self._said) > _MOST_SAID:
            self._said.pop(next(iter(self._said)))
        return f"{to}{'&' if '?' in to else '?'}said={name}"

    def _plain(self, template: str, status: int, values: Mapping[str, Any]) -> Response:
        return self._rendered(
            template, status, values, now=time.time_ns() // 1000, as_of=None, said=None,
            changeable=False, here="/", kept_query=[], moments=None, head=0,
        )  # fmt: skip

    def _rendered(
        self, template: str, status: int, values: Mapping[str, Any], **about: Any
    ) -> Response:
        shared: dict[str, Any] = {
            "form_token": access.form_token(self.secrets, self.boards.name),
            "navigation": [each for each in self.pages if each.title],
        }
        html = render(self._templates, template, {**shared, **about, **values})
        return Response(html, status, media_type="text/html")

    def _welcome(self, request: Request) -> Response:
        """Set the cookie, and go to the page without the token in its address.

        By a page that goes on by itself: a browser sends a strict cookie along with a redirect only
        where the link was not opened from elsewhere, such as a file.
        """
        rest = {name: value for name, value in request.query_params.items() if name != "token"}
        path = "/" + request.scope["path"].lstrip("/\\")
        moved = self._rendered("welcome.html", 200, {"to": addresses.address(path, **rest)})
        moved.set_cookie(access.cookie_name(self.port), self.secrets.session, httponly=True,
                         samesite="strict", path="/")  # fmt: skip
        return moved


def _came_from(request: Request) -> str:
    """The page whose form was sent; empty where it is not known."""
    came = urlsplit(request.headers.get("referer", ""))
    if came.netloc != request.headers.get("host") or not came.path.startswith("/"):
        return ""
    return f"/{came.path.lstrip('/')}{f'?{came.query}' if came.query else ''}"


def _here(request: Request) -> str:
    """The address without the moment and what was said once."""
    kept = {name: value for name, value in request.query_params.items()
            if name not in ("as-of", "second", "said")}  # fmt: skip
    return addresses.address(request.scope["path"], **kept)
