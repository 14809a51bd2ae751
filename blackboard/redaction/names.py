"""Names that say what is assigned to them: a password, a secret made by a machine, or neither."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from blackboard.redaction.expressions import Expression

Role = Literal["password", "secret", "token", "key", "phrase", ""]
"""What a name says of its value: a `password` may be short, a `token` and a `key` are random."""

ANCHORS = (
    "pass", "pasword", "pwd", "_pw",
    "kennwort", "contrasena", "motdepasse", "secret", "token", "key", "auth",
    "credential", "cred", "bearer", "jwt", "mnemonic", "phrase", "words",
    "signature", "sig", "hmac",
    "salt", "otp", "_pat=", "_pat:", '_pat"', "_pat'", "_pat ", "_pat\\",
    "_sid", "sessid", "connect.sid", "pin=", "pin:", "_pin", "webhook",
    "identified by", "sas", "jsessionid", "psk",
)  # fmt: skip
"""What every such name contains, in lower case."""

_WORDS = Expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PASSWORD = frozenset(
    """
    password passwords passwd pasword passwrod passwort kennwort pwd
    pass passphrase passcode pw pin storepass
    keypass passin passout dbpass psk userpassword contrasena motdepasse
    """.split()
)
_SECRET = frozenset(
    """
    secret secrets clientsecret credential credentials
    """.split()
)
_TOKEN = frozenset(
    """
    token tokens apikey apikeys auth authorization authtoken accesstoken bearer jwt pat cred
    creds sessid phpsessid jsessionid sas webhook authkey appkey apitoken
    """.split()
)
_KEY_KINDS = frozenset(
    """
    api access secret private auth account shared encryption encrypt decryption signing sign
    master service deploy deployment app application subscription license admin root client
    server web hmac jwt session storage license aes cipher crypto
    storageaccount function functions host ssh wallet consumer gpg pgp rest management
    registration provisioning integration write read ingest ingestion personal developer dev
    prod production staging live test rails laravel django flask next nextauth nuxt vault kms
    seal webhook x bot openai anthropic gemini google azure aws stripe groq mistral cohere
    deepseek openrouter github gitlab sendgrid mailgun mailchimp twilio datadog dd newrelic
    sentry algolia mapbox maps weather news cloudflare heroku supabase firebase pinecone
    huggingface hf wandb tavily serp serpapi brave perplexity xai resend posthog segment
    amplitude pagerduty opsgenie honeycomb grafana cloudinary alchemy infura etherscan moralis
    rapidapi binance coinbase
    """.split()
)
_NOT_SECRET = frozenset(
    """
    file files path paths dir folder name names id ids count counts type types url uri urls
    endpoint length len size limit max min maximum minimum expires expiry expiration expire
    ttl field fields input label env var variable header headers policy manager store storage
    provider usage used ref reference version date at time timeout timestamp format regex
    pattern prefix suffix hint reset strength arn index budget total public foreign sort
    partition cache object row map press down up code codes event binding bindings pair pairs
    set list word words mode kind state status error errors message text title description
    placeholder icon class style enabled required disabled changed valid invalid missing
    rotation validator validation parser generator issuer audience scope scopes scanning
    scanner detection detector detected pushed usage cost costs price rate per second
    idempotency dedup dedupe lookup fingerprint fingerprints thumbprint digest hash hashes
    checksum sha commit etag kid algorithm alg method flow grant callback redirect domain
    group groups owner user username email account_id estimate estimated remaining window
    context completion prompt output cached read_tokens num n author authority authors
    keyboard keyword keywords monkey turkey publishable anon primary secondary unique
    """.split()
)
_NEVER = frozenset(
    """
    tokenize tokenizer tokenizers tokenized tokenization tokenizing secretary passenger passed
    passes passing author authors authority authored keyword keywords keyboard oauth2callback
    """.split()
)
_PASSWORD_APART = Expression(r"pass[-_]?(?:word|phrase|code)", re.IGNORECASE | re.ASCII)
_PHRASE = Expression(
    r"mnemonic|(?:seed|recovery|backup|wallet|mnemonic)[ _-]?(?:phrase|words)",
    re.IGNORECASE | re.ASCII,
)


@lru_cache(maxsize=8192)
def role_of(name: str) -> Role:
    """What a name says of its value.

    >>> role_of("DB_PASSWORD"), role_of("x-api-key"), role_of("tokenCount"), role_of("monkey")
    ('password', 'token', '', '')
    """
    if _PHRASE.search(name):
        return "phrase"
    words = [word.lower() for word in _WORDS.findall(_PASSWORD_APART.sub("password", name))]
    tail: set[str] = set()
    for place in range(len(words) - 1, -1, -1):
        role = _role_of_word(words[place], words[place - 1] if place else "")
        if role:
            return "" if tail & _NOT_SECRET else role
        tail.add(words[place])
    return ""


def _role_of_word(word: str, before: str) -> Role:
    if word in _NEVER:
        return ""
    if word in _PASSWORD:
        return "password"
    if word in _SECRET:
        return "secret"
    if word in _TOKEN or word.endswith(("token", "apikey", "secretkey", "accesskey", "authkey")):
        return "token"
    if word.endswith(("password", "passwd", "passphrase")):
        return "password"
    if word.endswith("secret"):
        return "secret"
    if word in ("key", "keys"):
        return "token" if before in _KEY_KINDS else "" if before in _NOT_SECRET else "key"
    return (
        "key"
        if word in ("signature", "sig", "salt", "license", "otp", "totp", "hmac", "sid")
        else ""
    )
