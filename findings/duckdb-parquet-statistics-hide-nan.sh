#!/usr/bin/env bash
# Surprise: DuckDB answers max and filters of a Parquet file from statistics that leave NaN out.
# Versions: duckdb 1.5.6 with files of pyarrow 26.0.1.
# Expected: NaN is the largest value in DuckDB, so max is NaN and x > 5 holds for it, as in a table with the same values.
# Seen: max 3.0 and no row; grouping or sorting the same column shows the NaN.
# In Orrery: such columns are read as a sum with 0, which has no statistics, packages/engines/src/duckdb/files/settle-parquet.ts.
# Source: Parquet's format: statistics must not contain NaN; readers must not conclude that there is none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet duckdb==1.5.6 pyarrow==26.0.1
env/bin/python - <<'PYTHON'
import duckdb, pyarrow as pa, pyarrow.parquet as pq

pq.write_table(pa.table({"x": [1.0, float("nan"), 3.0]}), "a.parquet")
ask = lambda source: duckdb.sql(f"SELECT CAST(max(x) AS VARCHAR), (SELECT count(*) FROM {source} WHERE x > 5), (SELECT CAST(x AS VARCHAR) FROM {source} ORDER BY x DESC LIMIT 1) FROM {source}").fetchone()
file, table = ask("'a.parquet'"), ask("(VALUES (1.0::DOUBLE), ('nan'), (3.0)) t(x)")
print("file:", file, "table:", table)
assert file == ("3.0", 0, "nan") and table == ("nan", 1, "nan")
PYTHON
