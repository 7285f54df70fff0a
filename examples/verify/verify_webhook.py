"""Checks the signature of a webhook: `is_ours(secret, headers.get("Service-Signature"), body)`."""
import hashlib
import hmac
import re
import time


def is_ours(secret, header, body, now=None):
    """`header` is Service-Signature, or None; `body` the bytes as they came, before any JSON parser."""
    if not secret or secret.isspace():
        raise ValueError("the secret is blank")
    if re.search(r"\s", secret):
        raise ValueError("the secret has a blank in it")
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError("the body was parsed: pass the bytes as they came")
    parts = [part.partition("=")[::2] for part in (header or "").split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,15}", t) or abs((now or time.time()) - int(t)) > 300:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    # As bytes: compare_digest raises TypeError for text outside ASCII.
    return any(
        name == "v1" and hmac.compare_digest(expected.encode(), value.encode("utf-8", "replace"))
        for name, value in parts
    )
