# Save as receiver.py. Run: PORT=4000 WEBHOOK_SECRET=whsec_… python3 receiver.py
import hashlib, hmac, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

PORT = int(os.environ.get("PORT", "4000"))
SECRET = os.environ["WEBHOOK_SECRET"].encode()
if not SECRET:
    raise SystemExit("Set WEBHOOK_SECRET to the signing secret of your webhook.")


def is_ours(header, body):
    parts = [part.partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    if not t.isdecimal() or abs(time.time() - int(t)) > 300:
        return False
    expected = hmac.new(SECRET, t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(expected, value) for name, value in parts)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        verified = is_ours(self.headers.get("Service-Signature", ""), body)
        print("verified" if verified else "refused", self.headers.get("Service-Event"), body.decode(), flush=True)
        self.send_response(204 if verified else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", PORT), Receiver)
print(f"Listening on port {PORT}", flush=True)
server.serve_forever()
