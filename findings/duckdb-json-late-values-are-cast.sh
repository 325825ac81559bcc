#!/usr/bin/env bash
# Surprise: DuckDB reads a later true as 1 and 1.5 as 2 in a JSON column of whole numbers, also inside of lists.
# Versions: duckdb 1.5.6.
# Expected: an error, as for a later text: Failed to cast value to numerical.
# Seen: 2, 1 and [2]; only texts fail.
# In Orrery: types are settled over all rows, packages/engines/src/duckdb/files/settle-json.ts.
# Source: https://duckdb.org/docs/stable/data/json/loading_json (sample_size); silent rounding is not mentioned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet duckdb==1.5.6
env/bin/python - <<'PYTHON'
import duckdb

def late(usual, value):
    with open("a.json", "w") as file:
        file.write(f'{{"v":{usual}}}\n' * 21000 + f'{{"v":{value}}}\n')
    return duckdb.sql("SELECT CAST(v AS VARCHAR) FROM 'a.json'").fetchall()[-1][0]

seen = late("1", "1.5"), late("1", "true"), late("[1]", "[1.5]")
print(seen)
assert seen == ("2", "1", "[2]")
try:
    late("1", '"2.5"')
    raise SystemExit("a text no longer fails")
except duckdb.InvalidInputException:
    pass
PYTHON
