"""GitHub as far as the forge uses it: issues, labels, comments, branches and pull requests.

It knows nothing of a network: `stand_in.py` puts it behind HTTPS for the real `gh`, and
`spoken_gh.py` lets it be asked where there is no `gh`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.parts.automation.forge.rest_schemas import complaint

TOKEN = "a-key-for-the-stand-in"
REPOSITORY = "acme/web"
_LONGEST_BODY = 65_536


class Reply(NamedTuple):
    """An answer; `pages` is how many there are of a list."""

    status: int
    data: Any
    pages: int = 1


class Dropped(Exception):
    """The connection is cut in the place of an answer."""


@dataclass
class Fault:
    """What goes wrong with the next requests of a kind; status 0 cuts the connection.

    `is_done` makes it go wrong after the request was served, and `first` happens before it is.
    """

    method: str
    path: str
    status: int = 0
    data: Any = None
    left: int = 1
    is_done: bool = False
    first: Callable[[], object] | None = None

    def fits(self, method: str, path: str) -> bool:
        """Whether this request is to go wrong."""
        return self.left != 0 and method == self.method and bool(re.search(self.path, path))


@dataclass
class Hub:
    """One repository with its content; requests are recorded in `asked`."""

    branches: set[str] = field(default_factory=lambda: {"main"})
    search_lags: bool = False
    allows_drafts: bool = True
    may_make_labels: bool = True
    labels: dict[str, dict[str, Any]] = field(default_factory=dict)
    issues: dict[int, dict[str, Any]] = field(default_factory=dict)
    pulls: dict[int, dict[str, Any]] = field(default_factory=dict)
    comments: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    problems: list[Fault] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def serve(
        self, method: str, path: str, query: Mapping[str, str], body: Any, key: str = TOKEN
    ) -> Reply:
        """Answer a request, or let it go wrong as was told.

        Raises:
            Dropped: there is no answer.
        """
        with self.lock:
            self.asked.append((method, path))
            problem = next((each for each in self.problems if each.fits(method, path)), None)
            if problem is None:
                return self._answer(method, path, query, body, key)
            problem.left -= 1
            if problem.first is not None:
                problem.first()
                return self._answer(method, path, query, body, key)
            if problem.is_done:
                self._answer(method, path, query, body, key)
            if problem.status == 0:
                raise Dropped
            return Reply(problem.status, problem.data)

    def made(self, kind: str) -> int:
        """How often something of a kind (issues, pulls, comments, labels) was asked to be made."""
        return sum(
            method == "POST" and path.rsplit("/", 1)[-1] == kind for method, path in self.asked
        )

    def add_issue(self, title: str, body: str, labels: list[str] | None = None) -> dict[str, Any]:
        """Open an issue."""
        number = self._next()
        self.issues[number] = {
            "number": number,
            "html_url": f"https://github.com/{REPOSITORY}/issues/{number}",
            "state": "open",
            "title": title,
            "body": body,
            "labels": [{"name": label} for label in labels or []],
        }
        return self.issues[number]

    def add_pull(self, head: str, owner: str = "acme", **fields: Any) -> dict[str, Any]:
        """Open a pull request."""
        number = self._next()
        self.pulls[number] = {
            "number": number,
            "html_url": f"https://github.com/{REPOSITORY}/pull/{number}",
            "state": "open",
            "draft": False,
            "merged_at": None,
            "head": {"label": f"{owner}:{head}", "ref": head},
            **fields,
        }
        return self.pulls[number]

    def _next(self) -> int:
        return max([0, *self.issues, *self.pulls]) + 1

    def _answer(
        self, method: str, path: str, query: Mapping[str, str], body: Any, key: str
    ) -> Reply:
        if key != TOKEN:
            return Reply(401, {"message": "Bad credentials"})
        wrong = complaint(method, path, query, body)
        if wrong:
            return Reply(422, {"message": f"Invalid request. {wrong}"})
        for pattern, serve in self._routes():
            found = re.fullmatch(pattern, f"{method} {path}")
            if found:
                return serve(found, query, body)
        return Reply(404, {"message": "Not Found"})

    def _routes(self) -> list[tuple[str, Callable[..., Reply]]]:
        repository = f"/repos/{REPOSITORY}"
        return [
            ("GET /search/issues", self._search),
            (f"GET {repository}/issues", self._list_issues),
            (f"POST {repository}/issues", self._open_issue),
            (rf"PATCH {repository}/issues/(\d+)", self._change_issue),
            (rf"GET {repository}/issues/(\d+)/comments", self._list_comments),
            (rf"POST {repository}/issues/(\d+)/comments", self._comment),
            (rf"GET {repository}/labels/([^/]+)", self._label),
            (f"POST {repository}/labels", self._make_label),
            (f"GET {repository}/pulls", self._list_pulls),
            (rf"GET {repository}/pulls/(\d+)", self._show_pull),
            (rf"GET {repository}/pulls/(\d+)/(?:reviews|comments|commits)", self._no_list),
            (f"POST {repository}/pulls", self._open_pull),
        ]

    def _search(self, _: re.Match[str], query: Mapping[str, str], __: Any) -> Reply:
        free = " ".join(word for word in query["q"].split() if ":" not in word)
        words = set(re.findall(r"\w+", free))
        found = [
            issue
            for issue in (self.pulls if "is:pr" in query["q"] else self.issues).values()
            if not self.search_lags and words <= set(re.findall(r"\w+", issue.get("body", "")))
        ]
        return Reply(200, {"total_count": len(found), "incomplete_results": False, "items": found})

    def _list_issues(self, _: re.Match[str], query: Mapping[str, str], __: Any) -> Reply:
        pulls = [{**pull, "body": "", "pull_request": {}} for pull in self.pulls.values()]
        wanted = set(filter(None, query.get("labels", "").split(",")))
        found = [
            each
            for each in (*self.issues.values(), *pulls)
            if query.get("state", "open") in ("all", each["state"])
            and wanted <= {label["name"] for label in each.get("labels", [])}
        ]
        found.sort(key=lambda each: each["number"], reverse=query.get("direction") != "asc")
        return _page(found, query)

    def _open_issue(self, _: re.Match[str], __: Mapping[str, str], body: Any) -> Reply:
        if len(body.get("body", "")) > _LONGEST_BODY:
            return _invalid("Issue", "body", "custom", "body is too long (maximum is 65536)")
        known = [each for each in body.get("labels", []) if each in self.labels]
        return Reply(201, self.add_issue(body["title"], body.get("body", ""), known))

    def _change_issue(self, found: re.Match[str], _: Mapping[str, str], body: Any) -> Reply:
        issue = self.issues.get(int(found[1]))
        if issue is None:
            return Reply(404, {"message": "Not Found"})
        issue.update(body)
        return Reply(200, issue)

    def _list_comments(self, found: re.Match[str], query: Mapping[str, str], _: Any) -> Reply:
        number = int(found[1])
        if number not in (*self.issues, *self.pulls):
            return Reply(404, {"message": "Not Found"})
        return _page(self.comments.get(number, []), query)

    def _comment(self, found: re.Match[str], _: Mapping[str, str], body: Any) -> Reply:
        self.comments.setdefault(int(found[1]), []).append(body)
        return Reply(201, body)

    def _label(self, found: re.Match[str], _: Mapping[str, str], __: Any) -> Reply:
        label = self.labels.get(found[1])
        return Reply(200, label) if label else Reply(404, {"message": "Not Found"})

    def _make_label(self, _: re.Match[str], __: Mapping[str, str], body: Any) -> Reply:
        if not self.may_make_labels:
            return Reply(403, {"message": "Resource not accessible by personal access token"})
        if body["name"] in self.labels:
            return _invalid("Label", "name", "already_exists")
        self.labels[body["name"]] = body
        return Reply(201, body)

    def _list_pulls(self, _: re.Match[str], query: Mapping[str, str], __: Any) -> Reply:
        head = query.get("head", "")
        found = [
            pull
            for pull in self.pulls.values()
            if query.get("state", "open") in ("all", pull["state"])
            # GitHub lists everything where the head has no owner.
            and (":" not in head or pull["head"]["label"] == head)
        ]
        return _page(found, query)

    def _show_pull(self, found: re.Match[str], _: Mapping[str, str], __: Any) -> Reply:
        pull = self.pulls.get(int(found[1]))
        return Reply(200, pull) if pull else Reply(404, {"message": "Not Found"})

    def _no_list(self, _: re.Match[str], query: Mapping[str, str], __: Any) -> Reply:
        return _page([], query)

    def _open_pull(self, _: re.Match[str], __: Mapping[str, str], body: Any) -> Reply:
        head = body["head"]
        if body.get("draft") and not self.allows_drafts:
            return Reply(
                422, {"message": "Draft pull requests are not supported in this repository."}
            )
        for name in ("head", "base"):
            if body[name] not in self.branches:
                return _invalid("PullRequest", name, "invalid")
        if any(pull["head"]["ref"] == head and pull["state"] == "open" for pull in
               self.pulls.values()):  # fmt: skip
            said = f"A pull request already exists for acme:{head}."
            return _invalid("PullRequest", "", "custom", said)
        fields = {name: body[name] for name in ("title", "body", "draft", "base") if name in body}
        return Reply(201, self.add_pull(head, **fields))


def _page(items: list[dict[str, Any]], query: Mapping[str, str]) -> Reply:
    size, page = int(query.get("per_page", "30")), int(query.get("page", "1"))
    size = min(size, 100)
    pages = max(1, -(-len(items) // size))
    return Reply(200, items[(page - 1) * size : page * size], pages)


def _invalid(resource: str, name: str, code: str, message: str = "") -> Reply:
    error = {"resource": resource, "code": code, **({"field": name} if name else {})}
    error |= {"message": message} if message else {}
    return Reply(422, {"message": "Validation Failed", "errors": [error]})
