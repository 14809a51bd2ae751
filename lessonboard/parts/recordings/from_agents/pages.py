"""What a tool's output shows of the page: its address, title, snapshot, and an open dialog."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from lessonboard.parts.recordings.from_agents import place
from lessonboard.parts.recordings.from_agents.snapshot import Node, parse
from lessonboard.parts.recordings.sources.lines import Record

_URL = re.compile(
    r"(?m)^- Page URL: (\S+)|^(?:Page|Successfully) navigated (?:back |forward )?to (\S+?)\.?$"
    r"|^\d+: .*\((\S+)\) \[selected\]"
)
_TITLE = re.compile(r"(?m)^- Page Title: (.*)|^\d+: (.*) \(\S+\) \[selected\]")
_DIALOG = re.compile(
    r'(?ms)\["(\w+)" dialog with message "(.*?)"\]: can be handled'
    r"|^# Open dialog\n(\w+): (.*?)\.?\nCall handle_dialog"
)


@dataclass(frozen=True)
class Page:
    """A page as it was last seen; `is_fresh` where nothing was done since its snapshot `root`.

    `part` is the last snapshot of only a part of it, such as the hits of a search.
    """

    url: str = ""
    title: str = ""
    root: Node | None = None
    is_fresh: bool = False
    part: Node | None = None

    @property
    def text(self) -> str:
        """What it says; empty where there is no snapshot of it as it is now."""
        nodes = self.root.all() if self.root and self.is_fresh else ()
        return "\n".join(filter(None, (text for each in nodes for text in (each.name, each.text))))

    def node(self, ref: object) -> Node | None:
        """The node with a reference."""
        roots = filter(None, (self.root, self.part) if ref else ())
        return next((each for root in roots for each in root.all() if each.ref == ref), None)

    def details(self) -> Record:
        """The details of a manifest line on this page."""
        return {"url": self.url, "title": self.title, "state": place.state_of(self.root)}

    def after(self, output: str, *, acts: bool, is_part: bool = False) -> Page:
        """The page after a call that printed `output`, and perhaps changed it."""
        root, url, title = parse(output), _last(_URL, output), _last(_TITLE, output)
        if root is not None and root.name:
            url, title = root.attributes.get("url", url), root.name
        is_other = bool(url) and url.partition("#")[0] != self.url.partition("#")[0]
        before = Page() if is_other else self
        now = Page(url or before.url, title or before.title, before.root,
                   before.is_fresh and not acts, before.part)  # fmt: skip
        if root is None or is_part:
            return replace(now, part=root or now.part)
        return replace(now, root=root, is_fresh=True)


def dialog_in(output: str) -> Record:
    """The dialog that waits for an answer, if any."""
    match = _DIALOG.search(output)
    return {"dialog": match[1] or match[3], "message": match[2] or match[4] or ""} if match else {}


def _last(pattern: re.Pattern[str], output: str) -> str:
    found = [*pattern.finditer(output)][-1:]
    return next((group for match in found for group in match.groups() if group), "")
