#!/usr/bin/env bash
# Surprise: union_by_name, which should widen types, rounds decimals of 38 digits.
# Versions: duckdb 1.5.6.
# Expected: 2.76: without union_by_name the first type wins and rounds, with it the types widen (DECIMAL(18,1) and (18,2) become (19,2)).
# Seen: DECIMAL(38,0) and the value 3 with it; whole numbers and FLOAT become FLOAT, and 9007199254740993 becomes 9007199254740992.
# In Orrery: such files are refused by name, packages/engines/src/duckdb/files/settle-parquet.ts.
# Source: none found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet duckdb==1.5.6
env/bin/python - <<'PYTHON'
import duckdb

def united(first, second):
    duckdb.sql(f"COPY (SELECT {first} AS v) TO 'a.parquet'")
    duckdb.sql(f"COPY (SELECT {second} AS v) TO 'b.parquet'")
    rows = duckdb.sql("SELECT typeof(v), CAST(CAST(v AS DECIMAL(38, 2)) AS VARCHAR) FROM read_parquet(['a.parquet', 'b.parquet'], union_by_name = true)")
    return rows.fetchall()

narrow = united("2.5::DECIMAL(18,1)", "2.76::DECIMAL(18,2)")
wide = united("1::DECIMAL(38,0)", "2.76::DECIMAL(38,2)")
real = united("9007199254740993", "0.5::FLOAT")
print(narrow, wide, real)
assert narrow[1] == ("DECIMAL(19,2)", "2.76") and wide[1] == ("DECIMAL(38,0)", "3.00") and real[0] == ("FLOAT", "9007199254740992.00")
PYTHON
