#!/usr/bin/env bash
# Surprise: DuckDB rounds and cuts CSV values behind the first 20,480 rows to the types it found before.
# Versions: duckdb 1.5.6.
# Expected: an error, or a sum of 21001.9; a text that is no number is an error, too.
# Seen: 21002 for 21001.9, and the day 2024-01-02 for the time 2024-01-02 10:00.
# In Orrery: types are settled over all rows, packages/engines/src/duckdb/files/settle-csv.ts.
# Source: https://duckdb.org/docs/stable/data/csv/auto_detection (sample_size); silent rounding is not mentioned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet duckdb==1.5.6
env/bin/python - <<'PYTHON'
import duckdb

def sampled(usual, late, shown):
    with open("a.csv", "w") as file:
        file.write("id,v\n" + "".join(f"{i},{usual}\n" for i in range(21000)) + "".join(f"1,{v}\n" for v in late))
    return duckdb.sql(f"SELECT CAST({shown} AS VARCHAR) FROM 'a.csv'").fetchone()[0]

total = sampled("1", ["1.5", "0.4"], "sum(v)")
latest = sampled("2024-01-01", ["2024-01-02 10:00:00"], "max(v)")
print("sum:", total, "latest:", latest)
assert (total, latest) == ("21002", "2024-01-02")
PYTHON
