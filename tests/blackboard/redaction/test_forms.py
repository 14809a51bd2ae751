"""A secret is found however its text is written: escaped, encoded, quoted, numbered, broken."""

from __future__ import annotations

import base64
import html
import random
import string
from collections.abc import Callable
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from blackboard.redaction.anchors import may_hold_secret
from blackboard.redaction.escapes import decoded
from blackboard.redaction.phrases import is_passphrase
from blackboard.redaction.redact import find_secrets, redact

_MIXED = string.ascii_letters + string.digits


def _letters(dice: random.Random, count: int) -> str:
    return "".join(dice.choices(_MIXED, k=count))


def _key_lines(dice: random.Random, head: str) -> str:
    letters = base64.b64encode(bytes.fromhex(head) + dice.randbytes(600)).decode()
    return "\n".join(letters[at : at + 64] for at in range(0, len(letters), 64))


def _each_line(prefix: str) -> Callable[[str], str]:
    return lambda text: "\n".join(
        prefix.format(number) + line for number, line in enumerate(text.split("\n"), 98)
    )


def _based(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


FORMS: dict[str, Callable[[str], str]] = {
    "bare": str,
    "percent": lambda text: quote(text, safe=""),
    "every percent": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "entities": lambda text: html.escape(text).replace("=", "&#61;"),
    "unicode escapes": lambda text: "".join(f"\\u{ord(each):04x}" for each in text),
    "full width": lambda text: "".join(
        chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in text
    ),
    "base64": lambda text: f"blob {_based(text)}",
    "base64 in lines": lambda text: base64.encodebytes(text.encode()).decode(),
    "base64 of UTF-16": lambda text: base64.b64encode(text.encode("utf-16-le")).decode(),
    "hexadecimal": lambda text: f"dump {text.encode().hex()}",
    "diff": _each_line("+"),
    "numbers": _each_line("{:6d}\t"),
    "bars": _each_line("{}|"),
    "places": _each_line("deploy/conf.yml:{}:"),
    "quotation": _each_line("> "),
    "comment": _each_line("# "),
    "table": _each_line("| "),
    "log": _each_line("2026-03-01 10:22:31 INFO  "),
}


def _kinds(dice: random.Random) -> dict[str, tuple[str, str]]:
    """A text of each kind, and a part of its secret that must not be left."""
    value, long = _letters(dice, 9) + "7x2", _letters(dice, 36) + "4"
    rsa, pkcs8 = "308204a40201000282010100", "308204bd020100300d06092a864886f70d010101"
    one, other = _key_lines(dice, rsa), _key_lines(dice, pkcs8)
    return {
        "token": (f"use ghp_{long} now", long),
        "setting": (f"DB_PASSWORD={value}", value),
        "nested": (f"db:\n  credentials:\n    password: {value}", value),
        "passphrase": ('password: "walnut ferry copper meadow"', "copper"),
        "unquoted passphrase": ("wifi:\n  password: walnut ferry copper meadow\n", "copper"),
        "address": (f"postgres://app:{value}@db:5432/shop", value),
        "default": (f'variable "db_password" {{\n  default = "{value}"\n}}', value),
        "cell": (f"| API_TOKEN | {long} |", long),
        "key without ends": (one, one[40:60]),
        "key without head": (other[65:] + "\n-----END PRIVATE " + "KEY-----", other[90:110]),
        "middle of a key": ("\n".join(one.split("\n")[3:9]), one.split("\n")[5][:20]),
    }


def _is_left(part: str, written: str, form: str) -> bool:
    """Whether a secret is there as it was written, or can be read from what is left."""
    if form.startswith(("base64", "hex")):
        return len(max(written.split(), key=len, default="")) > 40
    return part in written or part in decoded(written).text


def test_every_kind_is_cut_in_every_form() -> None:
    """Kinds by forms: what is decoded and stripped is judged by the same rules."""
    missed = []
    for kind, (text, part) in _kinds(random.Random(7)).items():
        for form, write in FORMS.items():
            written = write(text)
            if _is_left(part, redact(written).value, form) or not may_hold_secret(written):
                missed.append((kind, form))
    assert missed == []


def test_what_only_looks_encoded_stays() -> None:
    """Digests, certificates, public keys, pictures, names, sentences and tables are left."""
    dice = random.Random(3)
    certificate = _key_lines(dice, "308203a130820289a003020102")
    picture = _based("\x89PNG" + _letters(dice, 90)).replace("wolQ", "iVBO")
    for text in (
        f"-----BEGIN CERTIFICATE-----\n{certificate}\n-----END CERTIFICATE-----",
        certificate,
        "sha256:" + dice.randbytes(32).hex(),
        _based("nothing that anybody would want to hide from a reader"),
        f"data:image/png;base64,{picture}",
        "CheckTheProviderSnapshotWithOptionsAndRestore",
        "password: Enter the same one again here",
        'password: "wrong credentials were given twice"',
        "| password | string |",
        "a=100%25&amp;b=%20&quot;c&quot;",
    ):
        assert redact(text) == (text, 0), text


def test_a_passphrase_is_four_words_and_no_sentence() -> None:
    """Three words, a word of sentences, a capital or a word twice make it none."""
    assert is_passphrase("walnut ferry copper meadow")
    for value in (
        "walnut ferry copper",
        "walnut ferry the meadow",
        "Walnut ferry copper meadow",
        "walnut ferry walnut meadow",
        "walnut ferry copper passwords",
        "walnut, ferry copper meadow",
    ):
        assert not is_passphrase(value), value


PIECES = st.sampled_from(["%3D", "&quot;", "\\u0041", "\\\\x41", "\uff41", "a", "\n", "\\141" * 4])


@given(st.lists(PIECES).map("".join))
def test_the_map_leads_back_to_whole_escapes(text: str) -> None:
    """Each character stands where the map says, and neighbours meet without a gap."""
    plain = decoded(text)
    places = [plain.back(at, at + 1) for at in range(len(plain.text))]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(decoded(text[start:end]).text for start, end in places)


@given(st.lists(PIECES | st.sampled_from(["password", "=", "hunter2Zebra99"])).map("".join))
def test_redaction_of_escapes_ends_and_is_done_once(text: str) -> None:
    """What was redacted has nothing left to take out, and no span begins in an escape."""
    once = redact(text).value
    assert redact(once) == (once, 0)
    for span in find_secrets(text):
        assert not text[: span.start].endswith(("%", "&", "\\u", "%3", "\\u00"))
