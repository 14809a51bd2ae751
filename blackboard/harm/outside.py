"""What reaches outside of the repository: a person's settings, his home, the machine, remotes."""

from __future__ import annotations

import re

from blackboard.harm.lines import Command
from blackboard.harm.places import hosts_in, is_outside, is_usual_registry
from blackboard.harm.safeguards import sets_program

_WRITERS = frozenset("tee cp mv ln install touch mkdir copy move".split())
_EDITORS = frozenset("sed perl".split())
_SERVICES = frozenset(
    "crontab at launchctl schtasks visudo chsh usermod useradd ssh-copy-id ssh-add reg regedit "
    "setx "
    "dscl defaults sudoedit update-alternatives".split()
)
_READS = frozenset("list print export query read show".split())
_AS_ROOT = frozenset("sudo doas su runas".split())
_REGISTRIES = re.compile(
    r"(?i)^(?:NPM_CONFIG_REGISTRY|npm_config_registry|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|UV_INDEX\w*"
    r"|UV_DEFAULT_INDEX|GOPROXY|YARN_(?:NPM_)?REGISTRY\w*|CARGO_REGISTRIES_\w+|BUNDLE_MIRROR\w*)="
)
_GLOBAL_TOOLS = frozenset("pnpm yarn npm corepack typescript turbo nx vercel wrangler bun".split())
_ACCESS = (
    ("ssh-key", "add"),
    ("gpg-key", "add"),
    ("repo", "deploy-key"),
    ("secret", "set"),
    ("repo", "delete"),
    ("repo", "edit"),
    ("repo", "create"),
    ("auth", "refresh"),
    ("repo", "transfer"),
)
_AGENTS = frozenset("claude codex gemini cursor opencode".split())


def reaches_outside(command: Command) -> bool:
    """Whether a command changes something that is not the repository's."""
    return (
        bool(_AS_ROOT & {command.program, *command.wrappers})
        or _writes_outside(command)
        or (
            command.program in _SERVICES
            and not (_READS & set(command.args) or command.args == ("-l",))
        )
        or (command.program == "systemctl" and "enable" in command.words)
        or (command.program == "git" and _git(command))
        or _configures_packages(command)
        or (command.program == "gh" and (command.words[:2] in _ACCESS or _deletes_by_api(command)))
        or (
            command.program in _AGENTS
            and {"add", "install", "set"} & set(command.words[1:2])
            and command.words[0] in ("mcp", "plugin", "config", "extensions")
        )
        or any(_REGISTRIES.match(each) and not is_usual_registry(each) for each in command.settings)
    )


def _writes_outside(command: Command) -> bool:
    written = list(command.targets)
    if command.program in _WRITERS and command.words:
        written += (
            command.words if command.program in ("tee", "touch", "mkdir") else command.words[-1:]
        )
    if command.program in _EDITORS and command.flag("i"):
        written += command.words[1:]
    if command.program in ("chmod", "chown", "chgrp"):
        written += command.words[1:]
    if command.program in ("out-file", "add-content", "set-content"):
        written += command.words
    return any(is_outside(each) or each.lower().startswith("$profile") for each in written)


def _git(command: Command) -> bool:
    words = command.words
    if command.has("--global", "--system") and "config" in words:
        return (
            not command.has("--get", "--get-all", "--list", "-l", "--get-regexp")
            and "get" not in words
        )
    if words[:1] == ("remote",) and words[1:2] in (("add",), ("set-url",)):
        return any("://" in each or re.match(r"[\w.-]+@[\w.-]+:", each) for each in words[2:])
    if "-C" in command.args and {"push", "commit", "reset", "config"} & set(words):
        return any(is_outside(each) or each.startswith("..") for each in words[:1])
    if words[:1] == ("config",) and len(words) > 2:
        return sets_program(words[1], words[2]) and is_outside(words[2])
    return False


def _configures_packages(command: Command) -> bool:
    words = command.words
    if command.program in ("npm", "pnpm", "yarn", "bun"):
        if words[:2] in (("config", "set"), ("set", "registry")):
            return "registry" not in command.line.lower() or not is_usual_registry(command.line)
        is_global = (
            command.flag("g")
            or command.has("--global", "--location=global")
            or words[:1] == ("global",)
        )
        named = [
            each for each in words if each not in ("install", "i", "add", "global", "update", "up")
        ]
        return (
            is_global
            and bool({"install", "i", "add"} & set(words))
            and not (
                named and all(re.split(r"(?<=.)@", each)[0] in _GLOBAL_TOOLS for each in named)
            )
        )
    if command.program in ("pip", "pip3"):
        return words[:2] == ("config", "set")
    if command.program == "go":
        return command.args[:2] == ("env", "-w") and not is_usual_registry(command.line)
    if command.program in ("gem", "helm", "conda", "apt-add-repository", "add-apt-repository"):
        added = {"sources", "repo", "--add", "add"} & set(command.args)
        return (bool(added) and bool(hosts_in(command.line))) or command.program.endswith(
            "repository"
        )
    return False


def _deletes_by_api(command: Command) -> bool:
    if command.words[:1] != ("api",):
        return False
    line = command.line
    changes = re.search(r"(?:-X|--method)[=\s]*(?:DELETE|PUT|POST|PATCH)|\s-[fF]\s", line)
    return bool(
        changes
        and re.search(
            r"/(?:keys|hooks|collaborators|secrets|protection|actions/permissions)\b", line
        )
    )
