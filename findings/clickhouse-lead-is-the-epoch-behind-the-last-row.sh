#!/usr/bin/env bash
# Surprise: LEAD behind the last row of a window is 1970-01-01 for a column that is never NULL, also with the settings that make
#   ClickHouse's joins and aggregates give NULL as the standard does; the minimum over the same empty frame is NULL.
# Versions: chdb-core 26.9.0 (ClickHouse 26.9.2.1).
# Expected: NULL, so that COALESCE(LEAD(day) OVER (ORDER BY day), an end) is the end in the last row.
# Seen: 1970-01-01 / \N / 9999-12-31 (LEAD, MIN over one following row, COALESCE with toNullable)
# In Orrery: packages/semantic/src/dialect/clickhouse.ts puts toNullable around the argument.
# Source: https://clickhouse.com/docs/sql-reference/window-functions/lead: the default is the default value of the column's type.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action=ignore --target "$folder/packages" chdb-core==26.9.0
cd "$folder"
PYTHONPATH=packages python3 - <<'PYTHON'
from chdb import session

s = session.Session("data")
for setting in ("join_use_nulls", "aggregate_functions_null_for_empty", "data_type_default_nullable"):
    s.query(f"SET {setting} = 1")
answer = s.query("""
SELECT
  LEAD(day) OVER (ORDER BY day),
  MIN(day) OVER (ORDER BY day ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING),
  COALESCE(LEAD(toNullable(day)) OVER (ORDER BY day), '9999-12-31')
FROM (SELECT toDate32('2024-01-31') AS day)""", "TabSeparated")
seen = " / ".join(str(answer).strip().split("\t"))
print(seen)
assert seen.startswith("1970-01-01 / \\N / "), seen
PYTHON
