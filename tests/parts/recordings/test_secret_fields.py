"""Which fields hold secrets, where only their names are known."""

from __future__ import annotations

import unicodedata

import pytest

from lessonboard.parts.recordings.secret_fields import is_secret_field

SECRETS = (
    "Password", "Passwort", "Kennwort", "Wachtwoord", "Mot de passe", "Contraseña", "Palavra-passe",
    "Senha", "Parola", "Lösenord", "Passord", "Adgangskode", "Salasana", "Powtórz hasło", "Heslo",
    "Şifreniz", "ŞİFRE", "Пароль", "Повторите пароль", "密码", "密碼", "パスワード", "비밀번호",
    "Authenticator code", "Code from your authenticator app", "Verification code", "One-time code",
    "Security code", "6-digit code", "2FA", "OTP", "Passcode", "PIN", "Enter your pin", "PIN code",
    "user_pin", "PIN eingeben", "CVC", "cvv2", "Bestätigungscode", "Code de vérification",
    "Código de seguridad", "Engangskode", "Sikkerhetskode", "Код подтверждения", "验证码",
)  # fmt: skip
OTHERS = (
    "Pin this post", "Pin message", "Zip code", "Country code", "Discount code", "Passport number",
    "Opinion", "Spinner", "Song name", "Parola chiave", "Palabra clave", "Code", "Pineapple",
    "Authentication method", "Hotpot", "Passenger", "Keyword",
)  # fmt: skip


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_known_by_its_name_alone(name: str) -> None:
    """In any case, and however its accents are encoded."""
    for text in (name, name.lower(), unicodedata.normalize("NFD", name)):
        assert is_secret_field({"role": "textbox", "name": text}), text


@pytest.mark.parametrize("name", OTHERS)
def test_what_only_looks_like_one_is_none(name: str) -> None:
    """A parameter of such a field has its recorded value."""
    assert not is_secret_field({"role": "textbox", "name": name})
