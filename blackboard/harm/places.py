"""Whether a host is this machine, and whether a file is outside or holds secrets."""

from __future__ import annotations

import re

_HOST = re.compile(r"(?i)\b(?:https?|ftp|wss?)://(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:?#\s\"'`,]+)")
_LOCAL = re.compile(
    r"(?i)^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|::1|host\.docker\.internal|[\w-]+"
    r"|.+\.(?:local|localhost|test|internal)|[$<{%].*)$"
)
"""Names without a dot are hosts of the local network, such as those of a compose file."""

_REGISTRIES = frozenset(
    "registry.npmjs.org registry.yarnpkg.com pypi.org proxy.golang.org sum.golang.org crates.io "
    "index.crates.io rubygems.org npm.pkg.github.com repo.maven.apache.org jsr.io".split()
)
REMOTE = re.compile(r"(?i)^(?:\w[\w.-]*@)?(?:[\w-]+\.)*[\w-]+:(?!\\)[^:]*$")
"""A file on another machine, as `scp` and `git` write it."""

_HOME = re.compile(
    r"(?i)^(?:~|\$\{?HOME\}?|\$env:USERPROFILE|%USERPROFILE%|/(?:home"
    r"|Users)/[^/]+|/root)(?:[/\\]|$)"
)
_ANYWHERE = re.compile(r"(?i)^(?:/|[A-Z]:\\|\.\./\.\./)")
_SCRATCH = re.compile(
    r"^/(?:tmp|var/tmp|dev/(?:null|stdout|stderr|tty|fd)|private/tmp)\b|^~/\.cache/"
)
SECRET_FILE = re.compile(
    r"""(?xi) (?<![\w.*-])(?:
      \.env(?:\.(?!example|sample|template|dist|schema|test\b|defaults?\b|ci\b)[\w-]+)?
        (?![\w/*.-]|\s+(?:files?\s+)?(?:example|template|sample))
    | id_(?:rsa|dsa|ecdsa|ed25519)(?!\.pub)\w* | \.netrc | \.pgpass | \.npmrc | \.pypirc
    | \.git-credentials | \.?credentials\.json | service-account[\w-]*\.json
    | [\w-]*\.(?:pem|p12|pfx|keystore|jks|kdbx) | wallet\.dat )(?![\w-])
    | \.aws(?:/credentials|/?(?=\s|$)) | \.ssh(?=/id_|/?(?:\s|$|\*)) | \.gnupg\b | \.kube/config
    | \.docker/config\.json | \.codex/auth\.json | gh/hosts\.yml | /etc/shadow | /proc/\S*/environ
    | \b(?:login|cookies)\.(?:sqlite|keychain\S*) | login\.keychain"""
)
"""Files that hold secrets by their name; examples of them do not."""


def hosts_in(text: str) -> list[str]:
    """The hosts of the addresses in a text."""
    return [host.lower() for host in _HOST.findall(text)]


def is_local(host: str) -> bool:
    """Whether a host is this machine or one beside it, or a blank to fill in."""
    return bool(_LOCAL.match(host))


def names_other_host(text: str) -> bool:
    """Whether an address of another machine stands in a text."""
    return any(not is_local(host) for host in hosts_in(text))


def is_usual_registry(text: str) -> bool:
    """Whether all addresses in a text are of registries that everybody uses."""
    hosts = hosts_in(text)
    return bool(hosts) and all(host in _REGISTRIES or is_local(host) for host in hosts)


def is_outside(path: str) -> bool:
    """Whether a path leads out of the repository, to a place that lasts."""
    if _SCRATCH.match(path):
        return False
    return bool(_HOME.match(path) or _ANYWHERE.match(path))


def holds_secrets(text: str) -> bool:
    """Whether a file that holds secrets is named."""
    return bool(SECRET_FILE.search(text))
