"""Shapes of secrets with values that are made up at run time, so that none stands in a file."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Iterator

HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
LOWER = string.ascii_lowercase + string.digits
MIXED = string.ascii_letters + string.digits

TOKENS = (
    ("ghp_", 36, MIXED),
    ("gho_", 36, MIXED),
    ("github_pat_", 82, MIXED),
    ("glpat-", 20, MIXED),
    ("glrt-", 20, MIXED),
    ("AKIA", 16, UPPER),
    ("ASIA", 16, UPPER),
    ("AIza", 35, MIXED),
    ("GOCSPX-", 28, MIXED),
    ("ya29.", 60, MIXED),
    ("sk-proj-", 60, MIXED),
    ("sk-ant-api03-", 90, MIXED),
    ("sk_live_", 24, MIXED),
    ("rk_live_", 24, MIXED),
    ("whsec_", 32, MIXED),
    ("xoxb-", 40, MIXED),
    ("npm_", 36, MIXED),
    ("rubygems_", 48, HEX),
    ("cio", 32, MIXED),
    ("hf_", 34, MIXED),
    ("gsk_", 52, MIXED),
    ("dp.pt.", 43, MIXED),
    ("SG.", 66, MIXED),
    ("sq0atp-", 22, MIXED),
    ("ATATT3", 180, MIXED),
    ("hvs.", 90, MIXED),
    ("pul-", 40, HEX),
    ("fo1_", 43, MIXED),
    ("sbp_", 40, HEX),
    ("NRAK-", 27, UPPER),
    ("dckr_pat_", 27, MIXED),
    ("sgp_", 40, HEX),
    ("EAAG", 150, MIXED),
    ("shpat_", 32, HEX),
    ("dop_v1_", 64, HEX),
    ("lin_api_", 40, MIXED),
    ("figd_", 40, MIXED),
    ("dapi", 32, HEX),
    ("tskey-auth-", 30, MIXED),
    ("r8_", 37, MIXED),
    ("pplx-", 48, MIXED),
    ("ntn_", 46, MIXED),
    ("rzp_live_", 14, MIXED),
    ("nsec1", 58, LOWER),
    ("$2b$12$", 53, MIXED),
    ("xprv9", 106, MIXED),
)

ASSIGNED = (
    "DB_PASSWORD={}",
    "export MYSQL_PWD={}",
    '"password": "{}"',
    "password: {}",
    "password = '{}'",
    "spring.datasource.password={}",
    "tool --password {} --user x",
    "sshpass -p {} ssh x",
    "mysql -u root -p{} shop",
    "curl -u ada:{} https://x",
    "docker login -u ada -p {}",
    "redis-cli -h x -a {}",
    "PGPASSWORD={} psql",
    "postgres://app:{}@db:5432/x",
    "redis://:{}@cache/0",
    "Server=x;User Id=sa;Password={};",
    "machine x login ada password {}",
    "define('DB_PASSWORD', '{}');",
    'os.environ["DB_PASSWORD"] = "{}"',
    'ds.setPassword("{}");',
    "- name: DB_PASSWORD\n  value: {}",
    '{{"name": "DB_PASSWORD", "value": "{}"}}',
    "<password>{}</password>",
    "ALTER USER a WITH PASSWORD '{}';",
    "IDENTIFIED BY '{}'",
    "my password is {}",
    "kind: Secret\nstringData:\n  a: {}",
    "openssl x -passin pass:{}",
    'os.getenv("DB_PASSWORD", "{}")',
    "helm install x --set auth.password={}",
    "db:5432:x:app:{}",
)

KEYED = (
    "API_KEY={}",
    '"api_key": "{}"',
    "const apiKey = `{}`;",
    'let key: &str; let api_key: &str = "{}";',
    "X-Api-Key: {}",
    'curl -H "Authorization: Bearer {}" x',
    "Authorization: {}",
    "PRIVATE-TOKEN: {}",
    "https://x.io/?access_token={}&y=1",
    "https://x.io/?key={}",
    "Set-Cookie: sessionid={}; HttpOnly",
    "token=b'{}'",
    ':api_key => "{}"',
    "secret : {}",
    "aws configure set aws_secret_access_key {}",
    "AccountKey={};",
    "https://x.blob.core.windows.net/c?sp=r&sig={}",
    "PHPSESSID={}",
    "api_token: |\n  {}",
    "const t = process.env.API_TOKEN || '{}'",
    "gh secret set API_TOKEN --body {}",
    "https://hooks.slack.com/services/T00000000/B00000000/{}",
    "&quot;token&quot;:&quot;{}&quot;",
    "https://discord.com/api/webhooks/123456789012345678/{}",
    "redirect=https%3A%2F%2Fx%3Faccess_token%3D{}",
    "-----BEGIN RSA PRIVATE " + "KEY-----\n{}\n-----END RSA PRIVATE " + "KEY-----",
    "  key: |\n    -----BEGIN PRIVATE " + "KEY-----\n    {}\n",
)

PASSWORDS = ("Zx9wQ2pLkk", "tr0ub4dor&3", "n3trcPw8821", "Kite-Harbor-42!", "hunter2Zebra99")


def make(seed: int) -> Iterator[tuple[str, str]]:
    """Each secret, and a text that holds it."""
    dice = random.Random(seed)

    def letters(count: int, alphabet: str = MIXED) -> str:
        return "".join(dice.choice(alphabet) for _ in range(count))

    for prefix, count, alphabet in TOKENS:
        secret = prefix + letters(count, alphabet)
        yield secret, f"use {secret} now"
    for text in ASSIGNED:
        secret = dice.choice(PASSWORDS)
        yield secret, text.replace("{}", secret).replace("{{", "{").replace("}}", "}")
    for text in KEYED:
        secret = letters(40)
        yield secret, text.replace("{}", secret)
    secret = letters(32)
    login = base64.b64encode(f"ada:{secret}".encode()).decode()
    yield login, f"Authorization: Basic {login}"
    pem = base64.b64encode(f"-----BEGIN PRIVATE {'KEY'}-----\n{letters(200)}".encode()).decode()
    yield pem, f"client-key-data: {pem}"
    spelt = "".join(f"\\x{ord(each):02x}" for each in "ghp_" + letters(36))
    yield spelt, f"printf '{spelt}'"
    wrapped = f"ghp_{letters(18)}\n{letters(18)}"
    yield wrapped, f"token\n{wrapped}\n"


def forms(secret: str, text: str) -> Iterator[tuple[str, str]]:
    """The text as it comes: bare, as output, within JSON, coloured, with invisible characters."""
    yield "bare", text
    yield "output", f"$ cat x\n{text}\nexit code 0\n"
    yield "json", json.dumps({"a": text})
    yield "json in json", json.dumps({"b": json.dumps({"a": text})})
    if "\\x" in secret:
        return
    place = text.index(secret) + len(secret) // 2
    for name, noise in (("colour", "\x1b[31m"), ("zero-width", "\u200b"), ("tag", "\U000e0041")):
        noisy = text[:place] + noise + text[place:]
        yield name, noisy
        yield f"{name} in json", json.dumps({"a": noisy})


NOISE = ("\x1b[31m", "\u200b", "\U000e0041", "\\u001b[31m", "\\u200b", "\\udb40\\udc41")


def is_left(secret: str, text: str) -> bool:
    """Whether six characters or more of a secret are still in a text."""
    for noise in NOISE:
        text = text.replace(noise, "")
    spelt = (secret, json.dumps(secret)[1:-1])
    return any(each[at : at + 6] in text for each in spelt for at in range(len(each) - 5))
