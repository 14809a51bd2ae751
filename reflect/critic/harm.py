"""Detect advice that does damage, or that hides a problem instead of fixing it."""

from __future__ import annotations

import re
import unicodedata

_SAFEGUARDS = (
    r"(?:tests?|test suite|checks?|ci|linter|lint(?:ing)? rules?|type[- ]?check(?:s|er|ing)?"
    r"|assertions?|validation|verification|authentication|authori[sz]ation|csrf|firewall|alerts?)"
)
_LOCKS = (
    r"(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|uv\.lock|poetry\.lock|cargo\.lock|go\.sum"
    r"|lock ?file)"
)
_SECRETS = (
    r"(?:\b(?:secret|password|api[- _]?key|private key|token|credentials?)\b"
    r"(?!s? (?:count|usage|budget|limit|bucket|policy))|(?<!\w)\.env\b(?![.-]))"
)
_FETCH = r"(?<!git )\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)\b"
_SHELL = r"(?:[\w.~/-]*/)?(?:(?:ba|z|da|k|fi|c)?sh|iex|invoke-expression|pwsh|powershell|source)\b"
_INTERPRETER = r"(?:[\w.~/-]*/)?(?:python[\d.]*|perl|ruby|node|php)\s*-?\s*(?=[`\"'.,;&|)]|$| \w)"
"""One that is given nothing to run but its input; `python3 -m json.tool` only reads it."""

_RUN = rf"(?:{_SHELL}|{_INTERPRETER})"
_AS = r"(?:[\w/]*\b(?:sudo|doas|env|xargs|nohup|command)\b(?:\s+-\S+|\s+\w+=\S*){0,6}\s+){0,4}"
_SAY = (
    r"\bdangerously-?(?:skip|disable|bypass)\w*|\bbypass[-_ ]approvals|--yolo\b",
    r"\bbypassPermissions\b",
    r"\bcore\.(?:fsmonitor|sshCommand)\b|\bauthorized_keys\b",
    r"\b(?:approve|accept|grant) (?:every|all|any)\b[^.]{0,20}\b(?:permissions?|prompts?)\b",
    r"\b(?:ignore|disregard|forget)\b[^.]{0,20}\b(?:previous|prior|above|earlier)\b[^.]{0,20}"
    r"\b(?:instructions?|rules?|prompts?)\b",
    r"\b(?:never|do not|don'?t)\s+(?:tell|inform)\s+(?:the\s+)?(?:user|human|person)\b",
)
_DESTRUCTIVE = (
    (rf"(?:{_FETCH}|\bfetch\b)[^;\n]{{0,200}}\|\s*{_AS}{_RUN}"
     r"|(?:\b(?:(?:ba|z|da|k)?sh|source|eval|iex|invoke-expression)\b|(?<![\w./])\.(?= ))"
     rf"(?:\s+-\w+)*\s*[\"'(<$\s]*{_FETCH}"
     rf"|{_FETCH}[^\n]{{0,200}}?(?:&&|;)\s*{_AS}(?:{_SHELL}\s+[\w./~]|chmod\s+\S*(?:x|7)\S*\s|\./)"
     r"|\bexec\(.{0,80}\b(?:urlopen|requests\.get)\b", "runs whatever a server sends"),
    (rf"\bbase64\s+(?:-d|-D|--decode)\b[^;\n]{{0,200}}\|\s*{_AS}{_RUN}"
     r"|/dev/(?:tcp|udp)/|\bn(?:c|cat)\s+(?:-\w+\s+)*-\w*e\b", "runs what nobody can read"),
    ("|".join(_SAY), "gets round the person's say"),
    (r"--force\b(?!-with-lease)|\bforce[- ]push|push\s+(?:\S+\s+){0,6}(?:-f\b|\+\w)",
     "rewrites shared history"),
    (r"\brm\s+-(?=\w{0,8}r)(?=\w{0,8}f)\w{1,9}\s+[/~.*$]"
     r"|\brm\s+(?=.{0,20}--recursive)(?=.{0,20}--force)[\w -]{1,30}\s[/~.*$]"
     r"|\bfind\s+[/~]\S*[^\n]{0,60}-delete\b", "deletes files beyond recall"),
    (r"--no-verify\b|\bHUSKY=0|\bskip (?:the )?(?:hooks|checks|ci|verification|review)\b",
     "gets round the checks"),
    (r"\b(?:disable|delete|remove|comment out|skip|turn off|switch off|drop|ignore|deactivate)\b"
     r"[^.]{0,30}?\b(?:failing |flaky |broken |unit |integration |the |all |these )*"
     rf"{_SAFEGUARDS}\b", "takes a safeguard away"),
    (rf"\b(?:delete|remove|rm)\b[^.]{{0,20}}{_LOCKS}", "throws away what pins the build"),
    (r"\bdrop\s+(?:table|database|schema)\b|\bdrop\b[^.]{0,40}\bdatabase\b"
     r"|\btruncate\s+table\b|\bdelete\s+from\s+\w+\s*(?:;|$)", "deletes data"),
    (rf"\b(?:commit|check in|push|hard-?code|paste|print|log|share)\b"
     rf"[^.]{{0,40}}{_SECRETS}"
     r"|\b(?:post|upload|send|publish|cat|base64|print|paste|include)\b[^.\n]{0,40}"
     r"(?:(?<!\w)\.env\b(?![.-])|\.ssh/id_\w+|\.aws/credentials|\.netrc|/etc/shadow)"
     rf"|\b(?:env|printenv)\s*\|[^\n]{{0,200}}{_FETCH}", "exposes a secret"),
    (r"\bchmod\s+(?:-R\s+)?777\b", "lets everybody write"),
    (r"\bverify\s*=\s*false\b|\bstrict-?ssl\s+false|NODE_TLS_REJECT_UNAUTHORIZED|--insecure\b"
     r"|\bcurl\s+-k\b|\brejectUnauthorized\s*:\s*false|\bInsecureSkipVerify"
     r"|\bsslVerify[\s=]+false|\bGIT_SSL_NO_VERIFY|\bStrictHostKeyChecking[\s=]+no\b",
     "turns off transport security"),
    (r"\beval\(|\bas root\b|\bsudo pip\b|--break-system-packages\b|--privileged\b",
     "runs with too much power"),
    (r"Access-Control-Allow-Origin[^.]{0,10}\*", "opens the door to every origin"),
    (r"\bexcept(?:\s+Exception)?\s*:\s*pass\b|\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}",
     "swallows errors"),
    (r"\bso (?:that )?the (?:tests?|build|check) (?:pass|succeed|is green)",
     "makes the check pass and not the code"),
)  # fmt: skip
_HIDING = (
    (r"#\s*type:\s*ignore|#\s*noqa|eslint-disable|@ts-(?:ignore|nocheck)|//\s*nolint|\bxfail\b"
     r"|@SuppressWarnings|\bpytest\.skip|\.skip\(", "silences the warning and not its cause"),
    (r"\bswallow|\bcatch (?:and ignore|all|every|any)\b", "swallows errors"),
    (r"\bsleep\(|\badd a (?:sleep|delay)\b|\bwait \d+ seconds\b", "waits instead of knowing"),
    (r"\b(?:increase|raise|double)\b[^.]{0,25}\b(?:timeout|memory|heap|retries|limit)\b",
     "puts the limit up and does not mend the cause"),
    (r"\brestart\b[^.]{0,40}\b(?:every|nightly|daily|hourly|cron)\b", "hides a leak"),
    (r"\bblock all\b|\bdeny all\b|\bfor (?:all|every) (?:users?|requests?)\b|\btruncate\b"
     r"|\brewrite\b[^.]{0,30}\b(?:module|everything|application|project|from scratch|service)\b"
     r"|\b(?:rename|convert|replace|change|migrate)\b[^.]{0,60}\ball \w+",
     "reaches further than the issue"),
    (r"\bafter every\b|\b(?:on|at) every (?:request|call|line|keystroke|render|deploy)\b",
     "costs time on every call"),
)  # fmt: skip
_PROHIBITED = re.compile(
    r"(?i)\b(?:never|do not|don'?t|avoid|without|instead of|rather than|not|stop|forbid|no longer"
    r"|must not|refuse|reject|prevent|block|quote|replace)\b[^.;]{0,60}$"
)
_CALLS_FOR_IT = re.compile(
    r"(?ix)\b (?: (?:do\ not|don'?t|never|must\ not) \s+ (?:hesitate|forget|fail|skip|omit|neglect"
    r" |miss|avoid) | (?:instead\ of|rather\ than|without|avoid) \b [^,:;]{0,80} [,:] )"
    r"[^.;]{0,60}$"
)
"""What reads like a prohibition and asks for what follows: "never forget to", "without X, do"."""

_PROHIBITION_REACH = 100
"""How far before a harmful phrase a prohibition of it may begin, in characters."""

_COMPILED = [(re.compile(pattern, re.IGNORECASE), reason) for pattern, reason in _DESTRUCTIVE]
_COMPILED_HIDING = [(re.compile(pattern, re.IGNORECASE), reason) for pattern, reason in _HIDING]


def harm(instruction: str) -> list[str]:
    """The damage that an instruction would do; prohibiting something harmful is harmless.

    >>> harm("Push with --force"), harm("Never push with --force")
    (['rewrites shared history'], [])
    """
    return _reasons(instruction, _COMPILED)


def hiding(instruction: str) -> list[str]:
    """How an instruction hides the issue, or overreaches."""
    return _reasons(instruction, _COMPILED_HIDING)


def _reasons(text: str, patterns: list[tuple[re.Pattern[str], str]]) -> list[str]:
    read = _as_run(text)
    return [
        reason
        for pattern, reason in patterns
        if any(not _is_prohibited(read, match.start()) for match in pattern.finditer(read))
    ]


def _as_run(text: str) -> str:
    """A text as a shell reads its words: in plain letters, lines joined, quotes within gone."""
    joined = re.sub(r"\\\n\s*", " ", unicodedata.normalize("NFKC", text))
    return re.sub(r"(?<=\w)(?:''|\"\")(?=\w)", "", joined)


def _is_prohibited(text: str, place: int) -> bool:
    before = text[max(0, place - _PROHIBITION_REACH) : place]
    return bool(_PROHIBITED.search(before)) and not _CALLS_FOR_IT.search(before)
