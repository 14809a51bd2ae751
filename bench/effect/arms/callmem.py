"""callmem: imported transcripts, with a summary to read first and a search by MCP."""

from __future__ import annotations

import re

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer
from bench.effect.arms.server import answers

_SUMMARY = "SESSION_SUMMARY.md"


class Callmem(Peer):
    """With its backend `none`: it keeps what was said, and takes nothing from it."""

    name = "callmem"
    package = "callmem"
    version = "0.3.1"
    programs = ("callmem",)

    def set_up(self, place: Place) -> None:
        """Type `callmem init`, choose to have no model, and name the Python that has it."""
        run(place.clone, "callmem init")
        run(place.clone, "sed -i 's/^backend = .*/backend = \"none\"/' .callmem/config.toml")
        registered = place.clone.folder / ".mcp.json"
        registered.write_text(registered.read_text().replace('"python3"', f'"{self.bin}/python"'))
        place.clone.commit("Set callmem up")

    def after(self, place: Place) -> None:
        """Import the session, in the place of its daemon; this writes the summary, too."""
        run(place.clone, "callmem import --source claude-code --all")

    def recalled(self, place: Place, prompt: str) -> str:
        """Its instructions for an agent: read the summary, then search."""
        summary = place.clone.folder / _SUMMARY
        told = summary.read_text() if summary.is_file() else ""
        return f"{told}\n{self.asked(place, prompt)}"

    def asked(self, place: Place, error: str) -> str:
        """The three messages that have most of the words, as its search takes a query of FTS5."""
        words = dict.fromkeys(re.findall(r"\w{4,}", error))
        query = {"query": " OR ".join(f'"{each}"' for each in words), "limit": 3}
        server = (str(self.bin / "python"), "-m", "callmem.mcp.server", "--project", ".")
        return answers(place, server, ("mem_search", query))[0]
