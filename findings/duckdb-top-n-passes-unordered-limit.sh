#!/usr/bin/env bash
# Surprise: DuckDB takes the top of the first 150,000 rows of a Parquet file from rows behind them.
# Versions: duckdb 1.5.6.
# Expected: 500, the least value of the first 150,000 rows: DuckDB keeps the order of files.
# Seen: 1, which begins at row 400,000: the bound of the outer top-n prunes row groups below the inner LIMIT, which then counts others.
# In Orrery: docs/duckdb.md asks for ORDER BY in the SQL of cubes with a LIMIT, which makes the rows defined.
# Source: none found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet duckdb==1.5.6
env/bin/python - <<'PYTHON'
import duckdb

c = duckdb.connect()
c.execute("SET threads = 2")
c.execute("""COPY (SELECT i AS id, CASE WHEN i < 10 THEN 500 WHEN i < 400000 THEN 1000 + i ELSE 1 END AS v
  FROM range(600000) t(i)) TO 't.parquet' (ROW_GROUP_SIZE 20000)""")
text = "SELECT v FROM (SELECT * FROM 't.parquet' LIMIT 150000) ORDER BY v LIMIT 1"
seen = c.execute(text).fetchone()[0]
least = c.execute("SELECT min(v) FROM (SELECT * FROM 't.parquet' LIMIT 150000)").fetchone()[0]
print("top of the part:", seen, "least of the part:", least)
assert (seen, least) == (1, 500)
PYTHON
