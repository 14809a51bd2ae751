"""golangci-lint: a linter in the list of those that are enabled in .golangci.yml."""

from __future__ import annotations

import re

from lessonboard.parts.automation.compiling import yaml_text
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Unfit
from lessonboard.parts.automation.compiling.text_lines import split

_FILES = (".golangci.yml", ".golangci.yaml")
_USED = re.compile(r"(?i)\bgolangci(?:-lint)?\b")
_LINTERS = frozenset(
    """
    asasalint asciicheck bidichk bodyclose canonicalheader containedctx contextcheck copyloopvar
    decorder depguard dogsled durationcheck errcheck errchkjson errname errorlint exhaustive
    exhaustruct exptostd fatcontext forbidigo forcetypeassert ginkgolinter gocheckcompilerdirectives
    gochecknoglobals gochecknoinits gocritic godox gomoddirectives gomodguard goprintffuncname gosec
    gosmopolitan govet iface importas inamedparam ineffassign interfacebloat intrange ireturn
    loggercheck makezero mirror misspell musttag nakedret nilerr nilnesserr nilnil noctx nolintlint
    nonamedreturns nosprintfhostport paralleltest perfsprint prealloc predeclared promlinter
    protogetter reassign recvcheck revive rowserrcheck sloglint spancheck sqlclosecheck staticcheck
    tagalign tagliatelle testableexamples testifylint testpackage thelper tparallel unconvert
    unparam unused usestdlibvars usetesting varnamelen wastedassign whitespace wrapcheck zerologlint
    """.split()
)
_KEYS = ("linters", "enable")


class GolangciLint:
    """See `LinterSettings`."""

    name = "golangci-lint"

    def rules_in(self, text: str) -> list[str]:
        """Linters that it can run, in backticks, where a text speaks of golangci-lint."""
        named = re.findall(r"`([a-z]+)`", text) if _USED.search(text) else []
        return [name for name in dict.fromkeys(named) if name in _LINTERS]

    def propose(self, rule: str, files: Files) -> Proposal:
        """The linter at the end of the list."""
        for path in _FILES:
            text = files.read(path)
            if text is not None:
                return _proposal(path, text, rule)
        raise Unfit("the repository has no .golangci.yml")

    def is_on(self, rule: str, path: str, text: str) -> bool:
        """Whether the list names it."""
        return rule in _enabled(text)


def _proposal(path: str, text: str, rule: str) -> Proposal:
    if f"- {rule}" in (line.strip() for line in split(text)) and rule not in _enabled(text):
        raise Unfit(f"{path} names {rule} elsewhere; decide whether it is to be enabled")
    after: str | None = text
    if rule not in _enabled(text):
        after = yaml_text.append(text, _KEYS, [f"- {rule}"]) if yaml_text.is_plain(text) else None
    if after is None:
        raise Unfit(f"{path} has no list `linters: enable:` that could be extended")
    why = f"it names the linter {rule} of golangci-lint"
    about = f"Enable {rule} in golangci-lint"
    return Proposal(path, text, after, (rule,), about, why, f"golangci-lint {rule}")


def _enabled(text: str) -> set[str]:
    place = yaml_text.block(text, _KEYS)
    if place is None:
        return set()
    listed = (line.split("#")[0].strip() for line in split(text)[place.start : place.end])
    return {line.removeprefix("- ").strip("\"' ") for line in listed if line.startswith("- ")}
