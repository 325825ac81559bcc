"""
Answers statements by ClickHouse's HTTP interface from chDB, which is ClickHouse as a library.

    python3 chdb-server.py PACKAGES FOLDER PORT

One statement runs at a time, and none can be cancelled: there are no users and no sessions. Settings of a request hold for
that request only.
"""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

packages, folder, port = sys.argv[1:]
sys.path.insert(0, packages)
from chdb import session  # noqa: E402

connection = session.Session(folder)
turn = threading.Lock()
# Parameters of the interface that are no settings, and settings that a library without users does not have.
OWN = {"readonly", "query", "database", "query_id", "default_format", "user", "password", "wait_end_of_query"}
settings_now = {}


def apply(settings):
    """The library keeps settings for all later statements."""
    for name in [*settings_now]:
        if name not in settings:
            connection.query(f"SET {name} = DEFAULT")
            del settings_now[name]
    for name, value in settings.items():
        if settings_now.get(name) != value:
            quoted = value.replace("\\", "\\\\").replace("'", "\\'")
            connection.query(f"SET {name} = '{quoted}'")
            settings_now[name] = value


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send(200, b"Ok.\n")

    def do_POST(self):
        given = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Type"].startswith("multipart/form-data"):
            given.update(parts(body, self.headers["Content-Type"]))
            body = b""
        text = given.get("query", "") + body.decode()
        params = {name[6:]: value for name, value in given.items() if name.startswith("param_")}
        settings = {
            name: value for name, value in given.items() if name not in OWN and not name.startswith("param_")
        }
        try:
            with turn:
                connection.query(f"USE {given.get('database', 'default')}")
                apply(settings)
                answer = connection.query(text, given.get("default_format", "TabSeparated"), params=params)
                body = bytes(answer.bytes() or b"")
        except Exception as error:
            message = str(error)
            code = message[6 : message.index(".")] if message.startswith("Code: ") else "1001"
            self.send(500, message.encode(), code)
        else:
            self.send(200, body)  # outside of the turn: a client may be slow to read

    def send(self, status, body, code=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if code is not None:
            self.send_header("X-ClickHouse-Exception-Code", code)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def parts(body, content_type):
    """Names and values of a form of several parts."""
    boundary = b"--" + content_type.split("boundary=")[1].encode()
    for part in body.split(boundary)[1:-1]:
        head, value = part.removeprefix(b"\r\n").split(b"\r\n\r\n", 1)
        yield head.split(b'name="')[1].split(b'"')[0].decode(), value.removesuffix(b"\r\n").decode()


ThreadingHTTPServer.request_queue_size = 64
ThreadingHTTPServer(("127.0.0.1", int(port)), Handler).serve_forever()
