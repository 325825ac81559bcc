#!/usr/bin/env bash
# Surprise: PostgreSQL's cast of real to numeric keeps six digits, although its text keeps all that tell the number apart.
# Versions: @electric-sql/pglite 0.5.17 (PostgreSQL in WebAssembly).
# Expected: 1234567.9, as the text shows, or the exact value 1234567.875.
# Seen: the text is 1234567.9, the numeric is 1234570.
# In Orrery: the digits that are shown are read from the text, in shownValue of packages/semantic/src/dialect/ansi.ts.
# Source: float4_numeric in src/backend/utils/adt/numeric.c prints with FLT_DIG digits.
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
  `SELECT CAST(x AS text) AS shown, CAST(CAST(x AS numeric) AS text) AS exact FROM (SELECT 1234567.9::real AS x) AS t`,
);
const seen = JSON.stringify(rows);
console.log(seen);
await database.close();
process.exit(seen === '[{"shown":"1.2345679e+06","exact":"1234570"}]' ? 0 : 1);
JS
node see.mjs
