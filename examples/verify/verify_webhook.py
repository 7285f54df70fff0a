"""Checks the signature of a webhook: `is_ours(secret, headers["Service-Signature"], body)`."""
import hashlib
import hmac
import time


def is_ours(secret, header, body, now=None):
    """`header` is Service-Signature; `body` the bytes as they came, before any JSON parser."""
    if not secret:
        raise ValueError("the secret is blank")
    parts = [part.partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    if not t.isdecimal() or abs((now or time.time()) - int(t)) > 300:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(expected, value) for name, value in parts)
