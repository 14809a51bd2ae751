"""What reads secrets aloud, or puts them where others read them."""

from __future__ import annotations

import re

from blackboard.harm.lines import Command
from blackboard.harm.places import holds_secrets

_READERS = frozenset(
    "cat less more head tail bat base64 xxd od strings grep rg awk sed cp mv tar zip gzip scp "
    "rsync "
    "type get-content gc copy curl wget nc tee jq openssl paste nl tac dd rclone".split()
)
_ENVIRONMENT = frozenset("env printenv set".split())
_SECRET_NAME = re.compile(
    r"(?i)\$(?:\{|env:)?\w*(?:TOKEN|SECRET|PASSW(?:OR)?D|API_?KEY|PRIVATE_?KEY|CREDENTIALS?|ACCESS_KEY)\w*"
)
_TELLERS = {
    "gh": ("auth token",),
    "aws": ("configure get", "secretsmanager get-secret-value", "configure export-credentials"),
    "gcloud": ("auth print-access-token", "secrets versions access"),
    "op": ("read", "item get"),
    "security": ("find-generic-password", "find-internet-password", "dump-keychain"),
    "vault": ("kv get", "read"),
    "pass": ("show",),
    "heroku": ("config",),
    "vercel": ("env pull",),
    "doppler": ("secrets",),
    "git": ("credential fill",),
    "gpg": (),
    "kubectl": ("get secret", "get secrets"),
    "npm": ("token create",),
    "az": ("account get-access-token",),
}
"""Programs that tell a secret, and by which words."""


def exposes(command: Command) -> bool:
    """Whether a command reads secrets aloud, copies them or commits them."""
    line = " ".join(command.words)
    told = _TELLERS.get(command.program, ())
    return (
        any(line.startswith(each) for each in told)
        or (command.program == "gpg" and command.has("--export-secret-keys"))
        or _reads_file(command)
        or _dumps_environment(command)
        or (
            command.program in ("echo", "printf", "print", "write-output", "write-host")
            and bool(_SECRET_NAME.search(line))
            and not _is_passed_on(command)
        )
        or (command.program == "printenv" and bool(_SECRET_NAME.search(f"${line}")))
    )


def _is_passed_on(command: Command) -> bool:
    """Whether it is no output; what a pipe reads is judged where it goes to."""
    return any(each.startswith("/dev/") for each in command.targets)


def _reads_file(command: Command) -> bool:
    if command.program == "git" and command.words[:1] == ("add",):
        return any(map(holds_secrets, command.words[1:]))
    if command.program not in _READERS:
        return False
    named = [*command.args, *command.sources]
    if command.program in ("cp", "mv", "copy") and command.words:
        named = [each for each in named if each != command.words[-1]]
    if command.program in ("grep", "rg", "sed") and command.flag("[qLlci]"):
        return False
    return any(holds_secrets(each.lstrip("@").split("=@")[-1]) for each in named)


def _dumps_environment(command: Command) -> bool:
    """Whether the whole environment goes to a file or to another program than a filter."""
    is_whole = (
        command.program in _ENVIRONMENT
        and not command.words
        and not (command.program == "set" and command.args)
    )
    exports = command.program in ("export", "declare") and command.args in (("-p",), ("-x",))
    if (is_whole or exports) and command.targets:
        return not all(each.startswith("/dev/") for each in command.targets)
    fed = [each for each in command.feeds if each.program in ("env", "printenv") and not each.words]
    filters = ("grep", "rg", "sort", "wc", "head", "cut", "awk", "sed", "xargs", "less", "")
    return bool(fed) and command.program not in filters
