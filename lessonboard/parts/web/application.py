"""The web application: a site's pages as routes, its headers, and the stream of news."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from blackboard import BoardError
from lessonboard.pages.page import Page
from lessonboard.parts.web.access import HEADERS, Refused
from lessonboard.parts.web.rendering import FOLDER
from lessonboard.parts.web.site import Site

_log = logging.getLogger(__name__)

_LARGEST_FORM = 1 << 20
_MOST_WRITERS = 4
"""The most changes that are made or wait together, so that readers have threads left."""

_MOST_READERS = 3
"""The most pages that are made together: each takes memory, and they share one interpreter."""

_GONE = 499
"""The status of an answer to a client that left while it waited for its turn."""

_RECONNECT = 3_000
"""Milliseconds after which a page whose news broke off asks again."""


def application(site: Site) -> Starlette:
    """What a server runs for a site."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(site.close)

    async def news(_request: Request) -> Response:
        return StreamingResponse(_news(site), media_type="text/event-stream")

    async def nothing(request: Request) -> Response:
        return site.nothing(request.url.path[:100])

    turns = _Turns(*map(asyncio.Semaphore, (_MOST_READERS, _MOST_WRITERS, 1)))
    routes: list[BaseRoute] = [
        Route("/live", news, methods=["GET"]),
        Mount("/static", StaticFiles(directory=FOLDER.parent / "static")),
        *(_route(site, page, turns) for page in site.pages),
        Route("/{rest:path}", nothing),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(_Guard, site=site)],
        lifespan=lifespan,
    )


class _Guard:
    """Lets through those who may ask, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app, self._site = app, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        has_begun = False

        async def with_headers(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                given = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *given]
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        answer = self._site.enter(request)
        try:
            await (answer or self._app)(scope, receive, with_headers)
        except Exception as error:
            if has_begun:
                raise
            _log.exception("a page failed: %s", request.url.path)
            await self._site.broken(error)(scope, receive, with_headers)


class _Turns(NamedTuple):
    """Those who wait to read, to change something, or for a page that takes seconds."""

    readers: asyncio.Semaphore
    writers: asyncio.Semaphore
    slow: asyncio.Semaphore


def _route(site: Site, page: Page, turns: _Turns) -> Route:
    async def endpoint(request: Request) -> Response:
        if not page.is_change:
            is_slow = page.is_slow or request.query_params.get("whole") == "yes"
            async with turns.slow if is_slow else turns.readers:
                if is_slow and await request.is_disconnected():
                    return Response(status_code=_GONE)
                return await run_in_threadpool(site.answer, page, request, {})
        form = await _form(request)
        if form is None:
            return site.refusal(Refused(413, "the form is too large, or no text"))
        async with turns.writers:
            return await run_in_threadpool(site.answer, page, request, form)

    return Route(page.path, endpoint, methods=["POST" if page.is_change else "GET"])


async def _form(request: Request) -> dict[str, list[str]] | None:
    """The fields of a form as browsers send them; None where they cannot be read."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST_FORM:
            return None
    try:
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=2_000)
    except ValueError:
        return None


async def _news(site: Site) -> AsyncIterator[bytes]:
    """The position of the newest event, as often as it grows (Server-Sent Events)."""
    yield b"retry: %d\n\n" % _RECONNECT
    with suppress(BoardError):  # the pages themselves say what is wrong, and ask again
        async for head in site.live.heads():
            yield b"data: %d\n\n" % head
