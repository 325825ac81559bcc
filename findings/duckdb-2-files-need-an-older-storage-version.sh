#!/usr/bin/env bash
# Surprise: A database file that DuckDB 2 makes with its defaults cannot be opened by 1.5.6.
# Versions: duckdb 2.0.1 and 1.5.6.
# Expected: 1.x reads files of later 1.x versions, because each writes the oldest storage version by default.
# Seen: version number 69, but we can only read versions between 64 and 68; with STORAGE_VERSION 'v1.5.0' it opens.
# In Orrery: docs/duckdb.md says how to make the file.
# Source: https://duckdb.org/docs/stable/internals/storage.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --target two duckdb==2.0.1
env/bin/python - <<'PYTHON'
import subprocess, sys

def run(path, text):
    code = f"import sys; sys.path.insert(0, {path!r}); import duckdb; print(duckdb.__version__); print(duckdb.sql({text!r}) or '')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return done.stdout + done.stderr

subprocess.run(["env/bin/pip", "install", "--quiet", "--target", "one", "duckdb==1.5.6"], check=True)
print(run("two", "ATTACH 'new.duckdb' AS x; CREATE TABLE x.t AS SELECT 1 AS a"))
print(run("two", "ATTACH 'old.duckdb' AS x (STORAGE_VERSION 'v1.5.0'); CREATE TABLE x.t AS SELECT 1 AS a"))
new, old = (run("one", f"ATTACH '{name}.duckdb' AS x (READ_ONLY); SELECT a FROM x.t") for name in ("new", "old"))
print(new, old)
assert "can only read versions between 64 and 68" in new and "Error" not in old
PYTHON
