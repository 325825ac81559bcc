#!/usr/bin/env bash
# Surprise: A LEFT JOIN by an expression fails with "Not found column" as soon as WHERE tests a column of the right side.
# Versions: chdb-core 26.9.0 (ClickHouse 26.9.2.1).
# Expected: the optimizer makes an inner join of it, with the rows of the join without that optimization.
# Seen: error 10 with join_use_nulls = 1 and a column that may be NULL; the rows with query_plan_convert_outer_join_to_inner_join = 0
# In Orrery: packages/engines/src/clickhouse turns that optimization off for each request.
# Source: tried; none of 27 other settings of the optimizer helps, but those that keep WHERE from being pushed into the join.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action=ignore --target "$folder/packages" chdb-core==26.9.0
cd "$folder"
PYTHONPATH=packages python3 - <<'PYTHON'
from chdb import session

s = session.Session("data")
s.query("CREATE DATABASE shop")
s.query("CREATE TABLE shop.sales (day Nullable(DateTime64(6, 'UTC')), amount Int32) ENGINE = Memory")
s.query("INSERT INTO shop.sales VALUES ('2024-01-01 10:00:00', 5)")
for setting in ("join_use_nulls", "cast_keep_nullable"):
    s.query(f"SET {setting} = 1")
question = """
SELECT dates.month, sum(sales.amount) FROM shop.sales AS sales
LEFT JOIN (SELECT DATE '2024-01-01' AS day, 'January' AS month UNION ALL SELECT DATE '2024-02-01', 'February') AS dates
  ON CAST(sales.day AS DATE) = dates.day
WHERE dates.day >= toDateTime('2023-01-01 00:00:00', 'UTC')
GROUP BY 1"""
try:
    seen = str(s.query(question, "TabSeparated")).strip()
except Exception as error:
    seen = str(error)[:60]
s.query("SET query_plan_convert_outer_join_to_inner_join = 0")
without = str(s.query(question, "TabSeparated")).strip()
print(seen, "/", without)
assert "Not found column" in seen, seen
assert without == "January\t5", without
PYTHON
