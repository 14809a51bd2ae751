"""cogito-mem: each message word for word, and the nearest with each prompt."""

from __future__ import annotations

from bench.effect.arms.arm import Place
from bench.effect.arms.lessonboard import run
from bench.effect.arms.peer import Peer


class CogitoMem(Peer):
    """Its hooks store messages in a service, and ask it, by words alone: no model is fetched."""

    name = "cogito-mem"
    package = "cogito-mem"
    version = "0.2.1"
    programs = ("cogito-mem",)
    port = "COGITO_MEM_PORT"
    variables = {"COGITO_MEM_NO_DOWNLOAD": "1", "COGITO_MEM_NO_CLAUDE_CLI": "1"}

    def set_up(self, place: Place) -> None:
        """Type `cogito-mem install`."""
        (place.home / ".claude").mkdir(exist_ok=True)
        run(place.clone, "cogito-mem install claude-code --no-download --name effect")

    def after(self, place: Place) -> None:
        """Store what its hook stores in the background."""
        sessions = (place.home / ".claude" / "projects").glob("*/*.jsonl")
        last = max(sessions, key=lambda path: path.stat().st_mtime_ns)
        capture = f"cogito-mem capture claude-code --transcript {last} --session {last.stem} --wait"
        run(place.clone, f"{capture} < /dev/null")

    def close(self, place: Place) -> None:
        """Stop the service."""
        place.clone.run("cogito-mem stop")
