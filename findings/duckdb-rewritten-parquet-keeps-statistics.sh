#!/usr/bin/env bash
# Surprise: DuckDB filters a Parquet file that was rewritten in place by the statistics of its old content.
# Versions: duckdb 1.5.6; mended in 2.0.1.
# Expected: parquet_metadata_cache is off by default, so a new statement reads the new footer.
# Seen: no row above 7 next to a sum of 19 (2, 8, 9), when length and time to the second are equal.
# In Orrery: enable_external_file_cache is off, packages/engines/src/duckdb/duckdb-instance.ts.
# Source: https://duckdb.org/docs/stable/configuration/overview (enable_external_file_cache).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet duckdb==1.5.6
env/bin/python - <<'PYTHON'
import os, duckdb

c, writer = duckdb.connect(), duckdb.connect()
def rewrite(values):
    writer.sql(f"COPY (SELECT unnest({values})::INTEGER AS v) TO 'new.parquet'")
    content = open("new.parquet", "rb").read()
    with open("a.parquet", "r+b" if os.path.exists("a.parquet") else "wb") as file:
        file.write(content)
    os.utime("a.parquet", (1704067200, 1704067200))
    return len(content)

def seen():
    return c.sql("SELECT sum(v), (SELECT count(*) FROM 'a.parquet' WHERE v > 7) FROM 'a.parquet'").fetchone()

before = rewrite([1, 5, 6]), seen()
after = rewrite([2, 8, 9]), seen()
c.sql("SET enable_external_file_cache = false")
cured = seen()
print("size, then sum and rows above 7:", before, after, "without the cache:", cured)
assert before[0] == after[0] and before[1] == (12, 0) and after[1] == (19, 0) and cured == (19, 2)
PYTHON
