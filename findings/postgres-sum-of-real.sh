#!/usr/bin/env bash
# Surprise: PostgreSQL adds real numbers in four bytes, while avg of the same column adds in eight.
# Versions: @electric-sql/pglite 0.5.17 (PostgreSQL in WebAssembly).
# Expected: sum and avg * count agree to many digits, as in DuckDB, whose sum of REAL is a DOUBLE.
# Seen: 200,000 times 0.1 is 19959.494 as a sum, and 20000.0003 as avg * count; the order of rows changes the sum.
# In Orrery: the operand of a sum is cast to double, in asAggregated of packages/semantic/src/sql/lower-aggregate.ts.
# Source: https://www.postgresql.org/docs/current/functions-aggregate.html, the result types of sum and avg.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.17 >/dev/null
cat >see.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const database = new PGlite();
const { rows } = await database.query(
  `SELECT sum(x)::float8 AS sum, avg(x) * count(*) AS mean FROM (SELECT 0.1::real AS x FROM generate_series(1, 200000)) AS t`,
);
console.log(JSON.stringify(rows));
const [{ sum, mean }] = rows;
await database.close();
process.exit(Math.abs(sum - 20000) > 1 && Math.abs(mean - 20000.0003) < 0.001 ? 0 : 1);
JS
node see.mjs
