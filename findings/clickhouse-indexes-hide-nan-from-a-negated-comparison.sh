#!/usr/bin/env bash
# Surprise: where a column of doubles has a minmax index, `NOT x <= 0` and `x <> 0` lose rows with NaN, for which both are true.
# Versions: chdb-core 26.9.0 (ClickHouse 26.9.2.1).
# Expected: the same rows with the index and without it. The index reads `NOT x <= 0` as `x > 0`, and NaN is in no range.
# Seen: 3,4 / 2,3,4 / 2,3,4 (NOT x <= 0 with the index, without it, and x > 0 OR x <> x with it)
#   3,4 / 2,3,4 (x <> 0 with the index, and without it)
# In Orrery: packages/semantic/src/dialect/clickhouse.ts writes a test for NaN beside both, which is a constant for other types.
# Source: none found
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action=ignore --target "$folder/packages" chdb-core==26.9.0
cd "$folder"
PYTHONPATH=packages python3 - <<'PYTHON'
from chdb import session

s = session.Session("data")
s.query("""
CREATE TABLE marks (id Int32, x Float64, INDEX a x TYPE minmax GRANULARITY 1)
ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 2""")
s.query("INSERT INTO marks VALUES (1, 0), (2, nan), (3, 5), (4, nan)")

def ids(condition, index=1):
    text = f"SELECT arrayStringConcat(arraySort(groupArray(id)), ',') FROM marks WHERE {condition} SETTINGS use_skip_indexes = {index}"
    return str(s.query(text, "TabSeparated")).strip()

more = [ids("NOT x <= 0"), ids("NOT x <= 0", 0), ids("x > 0 OR x <> x")]
other = [ids("x <> toFloat64(0)"), ids("x <> toFloat64(0)", 0)]
print(" / ".join(more))
print(" / ".join(other))
assert more[0] != more[1] == more[2], more
assert other[0] != other[1], other
PYTHON
