#!/usr/bin/env bash
# Surprise: DuckDB needs a memory limit of more than 32 MB to query a CSV file of two rows.
# Versions: duckdb 1.5.6.
# Expected: some pages: the file has 30 bytes.
# Seen: Out of Memory with 32 MB for a sorted and limited group, where 48 MB suffice; the buffer of a read does not follow the size of the file.
# In Orrery: shares of uploaded projects have 128 MB, packages/runtime/src/source/shared-engines.ts.
# Source: https://duckdb.org/docs/stable/data/csv/overview (buffer_size).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet duckdb==1.5.6
env/bin/python - <<'PYTHON'
import duckdb

open("a.csv", "w").write("city,amount\nOslo,10\nBergen,5\n")
def fits(mb):
    c = duckdb.connect()
    c.execute(f"SET threads = 2; SET memory_limit = '{mb}MiB'; SET temp_directory = ''")
    try:
        c.execute("SELECT city, sum(amount) FROM 'a.csv' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5").fetchall()
        return True
    except duckdb.OutOfMemoryException:
        return False

print({mb: fits(mb) for mb in (16, 24, 32, 48, 64, 72)})
assert not fits(32) and fits(72)
PYTHON
