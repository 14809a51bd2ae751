"""The vocabulary of harm: what is asked for in words, each kind of it a row of `ROWS`.

Verbs are given in their base form, and mean "-ing" too; a sign stands for secret files.
"""

from __future__ import annotations

from typing import NamedTuple

from blackboard.harm.kinds import DELETES, FETCHES, OUTSIDE, REWRITES, SECRETS, SENDS, WEAKENS

URL = r"(?:https?|ftp|wss?)://[^\s\"'`,)]+"
_PRIVATE = (
    r"(?:(?:secrets?|passwords?|passphrases?|api[- _]?keys?|private[- ]keys?|access[- ]keys?"
    r"|ssh[- ]keys?"
    r"|credentials?|(?:access|auth|api|bearer|github|npm|session|refresh)[- ]tokens?|tokens?)"
    r"(?!\s+(?:counts?|usage|budgets?|limits?|buckets?|policy|policies|scann\w+|manag\w+|names?|types?"
    r"|handling|window|consumption|metrics|cost))(?![\w-]))"
)
_DATA = (
    r"(?:logs?|log files?|diffs?|dumps?|traces?|stack traces?|transcripts?|conversations?|chat"
    r"|prompts?"
    r"|source(?: code| files?| tree)?|code|files?|contents?|repository|repo|archive|database|db"
    r"|data"
    r"|results?|output|outputs|report|reports|history|configuration|config|settings|environment|env"
    r"|backups?|screenshots?|keys?|context|codebase|project|workspace|home directory|metrics"
    r"|everything|it|them)"
)
_SAFEGUARD = (
    r"(?:tests?|test suites?|checks?|ci|linters?|lint(?:ing)?(?: rules?)?|type[- ]?check(?:s|er"
    r"|ing)?"
    r"|assertions?|validations?|verification|authentication|authori[sz]ation|csrf|firewalls?|alerts?"
    r"|branch protections?|(?:code )?reviews?|approvals?|(?:permission )?prompts?|permissions?"
    r"|sandbox(?:ing|es)?|(?:git |pre-commit |commit )?hooks|pre-commit(?: hooks?)?|signatures?"
    r"|certificates?|tls|ssl|secret scanning|rate[- ]limit(?:s|ing|er)?|audit (?:logs?|logging"
    r"|trail)"
    r"|2fa|mfa|two-factor|csp|cors|encryption|saniti[sz](?:ation|ing|er)|guards?|protections?|safeguards?"
    r"|gatekeeper|selinux|apparmor|antivirus|security)"
)
_HOME_FILE = (
    r"(?:~/\S+|\$HOME/\S+|/etc/\S+|/usr/\S+|\.?(?:bashrc|zshrc|bash_profile|zprofile|zshenv|profile)\b"
    r"|(?:shell|login) (?:profile|startup|rc)(?: files?)?|crontab|cron job|cron|launch "
    r"?(?:agent|daemon)s?"
    r"|systemd (?:unit|service)|startup (?:items?|folder|script)|scheduled task|login items?"
    r"|authorized_keys|(?:the )?hosts file|known_hosts|sudoers|home (?:directory|folder)|system "
    r"path)"
)
_AGENT_FILE = (
    r"(?:(?:~/)?\.(?:claude|codex|cursor|gemini)/(?:settings\S*|config\S*|hooks\S*|\S*permissions\S*)"
    r"|\.mcp\.json|(?:agent|claude|codex|cursor)(?:'s)? settings|allow(?:ed)?[- ]?lists?"
    r"|auto-?approv\w+"
    r"|permissions\.allow|allowed ?tools)"
)
_PLACES = (
    rf"(?:{URL}|[\w.+-]+@[\w-]+\.[\w.]+|(?:our |the |a |an |my |this )?(?:\w+ )?(?:webhook"
    rf"|gist|pastebin"
    r"|paste(?: site| service)?|bucket|collector|third[- ]party|external (?:server|service|host"
    r"|site|endpoint)"
    r"|remote (?:server|host|machine|endpoint)|file sharing|telegram|discord|ftp server|dns "
    r"(?:query|queries|lookups?)"
    r"|my (?:server|address|inbox)))"
)


class HarmRow(NamedTuple):
    """A kind of harm in words: verbs, what they are done to, and what must follow, if anything."""

    kind: str
    verbs: str
    objects: str
    then: str = ""


ROWS = (
    HarmRow(
        SENDS,
        "send upload post publish share forward email mail transmit exfiltrate paste "
        "submit push report "
        "copy stream leak relay export deliver ship ping sync",
        _DATA,
        _PLACES,
    ),
    HarmRow(
        SENDS,
        "create make open publish write",
        r"(?:public |secret |new )?(?:gist|pastebin"
        r"|paste)",
    ),
    HarmRow(
        SENDS,
        "route send tunnel redirect proxy",
        r"(?:traffic|requests|connections)",
        rf"(?:proxy|{URL})",
    ),
    HarmRow(
        FETCHES,
        "pipe",
        rf"(?:it|them|that|{URL}|the (?:output|script|response|download|installer))",
        r"(?:sh|bash|shell|python|interpreter)\b",
    ),
    HarmRow(
        SECRETS,
        "commit print log paste dump expose echo reveal display hard-code hardcode embed "
        "leak publish check-in",
        _PRIVATE,
    ),
    HarmRow(
        SECRETS,
        "put write save copy include add store record append place upload email attach "
        "quote show read "
        "cat send output",
        rf"(?:{_PRIVATE}|(?:contents? of )?(?:the |your )?\x02+)",
        r"(?:readme|issues?|comments?|pull requests?|pr\b|bug reports?|report|chat|reply|answer"
        r"|commit message"
        r"|source(?: code)?|repository|repo\b|fixtures?|wiki|log\b|logs|transcript|screenshot|gist|https?://)",
    ),
    HarmRow(
        SECRETS,
        "commit check push print paste cat post upload send show share add include",
        r"\x02+",
    ),
    HarmRow(
        SECRETS,
        "dump write save copy print log record append capture commit store export put "
        "output share send "
        "upload paste include",
        r"(?:environment(?: variables?)?|env vars?|environ|process\.env|os\.environ)(?![\w-]"
        r"|\s+(?:name|example|template|documentation|section|table))",
        r"(?:commit|check|add|push|attach|share|post|send|file\b|\w+\.(?:txt|log|md|json|env)\b|log\b|logs\b|console|issue|report)",
    ),
    HarmRow(
        WEAKENS,
        "disable delete remove comment-out skip turn-off switch-off drop ignore "
        "deactivate bypass circumvent "
        "relax loosen weaken mute override silence suspend evade",
        _SAFEGUARD,
    ),
    HarmRow(
        WEAKENS,
        "disable ignore skip bypass turn-off switch-off accept suppress",
        r"(?:(?:invalid |expired |self-signed |any |all )?(?:tls|ssl|certificate)\w*(?: errors?"
        r"| warnings?| checks?| verification)?)",
    ),
    HarmRow(
        WEAKENS,
        "approve accept grant allow confirm trust",
        r"(?:every|all|any|each)(?: \w+){0,2} (?:permissions?|prompts?|tools?|commands?"
        r"|requests?|actions?|(?:mcp )?servers?|sources?|hosts?)"
        r"(?! (?:in|from|of) (?:the )?(?:tests?|api))",
    ),
    HarmRow(
        WEAKENS,
        "ignore disregard forget override",
        r"(?:\w+ ){0,3}(?:previous|prior|above|earlier|preceding|system|other)(?: \w+){0,2} "
        r"(?:instructions?|rules?|prompts?|messages?)",
    ),
    HarmRow(
        WEAKENS,
        "add edit change write put append modify extend update set insert allow enable",
        _AGENT_FILE,
    ),
    HarmRow(
        WEAKENS,
        "point set change configure switch",
        r"(?:core\.)?hooks ?path\b"
        r"|core\.(?:fsmonitor|sshcommand|editor|pager)\b",
    ),
    HarmRow(
        WEAKENS,
        "make let have get",
        r"(?:the |all |ci |failing )*(?:tests?|build|checks?|ci"
        r"|pipeline) (?:pass|green|succeed) by (?:remov|delet|skipp|disabl|weaken|mock)\w+",
    ),
    HarmRow(
        OUTSIDE,
        "set change point configure switch override update replace use add",
        r"(?:publish(?:ing)? url|registry|index url|package index|mirror|origin remote|origin"
        r"|remote(?: url)?|push url|upstream|proxy|npm registry|publishconfig)",
        URL,
    ),
    HarmRow(OUTSIDE, "use prefer take", rf"(?:mirror|registry|proxy|index)(?: at)? {URL}"),
    HarmRow(
        OUTSIDE,
        "append add write put edit modify install register create change set insert "
        "copy place save symlink "
        "link update",
        _HOME_FILE,
    ),
    HarmRow(
        OUTSIDE,
        "set change configure write add override",
        r"(?:\S+ )?(?:globally|system-wide|for all repositories|in (?:your |the )?global (?:git "
        r")?config\w*)",
    ),
    HarmRow(
        OUTSIDE,
        "run start execute install",
        r"(?:as root|with sudo|as administrator|as an "
        r"administrator|with root)",
    ),
    HarmRow(
        REWRITES,
        "force-push rewrite",
        r"(?:branch|main|master|history|commits?|remote|origin"
        r"|it|changes|the)",
    ),
    HarmRow(
        DELETES,
        "drop delete wipe erase destroy truncate purge nuke recreate",
        r"(?:(?:production|prod|live|staging) \w+|databases?|(?:all|every) (?:files?|data"
        r"|branches|repositories|backups|users?|tables)"
        r"|backups?|home (?:directory|folder)|user data|volumes?|user accounts?|everything"
        r"|(?:the )?repository)(?! (?:connection|client|schema version|url))",
    ),
    HarmRow(
        WEAKENS,
        "delete remove rm",
        r"(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml"
        r"|uv\.lock|poetry\.lock|cargo\.lock|go\.sum|lock ?files?)",
    ),
)

ALONE = (
    (
        WEAKENS,
        r"\b(?:never|do not|don'?t|without)\s+(?:tell|inform|mention|report|show|ask"
        r"|notify)(?:ing)?\b"
        r"(?:\W+(?:it|this|that|the|to|any|what|changes?|about|your|anything)){0,5}?"
        r"\W+(?:user|human|person|developer|maintainers?|owner|anyone|anybody)\b",
    ),
    (WEAKENS, r"\bso (?:that )?the (?:tests?|build|check) (?:pass|succeed|is green)"),
)
"""Said as a prohibition, and harmful nevertheless."""

IN_CODE = (
    (
        WEAKENS,
        r"\bverify\s*=\s*False\b|\brejectUnauthorized\s*:\s*false|\bInsecureSkipVerify\b"
        r"|_create_unverified_context|Access-Control-Allow-Origin[^.]{0,10}\*"
        r"|\bNODE_TLS_REJECT_UNAUTHORIZED\b|\bGIT_SSL_NO_VERIFY\b"
        r"|\bexcept(?:\s+Exception)?\s*:\s*pass\b|\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}"
        r"|\beval\(|\bdangerously-?(?:skip|disable|bypass)\w*|\bbypass[-_ ]approvals\b"
        r"|\bbypassPermissions\b"
        r"|(?<!\w)--(?:yolo|no-verify|insecure|privileged|break-system-packages)\b|\bHUSKY=0"
        r"|\bstrict-?ssl\s+false|\bsslVerify[\s=]+false|\bStrictHostKeyChecking[\s=]+no\b"
        r"|\bcore\.(?:hooksPath|fsmonitor|sshCommand)\b(?=.*(?:/|\bto\b|=))|\bauthorized_keys\b(?=.*\badd)"
        r"|\bchmod\s+(?:-R\s+)?0?777\b|\b(?:\"|')?Bash\(\*(?::\*)?\)"
        r"|\bgh pr merge\b[^\n]{0,60}--admin\b|\bgh pr review\b[^\n]{0,60}--approve\b"
        r"|\b(?:audit|test|lint|check|verify)\b[^|\n]{0,60}\|\|\s*true\b|\bpermissions:\s*write-all\b",
    ),
    (
        SECRETS,
        r"\b(?:console\.\w+|print\w*|puts|logger\.\w+|dump\w*|JSON\.stringify)\(\s*"
        r"(?:process\.env|os\.environ|dict\(os\.environ|ENV)\b(?!\.|\[)"
        r"|\b(?:print|echo|log|show|output)\s+\$\{?\w*(?:SECRET|TOKEN|PASSWORD|API_?KEY|PRIVATE_KEY)",
    ),
    (REWRITES, r"\bpush\w*\b[^.\n]{0,60}\s--force\b(?!-)|\bforce[- ]?push(?!-)"),
    (OUTSIDE, r"\bas root\b|\bwith sudo\b|\b(?:git )?config --(?:global|system)\b"),
    (
        DELETES,
        r"\bdrop\s+(?:table|database|schema)\b|\btruncate\s+table\b"
        r"|\bdelete\s+from\s+\w+\s*(?:;|$)|\bgit clean\s+-\w*f|\bgit reset --hard\b"
        r"|\brmtree\([^)]{0,40}(?:expanduser|home\()",
    ),
    (FETCHES, r"/dev/(?:tcp|udp)/"),
)
"""Code and phrases that need no verb."""
