"""What sends data to another machine, or puts it where others read it."""

from __future__ import annotations

import re

from blackboard.harm.lines import Command
from blackboard.harm.places import REMOTE, hosts_in, is_local, is_usual_registry

_UPLOADS = (
    "-d",
    "--data",
    "--data-raw",
    "--data-binary",
    "--data-urlencode",
    "--data-ascii",
    "-F",
    "--form",
    "-T",
    "--upload-file",
    "--post-data",
    "--post-file",
    "--body-data",
    "--body-file",
    "--json",
    "-Body",
    "-InFile",
    "-body",
    "-infile",
)
_METHOD = re.compile(r"(?i)(?:^|\s)-?-?(?:X|request|method)[\s=]*[\"']?(?:POST|PUT|PATCH)\b")
_DROPS = re.compile(
    r"(?i)\b(?:webhook\.site|transfer\.sh|paste\.rs|0x0\.st|termbin\.com|pastebin\.com|ix\.io"
    r"|hastebin\.com|file\.io|requestbin\.\w+|pipedream\.net|ngrok(?:-free)?\.\w+|interact\.sh"
    r"|oast\.\w+|burpcollaborator\.net|discord(?:app)?\.com/api/webhooks|hooks\.slack\.com"
    r"|api\.telegram\.org/bot)"
)
_LOOKUPS = frozenset("dig nslookup host drill ping".split())
_MAILERS = frozenset("mail mailx mutt sendmail msmtp swaks".split())
_PUBLISHERS = frozenset("npm pnpm yarn bun twine cargo poetry uv gem flit docker podman".split())
_TUNNELS = frozenset("ngrok lt localtunnel cloudflared bore".split())
_CLIENTS = frozenset("curl wget http https iwr irm invoke-webrequest invoke-restmethod".split())
_PROXIES = re.compile(r"(?i)^(?:https?|all|ftp)_proxy=(.+)")


def sends(command: Command) -> bool:
    """Whether a command sends something to another machine."""
    return (
        _uploads(command)
        or _copies_away(command)
        or _publishes(command)
        or _looks_up_data(command)
        or bool(_DROPS.search(command.line) and (command.program in _CLIENTS or command.feeds))
        or any(_is_diverting(each) for each in command.settings)
        or any(
            "/dev/tcp/" in each or "/dev/udp/" in each
            for each in (*command.targets, *command.sources, *command.args)
        )
    )


def _uploads(command: Command) -> bool:
    if command.program not in _CLIENTS:
        return False
    uploads = command.has(*_UPLOADS) or any(re.match(r"-[dFT].", arg) for arg in command.args)
    return (uploads or bool(_METHOD.search(command.line))) and _goes_out(command)


def _goes_out(command: Command) -> bool:
    hosts = hosts_in(command.line)
    if hosts:
        return any(not is_local(host) for host in hosts)
    plain = [each for each in command.words if re.match(r"[\w-]+(?:\.[\w-]+)+(?:[:/]|$)", each)]
    return any(not is_local(re.split(r"[:/]", each)[0]) for each in plain)


def _copies_away(command: Command) -> bool:
    words, program = command.words, command.program
    if program in ("scp", "rsync", "sftp"):
        return bool(words) and bool(REMOTE.match(words[-1])) and not _is_here(words[-1])
    if program in ("nc", "ncat", "netcat", "telnet", "socat"):
        return any(not is_local(each) and ("." in each) for each in words) or bool(command.feeds)
    if program in ("aws", "gsutil", "gcloud", "az", "rclone", "s3cmd", "mc"):
        return bool({"cp", "sync", "mv", "copy", "put", "upload"} & set(words)) and bool(
            re.match(r"(?:s3|gs|https?)://|[\w-]+:", words[-1])
        )
    if program == "git" and "push" in words:
        return any("://" in each or re.match(r"[\w.-]+@[\w.-]+:", each) for each in words)
    if program == "ssh":
        return bool(command.feeds or command.sources) or command.flag("R")
    return program in _TUNNELS or (program == "gh" and words[:1] == ("gist",) and "create" in words)


def _is_here(place: str) -> bool:
    return (
        is_local(place.rsplit("@", maxsplit=1)[-1].split(":", maxsplit=1)[0])
        and "." not in place.split(":", maxsplit=1)[0]
    )


def _publishes(command: Command) -> bool:
    """Whether it publishes somewhere else than where everybody does."""
    if command.program not in _PUBLISHERS:
        return command.program in _MAILERS and any("@" in each for each in command.args)
    verbs = {"publish", "upload", "push"} & set(command.words[:2])
    if command.program in ("docker", "podman"):
        names = command.words[1:2]
        return "push" in command.words[:1] and any("." in each.split("/")[0] for each in names)
    named = command.has(
        "--registry", "--repository-url", "--repository", "--index", "--publish-url", "-r", "--host"
    )
    return bool(verbs) and named and not is_usual_registry(command.line)


def _looks_up_data(command: Command) -> bool:
    return command.program in _LOOKUPS and (
        bool(command.inner) or any("$" in each or "`" in each for each in command.args)
    )


def _is_diverting(setting: str) -> bool:
    """Whether a variable sends what programs exchange through another machine."""
    match = _PROXIES.match(setting)
    if match is None:
        return False
    value = match[1].strip("\"'")
    host = (hosts_in(value) or [re.split(r"[:/]", value)[0]])[0]
    return bool(host) and not is_local(host)
