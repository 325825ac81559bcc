#!/usr/bin/env bash
# Surprise: two apostrophes inside a text are not one apostrophe in Spark SQL: the first ends the text, the second begins the next
#   one, and neighbouring texts are joined. A quote that is doubled, as the standard and most engines want it, is lost without
#   an error.
# Versions: pyspark 4.0.1 (Spark 4.0.1), with spark.sql.ansi.enabled.
# Expected: SELECT 'it''s' is it's, as in PostgreSQL, Trino, DuckDB and MySQL.
# Seen: its / 3 / it's / it's (the text, its length, the same by a backslash, and by char(39))
# In Orrery: packages/semantic/src/dialect/spark.ts writes char(39) in `quoteText`; values are parameters.
# Source: https://spark.apache.org/docs/latest/sql-ref-literals.html, on string literals: a backslash escapes, chains of literals are
#   concatenated.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$folder/packages" pyspark==4.0.1
cd "$folder"
PYTHONPATH=packages python3 - <<'PYTHON' 2>spark.log || { tail -5 spark.log; exit 1; }
from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.sql.ansi.enabled", "true")
    .getOrCreate()
)
row = spark.sql(r"SELECT 'it''s' a, length('it''s') b, 'it\'s' c, 'it' || char(39) || 's' d").collect()[0]
seen = " / ".join(str(value) for value in row)
print(seen)
assert seen == "its / 3 / it's / it's", seen
spark.stop()
PYTHON
