#!/usr/bin/env bash
# Surprise: DuckDB's CASE, COALESCE and UNION of a REAL and a DECIMAL or BIGINT are REAL, so the exact number loses digits.
# Versions: @duckdb/node-api 1.5.6-r.1.
# Expected: a type that holds both, as DOUBLE, which the sum of a DOUBLE and a DECIMAL has.
# Seen: 12345678.91 becomes 12345679, and 16777219 becomes 16777220.
# In Orrery: a dimension of four bytes is read as a double, in packages/semantic/src/sql/lower-member.ts.
# Source: none found; the page of types lists implicit casts without the type of a combination.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 >/dev/null
cat >see.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create()).connect();
const result = await connection.runAndReadAll(`
  SELECT typeof(x), CAST(x AS VARCHAR) FROM (SELECT CASE WHEN b THEN r ELSE d END AS x FROM t)
  UNION ALL SELECT typeof(x), CAST(x AS VARCHAR) FROM (SELECT COALESCE(n, i) AS x FROM t)`.replaceAll(
  'FROM t)',
  `FROM (SELECT false AS b, 1::REAL AS r, 12345678.91::DECIMAL(18, 2) AS d, NULL::REAL AS n, 16777219::BIGINT AS i))`,
));
const seen = JSON.stringify(result.getRowsJson());
console.log(seen);
process.exit(seen === '[["FLOAT","12345679.0"],["FLOAT","16777220.0"]]' ? 0 : 1);
JS
node see.mjs
