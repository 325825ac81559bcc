#!/usr/bin/env bash
# Surprise: a column with two skip indexes loses the rows of `toString(status) <> 'x' OR status IS NULL`, all of them.
# Versions: chdb-core 26.9.0 (ClickHouse 26.9.2.1). The setting is there since 25.12.
# Expected: an index leaves out rows that do not match. Both rows match; with one of the indexes, or none, both are found.
# Seen: 0 2 2 (rows with both indexes, with use_skip_indexes_for_disjunctions = 0, with use_skip_indexes = 0)
# In Orrery: packages/engines/src/clickhouse/session-settings.ts turns the setting off, where the server knows it.
# Source: none found; https://github.com/ClickHouse/ClickHouse/pull/94026 mended another case of the same setting.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action=ignore --target "$folder/packages" chdb-core==26.9.0
cd "$folder"
PYTHONPATH=packages python3 - <<'PYTHON'
from chdb import session

s = session.Session("data")
s.query("""
CREATE TABLE marks (id Int32, status Enum8('new' = 1, 'old' = 2),
  INDEX a status TYPE minmax GRANULARITY 1, INDEX b status TYPE set(10) GRANULARITY 1)
ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 1""")
s.query("INSERT INTO marks VALUES (1, 'new'), (2, 'old')")

def count(settings):
    text = f"SELECT count() FROM marks WHERE toString(status) <> 'x' OR status IS NULL {settings}"
    return str(s.query(text, "TabSeparated")).strip()

seen = [count(""), count("SETTINGS use_skip_indexes_for_disjunctions = 0"), count("SETTINGS use_skip_indexes = 0")]
print(*seen)
assert seen == ["0", "2", "2"], seen
PYTHON
