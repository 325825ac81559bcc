"""
Answers statements by ClickHouse's HTTP interface from chDB, which is ClickHouse as a library.

    python3 chdb-server.py PACKAGES FOLDER PORT

One statement runs at a time, and none can be cancelled: there are no users and no sessions. Settings of a request hold for
that request only. The library runs in a process of its own. Where that ends or hangs, another one makes the tables again and
answers.
"""

import multiprocessing
import os
import shutil
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

# Parameters of the interface that are no settings, and settings that a library without users does not have.
OWN = {"readonly", "query", "database", "query_id", "default_format", "user", "password", "wait_end_of_query"}
# Words with which statements begin that leave no data.
READING = ("SELECT", "WITH", "(", "EXPLAIN", "SHOW", "DESCRIBE", "DESC", "KILL", "EXISTS")
# No statement of the tests takes as long.
HANGS_AFTER_SECONDS = 60


def serve_library(packages, folder, requests):
    """Runs statements one after the other, until the server ends."""
    sys.path.insert(0, packages)
    from chdb import session

    connection = session.Session(folder)
    # Its timers take longer than the statements of tests.
    for name in ("query_profiler_real_time_period_ns", "query_profiler_cpu_time_period_ns", "memory_profiler_step"):
        connection.query(f"SET {name} = 0")
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

    while True:
        try:
            text, database, form, settings, params = requests.recv()
        except EOFError:
            os._exit(0)
        try:
            connection.query(f"USE {database}")
            apply(settings)
            answer = connection.query(text, form, params=params)
            requests.send((True, bytes(answer.bytes() or b"")))
        except Exception as error:
            requests.send((False, str(error)))


class Library:
    """The process of the library, and what another one needs to take its place."""

    def __init__(self, packages, folder):
        self.packages = packages
        self.folder = folder
        self.turn = threading.Lock()
        self.starts = 0
        self.process = None
        self.requests = None
        self.writes = []

    def ask(self, request):
        """Returns whether it succeeded, and the answer or the message."""
        with self.turn:
            answer = self.answer(request)
            if answer is None:
                self.restart()
                answer = self.answer(request)
            if answer is None:
                self.stop()
                return False, "Code: 1001. The library did not answer, twice."
            if answer[0]:
                self.remember(request)
            return answer

    def answer(self, request):
        """Returns nothing where the process ended or hangs."""
        if self.process is None:
            self.start()
        try:
            self.requests.send(request)
            if self.requests.poll(HANGS_AFTER_SECONDS):
                return self.requests.recv()
        except (EOFError, OSError):
            pass
        return None

    def remember(self, request):
        text, database = request[0].lstrip(), request[1]
        if text.upper().startswith("DROP DATABASE"):
            dropped = text.split()[2]
            self.writes = [one for one in self.writes if one[1] != dropped and not one[0].endswith(f" {dropped}")]
        elif not text.upper().startswith(READING):
            self.writes.append(request)

    def start(self):
        self.starts += 1
        context = multiprocessing.get_context("spawn")
        self.requests, theirs = context.Pipe()
        folder = f"{self.folder}-{self.starts}"
        arguments = (self.packages, folder, theirs)
        self.process = context.Process(target=serve_library, args=arguments, daemon=True)
        self.process.start()
        theirs.close()

    def restart(self):
        print(f"the library ended or hangs; {len(self.writes)} statements are run again", file=sys.stderr, flush=True)
        self.stop()
        for request in self.writes:
            answer = self.answer(request)
            if answer is None or not answer[0]:
                print(f"not run again: {request[0][:200]}: {answer}", file=sys.stderr, flush=True)

    def stop(self):
        self.process.kill()
        self.process.join()
        self.requests.close()
        self.process = None
        shutil.rmtree(f"{self.folder}-{self.starts}", ignore_errors=True)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    library = None

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
        form = given.get("default_format", "TabSeparated")
        succeeded, answer = self.library.ask((text, given.get("database", "default"), form, settings, params))
        if succeeded:
            self.send(200, answer)
            return
        code = answer[6 : answer.index(".")] if answer.startswith("Code: ") else "1001"
        self.send(500, answer.encode(), code)

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


if __name__ == "__main__":
    packages, folder, port = sys.argv[1:]
    Handler.library = Library(packages, folder)
    ThreadingHTTPServer.request_queue_size = 64
    ThreadingHTTPServer(("127.0.0.1", int(port)), Handler).serve_forever()
