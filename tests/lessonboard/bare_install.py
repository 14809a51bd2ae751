"""A process without the libraries of the parts, as a plain installation is."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import Run, settings_file
from tests.commands import Ran
from tests.deciding import SETTING

_MISSING = ("PIL", "yaml", "playwright", "jinja2", "starlette", "uvicorn", "psycopg")
_SITE = f"""
import atexit, os, sys
sys.modules.update(dict.fromkeys({_MISSING}))
def modules():
    with open(os.environ["MODULES"], "a") as file:
        file.writelines(f"{{name}}\\n" for name in sorted(sys.modules))
atexit.register(modules)
"""


class Bare:
    """The command without the libraries of the parts, and with what the settings say of them."""

    def __init__(self, run: Run, folder: Path) -> None:
        self._run = run
        self._modules = folder / "modules"
        self._site = folder / "site"
        self._site.mkdir()
        (self._site / "sitecustomize.py").write_text(_SITE)
        self._settings = settings_file(folder)
        self.switch()

    def switch(self, **parts: bool) -> None:
        """Have the settings say nothing but that scripts decide, and which parts are on or off."""
        lines = [f"{name} = {str(is_on).lower()}" for name, is_on in parts.items()]
        self._settings.write_text("\n".join([SETTING, "[parts]", *lines]))

    def __call__(self, *words: str, stdin: str = "") -> Ran:
        site = {"PYTHONPATH": str(self._site), "MODULES": str(self._modules)}
        return self._run(*words, stdin=stdin, **site)

    def ok(self, *words: str, stdin: str = "") -> str:
        """What it prints; it must succeed."""
        done = self(*words, stdin=stdin)
        assert done.code == 0, done.err
        return done.out

    @property
    def imported(self) -> set[str]:
        """The modules of all commands so far."""
        return set(self._modules.read_text().split())
