#!/usr/bin/env bash
# Surprise: psycopg moves a cursor of binary rows by a plain Query, in text, and may declare it in text, too.
# Versions: psycopg 3.3.9 (with its own libpq); PostgreSQL as PGlite 0.5.14 runs it, behind pglite-socket 0.2.17.
# Expected: one cursor keeps to one format, or at least DECLARE and FETCH name the same, so that a server may bind either.
# Seen: with `cursor(binary=True)` DECLARE binds 1, MOVE is a Query, and FETCH binds 1. With `execute(binary=True)` DECLARE
# binds 0, MOVE is a Query, and FETCH binds 1. PostgreSQL heeds the format of each FETCH alone; a server that chooses a format
# at DECLARE or at the first MOVE refuses the FETCH, or sends text to a reader of binary.
# In Orrery: a MOVE takes any format; one before the first FETCH opens the cursor in that of DECLARE's Bind, and a FETCH in
# another format is refused: fetch() and openCursor() of packages/server/src/faces/postgres/session/run-portal.ts.
# Source: psycopg's _server_cursor_base.py: _declare_gen does not pass `binary` on, _scroll_gen names no format, and
# _exec_command of _connection_base.py then sends a Query.
set -euo pipefail
folder=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 >/dev/null
python3 -m venv env
env/bin/pip install --quiet 'psycopg[binary]==3.3.9'
cat >serve.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
const server = new PGLiteSocketServer({ db: await PGlite.create(), host: '127.0.0.1', port: 0 });
await server.start();
console.log(server.getServerConn());
JS
mkfifo address
node serve.mjs >address &
server=$!
read -r address <address
cat >see.py <<'PY'
import re
import sys

import psycopg
from psycopg.pq import Trace

host, port = sys.argv[1].split(":")
connection = psycopg.connect(host=host, port=port, user="postgres", dbname="postgres", sslmode="disable")


def sent(name, of_cursor, of_execute):
    """What the client writes for one cursor: each statement with its format, or as a Query."""
    with open(name, "wb") as file:
        connection.pgconn.trace(file.fileno())
        connection.pgconn.set_trace_flags(Trace.SUPPRESS_TIMESTAMPS)
        with connection.cursor(name, binary=of_cursor) as cursor:
            cursor.execute("SELECT n FROM generate_series(1, 9) AS n", binary=of_execute)
            cursor.scroll(2)
            row = cursor.fetchone()
        connection.pgconn.untrace()
    with open(name) as file:
        messages = [line.split("\t", 2) for line in file.read().splitlines() if line.startswith("F\t")]
    found, statement = [], None
    for _, _, message in messages:
        kind, _, rest = message.partition("\t")
        word = re.search("DECLARE|MOVE|FETCH", rest)
        if kind == "Query" and word:
            found.append(f"{word[0]} Query")
        elif kind == "Parse":
            statement = word[0]
        elif kind == "Bind":
            found.append(f"{statement} Bind {rest.split()[-1]}")
    return *found, row[0]


seen = {
    "cursor(binary=True)": sent("one", True, None),
    "execute(binary=True)": sent("two", False, True),
    "neither": sent("three", False, None),
}
for call, found in seen.items():
    print(call, "->", *found, sep="  ")
connection.close()
assert seen == {
    "cursor(binary=True)": ("DECLARE Bind 1", "MOVE Query", "FETCH Bind 1", 3),
    "execute(binary=True)": ("DECLARE Bind 0", "MOVE Query", "FETCH Bind 1", 3),
    "neither": ("DECLARE Bind 0", "MOVE Query", "FETCH Query", 3),
}
PY
env/bin/python see.py "$address"
