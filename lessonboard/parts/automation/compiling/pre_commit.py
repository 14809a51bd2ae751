"""A hook of git that runs a command before each commit or push, where the repository has hooks.

The command runs on the machine of everybody who commits, so it is words, never a shell line.
"""

from __future__ import annotations

from collections.abc import Callable

from lessonboard.parts.automation.compiling import yaml_text
from lessonboard.parts.automation.compiling.commands import Gate, gate_of
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Subject, Unfit
from lessonboard.parts.automation.compiling.text_lines import insert, split
from lessonboard.present.markdown import inline

_LEFTHOOK = ("lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml")
_HUSKY = ".husky"
_LONGEST_NAME = 80


class PreCommit:
    """An entry for pre-commit, husky or lefthook, whichever the repository uses."""

    name = "pre-commit"
    about = "a hook of git, by pre-commit, husky or lefthook"
    strength = 30

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """The command of the rule at the hook that it names."""
        gate = gate_of(subject.rule)
        for entry in (_pre_commit, _lefthook, _husky):
            found = entry(subject, gate, files)
            if found is not None:
                return found
        raise Unfit("the repository has no .pre-commit-config.yaml, .husky or lefthook.yml")


_Entry = Callable[[Subject, Gate, Files], Proposal | None]


def _pre_commit(subject: Subject, gate: Gate, files: Files) -> Proposal | None:
    path = ".pre-commit-config.yaml"
    text = files.read(path)
    if text is None:
        return None
    stages = ["      stages: [pre-push]"] if gate.stage == "pre-push" else []
    item = [
        "- repo: local",
        "  hooks:",
        f"    - id: {subject.name}",
        f"      name: {yaml_text.quoted(inline(subject.rule, _LONGEST_NAME))}",
        f"      entry: {yaml_text.quoted(gate.line)}",
        "      language: system",
        "      pass_filenames: false",
        "      always_run: true",
        *stages,
    ]
    return _yaml_proposal(path, text, ("repos",), item, f"id: {subject.name}", gate)


def _lefthook(subject: Subject, gate: Gate, files: Files) -> Proposal | None:
    for path in _LEFTHOOK:
        text = files.read(path)
        if text is not None:
            return _lefthook_entry(path, text, subject, gate)
    return None


def _lefthook_entry(path: str, text: str, subject: Subject, gate: Gate) -> Proposal:
    command = [f"{subject.name}:", f"  run: {yaml_text.quoted(gate.line)}"]
    if yaml_text.block(text, (gate.stage,)) is None and f"{gate.stage}:" not in text:
        item = [f"{gate.stage}:", "  commands:", *(f"    {line}" for line in command)]
        if not yaml_text.is_plain(text):
            raise Unfit(f"{path} is laid out in a way that is not understood")
        after = insert(text, len(split(text)), item)
        return _proposal(path, text, after, item, gate)
    return _yaml_proposal(path, text, (gate.stage, "commands"), command, f"{subject.name}:", gate)


def _husky(subject: Subject, gate: Gate, files: Files) -> Proposal | None:
    path = f"{_HUSKY}/{gate.stage}"
    text = files.read(path)
    if text is None and not files.tracked(f"{_HUSKY}/*"):
        return None
    if gate.line in (line.strip() for line in split(text or "")):
        return _proposal(path, text or "", text or "", [gate.line], gate)
    after = insert(text or "", len(split(text or "")), [gate.line])
    return _proposal(path, text, after, [gate.line], gate)


def _yaml_proposal(
    path: str, text: str, keys: tuple[str, ...], item: list[str], mark: str, gate: Gate
) -> Proposal:
    if any(mark in line for line in split(text)):
        return _proposal(path, text, text, item, gate)
    after = yaml_text.append(text, keys, item) if yaml_text.is_plain(text) else None
    if after is None:
        raise Unfit(f"`{': '.join(keys)}` of {path} is laid out in a way that is not understood")
    return _proposal(path, text, after, item, gate)


def _proposal(path: str, before: str | None, after: str, lines: list[str], gate: Gate) -> Proposal:
    act = "commit" if gate.stage == "pre-commit" else "push"
    return Proposal(
        path,
        before,
        after,
        tuple(lines),
        f"Run a command before each {act}",
        f"it names a command to run before each {act}",
    )
