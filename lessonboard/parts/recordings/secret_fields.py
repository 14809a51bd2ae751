"""Detect fields that hold secrets, by their attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

AUTOCOMPLETE = r"(?:^|\s)(?:current-password|new-password|one-time-code|cc-[\w-]+)\b"
"""The pattern for values of the attribute `autocomplete`; scripts in pages use it too."""

NAMES = "|".join((
    r"pass(?:word|wd|phrase|code|wort|ord)|secret|token|(?:api|access|private)[\s_-]?key",
    r"credential|security[\s_-]answer|card[\s_-]?number|code\s.{0,30}authenticator",
    r"(?<![a-z0-9])(?:t?otp|[2m]fa|cv[vc]2?|ssn|iban|mdp|senha|has[łl][oa]|hesl[oa])(?![a-z0-9])",
    r"(?<![a-z0-9])pin(?:[\s_-]?code|(?![a-z0-9]))"
    r"(?!\s+(?:th(?:is|at|e|ese)|it|an?|post|message|comment|note|chat|tab|item)\b)",
    r"one[\s_-]?time|(?:verification|security|authenticat(?:or|ion)|login|access|recovery|backup"
    r"|sms|\d[\s-]digit)[\s_-]?code",
    r"kennwort|geheimzahl|wachtwoord|mot[\s_-]de[\s_-]passe|contrase[ñn]a|clave\sde\sacceso",
    r"palavra[\s_-]passe|(?<![a-z])parola(?!\schiave)|l[öo]senord|adgangskode|kodeord|salasana",
    r"jelszó|[şs][iİ\u0131]\u0307?fre|парол|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호",
    r"κωδικός πρόσβασης|סיסמ[הא]|كلمة (?:المرور|السر)|mật khẩu|รหัสผ่าน|kata sandi|पासवर्ड",
    r"(?:sicherheits|bestätigungs|verifizierungs|einmal|verificatie|beveiligings)-?code",
    r"(?:code|c[oó]digo|codice)\s(?:de\s|di\s|d['\u2019])(?:v[ée]rif|s[ée][cg]ur|sicur|auth|autent)",
    r"(?:eng[åa]ngs|verifierings|bekreftelses|bekræftelses|säkerhets|sikkerhe[td]s)kode?",
    r"vahvistuskoodi|kod (?:weryfikacyjny|jednorazowy)|ověřovací kód|doğrulama kodu",
    r"код (?:подтверждения|підтвердження)|验证码|驗證碼|認証コード|確認コード|인증\s?(?:번호|코드)",
))  # fmt: skip
"""The pattern for the names of secrets in any case, which Python and JavaScript read alike.

What people call a password in the common languages, then the codes that are asked for beside it.
"""

_AUTOCOMPLETE = re.compile(AUTOCOMPLETE)
_NAME = re.compile(NAMES, re.IGNORECASE)
_STEP = re.compile(r"[>/\s](?![^\[]*\])")
_NAMES = ("name", "label", "placeholder", "test_id", "id", "selector")


def is_secret_field(target: Mapping[str, Any]) -> bool:
    """Whether text typed into a target must not be stored.

    >>> is_secret_field({"input_type": "password"}), is_secret_field({"label": "API key"})
    (True, True)
    >>> is_secret_field({"role": "textbox", "name": "Song name"})
    False
    """
    if str(target.get("input_type", "")).lower() == "password":
        return True
    if _AUTOCOMPLETE.search(str(target.get("autocomplete", "")).lower()):
        return True
    named = [value for key in _NAMES if isinstance(value := target.get(key), str)]
    said = (normalize("NFKC", value) for value in (*named, *_ends(target.get("locators"))))
    return any(map(_NAME.search, said))


def _ends(locators: object) -> list[str]:
    """What CSS and XPath locators say of the element itself."""
    known = locators if isinstance(locators, list) else []
    paths = [each.get("selector") for each in known
             if isinstance(each, dict) and each.get("by") in ("id", "css", "xpath")]  # fmt: skip
    return [_STEP.split(path)[-1] for path in paths if isinstance(path, str)]
