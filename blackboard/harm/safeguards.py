"""What weakens what protects the person, the repository or what it talks to."""

from __future__ import annotations

import re
from itertools import pairwise

from blackboard.harm.lines import Command

_SKIPPED_CHECKS = re.compile(
    r"(?i)^(?:HUSKY=0|HUSKY_SKIP_HOOKS=1|SKIP=.+|PRE_COMMIT_ALLOW_NO_CONFIG=1|LEFTHOOK=0)"
)
_OPENED = re.compile(
    r"""(?xi) (?:^|\s) (?:
      NODE_TLS_REJECT_UNAUTHORIZED=["']?0 | GIT_SSL_NO_VERIFY=["']?(?:1|true) | PYTHONHTTPSVERIFY=0
    | GONOSUMCHECK= | GONOSUMDB= | GOFLAGS=\S*-insecure | GOINSECURE=
    | --insecure | --no-check-certificate | --trusted-host | --allow-unauthenticated
    | --no-verify-ssl | --ignore-certificate-errors | --disable-web-security | --no-gpg-sign
    | --insecure-skip-tls-verify\S* | --skip-tls\S* | -SkipCertificateCheck
    | \S*StrictHostKeyChecking[=\s]+(?:no|accept-new) | \S*UserKnownHostsFile[=\s]*/dev/null
    | \S*sslVerify[=\s]+["']?(?:false|0) | strict-ssl[=\s]+false | verify[=]false
    | commit\.gpgsign[=\s]+false
    | --dangerously-?\w[\w-]* | --yolo | --bypass-\S+ | --allow-dangerously\S* | --trust-all-tools
    | (?:--permission-mode|--approval-mode)[=\s]+(?:bypassPermissions|yolo|never|full-auto)
    | --ask-for-approval[=\s]+never | (?:-s|--sandbox)[=\s]+danger-full-access | --full-auto
    | --privileged | --break-system-packages | --cap-add[=\s]+(?:ALL|SYS_ADMIN) )(?=\s|$|["'])"""
)
_RUNS_PROGRAMS = re.compile(
    r"(?i)^(?:core\.(?:hookspath|fsmonitor|sshcommand|gitproxy|askpass|attributesfile)"
    r"|filter\.[^.]+\.(?:clean|smudge|process)|diff\.(?:external|[^.]+\.(?:command|textconv))"
    r"|merge\.[^.]+\.driver|credential\.(?:.+\.)?helper|include(?:if\..+)?\.path|gpg\.(?:.+\.)?program"
    r"|init\.templatedir|uploadpack\.packobjectshook|protocol\..+\.allow|url\..+\.insteadof"
    r"|http\.(?:.+\.)?proxy|remote\..+\.(?:url|pushurl|vcs|uploadpack|receivepack|proxy)"
    r"|sequence\.editor|core\.(?:pager|editor)|pager\..+|alias\..+|interactive\.difffilter)$"
)
"""Settings of git that name a program or another address."""

_MENDS = re.compile(
    r"(?i)^(?:true|cat|:|less|more|vi|vim|nvim|nano|emacs|code(?: --wait)?|delta|bat|\.husky\S*"
    r"|\.githooks/?|store|cache|osxkeychain|manager)?$"
)
"""Values of such settings that everybody uses, and that run nothing new."""

_LOADERS = re.compile(
    r"(?i)^(LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+|BASH_ENV|ENV|PYTHONSTARTUP"
    r"|PERL5OPT|RUBYOPT|NODE_OPTIONS|GIT_SSH(?:_COMMAND)?|GIT_EXTERNAL_DIFF|GIT_ASKPASS|SSH_ASKPASS|GIT_PAGER|PAGER|MANPAGER|EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PROXY_COMMAND|BROWSER|PROMPT_COMMAND|GIT_CONFIG_\w+|JAVA_TOOL_OPTIONS)=(.*)$"
)
_OPENS_NODE = re.compile(r"(?i)--?(?:r|require|import|loader|experimental-loader)[=\s]")


def weakens(command: Command) -> bool:
    """Whether a command gets round a check, or has other programs run what they would not."""
    return (
        bool(_OPENED.search(f" {command.line}"))
        or any(map(_skips_or_loads, command.settings))
        or (command.program == "git" and _git(command))
        or (command.program in ("curl", "wget") and command.flag("k"))
        or _opens_files(command)
        or _writes_hook(command)
        or _opens_machine(command)
    )


def sets_program(name: str, value: str) -> bool:
    """Whether a setting of git has it run a program, or talk to another address."""
    if not _RUNS_PROGRAMS.match(name) or not value:
        return False
    if name.lower().startswith("alias."):
        return value.lstrip("'\"").startswith("!")
    return not _MENDS.match(value.strip("'\""))


def _skips_or_loads(setting: str) -> bool:
    if _SKIPPED_CHECKS.match(setting):
        return True
    name, _, value = setting.partition("=")
    if name.removeprefix("$env:") == "PATH":
        return bool(re.match(r"[\"']?(?:\.:|\.$|:|/tmp|/var/tmp|/dev/shm)", value))
    found = _LOADERS.match(setting)
    if found is None:
        return False
    if found[1].upper() == "NODE_OPTIONS":
        return bool(_OPENS_NODE.search(found[2]))
    return not _MENDS.match(found[2].strip("\"'"))


def _git(command: Command) -> bool:
    args = command.args
    passed = [b for a, b in pairwise(args) if a in ("-c", "--config-env")]
    if any(sets_program(*_pair(each)) for each in passed):
        return True
    words = [each for each in command.words if each not in passed]
    if "--no-verify" in args or (words[:1] == ["commit"] and _skips_hooks(args)):
        return True
    if words[:1] != ["config"] or command.has(
        "--get", "--get-all", "--list", "-l", "--unset", "--get-regexp"
    ):
        return False
    named = [each for each in words[1:] if each not in ("set", "add", "get")]
    return "get" not in words[1:2] and len(named) > 1 and sets_program(named[0], named[1])


def _skips_hooks(args: tuple[str, ...]) -> bool:
    """Whether `-n` is among the short options of a commit, before any that takes a value."""
    return any(re.match(r"-[aqvsep]*n", arg) for arg in args)


def _pair(setting: str) -> tuple[str, str]:
    name, _, value = setting.partition("=")
    return name, value


def _opens_files(command: Command) -> bool:
    return command.program == "chmod" and any(
        re.match(r"0?[0-7]?[0-7]?[0-7][2367]$|[ago]*[ao]\w*[+=]r?w|[+=]r?w", each.lstrip("-"))
        for each in command.words[:1]
    )


def _writes_hook(command: Command) -> bool:
    written = [
        *command.targets,
        *(
            command.words[-1:]
            if command.program in ("cp", "mv", "ln", "install", "tee", "touch")
            else ()
        ),
    ]
    return any(re.search(r"\.git/(?:hooks|config\b|info/attributes)", each) for each in written)


def _opens_machine(command: Command) -> bool:
    line = command.line.lower()
    return bool(
        re.match(
            r"(?:setenforce 0|ufw disable|iptables -f|csrutil disable|spctl --\S*disable"
            r"|systemctl (?:stop|disable) (?:firewall|auditd|apparmor)|xattr -\w*d "
            r"com\.apple\.quarantine"
            r"|set-executionpolicy (?:-\S+ )*(?:bypass|unrestricted)|npm config set "
            r"(?:strict-ssl|ignore-scripts)[= ]false"
            r"|kubectl .*--privileged|git lfs install --force-hooks)",
            line,
        )
    )
